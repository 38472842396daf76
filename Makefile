# Hexledger: `make demo` and `make test` work on a fresh machine with Python 3.11+ and nothing else installed.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
DONE := $(VENV)/.installed

TYPES := $(VENV)/.types
MUTANTS := $(VENV)/.mutation
# Only the plugins that the tests use, named: of all that lie in the environment pytest makes byte code anew, in each process.
export PYTEST_DISABLE_PLUGIN_AUTOLOAD := 1
PYTEST := $(BIN)/python -m pytest -p xdist -p syrupy -p hypothesispytest
GAME ?= case_yellow
SAMPLE ?= 100
SEED ?= 1

.PHONY: demo test quick test-times test-long test-night test-seeds mutate mutate-sample bench bench-short lint clean golden

$(DONE): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,bench]'
	touch $(DONE)

demo: $(DONE)
	$(BIN)/hexledger demo --out demo-out

test: $(DONE)
	$(PYTEST) -n 2 --dist worksteal -m "not long" tests

quick: $(DONE)
	$(PYTEST) -n 2 --dist worksteal -m "not long and not whole and not browser" tests

test-times: $(DONE)
	$(PYTEST) -p tests.timing -m "not long" tests

test-long: $(DONE)
	HEXLEDGER_HYPOTHESIS=searching $(PYTEST) -n 2 --dist worksteal -m "long and not night" tests

# What test-long leaves out: every case of the families in tests/night.txt. Hours.
test-night: $(DONE)
	HEXLEDGER_HYPOTHESIS=searching $(PYTEST) -n 2 --dist worksteal -m night tests

test-seeds: $(DONE)
	HEXLEDGER_SEEDS=50 $(PYTEST) -n 2 --dist worksteal -m long tests/every_game/test_random_games.py

$(MUTANTS): $(DONE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[mutation]'
	touch $(MUTANTS)

# Every mutant of every game's rules: days. One game: make mutate GAMES=june_6
GAMES ?= june_6 fortress_europa case_yellow france_1944 time_for_trumpets
mutate: $(MUTANTS)
	for game in $(GAMES); do nice $(BIN)/python -m tests.mutation $$game --note; done

mutate-sample: $(MUTANTS)
	nice $(BIN)/python -m tests.mutation $(GAME) --sample $(SAMPLE) --seed $(SEED) --note

bench: $(DONE)
	$(BIN)/python -m tests.bench

bench-short: $(DONE)
	$(BIN)/python -m tests.bench --short

# The page's script is checked by TypeScript's compiler, which comes through npm; Node with npm is a wheel of the `dev` extra.
$(TYPES): $(DONE) tests/page/package-lock.json
	mkdir -p $(VENV)/npm
	cp tests/page/package.json tests/page/package-lock.json $(VENV)/npm/
	$(BIN)/npm ci --prefix $(VENV)/npm --no-audit --no-fund --silent
	touch $(TYPES)

lint: $(DONE) $(TYPES)
	.ci/ns
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	MYPYPATH=.ns:. $(BIN)/mypy --strict -p hexledger -m tests.drill.game
	PYTHONPATH=.ns/layers $(BIN)/lint-imports
	$(BIN)/node $(VENV)/npm/node_modules/typescript/bin/tsc -p tests/page
	$(BIN)/python -m tests.page.vendor --check

golden: $(DONE)
	$(PYTEST) -m "not long" tests --snapshot-update

clean:
	rm -rf $(VENV) build dist *.egg-info .ns demo-out
