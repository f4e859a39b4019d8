package play_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/play"
	"moraine/interpreter"
	"moraine/interpreter/match"
)

// load loads the duel of package games.
func load(t *testing.T) (*interpreter.Game, string) { return loadGame(t, "duel") }

func loadGame(t *testing.T, id string) (*interpreter.Game, string) {
	t.Helper()
	return changedGame(t, id, "", "")
}

// changedGame is a game of package games with something put in another's place.
func changedGame(t *testing.T, id, was, is string) (*interpreter.Game, string) {
	t.Helper()
	text, err := os.ReadFile("../../../../interpreter/testing/games/testdata/" + id + ".yaml")
	require.NoError(t, err)
	require.Contains(t, string(text), was)
	files := fstest.MapFS{}
	for i, doc := range strings.Split(strings.Replace(string(text), was, is, 1), "---\n") {
		files["cards/"+id+"/"+string(rune('a'+i))+".yaml"] = &fstest.MapFile{Data: []byte(doc)}
	}
	data := interpreter.Sources{{Name: "test", FS: files}}
	g, err := interpreter.Load(data, id, interpreter.Options{})
	require.NoError(t, err)
	hash, _, err := data.Hash(id)
	require.NoError(t, err)
	return g, hash
}

// run runs a session with the given lines as input and returns its output.
func run(t *testing.T, o play.Options, lines ...string) (string, error) {
	t.Helper()
	g, hash := load(t)
	var out bytes.Buffer
	o.Hash, o.Out, o.In = hash, &out, strings.NewReader(strings.Join(append(lines, ""), "\n"))
	err := play.Run(context.Background(), g, o)
	return out.String(), err
}

func plays(t *testing.T, o play.Options, lines ...string) string {
	t.Helper()
	out, err := run(t, o, lines...)
	well(t, err, out)
	return out
}

// well asserts that nothing went wrong, but that lines typed may be too few for the whole match.
func well(t *testing.T, err error, out string) {
	t.Helper()
	if err != nil {
		require.EqualError(t, err, "the input ended before the match was over", out)
	}
}

func TestAScriptThatIsTooShort(t *testing.T) {
	_, err := run(t, play.Options{Players: 2}, "0")
	require.EqualError(t, err, "the input ended before the match was over")
	_, err = run(t, play.Options{Players: 2}, "quit")
	require.NoError(t, err)
	_, err = run(t, play.Options{Players: 2, Save: filepath.Join(t.TempDir(), "match")}, "0")
	require.NoError(t, err, "it can go on")
}

// holds asserts that texts stand in another, in this order.
func holds(t *testing.T, text string, parts ...string) {
	t.Helper()
	rest := text
	for _, p := range parts {
		i := strings.Index(rest, p)
		require.GreaterOrEqual(t, i, 0, "%q is not there, or not after those before it:\n%s", p, text)
		rest = rest[i+len(p):]
	}
}

// A card that is played from a hidden hand is named for all seats that see it.
func TestAPlayedCardIsNamed(t *testing.T) {
	for seed := range uint64(20) {
		got := plays(t, play.Options{Players: 2, Seed: seed, Seats: []string{"ann=human", "bob=random"}}, "0", "0", "0", "0")
		require.NotContains(t, got, "plays Blow", "seed %d", seed)
		if strings.Contains(got, "Bob plays Jab on Ann") {
			return
		}
	}
	require.Fail(t, "Bob plays nothing")
}

func TestAMatchOfBots(t *testing.T) {
	o := play.Options{Players: 2, Seed: 3, Bots: "meek"}
	got := plays(t, o)
	require.Equal(t, got, plays(t, o), "the same seed is the same match")
	holds(t, got, "\nTurn: Ann\n", "  Ann chooses nothing (stake) (A-A-02)\n", "  Ann rolls ", " (A-A-02 +1)\n", "\nTurn: Bob\n", "The match is over: ")
	require.NotContains(t, got, "unseen", "nobody plays, so everything may be seen")
	for line := range strings.SplitSeq(got, "\n") {
		require.LessOrEqual(t, len([]rune(line)), 80, line)
	}
	o.Seed = 4
	require.NotEqual(t, got, plays(t, o))
	o.Clauses = true
	holds(t, plays(t, o), " (A-A-02, B-A-01)\n")
}

// Answers are numbers or the beginnings of names; several in a line are taken one after the other,
// up to the first that does not fit.
func TestAnswersInWords(t *testing.T) {
	holds(t, plays(t, alone, "bo; j; pass", "hoo; quit"),
		"> bo; j; pass\n", "  Ann chooses to boast (A-A-03 +1)\n", "> j\n", "  Ann chooses stake: Jab (A-A-02)\n")
	holds(t, plays(t, alone, "0", "x; 1", "quit"), "> x; 1\n", "\"x\" is neither a number nor a command; type ? for help.\n> quit\n")
	holds(t, plays(t, alone, "0", "ho,ja", "quit"), "  Ann chooses stake: Hook, Jab (A-A-02)\n")
}

// A player who undoes a decision may have seen hidden pieces: the others get a notice each time.
func TestTakingBackIsToldToTheOthers(t *testing.T) {
	o := play.Options{Players: 2, Seed: 1, Seats: []string{"ann=human", "bob=human"}}
	got := plays(t, o, "", "1", "undo", "1", "undo", "log", "quit")
	holds(t, got, "> log\n", "  Ann takes back a decision (2 taken back so far)\n")
	require.NotContains(t, plays(t, alone, "1", "undo", "log", "quit"), "so far", "alone there is nobody to tell")
}

// After an undo, a refusal that came later is not shown, but an earlier one is.
func TestUndoRestoresEarlierRefusals(t *testing.T) {
	var whys []string
	for _, part := range strings.Split(plays(t, alone, "why", "1", "undo", "why", "quit"), "> why\n")[1:] {
		said, _, _ := strings.Cut(part, "\n> ")
		whys = append(whys, said)
	}
	require.Len(t, whys, 2)
	require.Contains(t, whys[0], "Not offered: ")
	require.Equal(t, whys[0], whys[1])
}

func TestTheGameAsksInItsOwnWords(t *testing.T) {
	g, hash := changedGame(t, "duel", "windows:\n", "asks:\n  turn: {en: \"How do you bear yourself?\", de: \"Wie trittst du auf?\"}\n"+
		"  turn.boast: {en: I am the greatest}\n  turn.stake: {en: \"What do you risk?\"}\nwindows:\n")
	var out bytes.Buffer
	o := alone
	o.Hash, o.Out, o.In = hash, &out, strings.NewReader("why not boast\ni am\n1\nquit\n")
	require.NoError(t, play.Run(context.Background(), g, o))
	holds(t, out.String(), "\nAnn: How do you bear yourself?\n  1  I am the greatest\n", "I am the greatest is offered: number 1.\n", "  Ann: I am the greatest (A-A-03 +1)\n",
		"\nAnn: What do you risk? (up to 2)\n  1  Jab", "  Ann: What do you risk? Jab (A-A-02)\n")
}

// The log of a match is in the language of --lang, with the texts of the game in it where they exist. A saved
// match can be continued in another language.
func TestAMatchInAnotherLanguage(t *testing.T) {
	g, hash := changedGame(t, "duel", "windows:\n", "asks:\n  turn: {en: \"How do you bear yourself?\", de: \"Wie trittst du auf?\"}\n"+
		"  proud: {de: stolz, fr: fier}\n  hush: {de: schweigen}\n  he is proud: {de: er ist stolz}\n  jab: {fr: Coup, de: Haken}\n  hand: {de: Faust}\nwindows:\n")
	path := filepath.Join(t.TempDir(), "match")
	o := alone
	o.Lang, o.Save = "de", path
	got := typed(t, g, hash, o, "why not schw", "why not", "1", "1,1", "x", "why not nix", "?")
	holds(t, got, "\nTurn: Ann\n", "Ann      Faust: Haken, Hook\n", "\nAnn: Wie trittst du auf?\n", "  0  nichts davon\n",
		"> why not schw\nJetzt nicht möglich: Schweigen. Möglich, wenn gilt:\n  gilt nicht: er ist stolz\n",
		"Nicht möglich: schweigen; verlangt ist: er ist stolz\n",
		"  Ann: stolz\n", "\nAnn, wähle: stake (bis zu 2).\n", "  0  nichts\n", "Davon gibt es nur 1.\n",
		"\"x\" ist weder eine Nummer noch ein Befehl; ? hilft.\n", "Nichts, was mit \"nix\" beginnt", "wird hier abgewiesen",
		"Gib die Nummern dessen ein", "Die Partie ist nicht aus. Weiter geht es mit: moraine play --resume ")

	file, err := match.Open(path)
	require.NoError(t, err)
	got = typed(t, g, hash, play.Options{Resume: file, Lang: "fr"}, "1", "quit")
	holds(t, got, "Reprise après 5 décisions.\n", "  Ann: fier\n", "Ann, choisissez : stake (jusqu'à 2).\n  1  Coup — force 1\n", "  Ann choisit stake : Coup")
	_, err = match.Open(path)
	require.NoError(t, err)
}

func TestPicksSayWhy(t *testing.T) {
	g, hash := loadGame(t, "pasture")
	var out bytes.Buffer
	o := play.Options{Players: 1, Bots: "random", Hash: hash, Out: &out, In: strings.NewReader("")}
	require.NoError(t, play.Run(context.Background(), g, o))
	holds(t, out.String(),
		"  Beast: ox at meadow 1 – a strong one, farthest right (A-A-01)\n",
		"  Beast: cow at meadow 0 – a strong one (A-A-01)\n",
		"  Beast: cock at meadow 3 – farthest right (A-A-01)\n",
		"  Beast: hen at meadow 2 – the only one (A-A-01)\n")
	o.Seats = []string{"ann=human"}
	out.Reset()
	require.NoError(t, play.Run(context.Background(), g, o))
	require.NotContains(t, out.String(), "Hidden:", "nobody is told what was picked from pieces that he cannot see")
}

// alone is a person against a bot, who is dealt a jab and a hook.
var alone = play.Options{Players: 2, Seed: 1, Seats: []string{"ann=human"}, Bots: "meek"}

func TestAPersonIsAsked(t *testing.T) {
	got := plays(t, alone, "9", "0 1", "boo", "1 1", "", "why", "?", "1", "table", "1,1", "2", "log")
	holds(t, got,
		"  Hook, Jab: from stock to Ann's hand (A-A-01 +1)\n", "  Blow (unseen) ×2: from stock to Bob's hand",
		"Ann      hand: Jab, Hook\n", "Bob      hand: 2\n",
		"\nAnn, what will you do?\n  1  boast\n  0  none of these\n",
		"9 is not one of the numbers; there are 0 to 1.\n",
		"0 cannot be combined with other numbers.\n",
		"\"boo\" is neither a number nor a command; type ? for help.\n",
		"One number, please.\n",
		"Ann      hand: Jab, Hook\n",
		"The step `may` at cards/duel/a.yaml:", "Boast:\n", "  A-A-03  Who is proud may say so.\n", "  B-A-03  Pride is allowed.\n",
		"Not offered: hush, because it is required that he is proud\n",
		"Type the number of your choice.\nYou can also type the beginning of a name, or several answers in a row: `1; 3`.\n0 is none of these.\n",
		"  Ann chooses to boast (A-A-03 +1)\n  Ann: proud\n",
		"\nAnn, choose: stake (up to 2).\n  1  Jab — force 1\n  2  Hook — force 2\n  0  nothing\n",
		"There are only 1 of these.\n",
		"  Ann chooses stake: Hook (A-A-02)\n  Hook: from Ann's hand to arena\n  Ann rolls ",
		"\nAnn, you may play a card: strikes.\n  1  Jab — force 1\n  0  pass\n",
		"  Ann chooses to boast (A-A-03 +1)\n", "\nTurn: Bob\n",
		"The match is not over and was not saved",
	)
	require.NotContains(t, got, "\x1b", "only a terminal is cleared")
}

// The end of the input, and to quit, keep the match if it is to be kept.
func TestSaveAndResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match")
	o := alone
	o.Save = path
	holds(t, plays(t, o, "1"), "Ann chooses to boast", "> \nThe match is not over. To continue: moraine play --resume "+path)

	file, err := match.Open(path)
	require.NoError(t, err)
	got := plays(t, play.Options{Resume: file}, "2", "undo", "0", "quit")
	holds(t, got, "Resumed after 5 decisions.\n", "Ann chooses to boast", "stake: Hook", "Ann rolls 3",
		"Ann takes back the last decision", "will have the same results as before", "\nAnn, choose: stake", "chooses nothing (stake)", "Ann rolls 3", "moraine play --resume "+path)

	file, err = match.Open(path)
	require.NoError(t, err)
	got = plays(t, play.Options{Resume: file}, "undo", "undo", "undo", "0", "0", "0")
	holds(t, got, "You have no decision to take back.", "The match is over")

	file, err = match.Open(path)
	require.NoError(t, err)
	_, err = run(t, play.Options{Resume: file})
	require.EqualError(t, err, "the match in "+path+" is over; show it with `moraine replay`")
}

// A match with saves, resumes and takes back ends as the same match without.
func TestResumedIsTheSame(t *testing.T) {
	dir := t.TempDir()
	straight := alone
	straight.Save = filepath.Join(dir, "straight")
	plays(t, straight, "1", "2", "0")

	winding := alone
	winding.Save = filepath.Join(dir, "winding")
	plays(t, winding, "0", "undo", "1", "2", "undo")
	for _, line := range []string{"2", "0"} {
		file, err := match.Open(winding.Save)
		require.NoError(t, err)
		plays(t, play.Options{Resume: file}, line)
	}
	a, err := os.ReadFile(straight.Save)
	require.NoError(t, err)
	b, err := os.ReadFile(winding.Save)
	require.NoError(t, err)
	require.Equal(t, string(a), string(b))
	require.Contains(t, string(a), "\nend ")
}

func replay(t *testing.T, path, as string) (string, error) {
	t.Helper()
	g, hash := load(t)
	file, err := match.Open(path)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = play.Replay(t.Context(), g, file, hash, play.View{As: as}, &out)
	return out.String(), err
}

func TestReplay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match")
	o := play.Options{Players: 2, Seed: 3, Bots: "meek", Save: path}
	seats, log, _ := strings.Cut(plays(t, o), "\n")
	require.Equal(t, "Seats: ann=meek bob=meek (--seat SEAT=human|BOT changes one)", seats)
	all, err := replay(t, path, "")
	require.NoError(t, err)
	holds(t, all, "The Duel, seed 3, Ann (meek), Bob (meek)\n", log[:strings.Index(log, "\nTurn: Bob")], "The match is over: ")
	again, err := replay(t, path, "")
	require.NoError(t, err)
	require.Equal(t, all, again)

	bob, err := replay(t, path, "bob")
	require.NoError(t, err)
	holds(t, bob, "Blow (unseen) ×2: from stock to Ann's hand", ": from stock to Bob's hand", "Ann      points", "hand: 2")
	public, err := replay(t, path, "table")
	require.NoError(t, err)
	holds(t, public, "Blow (unseen) ×2: from stock to Ann's hand", "Blow (unseen) ×2: from stock to Bob's hand")
	_, err = replay(t, path, "bb")
	require.ErrorContains(t, err, `unknown seat or view "bb"`)
	require.ErrorContains(t, err, `did you mean "bob"?`)
}

// Every change of a saved match is found and reported with its line.
func TestSpoiltFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "match")
	plays(t, play.Options{Players: 2, Seed: 3, Bots: "meek", Save: path})
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(whole), "\n"), "\n")
	first := 0
	for !strings.HasPrefix(lines[first], "1 ") {
		first++
	}
	for name, c := range map[string]struct {
		spoil func(lines []string) []string
		want  string
	}{
		"nothing":    {func([]string) []string { return nil }, ":1: not a saved match"},
		"other":      {func(l []string) []string { return []string{"moraine match 7"} }, ":1: the match was saved in another format"},
		"truncated":  {func(l []string) []string { return l[:first+2] }, ":10: the file is incomplete"},
		"headless":   {func(l []string) []string { return l[:2] }, ":3: the header must have lines for"},
		"half line":  {func(l []string) []string { l[first+1] = l[first+1][:9]; return l[:first+2] }, ":9: this line"},
		"an answer":  {func(l []string) []string { l[first] = strings.Replace(l[first], " 1 ~", " 2 ~", 1) + "x"; return l }, ":8: this line"},
		"the seed":   {func(l []string) []string { l[3] = "seed 4"; return l }, ":8: this line, or a line above"},
		"a bad seed": {func(l []string) []string { l[3] = "seed x"; return l }, ":4: the seed must be a whole number"},
		"a line out": {func(l []string) []string { return append(l[:first:first], l[first+1:]...) }, ":8: this line"},
		"the count":  {func(l []string) []string { l[len(l)-1] = "end 3"; return l }, "this line gives the number of decisions as 3, but the file has 11"},
		"more":       {func(l []string) []string { return append(l, "and more") }, "unexpected text after the end"},
	} {
		t.Run(name, func(t *testing.T) {
			spoilt := filepath.Join(dir, "spoilt")
			text := strings.Join(c.spoil(append([]string(nil), lines...)), "\n") + "\n"
			require.NoError(t, os.WriteFile(spoilt, []byte(text), 0o644))
			_, err := replay(t, spoilt, "")
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, spoilt+":")
		})
	}
	_, err = match.Open(dir)
	require.ErrorContains(t, err, "only regular files are supported")
	_, err = match.Open(filepath.Join(dir, "none"))
	require.ErrorIs(t, err, os.ErrNotExist)

	g, _ := load(t)
	file, err := match.Open(path)
	require.NoError(t, err)
	err = play.Replay(t.Context(), g, file, "another", play.View{}, &bytes.Buffer{})
	require.ErrorContains(t, err, "was played with other rules of duel")
}

// The reasons why an option is not offered reveal nothing about hidden pieces of other seats.
func TestWhyTellsNoSecrets(t *testing.T) {
	o := play.Options{Players: 3, Seats: []string{"cid=human"}, Bots: "meek"}
	asked := 0
	for o.Seed = 1; o.Seed < 60; o.Seed++ {
		got := plays(t, o, "why", "log")
		if !strings.Contains(got, "Cid, you may play a card") || strings.Contains(got, "hand: Jab ×2") {
			continue // the second of his own might be turned away
		}
		asked++
		require.NotContains(t, got, "Not offered: Jab")
	}
	require.Positive(t, asked)
}

func TestSeats(t *testing.T) {
	for text, o := range map[string]play.Options{
		"the number of players must be from 2 to 3 for duel, not 5": {Players: 5},
		`with 2 players there is no seat "bb"`:                      {Players: 2, Seats: []string{"bb=human"}},
		`a seat must be given as ann=human, ann=random or ann=BOT`:  {Players: 2, Seats: []string{"bob"}},
		`the game has no bot "maek"; did you mean "meek"?`:          {Players: 2, Bots: "maek"},
		`with 2 players there is no seat "cid"; there are an`:       {Players: 2, Seats: []string{"cid=human"}},
		`seat ann is given twice, as human and as random`:           {Players: 2, Seats: []string{"ann=human", "ann=random"}},
	} {
		t.Run(text, func(t *testing.T) {
			_, err := run(t, o)
			require.ErrorContains(t, err, text)
		})
	}
	holds(t, plays(t, play.Options{Seats: []string{"bob=random"}, Bots: "meek", Players: 3}), "Turn: Bob", "The match is over")
	holds(t, plays(t, play.Options{Players: 2}, "0"), "Ann, what will you do?")
}

// Two persons take the screen in turn. Bob may play a card in Ann's turn; Cid
// holds cards but none that fits, and is given the screen all the same.
func TestThePersonsTakeTurns(t *testing.T) {
	o := play.Options{Players: 3, Seats: []string{"ann=human", "bob=human", "cid=human"}, Terminal: true}
	for o.Seed = 1; ; o.Seed++ {
		require.Less(t, o.Seed, uint64(200), "no seed deals so")
		got, _ := run(t, o, "", "0", "0", "", "0", "", "")
		if !strings.Contains(got, "Bob, you may play a card") || !strings.Contains(got, "You have no decision to make") {
			continue
		}
		holds(t, got,
			"\x1b[3J\x1b[2J\x1b[H\nAnn, it is your turn at the screen. The others please look away.\nPress Enter. ", "\x1b[3J\x1b[2J\x1b[H",
			"Blow (unseen) ×2: from stock to Ann's hand", // the log is for all of them
			"Ann      hand: ", "Bob      hand: 2\n", "Ann, what will you do?",
			"Bob, it is your turn at the screen.", "Ann      hand: 2\n", "Bob      hand: ", "Bob, you may play a card: strikes.",
			"Cid, it is your turn at the screen.", "You have no decision to make now.\nPress Enter. ",
		)
		return
	}
}

func TestInterrupted(t *testing.T) {
	g, hash := load(t)
	ctx, cancel := context.WithCancel(context.Background())
	path := filepath.Join(t.TempDir(), "match")
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer w.Close()
	var out bytes.Buffer
	o := alone
	o.Hash, o.In, o.Save = hash, r, path
	o.Out = writer(func(p []byte) (int, error) {
		if strings.HasSuffix(string(p), "> ") {
			cancel() // while a line is waited for
		}
		return out.Write(p)
	})
	require.ErrorIs(t, play.Run(ctx, g, o), context.Canceled)
	holds(t, out.String(), "To continue: moraine play --resume "+path)
	_, err = match.Open(path)
	require.NoError(t, err)
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

var errDisk = errors.New("disk full")

func TestOutputThatFails(t *testing.T) {
	g, hash := load(t)
	o := play.Options{Players: 2, Bots: "meek", Hash: hash, In: strings.NewReader(""), Out: writer(func([]byte) (int, error) { return 0, errDisk })}
	require.ErrorIs(t, play.Run(context.Background(), g, o), errDisk)
}

// Acts in a sealed block appear in the log of other seats when the block ends, and in the actor's log at
// once.
func TestTheLogOfSealedBlocks(t *testing.T) {
	g, hash := loadGame(t, "pact")
	path := filepath.Join(t.TempDir(), "match")
	var out bytes.Buffer
	err := play.Run(context.Background(), g, play.Options{Bots: "random", Seed: 1, Hash: hash, Save: path, Out: &out, In: strings.NewReader("")})
	require.NoError(t, err)
	holds(t, out.String(), "Ann chooses bid: Penny", "Penny: from Ann's front to Ann's aside", "Ann: bold", "Bob chooses bid: Groat", "From now on: over")
	file, err := match.Open(path)
	require.NoError(t, err)
	for as, want := range map[string][]string{
		"ann": {"Ann chooses bid", "to Ann's aside", "Ann: bold", "Bob chooses bid", "to Bob's aside", "Bob: bold", "From now on: over", "both"},
		"bob": {"Bob chooses bid", "to Bob's aside", "Bob: bold", "Ann chooses bid", "to Ann's aside", "Ann: bold", "From now on: over"},
	} {
		t.Run(as, func(t *testing.T) {
			out.Reset()
			require.NoError(t, play.Replay(t.Context(), g, file, hash, play.View{As: as}, &out))
			got := strings.ReplaceAll(out.String(), "Ann and Bob win together", "both win")
			holds(t, got, want...)
		})
	}
}

// The input is read in a goroutine of its own, and a panic there becomes an error.
func TestAPanicOfTheInputIsCaught(t *testing.T) {
	g, hash := load(t)
	o := alone
	o.Hash, o.In, o.Out = hash, falls{}, io.Discard
	require.PanicsWithValue(t, "over a stone", func() { _ = play.Run(t.Context(), g, o) })
}

type falls struct{}

func (falls) Read([]byte) (int, error) { panic("over a stone") }

// Neither a line that is typed nor a saved match takes more memory than it should.
func TestLongInput(t *testing.T) {
	g, hash := load(t)
	o := alone
	o.Hash, o.In, o.Out = hash, strings.NewReader(strings.Repeat("x", 1<<20)), io.Discard
	require.ErrorContains(t, play.Run(t.Context(), g, o), "a line of input has more than 65536 bytes")

	path := filepath.Join(t.TempDir(), "match")
	for text, want := range map[string]string{
		strings.Repeat("\n", 3_000_000):                                  "has 3000000 lines; the maximum is 2000000",
		"moraine match 3\n" + strings.Repeat("seat ann human\n", 20_000): ":10002: no decision in the first 10000 lines",
		"moraine match 3\nreading a=b\nreading a=c\n":                    `:3: the reading of "a" is said twice`,
	} {
		t.Run(text, func(t *testing.T) {
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			_, err := match.Open(path)
			require.ErrorContains(t, err, want)
		})
	}
}
