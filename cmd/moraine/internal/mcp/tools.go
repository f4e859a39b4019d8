package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"moraine/cmd/moraine/internal/engine"
	"moraine/interpreter/files"
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
	First  string `json:"first" jsonschema:"a configuration: default, a variant, or RULING=READING"`
	Second string `json:"second" jsonschema:"the other configuration"`
}

// Playouts is the input of simulate.
type Playouts struct {
	Config
	Games   int    `json:"games,omitempty" jsonschema:"number of matches, at most 20000; default 1000"`
	Players int    `json:"players,omitempty" jsonschema:"number of players; default: the maximum"`
	Policy  string `json:"policy,omitempty" jsonschema:"the bot that plays all seats: random or a bot of the game"`
	Seed    int    `json:"seed,omitempty" jsonschema:"seed of the random numbers; the same seed gives the same matches"`
}

// Document is the input of save.
type Document struct {
	File string `json:"file" jsonschema:"path below cards/, scenarios/ or variants/, ending in .yaml"`
	Text string `json:"text" jsonschema:"the whole content"`
}

// result is a result of a tool, without structured data.
type result = *sdk.CallToolResult

// addCalls adds the tools. Only save changes files.
func (s *server) addCalls(to *sdk.Server) {
	reads := &sdk.ToolAnnotations{ReadOnlyHint: true}
	sdk.AddTool(to, &sdk.Tool{Name: "search", Annotations: reads, Description: "Find the clauses, rulings, cards, steps and scenarios of a game that match a question in your own words, the best first."},
		func(_ context.Context, _ *sdk.CallToolRequest, in Lookup) (result, any, error) {
			return s.explain(in)
		})
	sdk.AddTool(to, &sdk.Tool{Name: "explain", Annotations: reads, Description: "Explain a clause, ruling, card, step or any other name of a game: what the texts say, how the rules read it and why, and which scenarios pin it."},
		func(_ context.Context, _ *sdk.CallToolRequest, in Lookup) (result, any, error) {
			return s.explain(in)
		})
	sdk.AddTool(to, &sdk.Tool{Name: "situation", Annotations: reads, Description: "Set up a position and tell whether it is possible, the table, who is asked what, the options, and what is refused with the unmet conditions and their clauses."},
		func(ctx context.Context, _ *sdk.CallToolRequest, in Position) (result, any, error) {
			out, err := s.situation(ctx, in)
			return out, nil, err
		})
	sdk.AddTool(to, &sdk.Tool{Name: "try", Annotations: reads, Description: "Run scenarios and return each step with its clauses, or the failure with its place and what happened instead."},
		func(ctx context.Context, _ *sdk.CallToolRequest, in Script) (result, any, error) {
			out, err := s.tried(ctx, in.Game, in.Scenario, append(in.flags(), "-v")...)
			return out, nil, err
		})
	sdk.AddTool(to, &sdk.Tool{Name: "depends", Annotations: reads, Description: "Run scenarios and name the open rulings that decide how each comes out, with the outcome under each reading."},
		func(ctx context.Context, _ *sdk.CallToolRequest, in Script) (result, any, error) {
			out, err := s.tried(ctx, in.Game, in.Scenario, append(in.flags(), "--depends")...)
			return out, nil, err
		})
	sdk.AddTool(to, &sdk.Tool{Name: "check", Annotations: reads, Description: "Check the files of a game and list errors with file, line and advice."},
		func(ctx context.Context, _ *sdk.CallToolRequest, in Config) (result, any, error) {
			if err := s.known(in.Game); err != nil {
				return nil, nil, err
			}
			return s.ran(ctx, append([]string{"check", in.Game}, in.flags()...)...), nil, nil
		})
	sdk.AddTool(to, &sdk.Tool{Name: "diff", Annotations: reads, Description: "Compare two configurations of a game: the rules that differ, and the scenarios that come out otherwise."},
		func(ctx context.Context, _ *sdk.CallToolRequest, in Sides) (result, any, error) {
			if err := s.known(in.Game); err != nil {
				return nil, nil, err
			}
			return s.ran(ctx, "diff", "--color=never", "--", in.Game, in.First, in.Second), nil, nil
		})
	sdk.AddTool(to, &sdk.Tool{Name: "simulate", Annotations: reads, Description: "Play matches between bots and report wins by seat, lengths and the measures of the game with their errors."},
		func(ctx context.Context, _ *sdk.CallToolRequest, in Playouts) (result, any, error) {
			out, err := s.simulate(ctx, in)
			return out, nil, err
		})
	if s.Write {
		sdk.AddTool(to, &sdk.Tool{Name: "save", Description: "Write a file of cards, scenarios or variants in the user's folder, replacing an existing file, and check it."},
			func(ctx context.Context, _ *sdk.CallToolRequest, in Document) (result, any, error) {
				out, err := s.save(ctx, in)
				return out, nil, err
			})
	}
}

func (s *server) explain(in Lookup) (result, any, error) {
	if err := s.known(in.Game); err != nil {
		return nil, nil, err
	}
	found, err := s.Games.Explain(in.Game, in.Lang, in.Words)
	if err != nil {
		return nil, nil, err
	}
	return text(found, false), nil, nil
}

// situation describes a position with the help of an engine.
func (s *server) situation(ctx context.Context, in Position) (result, error) {
	e := engine.New(ctx, s.Games, in.Game, s.Version)
	ask := func(method string, params any) (json.RawMessage, error) {
		line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
		if err != nil {
			return nil, err
		}
		var r struct {
			Result json.RawMessage
			Error  *engine.Error
		}
		if err := json.Unmarshal(e.Answer(line, false), &r); err != nil {
			return nil, err
		}
		if r.Error != nil {
			return nil, r.Error
		}
		return r.Result, nil
	}
	if in.Given == nil {
		return nil, errors.New("`given` is missing; write the position in the format of scenarios")
	}
	begun, err := ask("given", map[string]any{"game": in.Game, "variant": in.Variant, "readings": in.Readings, "lang": in.Lang, "given": in.Given})
	if err != nil {
		return nil, err
	}
	var m struct {
		Match int
		Seat  string
	}
	if err := json.Unmarshal(begun, &m); err != nil {
		return nil, err
	}
	question, err := ask("question", map[string]any{"match": m.Match})
	if err != nil {
		return nil, err
	}
	table, err := ask("view", map[string]any{"match": m.Match, "seat": m.Seat, "text": true})
	if err != nil {
		return nil, err
	}
	var shown struct{ Text string }
	if err := json.Unmarshal(table, &shown); err != nil {
		return nil, err
	}
	asked := "Nothing is asked here."
	if string(question) != "null" {
		asked = "What is asked, as JSON: " + string(question)
	}
	return text(shown.Text+"\n"+asked, false), nil
}

func (s *server) simulate(ctx context.Context, in Playouts) (result, error) {
	const usual, most = 1000, 20_000
	if err := s.known(in.Game); err != nil {
		return nil, err
	}
	if in.Games == 0 {
		in.Games = usual
	}
	if in.Games < 0 || in.Games > most {
		return nil, fmt.Errorf("cannot play %d matches; choose from 1 to %d", in.Games, most)
	}
	args := append([]string{"sim", in.Game, "--games=" + strconv.Itoa(in.Games), "--seed=" + strconv.Itoa(in.Seed)}, in.flags()...)
	if in.Players != 0 {
		args = append(args, "--players="+strconv.Itoa(in.Players))
	}
	if in.Policy != "" {
		args = append(args, "--policy="+in.Policy)
	}
	return s.ran(ctx, args...), nil
}

// save writes a file below the folder of the user. A symbolic link cannot lead out of it.
func (s *server) save(ctx context.Context, in Document) (result, error) {
	folder, rest, _ := strings.Cut(in.File, "/")
	game, _, below := strings.Cut(rest, "/")
	if folder != "cards" && folder != "scenarios" && folder != "variants" || !below || path.Clean(in.File) != in.File || path.Ext(in.File) != ".yaml" {
		return nil, fmt.Errorf("%q is not a game file; use cards/GAME/FILE.yaml, scenarios/GAME/FILE.yaml or variants/GAME/FILE.yaml", in.File)
	}
	if err := files.WriteBelow(s.Dir, in.File, []byte(in.Text)); err != nil {
		return nil, err
	}
	s.Changed()
	return s.ran(ctx, "check", "--", game), nil
}
