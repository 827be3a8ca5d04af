#!/bin/sh
# Builds the fuzz targets with clang and runs each for some seconds from its committed corpus. What is found on the way
# stays in build/fuzz/corpus. usage: fuzz.sh SECONDS [TARGET]...
set -e
seconds=$1
shift
for compiler in "${CXX:-}" clang++ clang++-19 clang++-16 clang++-14; do
  command -v "${compiler:-none}" >/dev/null && case $compiler in *clang*) break ;; esac
done
command -v "$compiler" >/dev/null || { echo "fuzz: clang is missing. On Debian: apt-get install clang libclang-rt-14-dev" >&2; exit 1; }
cmake -S . -B build/fuzz -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DAJEEB_FUZZ=ON >/dev/null
cmake --build build/fuzz
[ $# -gt 0 ] || set -- $(ls fuzz/fuzz_*.cpp | sed 's/.*fuzz_//; s/\.cpp//')
for target in "$@"; do
  mkdir -p "build/fuzz/corpus/$target"
  echo "fuzz $target: $seconds s"
  log="build/fuzz/$target.log"
  status=0
  (cd build/fuzz && "./fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    "corpus/$target" "../../fuzz/corpus/$target") >"$log" 2>&1 || status=$?
  grep 'stat::number_of_executed_units' "$log" || true
  [ "$status" -eq 0 ] || { tail -40 "$log" >&2; echo "fuzz $target: failed; the input is named above" >&2; exit 1; }
done
