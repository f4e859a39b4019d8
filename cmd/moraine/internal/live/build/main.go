// Command build compiles the interpreter for the browser: build DIR writes the compressed program, and the script of the same version of
// Go that starts it, to DIR.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"moraine/cmd/moraine/internal/live"
)

func main() {
	if err := build(os.Args[len(os.Args)-1]); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func build(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	plain := filepath.Join(dir, "moraine.wasm")
	compile := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", plain, "moraine/cmd/moraine/internal/live/worker")
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-pgo=off")
	compile.Stderr = os.Stderr
	if err := compile.Run(); err != nil {
		return err
	}
	defer os.Remove(plain)
	wasm, err := os.ReadFile(plain)
	if err != nil {
		return err
	}
	packed, err := live.Pack(wasm)
	if err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "moraine.wasm.gz"), packed, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "wasm_exec.js"), glue, 0o644)
}
