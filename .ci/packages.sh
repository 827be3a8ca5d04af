#!/usr/bin/env bash
# Debian packages that CI needs beyond python3, git, make and g++; installed only where missing.
set -euo pipefail
wanted=()
for pair in clang-14:clang-14 /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a:libclang-rt-14-dev \
  node:nodejs perl:perl sed:sed chromium:chromium; do
  name=${pair%%:*}
  [ -e "$name" ] || command -v "$name" >/dev/null || wanted+=("${pair#*:}")
done
[ ${#wanted[@]} -eq 0 ] && exit 0
sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
$sudo apt-get update -qq
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" >/dev/null
