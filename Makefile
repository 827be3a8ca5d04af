# Tasks. Each does its own set-up: a virtual environment in .venv, the build, then the work.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)
SOURCES = $(shell find core src/ajeeb pyproject.toml CMakeLists.txt cmake -type f -not -name '*.pyc' -not -name '*.pyi' 2>/dev/null | grep -v '\.so$$')
NATIVE = $(shell find core CMakeLists.txt cmake pyproject.toml -type f 2>/dev/null)

.PHONY: help demo test test-slow build lint format types stubs contracts cpp-test thread-test fuzz bench clean
help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 14

$(VENV)/.tools: pyproject.toml tools/preflight.sh
	@sh tools/preflight.sh $(PYTHON)
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python tools/install_requirements.py
	@touch $@

build/.installed: $(VENV)/.tools $(NATIVE)
	@mkdir -p build
	$(BIN)/pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

build: build/.installed  ## build the package into .venv (editable)

demo: build  ## the main job on the bundled sample of real games
	$(BIN)/python tools/demo.py

test: build  ## every quick test, and the README
	$(BIN)/python -m pytest

test-slow: build  ## everything, minutes to hours
	$(BIN)/python -m pytest -m ''

lint: $(VENV)/.tools  ## ruff and clang-format, checking only
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@find core tests/cpp $(wildcard fuzz) \( -name '*.[ch]pp' -o -name '*.inc' \) | grep -v '\.inc$$' | xargs $(BIN)/clang-format --dry-run --Werror

format: $(VENV)/.tools  ## the same, rewriting files
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .
	@find core tests/cpp $(wildcard fuzz) -name '*.[ch]pp' | xargs $(BIN)/clang-format -i

types: build  ## mypy, strict
	$(BIN)/mypy

stubs: build  ## write src/ajeeb/_core.pyi afresh from the built core
	$(BIN)/python tools/make_stubs.py

contracts: build  ## who may import whom
	$(BIN)/lint-imports

cpp-test: $(VENV)/.tools  ## the C++ tests under ASan and UBSan
	PATH="$(abspath $(BIN)):$$PATH" sh tools/cpp_tests.sh address

thread-test: $(VENV)/.tools  ## the C++ tests under TSan
	PATH="$(abspath $(BIN)):$$PATH" sh tools/cpp_tests.sh thread

FUZZ_SECONDS ?= 5
fuzz: $(VENV)/.tools  ## every fuzz target for FUZZ_SECONDS each (needs clang)
	PATH="$(abspath $(BIN)):$$PATH" sh tools/fuzz.sh $(FUZZ_SECONDS)

bench: build  ## the speed table, peers in the same run
	$(BIN)/python -m bench

clean:  ## everything that was built
	rm -rf build $(VENV) out
