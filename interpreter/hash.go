package interpreter

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"moraine/interpreter/source"
	"moraine/interpreter/syntax"
)

// Hash returns a hash of the rules of a game, which changes with the files under cards/GAME and
// variants/GAME and with nothing else. It also returns the number of these files.
func (s Sources) Hash(game string) (hash string, files int, err error) { return s.hash(game, nil) }

// RulesHash returns a hash of the rules that decide how matches of a configuration go on. It changes with the rules and
// cards, and not with comments, the layout of files, citations, texts for people, looks, bots or measures: see
// syntax.WriteCanonical.
func (g *Game) RulesHash() string { return syntax.RulesHash(g.Syntax) }

// PlayedAs returns the hash with which a match of the game is saved: RulesHash, and for a match that was saved with a
// hash of files, this hash for the files of today. Of those, the oldest also counted declared looks.
func (s Sources) PlayedAs(g *Game, saved string) (hash string, err error) {
	if saved == "" || strings.HasPrefix(saved, "rules") {
		return g.RulesHash(), nil
	}
	if all, _, err := s.Hash(g.ID); err != nil || all == saved {
		return all, err
	}
	hash, _, err = s.hash(g.ID, looks)
	return hash, err
}

// looks matches the section of looks in a file. A section with another layout is treated as
// rules.
var looks = regexp.MustCompile(`(?m)^looks:.*\n?(^([ \t#].*|\r?)(\n|\z))*`)

// hash returns the hash of the files of a game and its variants, and their number. Matches of but
// do not count.
func (s Sources) hash(game string, but *regexp.Regexp) (hash string, files int, err error) {
	sum := sha256.New()
	for _, read := range []func(string) ([]*source.File, error){s.Rules, func(game string) ([]*source.File, error) {
		return s.files("variants/" + game)
	}} {
		list, err := read(game)
		if err != nil {
			return "", 0, err
		}
		for _, f := range list {
			text := f.Text
			if but != nil {
				text = but.ReplaceAll(text, nil)
			}
			fmt.Fprintf(sum, "%s %d\n", f.Path, len(text))
			sum.Write(text)
		}
		files += len(list)
	}
	return hex.EncodeToString(sum.Sum(nil)), files, nil
}
