package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"moraine/cmd/moraine/internal/debug"
	"moraine/cmd/moraine/internal/diff"
	"moraine/cmd/moraine/internal/engine"
	"moraine/cmd/moraine/internal/report"
	"moraine/cmd/moraine/internal/simulate"
	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
	"moraine/interpreter/tables"
)

// Config selects a configuration of a game.
type Config struct {
	Game     string            `json:"game" jsonschema:"id of the game"`
	Variant  string            `json:"variant,omitempty" jsonschema:"a variant of the game, for example one that follows a single rule text"`
	Readings map[string]string `json:"readings,omitempty" jsonschema:"readings of open rulings, as a map from ruling to reading"`
}

// Lookup is the input of search and explain.
type Lookup struct {
	Game  string `json:"game" jsonschema:"id of the game"`
	Words string `json:"words" jsonschema:"a question in English, German or French; for explain the id of a clause, ruling, card or step, or FILE:LINE"`
	Lang  string `json:"lang,omitempty" jsonschema:"language of the answer: en, de or fr"`
}

// Position is the input of situation.
type Position struct {
	Config
	Given any    `json:"given" jsonschema:"the position in the format of 'given' in a scenario: an object, or YAML text"`
	Lang  string `json:"lang,omitempty" jsonschema:"language of the answer: en, de or fr"`
}

// Script is the input of try and depends.
type Script struct {
	Config
	Scenario string `json:"scenario" jsonschema:"a scenario file in YAML: a list of scenarios with the keys scenario, given, when, then and so on"`
}

// Sides is the input of diff.
type Sides struct {
	Game   string `json:"game" jsonschema:"id of the game"`
	First  string `json:"first" jsonschema:"a configuration of the game: default, a variant, RULING=READING, or several joined by 'and'"`
	Second string `json:"second" jsonschema:"the other configuration"`
}

// Playouts is the input of simulate.
type Playouts struct {
	Config
	Games   int64  `json:"games,omitempty" jsonschema:"number of matches; default 1000, or 20 with mcts and learned"`
	Players int    `json:"players,omitempty" jsonschema:"number of players; default: the maximum"`
	Policy  string `json:"policy,omitempty" jsonschema:"the bot that plays all seats: random, a bot that the game declares, mcts=NODES with games times NODES at most 1000, or learned, which has 20 nodes and needs values of moraine learn; default: the bot that the game declares first"`
	Seed    uint64 `json:"seed,omitempty" jsonschema:"seed of the random numbers; the same seed gives the same matches"`
}

// Limits of simulate.
const (
	usualGames, usualSearches = 1000, 20
	mostGames, mostNodes      = 20_000, 1000 // matches; nodes that mcts visits for one decision of each match
)

// Document is the input of save.
type Document struct {
	File string `json:"file" jsonschema:"path below cards/, scenarios/ or variants/, ending in .yaml; or a table (.csv, .tsv) that a kind names"`
	Text string `json:"text" jsonschema:"the whole content"`
}

// addCalls adds the tools. Only save changes files.
func (s *server) addCalls(to *sdk.Server) {
	reads := &sdk.ToolAnnotations{ReadOnlyHint: true}
	sdk.AddTool(to, &sdk.Tool{Name: "search", Annotations: reads,
		Description: "Find the clauses, rulings, cards, steps and scenarios of a game that match a question in your own words, the best first."}, tool(s.explain))
	sdk.AddTool(to, &sdk.Tool{Name: "explain", Annotations: reads,
		Description: "Explain a clause, ruling, card, step or any other name of a game: what the texts say, how the rules read it and why, and which scenarios pin it."}, tool(s.explain))
	sdk.AddTool(to, &sdk.Tool{Name: "situation", Annotations: reads,
		Description: "Set up a position and tell whether it is possible, the table, who is asked what, the options, and what is refused with the unmet conditions and their clauses."}, tool(s.situation))
	sdk.AddTool(to, &sdk.Tool{Name: "try", Annotations: reads,
		Description: "Run scenarios and return each step with its clauses, or the failure with its place and what happened instead."}, tool(s.try))
	sdk.AddTool(to, &sdk.Tool{Name: "depends", Annotations: reads,
		Description: "Run scenarios and name the open rulings that decide how each comes out, with the outcome under each reading."}, tool(s.depends))
	sdk.AddTool(to, &sdk.Tool{Name: "check", Annotations: reads,
		Description: "Check the files of a game and list errors with file, line and advice."}, tool(s.check))
	sdk.AddTool(to, &sdk.Tool{Name: "diff", Annotations: reads,
		Description: "Compare two configurations of a game: the rules that differ, and the scenarios that come out otherwise."}, tool(s.diff))
	sdk.AddTool(to, &sdk.Tool{Name: "simulate", Annotations: reads, InputSchema: playoutsSchema(),
		Description: "Play matches between bots and report wins by seat, lengths and the measures of the game with their errors."}, tool(s.simulate))
	if s.Write {
		sdk.AddTool(to, &sdk.Tool{Name: "save",
			Description: "Write a file of cards, scenarios or variants in the user's folder, replacing an existing file, and check it."}, tool(s.save))
	}
}

// playoutsSchema returns the schema of Playouts with its limits.
func playoutsSchema() *jsonschema.Schema {
	out, err := jsonschema.For[Playouts](nil)
	if err != nil {
		panic(err) // a test creates the server
	}
	for name, most := range map[string]float64{"games": mostGames, "players": 1000, "seed": 1 << 53} {
		p := out.Properties[name]
		p.Minimum, p.Maximum = jsonschema.Ptr(0.0), jsonschema.Ptr(most)
	}
	return out
}

func (s *server) explain(_ context.Context, in Lookup) (string, error) {
	if err := s.known(in.Game); err != nil {
		return "", err
	}
	return s.Games.Explain(in.Game, in.Lang, in.Words)
}

// situation describes a position with the help of an engine.
func (s *server) situation(ctx context.Context, in Position) (string, error) {
	e := engine.New(ctx, s.Games, in.Game, s.Version)
	ask := func(method string, params, into any) error {
		line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
		if err != nil {
			return err
		}
		var r struct {
			Result json.RawMessage
			Error  *engine.Error
		}
		if err := json.Unmarshal(e.Answer(line, false), &r); err != nil {
			return err
		}
		if r.Error != nil {
			return r.Error
		}
		return json.Unmarshal(r.Result, into)
	}
	if in.Given == nil {
		return "", errors.New("`given` is missing; write the position in the format of scenarios")
	}
	var m struct {
		Match int
		Seat  string
	}
	if err := ask("given",
		map[string]any{"game": in.Game, "variant": in.Variant, "readings": in.Readings, "lang": in.Lang,
			"given": in.Given}, &m); err != nil {
		return "", err
	}
	var question json.RawMessage
	if err := ask("question", map[string]any{"match": m.Match}, &question); err != nil {
		return "", err
	}
	var table struct{ Text string }
	if err := ask("view", map[string]any{"match": m.Match, "seat": m.Seat, "text": true}, &table); err != nil {
		return "", err
	}
	asked := "Nothing is asked here."
	if string(question) != "null" {
		asked = "What is asked, as JSON: " + string(question)
	}
	return table.Text + "\n" + asked, nil
}

func (s *server) try(ctx context.Context, in Script) (string, error) {
	return s.run(ctx, in, scenario.Options{Trace: true}, report.Options{Verbose: true})
}

func (s *server) depends(ctx context.Context, in Script) (string, error) {
	return s.run(ctx, in, scenario.Options{Depends: true}, report.Options{Depends: true})
}

// run runs scenarios that are on no disk.
func (s *server) run(ctx context.Context, in Script, opt scenario.Options, look report.Options) (string, error) {
	if err := s.known(in.Game); err != nil {
		return "", err
	}
	file := "scenarios/" + in.Game + "/try.yaml"
	opt.Load, opt.Explain = in.options(), true
	results, err := scenario.Run(ctx, s.Sources.Over(len(s.Sources)-1, file, []byte(in.Scenario)), []string{file}, opt)
	if results == nil {
		return "", err
	}
	if err == nil {
		err = results.Broken.Err()
	}
	if err == nil && slices.ContainsFunc(results.Cases, notRun) {
		err = errors.New("not all of these scenarios could be run")
	}
	var out strings.Builder
	if err := report.Write(&out, "pretty", results, look); err != nil {
		return "", err
	}
	return out.String(), err
}

// notRun reports whether a scenario did not come to a result.
func notRun(c scenario.Case) bool {
	return slices.Contains([]scenario.Kind{scenario.Unloaded, scenario.Unread, scenario.Limit}, c.Kind)
}

func (s *server) check(ctx context.Context, in Config) (string, error) {
	if err := s.known(in.Game); err != nil {
		return "", err
	}
	return s.Check(ctx, in.Game, in.options())
}

// noVariant stands for the game without a variant.
const noVariant = "default"

func (s *server) diff(ctx context.Context, in Sides) (string, error) {
	var sides [2]diff.Side
	for i, name := range []string{in.First, in.Second} {
		c := Config{Game: in.Game}
		if name = cmp.Or(name, noVariant); name != noVariant && name != in.Game {
			opt := debug.Config(name)
			c.Variant, c.Readings = opt.Variant, opt.Readings
		}
		side, err := s.load(c)
		if err != nil {
			return "", err
		}
		sides[i] = diff.Side{Name: name, Side: side}
	}
	r, err := diff.Compare(ctx, sides[0], sides[1], diff.Options{Scenarios: true})
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = r.Doc(false, false).Pretty(&out, 0, false)
	return out.String(), err
}

func (s *server) simulate(ctx context.Context, in Playouts) (string, error) {
	side, err := s.load(in.Config)
	if err != nil {
		return "", err
	}
	o := simulate.Options{Players: in.Players, Games: in.Games, Seed: in.Seed, Rules: side.Options, Version: s.Version}
	if err := in.choosePolicy(side.Game, &o); err != nil {
		return "", err
	}
	if o.Hash, _, err = s.Sources.Hash(in.Game); err != nil {
		return "", err
	}
	if err := o.NameOpponents(ctx, side.Game); err != nil {
		return "", err
	}
	r, err := simulate.Run(ctx, side.Game, o)
	if err != nil {
		return "", err
	}
	r.Speak(side.Game, "en")
	var out strings.Builder
	err = r.Doc().Pretty(&out, 0, false)
	return out.String(), err
}

// choosePolicy sets the policy and the number of matches. It admits random, the bots of the game, and searches within
// their limit.
func (in *Playouts) choosePolicy(g *interpreter.Game, o *simulate.Options) error {
	nodes := 0
	if in.Policy != "" {
		if err := g.CheckBot(in.Policy); err != nil {
			return err
		}
		o.Policies, nodes = []string{in.Policy}, g.SearchNodes(in.Policy)
	}
	if o.Games == 0 {
		o.Games = usualGames
		if nodes > 0 {
			o.Games = usualSearches
		}
	}
	switch {
	case o.Games < 1 || o.Games > mostGames:
		return fmt.Errorf("cannot play %d matches; choose from 1 to %d", o.Games, mostGames)
	case o.Games*int64(nodes) > mostNodes:
		return fmt.Errorf("%d matches with %s take too long; games times nodes (%d) must be at most %d", o.Games,
			in.Policy, nodes, mostNodes)
	}
	return nil
}

// save writes a file below the folder of the user. A symbolic link cannot lead out of it.
func (s *server) save(ctx context.Context, in Document) (_ string, err error) {
	err = interpreter.CheckPath(in.File)
	switch isTable := tables.IsTable(in.File); {
	case err != nil || path.Ext(in.File) != ".yaml" && !isTable:
		return "", fmt.Errorf(
			"%q is not a game file; use cards/GAME/FILE.yaml, scenarios/GAME/FILE.yaml or variants/GAME/FILE.yaml: %w",
			in.File, cmp.Or(err, errors.New("the name must end in .yaml")))
	case isTable:
		rules, err := s.Sources.Rules(strings.Split(in.File, "/")[1])
		if err != nil {
			return "", err
		}
		if !slices.Contains(tables.Named(rules), in.File) {
			return "", fmt.Errorf("no kind names the table %s; save the file of a kind with `table` first", in.File)
		}
	}
	held, err := files.LockFolder(s.Dir)
	if err != nil {
		return "", err
	}
	defer held.Close()
	to, err := files.OpenFolder(s.Dir)
	if err != nil {
		return "", err
	}
	defer to.Close()
	if err := to.Write(in.File, []byte(in.Text)); err != nil {
		return "", err
	}
	s.Changed()
	return s.Check(ctx, strings.Split(in.File, "/")[1], interpreter.Options{})
}
