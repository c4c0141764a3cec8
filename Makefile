# Commands of the project. `make dataset` and `make test` set up what they need: a .venv beside this file.
# SOURCE=sample|yaml-yugi|ygoprodeck|yugipedia|all ...  INPUT=a file or directory for sources that need one  OUT=where the tables go
# GOLD="FILE ..." official statements and rulings, for `make report` and `make publish` to measure by

SOURCE ?= sample
INPUT  ?=
OUT    ?= data/build/$(SOURCE)
PYTHON ?= python3
ARGS   ?=
GOLD   ?=

VENV  := .venv
RUN   := $(VENV)/bin/python
READY := $(VENV)/.built-from-pyproject

.PHONY: dataset validate report publish test lint format bench rules model setup clean
.DEFAULT_GOAL := dataset

dataset: $(READY) ; $(RUN) -m pipeline dataset --source '$(SOURCE)' $(if $(INPUT),--input '$(INPUT)') --out '$(OUT)' $(ARGS)
test: $(READY) ; $(RUN) -m pytest -q $(ARGS)
lint: $(READY) ; $(RUN) -m ruff check . && $(RUN) -m ruff format --check . && $(RUN) -m mypy
format: $(READY) ; $(RUN) -m ruff check --fix . && $(RUN) -m ruff format .
bench: $(READY) ; $(RUN) -m tests.bench.floor $(ARGS)
# Tags beside the simulators' scripts (data/engines): the published ones, or those of the dataset just built where SOURCE names one.
TAGS := $(if $(filter file,$(origin SOURCE)),$(if $(wildcard data/published/effects.parquet),data/published))
validate: $(if $(TAGS),$(READY),dataset) ; $(RUN) -m pipeline validate --dataset '$(or $(TAGS),$(OUT))' --out '$(if $(TAGS),data/build/published,$(OUT))/findings' $(ARGS)
# Pages to look at, beside the dataset just built.
report: dataset ; $(RUN) -m pipeline report --dataset '$(OUT)' --out '$(OUT)/report' $(foreach file,$(GOLD),--gold '$(file)')
# The tags that are kept with the code, of SOURCE's real cards: without card texts, measured, with a changelog.
publish: dataset ; $(RUN) -m pipeline publish --dataset '$(OUT)' --out data/published $(foreach file,$(GOLD),--gold '$(file)')
rules: $(READY) ; $(RUN) -m pipeline rules $(ARGS)
# The model in models/, its card and its scores: DATASET=a dataset of a real source, GOLD=official statements.
model: $(READY)
	$(RUN) -m pipeline train --dataset '$(DATASET)' --gold '$(GOLD)' $(ARGS)
	$(RUN) -m pipeline evaluate-model --dataset '$(DATASET)' --gold '$(GOLD)' --write $(ARGS) > /dev/null
setup: $(READY)
clean: ; rm -rf data/build .pytest_cache .mypy_cache .ruff_cache .hypothesis $(VENV)

# Made anew when pyproject.toml changes; the mark is set last, so a set-up that was cut short is done again.
$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
