// Package missing skips tests for which this machine lacks a program, and reports them: to the file SKIPPED, whose
// lines .ci/run repeats before its summary. With STRICT=1, such a test fails, so that a suite that is green has run.
package missing

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// Program returns the path of the first of some programs that is installed. If none is, it skips the test.
func Program(t testing.TB, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Skip(t, names[0]+" is not installed")
	return ""
}

// Skip skips a test for a reason that lies in this machine.
func Skip(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("STRICT") == "1" {
		t.Fatalf("%s, and with STRICT=1 no test is skipped", why)
	}
	if report(os.Getenv("SKIPPED"), t.Name()+": "+why) != nil {
		fmt.Fprintf(os.Stderr, "\n*** %s is skipped: %s ***\n\n", t.Name(), why)
	}
	t.Skip(why)
}

// report appends a line to a file.
func report(path, line string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, line)
	closed := f.Close()
	if err == nil {
		err = closed
	}
	return err
}
