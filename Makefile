# Needs Python 3.11 or newer, make and git. Everything is installed into .venv, nothing outside this folder.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LANGUAGE ?= en
# make test ARGS="tests/cli -x"
ARGS ?=

.PHONY: help demo test coverage lint format types bench lock golden docs clean

help:
	@echo "make demo      check the records in samples/ and show the report (LANGUAGE=zh for Chinese)"
	@echo "make test      run every test"
	@echo "make coverage  the same, with the coverage of the engine"
	@echo "make lint      style, format and types"
	@echo "make format    put the source into its format"
	@echo "make bench     measure; the figures of the README"
	@echo "make golden    record the expected reports again"
	@echo "make docs      make again what is generated: findings, coverage, parts of the README, tables of the grammars"
	@echo "make lock      resolve the development environment again"

# --- the environment

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version.split()[0] + "; try: make PYTHON=python3.12 ...")'
	@echo "creating $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.package: $(BIN)/python pyproject.toml
	@echo "installing the package"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml requirements-dev.lock
	@echo "installing the development environment"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $(VENV)/.package $@

# --- what there is to do

demo: $(VENV)/.package
	@$(BIN)/referee check samples --lang $(LANGUAGE) --statistics || test $$? -lt 3  # they are meant to have faults

test: $(VENV)/.dev
	@$(BIN)/python -m pytest -n 2 $(ARGS)

coverage: $(VENV)/.dev
	@$(BIN)/python -m pytest -n 2 --cov --cov-report=term:skip-covered --cov-fail-under=95 $(ARGS)

lint: $(VENV)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(MAKE) --no-print-directory types

format: $(VENV)/.dev
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format .

# mypy follows folders, not the mapping of pyproject.toml: it is shown the package as it will be installed.
types: $(VENV)/.dev
	@rm -rf $(VENV)/source && mkdir -p $(VENV)/source/referee
	@ln -s $(CURDIR)/referee/* $(VENV)/source/referee/
	@ln -s $(CURDIR)/cli $(CURDIR)/grammar $(CURDIR)/rulesets $(VENV)/source/referee/
	@$(BIN)/mypy

bench: $(VENV)/.dev
	@$(BIN)/python -m benchmarks $(ARGS)

golden: $(VENV)/.dev
	@$(BIN)/python -m pytest -q tests/golden tests/cli --record-golden

docs: $(VENV)/.dev
	@$(BIN)/python .ci/generate.py

lock:
	@$(PYTHON) .ci/lock.py

clean:
	@rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
