package debugger

import (
	"errors"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"

	"moraine/cmd/moraine/internal/author"
	"moraine/cmd/moraine/internal/capture"
	"moraine/cmd/moraine/internal/serve"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
)

const mostFile = 4 << 20 // size of a file of captured scenarios

// mayWrite reports whether this server may write scenarios: it must not be shared, and the user
// must have a data folder.
func (p *part) mayWrite() bool { return !p.Share && p.folder() != "" }

// folder returns the path of the last data layer on disk, or "" if all data is built in.
func (p *part) folder() string {
	for _, dir := range slices.Backward(p.Dirs) {
		if dir != "" {
			return dir
		}
	}
	return ""
}

// moment returns a scenario that leads to a step of another scenario.
func (p *part) moment(r *http.Request) (of scenarioRef, text []byte, err error) {
	if of, err = p.which(r); err != nil {
		return of, nil, err
	}
	s, err := p.look(r.Context(), of)
	if err != nil {
		return of, nil, err
	}
	if variant := s.of.Variant.Name; of.In+scenario.NameOf(p.Options.Rules) != "" && of.In != variant {
		return of, nil, serve.Refuse(http.StatusUnprocessableEntity,
			"A scenario belongs to a game or to one variant. Write a variant with the readings of this match, and capture the scenario there.")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	at, _ := strconv.Atoi(r.FormValue("at"))
	at = max(0, min(at, len(s.rec.Steps)-1))
	moves := s.rec.Moves(at)
	text, err = capture.Capture(r.Context(), author.Play{
		Game: s.game, Variant: s.of.Variant.Name, Name: s.of.Name + " after decision " + strconv.Itoa(len(moves)),
		Players: s.rec.Players(), Given: s.of.Given, Moves: moves, Taken: s.rec.Taken(),
	})
	return of, text, err
}

// download sends the scenario that moment returns as a file.
func (p *part) download(w http.ResponseWriter, r *http.Request) error {
	of, text, err := p.moment(r)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/yaml; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="captured.yaml"`)
	_, _ = w.Write(capture.File(text, of.Game)) // the browser may have disconnected
	return nil
}

// capture appends the scenario that moment returns to the file of captured scenarios.
func (p *part) capture(w http.ResponseWriter, r *http.Request) error {
	if !p.mayWrite() {
		return serve.Refuse(http.StatusForbidden, "This server was started without permission to write scenarios.")
	}
	of, text, err := p.moment(r)
	if err != nil {
		return err
	}
	name := "scenarios/" + of.Game + "/captured.yaml"
	to, err := files.OpenFolder(filepath.Join(p.folder(), "scenarios", of.Game))
	if err != nil {
		return err
	}
	defer to.Close()
	was, err := to.Read("captured.yaml", &files.Limit{File: mostFile})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if text, err = capture.Into(&interpreter.File{Name: name, Text: was}, text, of.Game); err != nil {
		return err
	}
	if err := to.Write("captured.yaml", text); err != nil {
		return err
	}
	http.Redirect(w, r, p.address(of, "at", r.FormValue("at"), "captured", name), http.StatusSeeOther)
	return nil
}
