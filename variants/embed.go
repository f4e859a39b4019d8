// Package variants contains the variants that are built into the binary.
package variants

import "embed"

// FS holds this folder, with one subfolder per game.
//
//go:embed *
var FS embed.FS
