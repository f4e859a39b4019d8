// Package scenarios carries the scenarios that come with the binary.
package scenarios

import "embed"

// FS holds this folder, one subfolder a game.
//
//go:embed *
var FS embed.FS
