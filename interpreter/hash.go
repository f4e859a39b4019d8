package interpreter

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Hash identifies the rules of a game: it changes with any file under cards/GAME
// and variants/GAME, and with nothing else. It also returns how many files those
// are.
func (s Sources) Hash(game string) (hash string, files int, err error) {
	sum := sha256.New()
	for _, folder := range []string{"cards/", "variants/"} {
		list, err := s.files(folder + game)
		if err != nil {
			return "", 0, err
		}
		for _, f := range list {
			fmt.Fprintf(sum, "%s %d\n", f.Path, len(f.Text))
			sum.Write(f.Text)
		}
		files += len(list)
	}
	return hex.EncodeToString(sum.Sum(nil)), files, nil
}
