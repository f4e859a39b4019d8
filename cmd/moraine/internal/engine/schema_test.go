//go:build unix

package engine

import (
	"testing"

	messages "moraine/cmd/moraine/internal/testing/schema"
	"moraine/interpreter/match"
)

func TestSchema(t *testing.T) {
	messages.Framed(t, "engine", messages.Types{
		"question": questionData{}, "owner": ownerData{}, "zone": zoneData{}, "piece": pieceData{}, "match": matchOnly{},
		"boards: the zones that have places, which do not change during a match": []match.Board{},
		"hello.result": helloData{}, "games.result": []gameLine{}, "game.result": gameData{}, "explain.result": textData{}, "offers.result": []offerData{},
		"log.result": logData{}, "result.result": resultData{}, "measures.result": []measureData{},
		"game.params: a game with its variants and open questions":                                                            gameParams{},
		"explain.params: anything in the rules by its name, a step as FILE:LINE, a refusal by its clause; or what words find": explainParams{},
		"new.params: begins a match": matchParams{},
		"given.params: begins a match at a position, as given of a scenario describes it":    givenParams{},
		"view.params: the table as a seat may see it; without a seat what all know":          viewParams{},
		"log.params: what has happened, as a seat may know it; without a seat what all know": logParams{},
		"guess.params: copies a match as a seat knows it: hidden pieces and values are dealt anew, and dice and bots draw from the seed, so a bot may try acts in the copy; the copy has no history, cannot be saved, and measures count from its beginning": guessParams{},
		"drop.params: forgets a match with its snapshots, or a snapshot":  dropParams{},
		"restore.params: returns a match to a snapshot, earlier or later": restoreParams{},
		"begin.params: To a program that plays a seat (exec:PROGRAM), on its standard input: a match begins, or goes on. Such a program answers each of begin, decide and end with one line.": beginData{},
	})
}
