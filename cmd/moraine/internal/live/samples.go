package live

import (
	"maps"
	"regexp"
	"strings"

	"moraine/cmd/moraine/internal/live/texts"
)

// Sample is a file that a guide shows.
type Sample struct {
	Title string            `json:"title"` // the heading above it
	Path  string            `json:"path"`
	Files map[string]string `json:"files"` // this file, and the files that the guide has shown before, by path
}

// shown matches a heading of a guide, a file with its path in the first line, or a command that adds a line to a
// file.
var shown = regexp.MustCompile("(?ms)^## ([^\n]+?)(?: \\([^)\n]*\\))?$|^```yaml\n# (\\S+)\n(.*?)^```$|" +
	"^\\$ echo '([^'\n]*)' >> (\\S+)$")

// Samples returns the files of a game that a guide shows, in order. files has the texts of the game, by path.
func Samples(guide, game string, files map[string]string) (out []Sample) {
	title, now := "", map[string]string{}
	for _, m := range shown.FindAllStringSubmatch(guide, -1) {
		path, text := m[2], m[3]
		switch {
		case m[1] != "":
			title = strings.ReplaceAll(m[1], "`", "")
			continue
		case m[4] != "":
			path = m[5]
			was, ok := now[path]
			if !ok {
				was = files[path]
			}
			text = was + m[4] + "\n"
		}
		if texts.Belongs(path, game) != nil {
			continue
		}
		now[path] = text
		out = append(out, Sample{Title: title, Path: path, Files: maps.Clone(now)})
	}
	return out
}
