// Package variants carries the variants that come with the binary.
package variants

import "embed"

// FS holds this folder, one subfolder a game.
//
//go:embed *
var FS embed.FS
