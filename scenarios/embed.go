// Package scenarios contains the scenarios that are built into the binary.
package scenarios

import "embed"

// FS holds this folder, with one subfolder per game.
//
//go:embed *
var FS embed.FS
