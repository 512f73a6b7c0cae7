# Needs only git, make and Python 3.11 or newer; everything else goes into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: demo test test-hosts check docs golden torture bench clean

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Reverie needs Python 3.11 or newer; run make with PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Setting up $(VENV) (once)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

demo: $(VENV)/.installed
	@$(BIN)/reverie demo

check: $(VENV)/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# Compiled modules are kept even where Python is told not to: each process that a test starts would compile all anew.
test: check
	PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n $(JOBS) --dist worksteal -m "not torture and not hosts"

# Real agents from npm (REVERIE_HOSTS_PREFIX: a folder that has them) against models of ours, on the loopback alone.
test-hosts: $(VENV)/.installed
	$(BIN)/pytest tests/hosts -m hosts

docs: $(VENV)/.installed
	$(BIN)/python -m scripts.reference

golden: $(VENV)/.installed
	$(BIN)/pytest tests/golden --accept
	@git diff --stat tests/golden

torture: $(VENV)/.installed
	$(BIN)/pytest -n $(JOBS) -m torture --timeout 3000

bench: $(VENV)/.installed
	$(BIN)/python -m benchmarks.cold_start
	$(BIN)/python -m benchmarks.commits
	$(BIN)/python -m benchmarks.mcp_start
	$(BIN)/python -m benchmarks.hook

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
