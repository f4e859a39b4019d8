package count_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/count"
	"moraine/interpreter/source"
	"moraine/interpreter/testing/soak"
)

// TestPositionsOfChess holds chess against the numbers that are published for positions in which castling, capture in
// passing, promotion, pins and checks abound. White moves.
func TestPositionsOfChess(t *testing.T) {
	for _, test := range []struct {
		position string
		courses  []string
		quick    int // depth without soak
	}{
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R KQkq", []string{"1", "48", "2039", "97862"}, 1},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 -", []string{"1", "14", "191", "2812", "43238"}, 3},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 kq", []string{"1", "6", "264", "9467"}, 2},
		{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R KQ", []string{"1", "44", "1486", "62379"}, 1},
	} {
		t.Run(test.position, func(t *testing.T) {
			t.Parallel()
			r := runFrom(t, "chess", given(t, test.position), count.Options{Depth: soak.Or(len(test.courses)-1, test.quick), Turns: true, Budget: 10_000_000})
			for i, row := range r.Rows {
				require.Equal(t, test.courses[i], row.Courses.String(), "depth %d", i)
			}
		})
	}
}

// given returns the `given` of a position: its rows from the top, and the castlings that are left.
func given(t *testing.T, position string) *source.Node {
	t.Helper()
	men := map[rune][]string{
		'k': {"black_king"}, 'q': {"black_queen"}, 'r': numbered("black_rook", 0, 7), 'n': numbered("black_knight", 1, 6),
		'b': numbered("black_bishop", 2, 5), 'p': numbered("black_pawn", 8, 9, 10, 11, 12, 13, 14, 15),
		'K': {"white_king"}, 'Q': {"white_queen"}, 'R': numbered("white_rook", 56, 63), 'N': numbered("white_knight", 57, 62),
		'B': numbered("white_bishop", 58, 61), 'P': numbered("white_pawn", 48, 49, 50, 51, 52, 53, 54, 55),
	}
	rows, castlings, _ := strings.Cut(position, " ")
	text, at := "{players: 2, at: match, board: [", 0
	for _, r := range strings.ReplaceAll(rows, "/", "") {
		if r >= '1' && r <= '8' {
			at += int(r - '0')
			continue
		}
		text += fmt.Sprintf("{%s: {at: %d, moved: %t}}, ", men[r][0], at, !castles(r, at, castlings))
		men[r] = men[r][1:]
		at++
	}
	require.Equal(t, 64, at)
	doc, found := source.Parse(&source.File{Name: "given", Text: []byte(text + "]}")}, source.DefaultLimits())
	require.NoError(t, found.Err())
	return doc
}

func numbered(card string, at ...int) (cards []string) {
	for _, n := range at {
		cards = append(cards, fmt.Sprint(card, "_", n))
	}
	return cards
}

// castles reports whether a king or rook can take part in a castling that is left.
func castles(man rune, at int, castlings string) bool {
	switch at {
	case 60:
		return man == 'K' && strings.ContainsAny(castlings, "KQ")
	case 4:
		return man == 'k' && strings.ContainsAny(castlings, "kq")
	case 0, 7, 56, 63:
		return strings.Contains(castlings, map[int]string{0: "q", 7: "k", 56: "Q", 63: "K"}[at])
	}
	return false
}
