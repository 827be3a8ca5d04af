#!/bin/sh
# What a build needs from the system, checked before anything else: one clear sentence for what is missing.
# usage: preflight.sh PYTHON
python=${1:-python3}
missing() { echo "ajeeb: $1 On Debian: apt-get install $2" >&2; exit 1; }

command -v "$python" >/dev/null || missing "there is no $python." python3
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || missing "$python is older than 3.11." "python3 (bookworm or newer)"
"$python" -c 'import ensurepip, venv' 2>/dev/null || missing "$python can't make virtual environments." python3-venv
"$python" - <<'P' || missing "the Python headers (Python.h) are missing." python3-dev
import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))
P
compiler=${CXX:-}
[ -n "$compiler" ] || for name in c++ g++ clang++; do command -v $name >/dev/null && compiler=$name && break; done
[ -n "$compiler" ] && command -v "$compiler" >/dev/null || missing "there is no C++ compiler." g++
echo 'int main() { return []<class T>(T x) { return x; }(0); }' | "$compiler" -std=c++20 -x c++ -fsyntax-only - 2>/dev/null ||
  missing "$compiler does not understand C++20." "g++ (12 or newer)"
