package interpreter

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"

	"moraine/interpreter/source"
)

// Hash returns a hash of the rules of a game, which changes with the files under cards/GAME and
// variants/GAME and with nothing else. It also returns the number of these files.
func (s Sources) Hash(game string) (hash string, files int, err error) { return s.hash(game, nil) }

// Played returns a hash of the rules that affect matches: all rules except the declared looks.
func (s Sources) Played(game string) (hash string, err error) {
	hash, _, err = s.hash(game, looks)
	return hash, err
}

// PlayedAs returns Played for a match that was saved with a hash. Older matches have the hash
// of all files, in which looks counted.
func (s Sources) PlayedAs(game, saved string) (hash string, err error) {
	if all, _, err := s.Hash(game); err != nil || all == saved {
		return all, err
	}
	return s.Played(game)
}

// looks matches the section of looks in a file. A section with another layout is treated as
// rules.
var looks = regexp.MustCompile(`(?m)^looks:.*\n?(^([ \t#].*|\r?)(\n|\z))*`)

// hash returns the hash of the files of a game and its variants, and their number. Matches of but
// do not count.
func (s Sources) hash(game string, but *regexp.Regexp) (hash string, files int, err error) {
	sum := sha256.New()
	for _, read := range []func(string) ([]*source.File, error){s.Rules, func(game string) ([]*source.File, error) { return s.files("variants/" + game) }} {
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
