//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "worker: this program runs in a browser; make live compiles it")
	os.Exit(2)
}
