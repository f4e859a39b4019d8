package mcp

import (
	"context"
	"net/url"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// pages are the pages of the language, and the schemas.
var pages = []struct{ uri, file, kind, about string }{
	{uri: "moraine://language/cards", file: "cards/README.md", kind: "text/markdown",
		about: "the language of game rules"},
	{uri: "moraine://language/scenarios", file: "scenarios/README.md", kind: "text/markdown",
		about: "how scenarios are written"},
	{uri: "moraine://language/variants", file: "variants/README.md", kind: "text/markdown",
		about: "how variants are written"},
	{uri: "moraine://language/cookbook", file: "cards/COOKBOOK.md", kind: "text/markdown",
		about: "common mechanisms of games, written in the language"},
	{uri: "moraine://schema/engine", file: "schema/engine.json", kind: "application/json",
		about: "the messages of moraine engine"},
	{uri: "moraine://schema/sim", file: "schema/sim.json", kind: "application/json",
		about: "the output of moraine sim"},
	{uri: "moraine://schema/test", file: "schema/test.json", kind: "application/json",
		about: "the output of moraine test"},
}

func (s *server) addDocuments(to *sdk.Server) {
	for _, p := range pages {
		to.AddResource(&sdk.Resource{URI: p.uri, Name: p.file, Description: p.about, MIMEType: p.kind},
			func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
				content, err := s.Read(p.file)
				if err != nil {
					return nil, err
				}
				return contents(p.uri, p.kind, content), nil
			})
	}
	to.AddResourceTemplate(&sdk.ResourceTemplate{
		URITemplate: "moraine://games/{game}/{name}",
		Name:        "explanation of a clause, card, ruling or any other name of a game", MIMEType: "text/plain",
		Description: "the same text as the tool explain, for example moraine://games/GAME/E-C1-02",
	}, func(_ context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		at, found := strings.CutPrefix(r.Params.URI, "moraine://games/")
		game, name, whole := strings.Cut(at, "/")
		name, err := url.PathUnescape(name)
		if !found || !whole || err != nil || s.known(game) != nil {
			return nil, sdk.ResourceNotFoundError(r.Params.URI)
		}
		is, err := s.Games.Explain(game, "", name)
		if err != nil {
			return nil, sdk.ResourceNotFoundError(r.Params.URI)
		}
		return contents(r.Params.URI, "text/plain", is), nil
	})
}

// complete returns the games whose ids begin with the part of an address that a person has typed.
func (s *server) complete(_ context.Context, r *sdk.CompleteRequest) (*sdk.CompleteResult, error) {
	out := []string{}
	if ref := r.Params.Ref; ref != nil && ref.Type == "ref/resource" && r.Params.Argument.Name == "game" {
		for _, id := range s.Games.IDs() {
			if strings.HasPrefix(id, r.Params.Argument.Value) {
				out = append(out, id)
			}
		}
	}
	const most = 100 // values of an answer
	return &sdk.CompleteResult{
		Completion: sdk.CompletionResultDetails{Values: out[:min(len(out), most)], Total: len(out),
			HasMore: len(out) > most}}, nil
}

func contents(uri, kind, content string) *sdk.ReadResourceResult {
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: kind, Text: content}}}
}
