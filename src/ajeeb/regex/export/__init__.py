"""Stand-alone files that run a program with nothing but the engine of another language. See `export`."""

from ajeeb.regex.export.targets import TARGETS, export

__all__ = ["TARGETS", "export"]
