package interpreter

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"moraine/interpreter/internal/source"
)

// Strays refuses files and folders of data that belong to no game: with a slip in a
// name, or a file beside its folder, they would be passed over in silence.
func (s Sources) Strays() error {
	games := s.Games()
	for _, l := range s {
		for _, dir := range []string{"cards", "scenarios", "variants"} {
			entries, err := fs.ReadDir(l.FS, dir)
			if err != nil {
				continue // a layer need not have it
			}
			for _, e := range entries {
				name := dir + "/" + e.Name()
				switch {
				case slices.Contains(games, e.Name()):
				case !nameable(e.Name()):
					return fmt.Errorf("%s/%q belongs to no game; rename it", l.shown(dir), e.Name())
				case !e.IsDir() && looksYAML(name):
					return fmt.Errorf("%s belongs to no game; put it into %s/GAME", l.shown(name), dir)
				case e.IsDir() && holdsYAML(l.FS, name):
					hint := cmp.Or(source.DidYouMean(e.Name(), games), "there is "+strings.Join(games, ", "))
					return fmt.Errorf("%s belongs to no game; %s", l.shown(name), hint)
				}
			}
		}
	}
	return nil
}
