# Each builds what it needs in .venv, and says what it does; JOBS=n for n processors.
#
#   make play           a game in the terminal
#   make web            the page, in a browser
#   make test           all Python and browser tests
#   make check          what CI runs: all of the following but tsan, and test
#     lint, types, layers, stub-check, native-tests, sanitize, doctest; tsan
#   make bench          our speed beside that of others
#   make format, stub   put code in order; write the compiled module's type stub
#   make picture        the README's picture of the page, as it looks now
#   make clean          remove all that was built or installed
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python tools/pip_install.py
NATIVE := CMakeLists.txt pyproject.toml $(wildcard native/core/*/* native/bind/* native/guard/*)
CPP := $(wildcard native/core/*/* native/bind/* native/guard/* native/tests/* benchmarks/*.cpp)
MODULE = $(firstword $(wildcard build/cp$(shell $(BIN)/python -c 'import sys; print(*sys.version_info[:2], sep="")')-*))
JOBS ?= 2
DEV := $(VENV)/.built $(VENV)/.with-dev
JS := '*.js' '{src,tests}/**/*.js'
# JavaScript is checked where npm is; elsewhere a line says that it was not.
NPM := $(shell command -v npm)
WITHOUT_NPM := @echo "npm is not installed: the JavaScript was neither linted nor formatted (apt-get install npm)"

.PHONY: play web test check bench picture lint lint-js format-js types layers format native-tests sanitize tsan stub stub-check doctest clean

play: $(VENV)/.built
	@$(BIN)/dropfour play

web: $(VENV)/.built $(VENV)/.with-web
	@$(BIN)/dropfour web

test: $(DEV) $(VENV)/.browser
	$(BIN)/pytest -n $(JOBS) tests

check: lint types layers stub-check native-tests sanitize doctest test

lint: $(DEV) lint-js
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/python tools/release_guard.py

lint-js: $(if $(NPM),node_modules/.installed)
	$(if $(NPM),npx eslint $(JS),$(WITHOUT_NPM))
	$(if $(NPM),npx prettier --check $(JS))

types: $(DEV)
	$(BIN)/mypy

layers: $(DEV)
	$(BIN)/lint-imports

doctest: $(DEV) $(VENV)/.browser
	$(BIN)/pytest --doctest-modules src/dropfour

format: $(DEV) format-js
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

format-js: $(if $(NPM),node_modules/.installed)
	$(if $(NPM),npx prettier --log-level warn --write $(JS),$(WITHOUT_NPM))

# The type stub of the compiled module is generated, committed, and must be up to date.
stub: $(DEV)
	$(BIN)/python tools/native_stub.py

picture: $(DEV) $(VENV)/.browser
	$(BIN)/python -m tests.browser.test_picture

stub-check: $(DEV)
	$(BIN)/python tools/native_stub.py --check

# In the build of the module, whose core they share.
native-tests: $(DEV)
	$(BIN)/cmake -DDROPFOUR_TESTS=ON $(MODULE) >/dev/null
	$(BIN)/cmake --build $(MODULE) -j $(JOBS) --target native_tests
	$(call both_halves,$(MODULE)/native_tests)

# By clang, the other compiler that we claim, where it is installed.
sanitize: $(DEV) $(VENV)/.clang
	$(call native_build,build/asan,-DDROPFOUR_SANITIZE=address$(comma)undefined \
	  $(if $(shell command -v clang++),-DCMAKE_CXX_COMPILER=clang++ -DCMAKE_CXX_FLAGS=-Werror))
	$(call both_halves,build/asan/native_tests)

tsan: $(DEV)
	$(call native_build,build/tsan,-DDROPFOUR_SANITIZE=thread)
	$(call both_halves,build/tsan/native_tests)

define native_build
	@mkdir -p $(1)
	$(BIN)/cmake -S . -B $(1) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DDROPFOUR_PYTHON=OFF \
	  -DDROPFOUR_TESTS=ON $(2) >$(1)/cmake.log || (cat $(1)/cmake.log; false)
	$(BIN)/cmake --build $(1) -j $(JOBS) --target native_tests
endef
comma := ,
both_halves = $(1) --odd & odd=$$!; $(1) --even && wait $$odd

bench: $(DEV)
	$(BIN)/dropfour bench --signature
	$(BIN)/python -m benchmarks

clean:
	rm -rf build $(VENV) node_modules

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "dropfour needs Python 3.11 or newer")'
	@echo "Python's packages go into $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# Build tools live in .venv too, so that a rebuild after a change of a C++ file takes seconds.
$(VENV)/.tools: constraints.txt | $(VENV)/.created
	@$(PIP_INSTALL) "Build tools" -c constraints.txt scikit-build-core nanobind cmake ninja
	@touch $@

$(VENV)/.built: $(NATIVE) $(VENV)/.tools
	@$(PIP_INSTALL) "dropfour and what it needs, compiled" -c constraints.txt --no-build-isolation -e .
	@touch $@

# The extras of pyproject.toml: .with-web, .with-dev.
$(VENV)/.with-%: pyproject.toml constraints.txt | $(VENV)/.built
	@$(PIP_INSTALL) "Packages for $*" -c constraints.txt --no-build-isolation -e '.[$*]'
	@touch $@

# Programs of the system: those that are there, else its packages when we may install them.
$(VENV)/.browser: | $(VENV)/.created
	@sh tools/install.sh chromium "the browser tests" chromium chromium-browser google-chrome google-chrome-stable
	@touch $@

$(VENV)/.clang: | $(VENV)/.created
	@sh tools/install.sh clang "compiling with clang" clang++
	@touch $@

node_modules/.installed: package.json package-lock.json
	npm ci --silent </dev/null
	touch $@
