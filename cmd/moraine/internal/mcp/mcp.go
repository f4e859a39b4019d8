// Package mcp serves the Model Context Protocol, with which an assistant looks rules up and proves its answers. The
// input are calls of tools; the output are explanations with clauses, positions with the options of each seat, and the
// results of scenarios, checks, comparisons and simulations. Nothing is written unless Options.Write is set, and then only below the
// folder in which the server was started.
//
//	mcp.go        the server, and functions that the tools share
//	tools.go      the tools
//	resources.go  clauses, cards and rulings, the pages of the language, schemas
package mcp

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"moraine/cmd/moraine/internal/engine"
	"moraine/interpreter/files"
)

// Options connect the server with the program.
type Options struct {
	Games engine.Games
	// Run runs a command of the program.
	Run func(ctx context.Context, args ...string) (out, errs string, code int)
	// Read returns a page of the language or a schema: "cards/README.md", "schema/sim.json".
	Read    func(file string) (string, error)
	Dir     string // the folder in which the server was started
	Write   bool   // files below Dir may be written
	Changed func() // is called after a file was written, so that games are read again
	Version string
}

type server struct{ Options }

// New returns a server.
func New(o Options) *sdk.Server {
	s := &server{o}
	out := sdk.NewServer(&sdk.Implementation{Name: "moraine", Title: "Moraine, an interpreter for the rules of board games", Version: o.Version}, &sdk.ServerOptions{
		Instructions:      "Find clauses for a question with search, read them with explain, and prove an answer: situation lists the legal actions in a position with reasons, try runs a scenario and cites the clauses of each step, depends names the open rulings that decide the outcome. Quote clauses by their ids.",
		CompletionHandler: s.complete,
	})
	s.addCalls(out)
	s.addDocuments(out)
	return out
}

// Serve speaks with one client until it leaves.
func Serve(ctx context.Context, o Options, in io.Reader, out io.Writer) error {
	err := New(o).Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(in), Writer: unclosed{out}})
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return err
}

// unclosed is a writer whose Close does nothing.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// mostText limits the text of a result, which an assistant has to read.
const mostText = 60_000

func text(s string, failed bool) *sdk.CallToolResult {
	if len(s) > mostText {
		s = strings.ToValidUTF8(s[:mostText], "") + "\n… (cut; ask for less)"
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: s}}, IsError: failed}
}

// ran runs a command and returns its result. Wrong command lines and files with errors are errors of the tool.
func (s *server) ran(ctx context.Context, args ...string) *sdk.CallToolResult {
	const wrong = 2
	out, errs, code := s.Run(ctx, args...)
	return text(strings.TrimSpace(out+"\n"+errs), code >= wrong)
}

// known returns an error if a game does not exist.
func (s *server) known(game string) error {
	if all := s.Games.IDs(); !slices.Contains(all, game) {
		return errors.New("there is no game \"" + game + "\"; there are " + strings.Join(all, ", "))
	}
	return nil
}

// flags returns a configuration as flags of a command.
func (c *Config) flags() (out []string) {
	if c.Variant != "" {
		out = append(out, "--variant="+c.Variant)
	}
	for _, key := range sortedKeys(c.Readings) {
		out = append(out, "--reading="+key+"="+c.Readings[key])
	}
	return out
}

func sortedKeys(m map[string]string) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// tried runs a command on a scenario in a temporary file.
func (s *server) tried(ctx context.Context, game, yaml string, args ...string) (*sdk.CallToolResult, error) {
	if err := s.known(game); err != nil {
		return nil, err
	}
	dir, remove, err := files.Temporary()
	if err != nil {
		return nil, err
	}
	defer remove()
	file := "scenarios/" + game + "/try.yaml"
	if err := files.WriteBelow(dir, file, []byte(yaml)); err != nil {
		return nil, err
	}
	out, errs, code := s.Run(ctx, append([]string{"test", dir + "/" + file, "--data=" + dir, "--color=never"}, args...)...)
	const wrong = 2
	return text(strings.ReplaceAll(strings.TrimSpace(out+"\n"+errs), dir+"/", ""), code >= wrong), nil
}
