"""Picks the native core that fits this machine's CPU, once, and stands for it under the name `ajeeb._core`.

x86-64 builds hold two modules: `_core_v2` runs on every x86-64-v2 machine, `_core_v3` needs AVX2 and BMI2 and looks
slider attacks up with PEXT. `AJEEB_CPU=v2` (or `v3`) overrides the choice. Other architectures hold one portable build.
"""

import importlib
import importlib.util
import os
import sys
from pathlib import Path

_V3_FLAGS = frozenset({"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"})
_SLOW_PEXT_FAMILIES = frozenset({0x15, 0x16, 0x17})  # AMD before Zen 3 runs PEXT in microcode


def _cpu_facts() -> dict[str, str]:
    """The first processor's entry of /proc/cpuinfo, empty where there is none."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return {}
    pairs = (line.partition(":") for line in text.split("\n\n", 1)[0].splitlines())
    return {name.strip(): value.strip() for name, _, value in pairs}


def _best_level() -> str:
    facts = _cpu_facts()
    if not _V3_FLAGS.issubset(facts.get("flags", "").split()):
        return "v2"
    slow_pext = facts.get("vendor_id") == "AuthenticAMD" and int(facts.get("cpu family", "0")) in _SLOW_PEXT_FAMILIES
    return "v2" if slow_pext else "v3"


def _load() -> None:
    built = {level for level in ("v2", "v3", "portable") if importlib.util.find_spec(f"ajeeb._core_{level}")}
    wanted = os.environ.get("AJEEB_CPU", "")
    if wanted and wanted not in built:
        raise ImportError(f"AJEEB_CPU={wanted!r}: this install holds {', '.join(sorted(built)) or 'no native core'}")
    if not wanted:
        wanted = "portable" if "portable" in built else _best_level()
    core = importlib.import_module(f"ajeeb._core_{wanted}")
    for value in vars(core).values():
        if isinstance(value, type):
            value.__module__ = "ajeeb"  # where users find it, and where pickles look on a machine of another level
    sys.modules[__name__] = core


_load()
