# `make play` and `make test` set up everything they need, in .venv; what is not Python's is installed as root (`install`).
PYTHON ?= python3
BIN := .venv/bin
# With GNU make's -o or a read-only home, pip's cache may be turned off from outside: PIP_NO_CACHE_DIR=1.
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet
# The tests start Python hundreds of times: it must not compile the package anew each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check setup browser proxy pango units office peers bench campaign docs pictures catalogues proofs lock wheel clean

play: .venv/ready-to-play  ## play the game
	@$(BIN)/mstud serve --open

# How many processes run the tests: three on two processors, for one of them mostly waits for a browser, a database or a
# clock. A few that fail are tried alone (decision 370).
WORKERS ?= $(shell expr $$(nproc) \* 3 / 2)
test: check browser proxy pango units  ## every test, after the linters and the type checker
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -q -m "not campaign" --timeout 600 --durations 25 || { [ $$? = 1 ] && $(BIN)/python -m tests.again; }

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

setup: .venv/ready-to-test  ## put all of it into .venv

# What is not Python's comes from Debian's packages where it is missing: $(call install,NAME,PACKAGES).
install = { echo "Installing $(1) …"; apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $(2) >/dev/null; } \
	  || { echo "$(1) is missing: install it as root with apt-get install $(2)"; exit 1; }

browser:  ## Chromium, which the browser tests and benchmarks drive; without its windows the tests take less time
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
	  || $(call install,Chromium,chromium fonts-dejavu-core)
	@command -v chromium-headless-shell >/dev/null || ! command -v chromium >/dev/null \
	  || ( $(call install,Chromium without windows,chromium-headless-shell) ) || echo "The tests run all the same, but longer."

proxy:  ## nginx, behind which the web tests play, and curl, with which a guide asks a server whether it is ready
	@command -v nginx >/dev/null || test -x /usr/sbin/nginx || $(call install,nginx,nginx-light)
	@command -v curl >/dev/null || $(call install,curl,curl)

units:  ## systemd-analyze, which reads the systemd units
	@command -v systemd-analyze >/dev/null || $(call install,systemd-analyze,systemd)

pango: setup  ## Pango, with which WeasyPrint sets a par sheet as a PDF
	@$(BIN)/python -W ignore -c "import weasyprint" >/dev/null 2>&1 \
	  || $(call install,Pango,libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core)

peers:  ## what the benchmarks need besides: a load generator and a C compiler
	@command -v wrk >/dev/null || $(call install,wrk,wrk)
	@command -v cc >/dev/null || $(call install,a C compiler,gcc libc6-dev)

bench: setup browser peers  ## speed, as ratios to peers in the same run
	$(BIN)/python -m benchmarks

office:  ## LibreOffice, which calculates the par sheets' workbooks anew in the campaign
	@command -v soffice >/dev/null || command -v libreoffice >/dev/null \
	  || $(call install,LibreOffice,libreoffice-calc-nogui)

# In parts: whatever ends it, the same command goes on. OPTIONS="--for 8h --only power": see CONTRIBUTING.md.
OPTIONS ?=
campaign: setup browser proxy pango units office  ## what takes days, and a report of it: build/campaign/report.html
	$(BIN)/python -m tests.campaign $(OPTIONS)

PORT ?= 8001
docs: setup  ## build the documentation, in English and French, and serve it on this machine
	@for language in en fr; do echo "Building the documentation ($$language) …"; \
	  $(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -D language=$$language docs build/docs/$$language || exit 1; done
	@cp docs/templates/start.html build/docs/index.html
	@echo "The documentation is at http://127.0.0.1:$(PORT)/ (another port: make docs PORT=9000); Ctrl+C ends it."
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/docs $(PORT)

pictures: setup browser  ## take the pictures of the documentation anew
	$(BIN)/python -m docs.pictures

catalogues: setup  ## bring the French catalogues of the documentation up to date with its pages
	$(BIN)/python -m docs.catalogues

proofs: setup  ## what proves each clause, and the pages under docs/rules/
	$(BIN)/python -m tests.proofs

lock:  ## compile requirements/*.txt anew from pyproject.toml
	./requirements/compile

wheel: setup  ## dist/*.whl, with the locked build backend
	$(BIN)/python -m hatchling build -t wheel

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "mississippi-stud needs Python 3.11 or newer; name it with: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv .venv \
	  || { echo "python3 cannot make a virtual environment; on Debian: apt-get install python3-venv"; rm -rf .venv; exit 1; }

.venv/ready-to-play: requirements/build.txt requirements/play.txt pyproject.toml | .venv/bin/python
	@echo "Setting up .venv (once) …"
	@$(PIP) install --require-hashes -r requirements/build.txt -r requirements/play.txt
	@$(PIP) install --no-deps --no-build-isolation --no-index -e .
	@touch $@

.venv/ready-to-test: requirements/dev.txt .venv/ready-to-play
	@echo "Setting up what the tests need (once) …"
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@
