// Package cards contains the games that are built into the binary.
package cards

import "embed"

// FS holds this folder, with one subfolder per game.
//
//go:embed *
var FS embed.FS
