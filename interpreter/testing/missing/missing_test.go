package missing

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// recorder is a test whose end is recorded.
type recorder struct {
	testing.TB
	failed, skipped bool
}

func (*recorder) Helper()                 {}
func (*recorder) Name() string            { return "TestPage" }
func (r *recorder) Skip(...any)           { r.skipped = true; runtime.Goexit() }
func (r *recorder) Fatalf(string, ...any) { r.failed = true; runtime.Goexit() }

func run(f func(t testing.TB)) *recorder {
	r, done := &recorder{}, make(chan bool)
	go func() {
		defer close(done)
		f(r)
	}()
	<-done
	return r
}

// A test without its program is skipped and reported; with STRICT=1 it fails.
func TestMissingPrograms(t *testing.T) {
	skips := filepath.Join(t.TempDir(), "skips")
	t.Setenv("SKIPPED", skips)
	t.Setenv("STRICT", "")
	lacks := func(t testing.TB) { Program(t, "no-such-browser", "nor-this") }
	require.Equal(t, &recorder{skipped: true}, run(lacks))
	require.Equal(t, &recorder{skipped: true}, run(lacks))
	text, err := os.ReadFile(skips)
	require.NoError(t, err)
	require.Equal(t, "TestPage: no-such-browser is not installed\nTestPage: no-such-browser is not installed\n", string(text))
	t.Setenv("STRICT", "1")
	require.Equal(t, &recorder{failed: true}, run(lacks))
	require.Equal(t, &recorder{}, run(func(t testing.TB) { Program(t, "no-such-browser", "go") }))
}
