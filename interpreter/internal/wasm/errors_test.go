package wasm_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"moraine/interpreter/internal/wasm"
)

// What is no part of the subset is refused, with its place.
func TestErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"syntax":            {"func F() {\n\tx :=\n}", "p.go:4:1: expected operand, found '}'"},
		"types":             {"func F() int32 {\n\treturn y\n}", "p.go:3:9: undefined: y"},
		"int64 and int32":   {"func F(a int32, b int64) int64 { return a + b }", "p.go:2:41: invalid operation: a + b (mismatched types int32 and int64)"},
		"import":            {"import \"fmt\"\nfunc F() { fmt.Println() }", "p.go:2:8: could not import fmt (only math/bits is part of the subset)"},
		"unsafe":            {"import _ \"unsafe\"", "p.go:2:10: could not import unsafe (only math/bits is part of the subset)"},
		"type":              {"type T int32", "p.go:2:6: a declaration of a type is not part of the subset"},
		"local type":        {"func F() {\n\ttype T int32\n}", "p.go:3:7: a declaration of a type is not part of the subset"},
		"method":            {"func (m M) F() {}\ntype M int32", "p.go:2:1: a method is not part of the subset"},
		"type parameter":    {"func F[T any](a T) {}", "p.go:2:1: a type parameter is not part of the subset"},
		"variadic":          {"func F(a ...int32) {}", "p.go:2:7: a list of arguments of any length is not part of the subset"},
		"init":              {"func init() {}", "p.go:2:1: a func init is not part of the subset"},
		"blank func":        {"func _() {}", "p.go:2:1: a func _ is not part of the subset"},
		"parameter":         {"func F(a int) {}", "p.go:2:8: a variable of type int is not part of the subset"},
		"result":            {"func F() string { return \"\" }", "p.go:2:10: a variable of type string is not part of the subset"},
		"global":            {"var a, b uint8", "p.go:2:5: a variable of type uint8 is not part of the subset"},
		"first value":       {"var a = f()\nfunc f() int32 { return 1 }", "p.go:2:9: a first value of a package's variable that is no constant is not part of the subset"},
		"local":             {"func F() {\n\tx := 3\n\t_ = x\n}", "p.go:3:2: a variable of type int is not part of the subset"},
		"array":             {"func F() {\n\tvar x [3]int32\n\t_ = x\n}", "p.go:3:6: a variable of type [3]int32 is not part of the subset"},
		"float":             {"func F(a int32) {\n\t_ = float64(a)\n}", "p.go:3:6: a conversion to float64 is not part of the subset"},
		"narrow":            {"func F(a int32) int32 { return int32(uint8(a)) }", "p.go:2:38: a conversion to uint8 is not part of the subset"},
		"string":            {"func F() {\n\t_ = \"x\"\n}", "p.go:3:6: a constant of type string is not part of the subset"},
		"literal":           {"func F() {\n\t_ = []int32{1}\n}", "p.go:3:6: a composite literal is not part of the subset"},
		"index":             {"func F(a int32) {\n\t\"abc\"[a]++\n}", "p.go:3:2: cannot assign to \"abc\"[a]"},
		"pointer":           {"func F(a int32) {\n\t_ = &a\n}", "p.go:3:6: the operator & is not part of the subset"},
		"closure":           {"func F(a int32) {\n\tfunc() {}()\n}", "p.go:3:2: a call of what is no function of the package is not part of the subset"},
		"func as a value":   {"func F() {\n\t_ = F\n}", "p.go:3:6: F as a value is not part of the subset"},
		"builtin":           {"func F(a int32) int32 { return max(a, 3) }", "p.go:2:32: the builtin max is not part of the subset"},
		"go":                {"func F() {\n\tgo F()\n}", "p.go:3:2: go is not part of the subset"},
		"defer":             {"func F() {\n\tdefer F()\n}", "p.go:3:2: defer is not part of the subset"},
		"select":            {"func F() {\n\tselect {}\n}", "p.go:3:2: select is not part of the subset"},
		"switch over types": {"func F(a any) {\n\tswitch a.(type) {\n\t}\n}", "p.go:2:8: a variable of type any is not part of the subset\np.go:3:2: a switch over types is not part of the subset"},
		"switch over bool":  {"func F(a bool) {\n\tswitch a {\n\t}\n}", "p.go:3:9: a switch over a bool is not part of the subset"},
		"fallthrough":       {"func F(a int32) {\n\tswitch a {\n\tcase 1:\n\t\tfallthrough\n\tcase 2:\n\t}\n}", "p.go:5:3: fallthrough is not part of the subset"},
		"range":             {"func F() {\n\tfor range \"abc\" {\n\t}\n}", "p.go:3:12: range over what is no integer is not part of the subset"},
		"range over int":    {"func F() {\n\tfor i := range 3 {\n\t\t_ = i\n\t}\n}", "p.go:3:6: a variable of type int is not part of the subset"},
		"goto into a block": {"func F(a int32) {\n\tgoto l\n\t{\n\tl:\n\t\ta++\n\t}\n}", "p.go:3:7: goto l jumps into block"},
		"goto in a block":   {"func F(a int32) {\n\t{\n\tl:\n\t\ta++\n\t\tgoto l\n\t}\n}", "p.go:6:3: goto to a label within a block is not part of the subset"},
		"far shift":         {"func F(a int32) int32 { return a << 32 }", "p.go:2:37: a value of 32 bits is shifted by 32: it takes less"},
		"unmasked shift":    {"func F(a int32) int32 { return a >> a }", "p.go:2:37: a shift count that may be too large is not part of the subset: write n & 31"},
		"wide mask":         {"func F(a int32) int32 { return a >> (a & 63) }", "p.go:2:37: a shift count that may be too large is not part of the subset: write n & 31"},
		"shifting in place": {"func F(a uint64) {\n\ta <<= a\n}", "p.go:3:8: a shift count that may be too large is not part of the subset: write n & 63"},
		"no memory":         {"func F() int32 { return ld(3) }", "p.go:2:25: ld needs a const Memory, the size of the memory in bytes"},
		"memory":            {"const Memory = 1 << 40", "p.go:2:7: Memory is a number of bytes, from 1 to 2147483648"},
		"memory of words":   {"const Memory = \"x\"", "p.go:2:7: Memory is a number of bytes, from 1 to 2147483648"},
		"declared again":    {"func ld(a int32) int32 { return a }", "p.go:2:6: ld redeclared in this block"},
		"expanded in itself": {"//wasm:inline\nfunc f(a int32) int32 { return g(a) }\n//wasm:inline\nfunc g(a int32) int32 { return f(a) }",
			"p.go:3:1: f cannot be expanded in place of its calls: it calls itself\np.go:5:1: g cannot be expanded in place of its calls: it calls itself"},
		"goto expanded":   {"//wasm:inline\nfunc f() {\nl:\n\tgoto l\n}", "p.go:5:2: f cannot be expanded in place of its calls: it has a goto"},
		"import expanded": {"//wasm:inline\nfunc f()", "p.go:3:1: f has no body that could be expanded"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := wasm.Compile(wasm.File{Name: "p.go", Text: "package p\n" + c.text})
			if assert.Error(t, err) {
				assert.True(t, strings.HasPrefix(err.Error(), c.want), "%s", err)
			}
		})
	}
}

func TestNoFiles(t *testing.T) {
	_, err := wasm.Compile()
	assert.EqualError(t, err, "there is no source file")
}
