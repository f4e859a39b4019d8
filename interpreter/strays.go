package interpreter

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"moraine/interpreter/internal/source"
)

// Strays refuses folders of scenarios and variants that belong to no game: with
// a slip in its name a whole folder would be passed over in silence.
func (s Sources) Strays() error {
	games := s.Games()
	for _, l := range s {
		for _, dir := range []string{"scenarios", "variants"} {
			entries, err := fs.ReadDir(l.FS, dir)
			if err != nil {
				continue // a layer need not have it
			}
			for _, e := range entries {
				name := dir + "/" + e.Name()
				if !e.IsDir() || slices.Contains(games, e.Name()) || !holdsYAML(l.FS, name) {
					continue
				}
				if l.Show != nil {
					name = l.Show(name)
				}
				hint := source.DidYouMean(e.Name(), games)
				if hint == "" {
					hint = "there is " + strings.Join(games, ", ")
				}
				return fmt.Errorf("%s belongs to no game; %s", name, hint)
			}
		}
	}
	return nil
}
