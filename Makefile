# The commands of the project; `make help` lists them.
PORT ?= 8000
PY := .venv/bin/python

.PHONY: help hashes run demo messages pictures readme-pictures valid voices words test test-postgres test-hours test-fast test-browsers faults simulate simulate-faults soak bench-postgres bench-school bench-workers bench-messages bench-pages lint types bench bench-reports bench-rosters bench-arriving bench-noisy bench-demo prove prove-clock prove-fair prove-one-key prove-resting prove-fair-pages compare hostile wheelhouse deb pypi repository image release keep-release clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Python compiles what it loads, when it first does: all of every package would take half of the installation's time.
.venv/run: requirements.txt
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Cardinal needs Python 3.11 or newer")'
	@test -x $(PY) || python3 -m venv .venv
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes --no-compile -r requirements.txt
	@touch $@

.venv/test: requirements-test.txt .venv/run
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes --no-compile -r requirements.txt -r requirements-test.txt
	@touch $@

LISTS := requirements.txt requirements-test.txt
HASHES := --no-deps --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet
hashes: .venv/test ## Write the hashes of the requirements anew, after a version was changed there
	@for list in $(LISTS); do \
	  sed -E '/^ +--hash/d; s/ \\$$//' $$list > .venv/wanted.txt; \
	  { grep '^#' $$list; .venv/bin/uv pip compile $(HASHES) .venv/wanted.txt; } > .venv/hashed.txt || exit 1; \
	  cp .venv/hashed.txt $$list; \
	done

run: .venv/run ## Serve Cardinal to this computer and the room (PORT=8000)
	@$(PY) manage.py serve --port $(PORT)

demo: .venv/run ## A class of 12 invented students with four weeks of played sessions
	@$(PY) manage.py demo

messages: .venv/run ## Bring the catalogues of translations up to date with the source (needs gettext)
	@$(PY) manage.py makemessages

pictures: .venv/test ## Draw every page and state of the demo class, at five widths in five themes, into build/pictures/index.html
	@.ci/install-chromium
	@$(PY) -m pytest -q -o python_functions=draw_every_page tests/browser/pictures/draw.py

readme-pictures: .venv/test ## Draw the pictures of the README anew, from the real pages (needs ffmpeg)
	@.ci/install-chromium
	@$(PY) -m pytest -q -n 0 -o python_functions=draw_the_readme tests/browser/pictures/draw.py
	@$(PY) -m pytest -q -n 0 -o python_functions=draw_a_round tests/browser/student/moving.py

valid: .venv/test ## Hold every page in every language against the Nu HTML Checker (needs java and npm, installs it, 30 MB)
	@npm install --silent --no-save --ignore-scripts --prefix .venv/valid vnu-jar@26.9.27
	@.ci/install-chromium
	@VNU=.venv/valid/node_modules/vnu-jar/build/dist/vnu.jar $(PY) -m pytest -q -o python_functions=check_every tests/browser/pictures/valid.py

words: .venv/test ## Look every Icelandic word up in BÍN (installs its vocabulary, 60 MB)
	@test -x .venv/words/bin/python || python3 -m venv .venv/words
	@.venv/words/bin/python -m pip install --quiet --disable-pip-version-check islenska==2.1.0 polib==1.2.0
	@.venv/words/bin/python tests/languages/words.py

voices: .venv/run ## Bring the recordings that read the pages aloud up to date (needs espeak-ng and ffmpeg)
	@$(PY) manage.py voices

# A template's line breaks where HTML has no room of its own: between blocks, between attributes, within what is trimmed.
# Four hold what cannot break: a picture as an address, texts with a per cent sign, a text area's own lines. What stands
# on a table is sent byte by byte, and has a limit of its own.
LONGEST := 200
LONGEST_OF_A_TABLE := 1000
LONGER := base.html $(addprefix classroom/,help/accessibility.html joining/connection.html reports/around_the_corner/_glossary.html)
lint: .venv/test
	@.venv/bin/ruff check . && .venv/bin/ruff format --check .
	@! find templates -name '*.html' $(LONGER:%=! -path templates/%) \
	  -exec awk 'length > (FILENAME ~ "^templates/game/" ? $(LONGEST_OF_A_TABLE) : $(LONGEST)) {print FILENAME ": a line of " length " characters"}' {} + | grep .

types: .venv/test
	@nice .venv/bin/mypy classroom game tests

# Where tests wait for other processes and threads, a machine has moments: what failed is asked once more, and named.
AGAIN := $(PY) -m tests.second_try

# Compiled tests are kept, whatever the shell says: each process of a run would compile them all anew.
test test-postgres test-hours test-fast test-browsers: export PYTHONDONTWRITEBYTECODE =
test: lint ## Lint, types and all tests, real browsers included
	@.ci/install-chromium
	@$(MAKE) --no-print-directory test-fast
	@$(MAKE) --no-print-directory --jobs 2 types test-browsers

test-fast: .venv/test ## The tests without browsers
	@$(PY) -m pytest -n 2 --dist worksteal --cache-clear --ignore tests/browser --ignore tests/serve || $(AGAIN) $$?

# They wait a fifth of their time: four share two processors, and in `make test` types are checked beside them.
test-browsers: .venv/test ## The tests of real browsers and servers
	@$(PY) -m pytest -n 4 --dist loadfile --no-loadscope-reorder --cache-clear tests/browser tests/serve || $(AGAIN) $$?

test-postgres: .venv/test ## The tests without browsers on PostgreSQL, which it starts itself
	@$(PY) -m tests.postgresql $(PY) -m pytest -n 2 --dist worksteal --ignore tests/browser --ignore tests/serve

AT := 2026-11-23T00:10 2026-11-22T23:50 2028-02-29T12:00 2027-03-28T00:55
test-hours: .venv/test ## The tests without browsers at midnight, on 29 February, when the clocks change
	@for at in $(AT); do echo "at $$at"; $(PY) -m pytest -q -n 2 --dist worksteal --ignore tests/browser --at $$at || exit 1; done

bench: .venv/test ## Measure the race path; prints ratios as JSON
	@$(PY) -m tests.bench

bench-pages: .venv/test ## Measure what pages cost, against Django's own ASGI handler; prints JSON (2 minutes)
	@$(PY) -m tests.bench.pages

bench-reports: .venv/test ## Time the reports over a school year of a class; prints JSON (5 minutes)
	@$(PY) -m tests.bench.reports

bench-rosters: .venv/test ## Time reading lists of 1 000 and 30 000 children in; prints JSON
	@$(PY) -m tests.bench.rosters

bench-arriving: .venv/test ## Measure what it costs that a school comes in and sits down; prints JSON (2 minutes)
	@$(PY) -m tests.bench.arriving

bench-noisy: .venv/test ## A class comes in while its address shouts 200 wrong codes a second; prints JSON (half a minute)
	@$(PY) -m tests.bench.noisy

bench-demo: .venv/test ## 300 visitors of a server of demos within a minute; prints JSON (5 minutes)
	@$(PY) -m tests.bench.demo

bench-school: .venv/test ## 10 000 children at their tables on this box, and 40, and 4 000; prints JSON (4 minutes)
	@$(PY) -m tests.bench.school

bench-postgres: .venv/test ## The same on PostgreSQL, durable, which it starts itself
	@$(PY) -m tests.postgresql --durable $(PY) -m tests.bench

bench-workers: .venv/test ## The race path on PostgreSQL, two workers against one; prints ratios as JSON (3 minutes)
	@$(PY) -m tests.postgresql --durable $(PY) -m tests.bench.workers

bench-messages: .venv/test ## Messages between 2, 4 and 8 workers for each move; prints JSON (3 minutes)
	@$(PY) -m tests.postgresql --durable $(PY) -m tests.bench.workers.messages

faults: .venv/test ## Two workers on PostgreSQL behind nginx, killed, frozen, split, replaced, out of room; prints JSON (5 minutes)
	@$(PY) -m tests.faults

SEED ?= 1
LESSONS ?= 1000
simulate: .venv/test ## Whole lessons in virtual time, each decided by its seed, with every fault (SEED=1 LESSONS=1000)
	@$(PY) -m tests.simulate --seed $(SEED) --lessons $(LESSONS)

simulate-faults: .venv/test ## Plant twenty faults one after another, and say after how many lessons each is found
	@$(PY) -m tests.simulate --planted

MINUTES ?= 45
soak: .venv/test ## 100 tables at human pace, children and lessons come and go: does anything grow? (MINUTES=45) prints JSON
	@$(PY) -m tests.bench.soak --minutes $(MINUTES)

HOSTILE ?= 100000
hostile: .venv/test ## Send hostile input at forms, pages, lists, frames, files of classes and launches (HOSTILE=100000 in all)
	@HOSTILE=$(HOSTILE) $(PY) -m pytest -q -o faulthandler_timeout=0 tests/hostile
	@HOSTILE=$(HOSTILE) CARDINAL_LTI=1 $(PY) -m pytest -q -o faulthandler_timeout=0 tests/lti/test_hostile_platforms.py

ROUNDS ?= 500
compare: .venv/test ## Hold both games to their laws and beside a second model of their rules (ROUNDS=500 of each kind)
	@ROUNDS=$(ROUNDS) $(PY) -m pytest -q tests/rules/test_second_model.py tests/rules/test_laws.py

prove-clock: .venv/test ## Hold a table's own clock against the browser's, at full and a sixth of the speed; prints the table
	@.ci/install-chromium
	@$(PY) -m pytest -q tests/browser/fairness/test_page_clock.py

prove-fair-pages: .venv/test ## Let two equally quick children meet 100 times on real pages, one on a connection of 300 ms (10 minutes)
	@.ci/install-chromium
	@$(PY) -m pytest -q -o python_functions=prove_two_pages tests/browser/fairness/test_two_connections.py

prove: .venv/test ## Prove the reports' measures on simulated races with fresh seeds
	@$(PY) -m tests.prove

prove-fair: .venv/test ## Prove on simulated races that the quicker child is first, whatever its connection
	@$(PY) -m tests.prove.fairness

prove-one-key: .venv/test ## Prove on simulated races that a child who plays with one key wins as often as its equal
	@$(PY) -m tests.prove.fairness.one_key

prove-resting: .venv/test ## Prove on simulated races that a child who presses by resting wins as often as its equal
	@$(PY) -m tests.prove.fairness.resting

# Cardinal's own wheel is of this very tree: what an earlier build left would go into it.
wheelhouse: .venv/test ## Cardinal and all it needs, for a box without the internet, into build/wheelhouse/
	@rm -rf build/wheelhouse build/lib build/bdist.*
	@$(PY) -m pip wheel --quiet --disable-pip-version-check --require-hashes --requirement requirements.txt --wheel-dir build/wheelhouse
	@$(PY) -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir build/wheelhouse .
	@rm -rf build/lib build/bdist.*
	@cp requirements.txt build/wheelhouse/
	@echo "build/wheelhouse/ is for $$($(PY) -VV | cut -d. -f1,2) on $$(uname -sm): pip install --no-index --find-links build/wheelhouse cardinal"

deb: wheelhouse ## Cardinal as a Debian package, for boxes like this one, into build/ (needs dpkg-deb)
	@PYTHON=$(PY) packaging/deb/build build/wheelhouse build

# Read from a box as a school has it: what the wheels bring, and nothing of the tests.
build/cardinal-sbom.json: $(wildcard build/wheelhouse)
	@test -x .venv/sbom/bin/python || python3 -m venv .venv/sbom
	@.venv/sbom/bin/python -m pip install --quiet --disable-pip-version-check cyclonedx-bom==7.5.0
	@rm -rf build/box && $(PY) -m venv --without-pip build/box
	@$(PY) -m pip --python build/box install --quiet --no-index --no-compile --find-links build/wheelhouse cardinal
	@.venv/sbom/bin/cyclonedx-py environment --output-file $@ build/box
	@packaging/sbom $@ && rm -rf build/box

# What PyPI takes is made from the tracked files alone, and nothing is sent: twine upload build/pypi/* is a person's to say.
pypi: ## Source and wheel of this version as PyPI takes them, checked, into build/pypi/ (installs build and twine)
	@test -x .venv/release/bin/twine || python3 -m venv .venv/release
	@.venv/release/bin/python -m pip install --quiet --disable-pip-version-check build==1.3.0 twine==6.2.0
	@rm -rf build/pypi build/source && mkdir -p build/source && git archive HEAD | tar --extract --directory build/source
	@.venv/release/bin/python -m build --outdir build/pypi build/source > build/pypi.log
	@.venv/release/bin/twine check --strict build/pypi/*

repository: deb ## A Debian repository with this version's package, to be laid on any web server, into build/debian/
	@rm -rf build/debian && mkdir -p build/debian && cp build/cardinal_*.deb build/debian/
	@cd build/debian && dpkg-scanpackages --multiversion . > Packages && gzip --keep --best Packages
	@cd build/debian && { echo "Suite: stable"; echo "Date: $$(date --utc --rfc-email)"; echo SHA256:; \
	  sha256sum Packages* | while read sum name; do echo " $$sum $$(stat --format %s $$name) $$name"; done; } > Release
	@echo "build/debian/: gpg --clearsign --output InRelease Release, then deb [signed-by=KEY] https://PLACE/ ./"

image: ## The container image of this version (needs docker, podman or buildah)
	@builder=$$(command -v podman buildah docker | head -1) && \
	  version=$$($(PY) manage.py --version | cut -d' ' -f2) && \
	  $$builder build --file packaging/Dockerfile --tag cardinal:$$version --tag cardinal .

release: lint ## Build wheel, .deb, repository, source for PyPI and bill of materials of this version, when all that names it agrees (build/)
	@$(PY) -m pytest -q tests/migrations tests/test_docs.py tests/test_requirements.py
	@$(MAKE) --no-print-directory repository pypi
	@$(MAKE) --no-print-directory image || echo "no image: no builder runs here"
	@$(MAKE) --no-print-directory build/cardinal-sbom.json
	@version=$$($(PY) manage.py --version | cut -d' ' -f2); \
	  ls build/wheelhouse/cardinal-$$version-*.whl build/cardinal_$${version}_*.deb && \
	  grep -q "pkg:pypi/cardinal@$$version\"" build/cardinal-sbom.json && echo "Cardinal $$version is in build/"

keep-release: .venv/test ## Keep data of this version for the tests of later ones, once, when it is released
	@$(PY) -m pytest -q -o python_functions=keep_data_of_this_release tests/migrations/test_released.py

clean: ## Forget the virtual environment (data/ stays)
	@rm -rf .venv
