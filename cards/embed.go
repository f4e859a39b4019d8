// Package cards carries the cards that come with the binary.
package cards

import "embed"

// FS holds this folder, one subfolder a game.
//
//go:embed *
var FS embed.FS
