SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
FUZZTIME ?= 1m
PICTURES ?= .pictures
WHAT ?= .
# One set of flags, also for install and for the tests of .ci/release, so that each package is compiled once.
export CGO_ENABLED ?= 0
export GOFLAGS ?= -trimpath -pgo=off

.PHONY: install run test race soak fuzz bench profile pictures size live pages wasm

# Installs the program moraine where `go install` does.
install:
	go install ./cmd/moraine

# Runs the scenarios of all games in every configuration of their `under` entries and
# under every variant.
run:
	go run ./cmd/moraine test --all-variants

# Runs all tests. Long tests are shortened: pairwise sets of readings, in which every
# pair of readings occurs, are played briefly, and a part of the scenarios runs under
# each set and under each single reading (interpreter/internal/testing/pairs). GOGC=400 saves
# a sixth of the CPU time, of the compiler, too.
test: export GOGC ?= 400
test:
	go vet ./...
	go test -vet=off -timeout 20m ./...

# Runs the packages with goroutines under Go's race detector, without the browser.
race: export CGO_ENABLED = 1
race:
	@command -v "$$(go env CC)" >/dev/null || { echo "make race needs a C compiler, because the race detector uses cgo: install gcc or clang, or set CC" >&2; exit 1; }
	go test -race -short -vet=off -timeout 30m ./cmd/moraine/internal/serve/... ./cmd/moraine/internal/engine \
		./cmd/moraine/internal/mcp ./cmd/moraine/internal/watch ./interpreter/match ./interpreter/parallel

# Runs the long versions of the tests: more matches for each pairwise set of readings,
# all scenarios under each set and under each single reading, and a million matches in
# lock step with a hand-written engine.
soak:
	go vet ./...
	SOAK=1 go test -vet=off -timeout 4h ./...

# Runs all fuzz targets one after the other, because go test runs only one at a time.
fuzz:
	@go test -list '^Fuzz' ./... \
	| awk '/^Fuzz/ { found[n++] = $$1 } /^ok/ { for (i = 0; i < n; i++) print $$2, found[i]; n = 0 }' \
	| while read -r package target; do \
		echo "$$target of $$package for $(FUZZTIME)"; \
		go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "$$package" </dev/null; \
	done

# Runs the benchmarks that match WHAT. With BASE=COMMIT, BenchmarkProcess and BenchmarkBoards also measure common commands
# and games on boards at that commit.
bench:
	go test -run '^$$' -bench '$(WHAT)' -p 1 -vet=off -timeout 4h ./...

# Writes anew the profile for the compiler, which releases use: matches take 5 to 10 % less time.
profile:
	go test -vet=off -run '^$$' -bench '^BenchmarkCommands$$' -benchtime 1x -cpuprofile cmd/moraine/release.pgo -o /dev/null ./cmd/moraine

# Prints the number of Go tokens by folder, without comments and tests.
size:
	@go run ./interpreter/internal/testing/size

# Takes pictures of the pages of `moraine serve` at four widths, light and dark, for a review: each game at its
# beginning, a question, an open panel, a refused option and its end. GAME and SCENE choose some by regular expressions,
# ONLY selects widths and colour schemes, IN a language: make pictures GAME=tusk SCENE='begin|end' ONLY=1280-light IN=de.
pictures:
	@mkdir -p $(PICTURES)
	PICTURES=$(abspath $(PICTURES)) GAME='$(GAME)' SCENE='$(SCENE)' ONLY='$(ONLY)' IN=$(IN) WHOLE=$(WHOLE) go test -count 1 -run TestPictures ./cmd/moraine/internal/serve/...

# Builds .live/moraine with the programs for browsers, which `moraine book --live` puts beside its pages. Releases have it, too.
live:
	.ci/wasm cmd/moraine/internal/live/program
	go build -tags live -o .live/moraine ./cmd/moraine

# Writes the books of all games that run in the browser, and the playground, to .pages, for any host of static pages.
PAGES ?= .pages
BOOKS = $(notdir $(patsubst %/game.yaml,%,$(wildcard cards/*/game.yaml)))
pages: live
	@for game in $(BOOKS); do .live/moraine book $$game --out $(PAGES)/$$game --live=..; done
	@.live/moraine book --playground --out $(PAGES)/playground --live=..
	@for page in $(PAGES)/*/*.html; do \
		sed -e 's|<p class="of"><a |<p class="of"><a class="all" href="../index.html">All books</a> <a |' \
			-e 's|<h1>Playground</h1>|<p class="of"><a class="all" href="../index.html">All books</a></p>&|' "$$page" >$(PAGES)/page; \
		mv $(PAGES)/page "$$page"; \
	done
	@{ echo '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'; \
	echo '<title>Rule books that run</title><link rel="icon" href="data:,"><link rel="stylesheet" href="playground/style.css"><body class="wide"><main><div class="book"><div class="content">'; \
	echo '<h1>Rule books that run</h1><p class="lead">Read the rules, the questions that they leave open, and the scenarios that prove each clause. Then switch a'; \
	echo 'reading or a variant on the page, and see which scenarios end differently. Nothing to install; nothing is sent.</p><ul class="pages">'; \
	for game in $(BOOKS); do \
		title=$$(sed -n 's|.*<p class="of">.*<a [^>]*>\(.*\)</a></p>.*|\1|p' $(PAGES)/$$game/index.html); \
		lead=$$(sed -n 's|.*<p class="lead">\(.*\)</p>.*|\1|p' $(PAGES)/$$game/index.html); \
		echo "<li><a href=\"$$game/index.html\">$$title</a> $$lead</li>"; \
	done; \
	echo '<li><a href="playground/playground.html">Playground</a> A small game to change: its rules, its scenarios and a variant.</li></ul></div></div></main></html>'; } >$(PAGES)/index.html

# Checks and tests what runs in a browser: the code, some packages in node, and the pages in Chromium. It compiles everything
# for WebAssembly, which takes two minutes of CPU time without a cache, so it is not a part of `make test`.
wasm:
	GOOS=js GOARCH=wasm go vet ./interpreter/... ./cmd/moraine/internal/live/...
	GOOS=js GOARCH=wasm go build -o /dev/null ./cmd/moraine
	PATH="$$PATH:$$(go env GOROOT)/lib/wasm" GOOS=js GOARCH=wasm go test -short -vet=off ./interpreter/source ./interpreter/internal/state
	WASM=1 go test -vet=off -timeout 30m ./cmd/moraine/internal/live
