package fragments

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestApart(t *testing.T) {
	tests := map[string]string{
		"a == b":                      "a | == | b",
		"a.b  ==  [x, y]":             "a.b | == | [x, y]",
		"(a == b)":                    "a | == | b",
		"( (a) == (b) )":              "(a) | == | (b)",
		"(a in b) == (c in d)":        "(a in b) | == | (c in d)",
		"a in b == c":                 "a in b | == | c",
		"a == 1 and b == 2 && c":      "a == 1 and b == 2 | && | c",
		"a or b and c":                "a | or | b and c",
		"x == ')' and y == \"(\"":     "x == ')' | and | y == \"(\"",
		"é == \"é\" and b":            "é == \"é\" | and | b",
		"all(a, .x == 1 and .y == 2)": "",
		"a < b < c":                   "",
		"not a":                       "",
		"a ==":                        "",
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			left, op, right, ok := Apart(text)
			got := ""
			if ok {
				got = left + " | " + op + " | " + right
			}
			assert.Equal(t, want, got, text)
		})
	}
}

func TestAnd(t *testing.T) {
	tests := map[string]string{
		"a":                                "a",
		"a and b":                          "a; b",
		"(a and (b && c == 1)) and d":      "a; b; c == 1; d",
		"a and (b or c)":                   "a; b or c",
		"(a and b) or c":                   "(a and b) or c",
		"(all(x, .y and .z)) and empty(w)": "all(x, .y and .z); empty(w)",
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			assert.Equal(t, want, strings.Join(And(text), "; "), text)
		})
	}
}

func TestNot(t *testing.T) {
	tests := map[string]string{
		"a == b":                "a != b",
		"(a != b)":              "a == b",
		"a <= b + 1":            "a > b + 1",
		"x in y":                "not (x in y)",
		"not (x in y)":          "x in y",
		"not x.y":               "x.y",
		"!x":                    "x",
		"x not in y":            "x in y",
		"x.y":                   "not x.y",
		"empty(x)":              "not empty(x)",
		"all(x, .y == 1)":       "not all(x, .y == 1)",
		"any(x, .y == 1)":       "none(x, .y == 1)",
		"none(x, .any)":         "any(x, .any)",
		"a and b":               "not (a and b)",
		"a ? b : c":             "not (a ? b : c)",
		"(x in y) == (z in w)":  "(x in y) != (z in w)",
		"x in y and notable(y)": "not (x in y and notable(y))",
		"notable(y)":            "not notable(y)",
		"x in y == true":        "x in y != true",
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			assert.Equal(t, want, Not(text), text)
		})
	}
}
