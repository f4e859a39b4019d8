package native

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"moraine/interpreter"
)

func TestGoText(t *testing.T) {
	all := interpreter.Sources{{Name: "repository", FS: os.DirFS("../../..")}}
	g, err := interpreter.Load(all, "glacier", interpreter.Options{})
	require.NoError(t, err)
	w, err := write(g.Program, false)
	require.NoError(t, err)
	os.WriteFile("/tmp/h/n/p.go", []byte(w.files["program.go"]), 0o644)
	os.WriteFile("/tmp/h/n/l.go", []byte(w.files["layout.go"]), 0o644)
}
