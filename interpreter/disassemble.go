package interpreter

import (
	"fmt"
	"io"

	"moraine/interpreter/source"
)

// Disassemble writes what the procedures of a game were compiled to: all of
// them, or the one of that name.
func (g *Game) Disassemble(w io.Writer, procedure string) error {
	var names []string
	found := procedure == ""
	for _, p := range g.Program.Procs {
		names = append(names, p.Name)
		found = found || p.Name == procedure
	}
	if !found {
		return fmt.Errorf("%s has no procedure %q; %s", g.ID, procedure, source.Which(procedure, "there is", names))
	}
	return g.Program.Dump(w, func(name string) bool { return procedure == "" || name == procedure })
}
