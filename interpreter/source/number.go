package source

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Numbers are written in decimal digits without a leading 0. YAML 1.1, YAML 1.2, Go, expr and
// people disagree about all other spellings: 012 is ten or twelve, 1:30 is ninety or a text.
// Such spellings are never parsed as numbers; Meant suggests the right one.

// IsNumber reports whether a text is spelt as a number.
func IsNumber(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || digits[0] == '0' && digits != "0" {
		return false
	}
	for _, c := range []byte(digits) {
		if c < '0' || '9' < c {
			return false
		}
	}
	return true
}

// Number returns the value of a number; ok is false if the text is not a number or does not
// fit.
func Number(text string) (n int, ok bool) {
	if !IsNumber(text) {
		return 0, false
	}
	wide, err := strconv.ParseInt(text, 10, 32)
	return int(wide), err == nil
}

// Meant returns a hint for a spelling that other languages read as a number, a truth value or
// null, or "".
func Meant(text string) string {
	switch strings.ToLower(text) {
	case "~", "null", "nil", "none":
		return "write nothing, or leave the key out"
	}
	switch value, fraction := Instead(text); {
	case fraction:
		return "numbers are whole"
	case value != "":
		return "write " + value
	}
	return ""
}

// Instead returns the correct spelling of a number or truth value that is written as in other
// languages, or "". fraction reports that the text is a number that is not an integer.
func Instead(text string) (value string, fraction bool) {
	switch strings.ToLower(text) {
	case "yes", "on", "y", "true":
		return "true", false
	case "no", "off", "n", "false":
		return "false", false
	}
	digits := strings.ReplaceAll(strings.TrimLeft(text, "+-"), "_", "")
	sign := text[:len(text)-len(strings.TrimLeft(text, "-"))]
	switch {
	case digits == "" || strings.Trim(digits[:1], ".0123456789") != "":
		return "", false
	case strings.Trim(digits, "0123456789") == "": // ParseInt would treat a leading 0 as octal
		digits = cmp.Or(strings.TrimLeft(digits, "0"), "0")
	}
	if n, err := strconv.ParseInt(sign+digits, 0, 32); err == nil {
		return strconv.FormatInt(n, 10), false
	}
	switch f, err := strconv.ParseFloat(sign+digits, 64); {
	case err != nil:
		return "", false
	case f == math.Trunc(f) && math.Abs(f) <= math.MaxInt32:
		return fmt.Sprintf("%.0f", f), false
	}
	return "", true
}
