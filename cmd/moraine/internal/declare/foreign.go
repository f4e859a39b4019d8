package declare

import (
	"strings"

	"moraine/interpreter/source"
)

// foreign adds items for scenarios of other files to a file, each with the name and file of a
// scenario, so that entries can be inserted in them. Scenarios of the file itself need no item.
func foreign(file *source.File, list []*addition) (*source.File, []*addition) {
	text := string(file.Text)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	doc, _ := source.Parse(file, source.DefaultLimits())
	places := map[string]source.Pos{} // position of each item, by file and scenario
	if doc != nil {
		for _, n := range doc.Items {
			if of, name := n.Get("of"), n.Get("scenario"); of != nil && name != nil {
				places[of.Value+"\n"+name.Value] = name.Pos
			}
		}
	}
	var out []*addition
	for _, a := range list {
		if a.scenario.File.Path == file.Path {
			out = append(out, a)
			continue
		}
		key := pathInGame(a.scenario.File) + "\n" + a.name
		if places[key].Line == 0 {
			if text != "" {
				text += "\n"
			}
			places[key] = source.Pos{File: file, Line: 1 + strings.Count(text, "\n"), Col: len("- scenario: ") + 1}
			text += item(file, a.scenario.File, a.name)
		}
		moved := *a
		moved.scenario = places[key]
		out = append(out, &moved)
	}
	return &source.File{Name: file.Name, Text: []byte(text), Path: file.Path}, out
}

// item returns the first lines of an item for a scenario of another file, or its position.
func item(in, of *source.File, scenario string) string {
	text := "- scenario: " + source.Quoted(scenario) + "\n"
	if in.Path != of.Path {
		text += "  of: " + source.Quoted(pathInGame(of)) + "\n"
	}
	return text
}

// pathInGame returns the path of a file of scenarios relative to the folder of its game.
func pathInGame(f *source.File) string {
	parts := strings.SplitN(f.Path, "/", 3)
	return parts[len(parts)-1]
}
