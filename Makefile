# Two commands do all their set-up on a machine with Python 3.11 and the package registries:
#   make demo    environment, install, then mirror the demo site
#   make check   environment, tools, all checks and tests (what CI runs)
# The other targets are parts of these.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
CODE := scrapepy tests benchmarks

.DEFAULT_GOAL := help
.PHONY: help demo check format-check lint types floors test format browser clean

help:
	@echo "make demo     set up, then mirror the small site that ships with the package"
	@echo "make check    set up, then format check, lint, types, floors and tests"
	@echo "make format   rewrite the code as the format check wants it"
	@echo "make test     the tests alone; ARGS='tests/cli -k size' narrows them"
	@echo "make clean    remove the environment and caches"

demo: $(VENV)/run.stamp
	$(BIN)/scrapepy demo

check: format-check lint types floors test

format-check: $(VENV)/dev.stamp
	$(BIN)/ruff format --check $(CODE)

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check $(CODE)

types: $(VENV)/dev.stamp
	$(BIN)/mypy --strict

floors: $(VENV)/dev.stamp
	$(BIN)/lint-imports

# -rs names every skipped test at the end, with its reason. Servers, browsers and processes are at work in the tests: one
# that fails is run once more, and -rR names at the end what passed only then, which is a fault of its own to be mended.
test: $(VENV)/dev.stamp browser
	$(BIN)/python -m pytest -q -rsR --reruns 1 $(ARGS)

format: $(VENV)/dev.stamp
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

# The copy is opened in Chromium by some tests. On Debian as root it is installed; elsewhere, without it, those tests
# are skipped and named. A failed install is no error here: the skipped tests say what is missing.
browser:
	@if ! command -v chromium >/dev/null 2>&1 && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
		echo "installing chromium for the tests that open the copy in a browser"; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium; } \
			>/dev/null 2>&1 || echo "chromium could not be installed: the tests that need it are skipped"; \
	fi

# Debian keeps venv in a package of its own; as root it is installed if it is missing.
$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ScrapePy needs Python 3.11 or later: make PYTHON=python3.12 …")'
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
			{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y python3-venv; } >/dev/null 2>&1; fi; \
		$(PYTHON) -m venv $(VENV); }

$(VENV)/run.stamp: pyproject.toml | $(VENV)/bin/python
	$(PIP) install -e .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml | $(VENV)/bin/python
	$(PIP) install -e '.[dev]'
	@touch $@ $(VENV)/run.stamp

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
