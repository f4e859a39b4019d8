// Package mcp serves the Model Context Protocol, with which an assistant looks rules up and proves its answers. The
// input are calls of tools; the output are explanations with clauses, positions with the options of each seat, and the
// results of scenarios, checks, comparisons and simulations.
//
// An assistant may have read the texts of strangers, so a call is untrusted: its strings are names of games,
// configurations and bots, and texts in the languages of Moraine. No string is a flag, a program or a folder. Nothing
// is written unless Options.Write is set, and then only below the folder in which the server was started.
//
//	mcp.go        the server, and functions that the tools share
//	lines.go      the messages of the client
//	tools.go      the tools
//	resources.go  clauses, cards and rulings, the pages of the language, schemas
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"moraine/cmd/moraine/internal/engine"
	"moraine/interpreter"
	"moraine/interpreter/escape"
	"moraine/interpreter/scenario"
)

// Options connect the server with the program.
type Options struct {
	Games   engine.Games
	Sources interpreter.Sources // the data of the games
	// Check returns the errors of a configuration of a game, or a summary of its files.
	Check func(ctx context.Context, game string, opt interpreter.Options) (string, error)
	// Read returns a page of the language or a schema: "cards/README.md", "schema/sim.json".
	Read    func(file string) (string, error)
	Dir     string // the folder in which the server was started
	Write   bool   // files below Dir may be written
	Changed func() // is called after a file was written, so that games are read again
	Errors  io.Writer
	Version string
}

type server struct{ Options }

// New returns a server with all tools and resources.
func New(o Options) *sdk.Server {
	s := &server{o}
	out := sdk.NewServer(
		&sdk.Implementation{Name: "moraine", Title: "Moraine, an interpreter for the rules of board games",
			Version: o.Version}, &sdk.ServerOptions{
			Instructions:      "Find clauses for a question with search, read them with explain, and prove an answer: situation lists the legal actions in a position with reasons, try runs a scenario and cites the clauses of each step, depends names the open rulings that decide the outcome. Quote clauses by their ids.",
			CompletionHandler: s.complete,
		})
	out.AddReceivingMiddleware(s.guard)
	s.addCalls(out)
	s.addDocuments(out)
	return out
}

// Serve speaks with one client until it leaves.
func Serve(ctx context.Context, o Options, in io.Reader, out io.Writer) error {
	both := newLines(in, out)
	err := New(o).Run(ctx, &sdk.IOTransport{Reader: both, Writer: both})
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return err
}

// mostText limits the text of a result, which an assistant has to read.
const mostText = 60_000

// guard returns the error of a request. A panic, which is a defect of Moraine, is an error, too.
func (s *server) guard(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (_ sdk.Result, err error) {
		defer func() {
			if what := recover(); what != nil {
				fmt.Fprintf(s.Errors, "moraine: internal error: %v\n%s", what, debug.Stack())
				err = fmt.Errorf("internal error: %v", what)
			}
		}()
		// The library (v1.8.0) quotes an unknown address with %q. With a control character in the address the
		// response would not be valid JSON, and the library would end the connection.
		if read, ok := r.(*sdk.ReadResourceRequest); ok && read.Params != nil &&
			!json.Valid([]byte(strconv.Quote(read.Params.URI))) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams,
				Message: "an address must not contain control characters"}
		}
		return next(ctx, method, r)
	}
}

// tool returns a handler that answers with the text of a function. Its errors are errors of the tool.
func tool[In any](do func(ctx context.Context, in In) (string, error)) sdk.ToolHandlerFor[In, any] {
	return func(ctx context.Context, _ *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		text, err := do(ctx, in)
		text = strings.TrimSpace(text)
		if err != nil {
			text = strings.TrimSpace(text + "\n" + err.Error())
		}
		text = escape.Text(text) // a name may contain characters that turn the line around
		if len(text) > mostText {
			text = strings.ToValidUTF8(text[:mostText], "") + "\n… (cut; ask for less)"
		}
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}, IsError: err != nil}, nil, nil
	}
}

// known returns an error if a game does not exist.
func (s *server) known(game string) error {
	if all := s.Games.IDs(); !slices.Contains(all, game) {
		return errors.New("there is no game \"" + game + "\"; there are " + strings.Join(all, ", "))
	}
	return nil
}

// load returns a configuration of a game.
func (s *server) load(c Config) (side scenario.Side, err error) {
	if err := s.known(c.Game); err != nil {
		return side, err
	}
	side.Sources, side.Options = s.Sources, c.options()
	if side.Rules, err = interpreter.Read(s.Sources, c.Game); err == nil {
		side.Game, err = side.Rules.Game(side.Options)
	}
	return side, err
}

func (c *Config) options() interpreter.Options {
	return interpreter.Options{Variant: c.Variant, Readings: maps.Clone(c.Readings)}
}
