SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
FUZZTIME ?= 1m

.PHONY: run test soak fuzz bench

# The rules of all games, tested by their scenarios, in every form that these name.
run:
	go run ./cmd/moraine test --under

test:
	go vet ./...
	go test ./...

# The same at length: every set of readings in which any two meet is played often,
# and held against all scenarios.
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

bench:
	go test -run '^$$' -bench . -benchmem ./...
