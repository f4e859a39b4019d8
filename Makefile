SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
FUZZTIME ?= 1m
PICTURES ?= .pictures

.PHONY: run test soak fuzz bench pictures

# The rules of all games, tested by their scenarios, in every form that these name and
# under every variant.
run:
	go run ./cmd/moraine test --all-variants

# Everything else. Of what takes long every game has its share: sets of readings in
# which any two meet are played a little, and some scenarios are held against each
# set, and some against each reading alone (interpreter/internal/testing/pairs).
test:
	go vet ./...
	go test ./...

# The same at length: every set of readings in which any two meet is played often, all
# scenarios are held against each set and against each reading alone, and a million
# matches are played in lock step with an engine written by hand.
soak:
	go vet ./...
	SOAK=1 go test -timeout 4h ./...

# Every fuzz target that there is, one after the other: go takes only one at a time.
fuzz:
	@go test -list '^Fuzz' ./... \
	| awk '/^Fuzz/ { found[n++] = $$1 } /^ok/ { for (i = 0; i < n; i++) print $$2, found[i]; n = 0 }' \
	| while read -r package target; do \
		echo "$$target of $$package for $(FUZZTIME)"; \
		go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "$$package" </dev/null; \
	done

# How fast everything is, in one table; with BASE=COMMIT everyday commands beside those of that
# commit. Single figures: go test -run '^$' -bench NAME.
bench:
	@BENCH=1 go test -count 1 -p 1 -v -timeout 1h -run '^TestTable' \
		./interpreter/internal/testing/oracle ./interpreter/internal/formula ./interpreter/scenario ./cmd/moraine/internal/lsp ./cmd/moraine/internal/watch ./cmd/moraine/internal/simulate ./cmd/moraine/internal/engine ./interpreter/testing/pace \
	| grep -vE '^ *(===|--- PASS|PASS|ok )'

# Pictures of the pages that `moraine serve` shows, at three widths, light and dark, for a review: of each game at its
# beginning, a question, an open panel, a refused option and its end. GAME and SCENE choose some by regular expressions,
# ONLY chooses widths and schemes: make pictures GAME=tusk SCENE='panel|end' ONLY=1280-light.
pictures:
	@mkdir -p $(PICTURES)
	PICTURES=$(abspath $(PICTURES)) GAME=$(GAME) SCENE='$(SCENE)' ONLY='$(ONLY)' WHOLE=$(WHOLE) go test -count 1 -run TestPictures ./cmd/moraine/internal/serve/...
