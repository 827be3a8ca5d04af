#!/bin/sh
# Builds tests/cpp with a sanitizer, assertions on, and runs it. usage: cpp_tests.sh address|thread
set -e
kind=${1:-address}
cmake -S . -B "build/$kind" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O2 -g" -DAJEEB_TESTS=ON -DAJEEB_SANITIZE="$kind" >/dev/null
cmake --build "build/$kind"
ctest --test-dir "build/$kind" --output-on-failure
