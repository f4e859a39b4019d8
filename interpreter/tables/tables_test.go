package tables_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
	"moraine/interpreter/source"
	"moraine/interpreter/tables"
)

const rules = `language: 1
game: g
players: {from: 2, to: 2, seats: [ann, bob]}
start: match
texts: {printed: The cards}
sections: {K: Cards}
zones: {box: {holds: [beast]}}
procedures: {match: {do: [{finish: players}]}}
`

const goods = "kind: good\ncards: {wood: {names: {en: Wood, de: Holz}}, steel: {}}\n"

// kindOf returns the file of a kind with a table. mapping are the keys under `table` besides the file.
func kindOf(mapping string) string {
	return "kind: beast\ntable: {file: a.csv" + strings.TrimSuffix(", "+mapping, ", ") + "}\n" + `fields:
  food: {type: number, range: -9..9999}
  size: {one_of: [small, very_big], default: small}
  wild: yes_no
  likes: {type: good, optional: true}
  cost: {type: number, by: good}
  gain: {type: number, by: [sword, coin, twig]}
each_has: {worth: {formula: number}, effect: steps}
`
}

type game map[string]string

// worths is a file that reads a formula of the cards.
var worths = game{"worths.yaml": "formulas: {worths: 'sum(box, .worth)'}\n"}

// load loads a game of which only some files are given.
func load(files game) (*interpreter.Game, error) {
	tree := fstest.MapFS{
		"cards/g/game.yaml": {Data: []byte(rules)}, "cards/g/beast.yaml": {Data: []byte(kindOf(""))}, "cards/g/good.yaml": {Data: []byte(goods)},
	}
	for name, text := range files {
		tree["cards/g/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return interpreter.Load(interpreter.Sources{{Name: "test", FS: tree}}, "g", interpreter.Options{})
}

// shown lists the cards of a kind, one a line.
func shown(g *interpreter.Game, kind string) string {
	var b strings.Builder
	for _, k := range g.Syntax.Kinds {
		for _, c := range k.Cards {
			if k.Name != kind {
				continue
			}
			b.WriteString(c.Name)
			if !c.Data {
				fmt.Fprintf(&b, " x%d", c.Copies)
			}
			if c.CopiesAre.Assumed {
				b.WriteString("?")
			}
			for _, lang := range slices.Sorted(maps.Keys(c.Names)) {
				fmt.Fprintf(&b, " %s:%s", lang, c.Names[lang])
			}
			for _, v := range c.Values {
				fmt.Fprintf(&b, " %s=", v.Name)
				if v.Formula != nil {
					b.WriteString(v.Formula.Text)
				}
				for i, row := range v.Rows {
					b.WriteString(strings.Repeat("+", min(i, 1)) + row.Value.Text + row.Key.Name)
				}
				if v.Assumed {
					b.WriteString("?")
				}
				for _, id := range v.Cites {
					b.WriteString("[" + id.Name + "]")
				}
			}
			for _, f := range c.Formulas {
				fmt.Fprintf(&b, " %s={%s}", f.Name, f.Is.Text)
			}
			if len(c.Steps) > 0 {
				b.WriteString(" steps")
			}
			for _, id := range c.Cites {
				b.WriteString(" [" + id.Name + "]")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func TestRowsBecomeCards(t *testing.T) {
	for name, tt := range map[string]struct {
		table string // the mapping
		csv   string
		want  string
		more  game
	}{
		"headers name fields": {
			csv:  "ID,Name,name (de),Count,FOOD,Size,wild,likes,Cost.Wood,cost_steel,worth\n ox ,Wild Ox,Auerochse,2,3,Very Big,yes,Holz,1,2,food + 1\nhare,,,,-1,,,,,,\n",
			want: "ox x2 de:Auerochse en:Wild Ox food=3 size=very_big wild=true likes=wood cost=1wood+2steel worth={food + 1}\nhare food=-1\n",
		},
		"a mapping": {
			table: "id: 'card_{No}', columns: {names: {en: Title, de: Titel}, copies: {column: Anz, assumed: true}, food: {column: F, means: {lots: 9}, empty: '-'}, cost: {wood: W, steel: S}, size: {column: X, cites: [P-K-1]}}, ignore: [Art, '*_font'], copies: 1",
			csv:   "No,Title,Titel,Anz,F,W,S,X,Art,head_font\n#1,Ox,Ochs,2,lots,1,,small,a.png,Arial\n2,Hare,,,-,,3,very big,,\n",
			want:  "card_1 x2? de:Ochs en:Ox food=9 size=small[P-K-1] cost=1wood\ncard_2 x1? en:Hare size=very_big[P-K-1] cost=3steel\n",
			more:  game{"clauses.yaml": "clauses: {P-K-1: {text: printed, section: K, says: Sizes.}}\n"},
		},
		"symbols": {
			table: "id: 'c{row}', columns: {gain: {column: G, symbols: {⚔️: sword, 💰: coin, T: twig}}, cost: C}",
			csv:   "G,C\n⚔💰💰,wood\n2T/⚔️,\"wood 2, steel\"\nT:2|💰=3,Holz: 4\n⚔️+⚔,2 wood\n3x💰;2 T,steel x2\n-1💰,\n",
			want:  "c1 cost=1wood gain=1sword+2coin\nc2 cost=2wood+1steel gain=2twig+1sword\nc3 cost=4wood gain=2twig+3coin\nc4 cost=2wood gain=2sword\nc5 cost=2steel gain=3coin+2twig\nc6 gain=-1coin\n",
		},
		"symbols that are numbers": {
			table: "id: 'c{row}', columns: {gain: {column: G, symbols: {0: sword, 1: coin}}}",
			csv:   "G\n\"0,0,1\"\n1\n", want: "c1 gain=2sword+1coin\nc2 gain=1coin\n",
		},
		"numbers":       {csv: "id,food\na,3.0\nb,\"3,00\"\nc,+3\nd,−2\ne,-2\nf,007\ng,0\n", want: "a food=3\nb food=3\nc food=3\nd food=-2\ne food=-2\nf food=7\ng food=0\n"},
		"yes and no":    {csv: "id,wild\na,TRUE\nb,WAHR\nc,x\nd,Nein\ne,0\nf,vrai\n", want: "a wild=true\nb wild=true\nc wild=true\nd wild=false\ne wild=false\nf wild=true\n"},
		"ids of names":  {csv: "name\nUmanità\nŒuf\nL'Ours Noir\nStraße 7\n", want: "umanita en:Umanità\noeuf en:Œuf\nlours_noir en:L'Ours Noir\nstrasse_7 en:Straße 7\n"},
		"a card table":  {csv: "id\ntable\ncards\n", want: "table\ncards\n"},
		"equal rows":    {table: "equal_rows: copies", csv: "name,food\nOx,3\nHare,1\nOx,3\nOx,3\n", want: "ox x3 en:Ox food=3\nhare en:Hare food=1\n"},
		"equal counted": {table: "equal_rows: copies", csv: "name,count\nOx,3\nOx,3\n", want: "ox x6 en:Ox\n"},
		"copies 0":      {csv: "name,count\nOx,0\nHare,2\n", want: "hare x2 en:Hare\n"},
		"provenance": {
			csv:  "id,copies,copies.mark,food,food.mark,food.cites,cites\na,2,assumed,3,assumed,,P-K-1\nb,1,,3,,P-K-1 P-K-2,\n",
			want: "a x2? food=3? [P-K-1]\nb x1 food=3[P-K-1][P-K-2]\n",
			more: game{"clauses.yaml": "clauses: {P-K-1: {text: printed, section: K, says: Sizes.}, P-K-2: {text: printed, section: K, says: Food.}}\n"},
		},
		"rows that are no cards": {
			table: "skip: {Name: ['', Total*], Kind: Back}", csv: "Name,Kind,food\n\nOx,,1\n,,\nThe back,Back,\nTotal cards,,9\n,,7\nHare,,2\n",
			want: "ox en:Ox food=1\nhare en:Hare food=2\n",
		},
		"ragged rows":   {csv: "Name,food,\nOx\nHare,2,\n", want: "ox en:Ox\nhare en:Hare food=2\n"},
		"texts":         {csv: "Name,worth\n'=Ox,1\n''tis,2\n'tis not,3\n\"\"\"Quoted\"\", so\",4\n\"two\nlines\",5\n", want: "ox en:=Ox worth={1}\ntis en:'tis worth={2}\ntis_not en:'tis not worth={3}\nquoted_so en:\"Quoted\", so worth={4}\ntwo_lines en:two lines worth={5}\n"},
		"cards beside":  {csv: "id,name\nox,Ox\nhare,Hare\n", more: game{"beast.yaml": kindOf("") + "cards: {ox: {names: {de: Ochs}, effect: [{finish: players}], food: 3}}\n"}, want: "ox de:Ochs en:Ox food=3 steps\nhare en:Hare\n"},
		"clauses":       {table: "clauses: {text: printed, section: K, columns: [Text, More]}", csv: "Name,Text,More\nOld Ox,\"Draw\ntwo.\",Then rest.\nHare,,Run.\n", want: "old_ox en:Old Ox [K-OLDOX-1] [K-OLDOX-2]\nhare en:Hare [K-HARE-1]\n"},
		"listed header": {table: "ignore: ['*', Foot]", csv: "id,Foot,Zzzzz\na,1,2\n", want: "a\n"},
		"semicolons":    {csv: "sep=;\nid;food\na;\"3,0\"\n", want: "a food=3\n"},
	} {
		t.Run(name, func(t *testing.T) {
			files := game{"beast.yaml": kindOf(tt.table), "a.csv": tt.csv}
			maps.Copy(files, tt.more)
			g, err := load(files)
			require.NoError(t, err)
			assert.Equal(t, tt.want, shown(g, "beast"))
		})
	}
}

func TestErrorsNameTheCell(t *testing.T) {
	for name, tt := range map[string]struct {
		table, csv string
		want       string // the first lines of the errors, with the hint after =
		more       game
	}{
		"a misspelt field":      {csv: "id,foood\na,1\n", want: `a.csv:1:4: kind beast has no field "foood" = did you mean "food"?`},
		"although ignored":      {table: "ignore: ['*']", csv: "id,foood\na,1\n", want: `a.csv:1:4: kind beast has no field "foood" = did you mean "food"?`},
		"an unknown column":     {csv: "id,Balance\na,1\n", want: `a.csv:1:4: kind beast has no field "Balance" = map the column under ` + "`columns`, or list it under `ignore`"},
		"no whole number":       {csv: "id,food\na,1\nb,\"3,5\"\n", want: `a.csv:3:3: "3,5" is not a whole number`},
		"perhaps a thousand":    {csv: "id,food\na,1.000\n", want: `a.csv:2:3: "1.000" is not a whole number`},
		"a number with a space": {csv: "id,food\na,1 000\n", want: `a.csv:2:3: "1 000" is not a whole number`},
		"a unit":                {csv: "id,food\na,3 Gold\n", want: `a.csv:2:3: "3 Gold" is not a whole number`},
		"not computed":          {csv: "id,food,name\na,#REF!,#N/A\n", want: "a.csv:2:3: #REF!: the spreadsheet could not compute this cell\na.csv:2:9: #N/A: the spreadsheet could not compute this cell"},
		"of LibreOffice":        {csv: "id,name\na,Err:502\n", want: "a.csv:2:3: Err:502: the spreadsheet could not compute this cell"},
		"no symbols computed":   {csv: "id,cost\na,#REF!\n", want: "a.csv:2:3: #REF!: the spreadsheet could not compute this cell"},
		"a formula":             {csv: "id,name\na,=A1\n", want: "a.csv:2:3: the cell has a formula instead of a value = export values, not formulas; for a text that begins with =, write '="},
		"out of range":          {csv: "id,food\na,-10\n", want: "a.csv:2:3: food is -9 to 9999, not -10"},
		"too large":             {csv: "id,food\na,99999999999\n", want: "a.csv:2:3: expected a whole number, found \"99999999999\""},
		"an unknown word":       {csv: "id,size\na,smal\n", want: `a.csv:2:3: expected one of small, very_big, found "smal"`},
		"an unknown card":       {csv: "id,likes\na,Wod\n", want: `a.csv:2:3: there is no good called "wod"; did you mean "wood"?`},
		"neither yes nor no":    {csv: "id,wild\na,maybe\n", want: `a.csv:2:3: "maybe" is neither yes nor no = write yes or no`},
		"no symbol":             {table: "columns: {gain: {column: G, symbols: {💰: coin}}}", csv: "id,G\na,💰🪙\n", want: `a.csv:2:3: "💰🪙" is no symbol = did you mean "💰"?`},
		"symbols in part":       {table: "columns: {gain: {column: G, symbols: {T: twig}}}", csv: "id,G\na,\"T, bbb➪Ug\"\n", want: `a.csv:2:7: "bbb➪Ug" is no symbol = the symbols are T`},
		"only a number":         {table: "columns: {gain: {column: G, symbols: {T: twig}}}", csv: "id,G\na,T 3 4\n", want: `a.csv:2:6: "4" is no symbol = write for example 2 T`},
		"a bad mark":            {csv: "id,food,food.mark\na,1,guess\n", want: `a.csv:2:5: a mark is given or assumed; found "guess"`},
		"equal rows":            {csv: "Name,food\nOx,3\nHare,1\nOx,3\n", want: "a.csv:4:1: card \"ox\" is already in line 2 = both rows are equal; give the number of `copies`, or write `equal_rows: copies`"},
		"names that fold":       {csv: "Name,food\nÖx,3\nOx,4\n", want: "a.csv:3:1: card \"ox\" is already in line 2 = give each card a name of its own, or a column `id`"},
		"an id of digits":       {csv: "id\n#1\n", want: "a.csv:2:1: \"1\" is not an id; an id has letters a to z, digits and _, and begins with a letter = write `id: card_{id}` under `table`, or give the table a column `id`"},
		"a Chinese name":        {csv: "Name,food\n拳,1\n", want: "a.csv:2:1: \"\" is not an id; an id has letters a to z, digits and _, and begins with a letter = write `id: card_{id}` under `table`, or give the table a column `id`"},
		"a reserved word":       {csv: "id\nplayers\n", want: `a.csv:2:1: nothing can be called "players", which is a word of the language = choose another name`},
		"no name":               {csv: "Name,food\nOx,1\n,2\n", want: "a.csv:3:2: this row has nothing under \"Name\", from which the id of its card is made = to leave rows out, write for example `skip: {Name: ''}`"},
		"no column of ids":      {csv: "food\n1\n", want: "a.csv:1:1: the table has no column `id` or `name` = add one, or write under `table` which it is: `id: '{HEADER}'` or `columns: {names: HEADER}`"},
		"two equal headers":     {csv: "id,food,food\na,1,2\n", want: "a.csv:1:9: two columns have the header \"food\" = rename one of them, or add it to `ignore`"},
		"two headers":           {csv: "id,count,qty\na,1,2\n", want: "a.csv:1:10: the columns \"count\" and \"qty\" both hold copies = add one of them to `ignore`"},
		"no header":             {csv: "id,,food\na,1,2\n", want: "a.csv:2:3: there is no header above this cell = name the column in the first line, or empty the cell"},
		"a long row":            {csv: "id,food\na,1,2\n", want: "a.csv:2:5: there is no header above this cell = name the column in the first line, or empty the cell"},
		"no such column":        {table: "columns: {food: Qty}", csv: "id,Food\na,1\n", want: `beast.yaml:2:38: a.csv has no column "Qty" = the columns are id, Food`},
		"no such field":         {table: "columns: {fod: Food}", csv: "id,Food\na,1\n", want: `beast.yaml:2:32: kind beast has no field "fod" = did you mean "food"?`},
		"no such key":           {table: "columns: {cost: {wod: W}}", csv: "id,W\na,1\n", want: `beast.yaml:2:39: table cost has no row "wod" = did you mean "wood"?`},
		"a bad mapping":         {table: "colums: {food: F}", csv: "id,food\na,1\n", want: "beast.yaml:2:22: `table` has no key \"colums\" = did you mean \"columns\"?"},
		"a column without":      {table: "columns: {food: {assumed: true}}", csv: "id,food\na,1\n", want: "beast.yaml:2:38: a column needs the header that stands above it; write `column: HEADER`"},
		"both":                  {table: "columns: {cost: {column: C, wood: W}}", csv: "id,C\na,\n", want: "beast.yaml:2:50: a column has no key \"wood\""},
		"where on no column":    {table: "where: {Type: beast}", csv: "id,food\na,1\n", want: `beast.yaml:2:30: a.csv has no column "Type" = the columns are id, food`},
		"a pattern of ids":      {table: "id: card", csv: "id,food\na,1\n", want: `beast.yaml:2:26: the pattern "card" names no column = write for example card_{id}`},
		"a card in no row":      {csv: "id,food\nox,1\n", more: game{"beast.yaml": kindOf("") + "cards: {oxx: {food: 3}}\n"}, want: `beast.yaml:11:9: card "oxx" is in no row of a.csv = did you mean "ox"?`},
		"a value twice":         {csv: "id,food\nox,1\n", more: game{"beast.yaml": kindOf("") + "cards: {ox: {food: 3}}\n"}, want: `beast.yaml:11:14: card "ox" has "food" in its row, too = remove it here, or empty the cell at a.csv:2:4`},
		"a name twice":          {csv: "id,name\nox,Ox\n", more: game{"beast.yaml": kindOf("") + "cards: {ox: {names: {en: Ox}}}\n"}, want: `beast.yaml:11:22: card "ox" has "en" in its row, too = remove it here, or empty the cell at a.csv:2:4`},
		"a clause twice":        {table: "clauses: {text: printed, section: K, columns: [T]}", csv: "id,T\no_x,A\nox,B\n", want: `a.csv:3:4: the name "K-OX-1" is already used for a clause = the first is at a.csv:2:5`},
		"no such text":          {table: "clauses: {text: other, section: K, columns: [T]}", csv: "id,T\nox,A\n", want: `beast.yaml:2:38: the game has not a text "other" = there is printed`},
		"no table":              {more: game{"A.csv": "id\n"}, want: `beast.yaml:2:15: there is no table a.csv = there is A.csv`},
		"another table":         {more: game{"aa.csv": "id\n"}, want: `beast.yaml:2:15: there is no table a.csv = did you mean "aa.csv"?`},
		"no ending":             {more: game{"beast.yaml": strings.Replace(kindOf(""), "a.csv", "a.xlsx", 1)}, want: `beast.yaml:2:15: a table is a file that ends in .csv or .tsv; found "a.xlsx" = save the sheet as CSV`},
		"outside":               {more: game{"beast.yaml": strings.Replace(kindOf(""), "a.csv", "../../h/a.csv", 1)}, want: `beast.yaml:2:15: the table "../../h/a.csv" is outside of the folder of the game = write the path from the folder of this file, with /`},
		"absolute":              {more: game{"beast.yaml": strings.Replace(kindOf(""), "a.csv", "/etc/a.csv", 1)}, want: `beast.yaml:2:15: the table "/etc/a.csv" is outside of the folder of the game = write the path from the folder of this file, with /`},
		"Windows-1252":          {csv: "id,name\na,Ox\x92s\n", want: `a.csv:2:5: the byte 0x92 is not UTF-8; in Windows-1252 it is ’ = save the sheet as "CSV UTF-8"`},
		"Latin-1":               {csv: "id,name\na,B\xe4r\n", want: `a.csv:2:4: the byte 0xe4 is not UTF-8; in Windows-1252 it is ä = save the sheet as "CSV UTF-8"`},
		"UTF-16":                {csv: "\xff\xfei\x00d\x00", want: `a.csv: the table is UTF-16, not UTF-8 = save the sheet as "CSV UTF-8"`},
		"NUL":                   {csv: "id,name\na,\x00\n", want: "a.csv:2:3: the control character U+0000 is not allowed"},
		"old line ends":         {csv: "id,name\ra,b\r", want: "a.csv:1:8: carriage return without a line feed"},
		"an open quote":         {csv: "id,name\na,\"b\nc,d\n", want: "a.csv:2:1: the \" at the beginning of a cell is closed too early or not at all = put the cell in quotes and write each \" in it twice"},
		"a lone quote":          {csv: "id,name\na,5\" nail\n", want: "a.csv:2:4: a \" within a cell that does not begin with one = put the cell in quotes and write each \" in it twice"},
		"nothing":               {csv: "\n\n", want: "a.csv: the table is empty = the first line has the names of the columns"},
		"many columns":          {csv: strings.Repeat("a,", 300) + "a\n", want: "a.csv:1:513: more than 256 columns"},
		"many rows":             {csv: "id\n" + strings.Repeat("a\n", 10_001), want: "a.csv:10002:1: more than 10000 rows"},
		"a large file":          {csv: "id\n" + strings.Repeat("a", 1<<20), want: "a.csv: the file has 1048579 bytes; the maximum is 1048576"},
		"two kinds":             {csv: "id,name\nox,Ox\n", more: game{"other.yaml": "kind: other\ntable: a.csv\n"}, want: "a.csv:2:1: this row is a card of kind beast and of kind other = write `where` for both kinds"},
		"no kind": {
			table: "where: {type: beast}, ignore: [type]", csv: "id,type\nox,beast\nrat,monstr\n", more: game{"other.yaml": "kind: other\ntable: {file: a.csv, where: {type: [monster, spell]}}\n"},
			want: "a.csv:3:5: \"monstr\" belongs to no kind = did you mean \"monster\"? To leave rows out, write `skip`",
		},
		"a formula of a card": {csv: "id,worth\nox,\"food + ruled(\"\"x\"\", a)\"\n", more: worths, want: `a.csv:2:25: ruled needs two quoted names`},
		"a name of a formula": {csv: "id,worth\nox,'+ foood\n", more: worths, want: `a.csv:2:7: unknown name "foood"`},
	} {
		t.Run(name, func(t *testing.T) {
			files := game{"beast.yaml": kindOf(tt.table)}
			if tt.csv != "" {
				files["a.csv"] = tt.csv
			}
			maps.Copy(files, tt.more)
			_, err := load(files)
			var found source.Diagnostics
			require.True(t, errors.As(err, &found), "%v", err)
			var lines []string
			for _, d := range found.Sorted() {
				line := strings.ReplaceAll(d.Pos.String()+": "+d.Text, "cards/g/", "")
				if d.Hint != "" {
					line += " = " + strings.ReplaceAll(d.Hint, "cards/g/", "")
				}
				lines = append(lines, line)
			}
			got := strings.Join(lines, "\n")
			if !strings.HasPrefix(got, tt.want) {
				assert.Equal(t, tt.want, got)
			}
		})
	}
}

// A dialect changes neither the cards nor the hash of the rules.
func TestDialects(t *testing.T) {
	plain := "id,name,food\nox,\"Wild, old; ox\",3\nhare,Hare,1\n"
	want := ""
	for _, delimiter := range []string{",", ";", "\t"} {
		for _, mark := range []string{"", "\ufeff"} {
			for _, end := range []string{"\n", "\r\n"} {
				for _, sep := range []bool{false, true} {
					text := strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(plain, "Wild, old", "Wild\x00 old"), ",", delimiter), "\x00", ",")
					if sep {
						text = "sep=" + delimiter + "\n" + text
					}
					text = mark + strings.ReplaceAll(text, "\n", end)
					for _, text := range []string{text, strings.TrimSuffix(text, end)} {
						g, err := load(game{"a.csv": text})
						require.NoError(t, err, "%q", text)
						if want == "" {
							want = shown(g, "beast")
						}
						require.Equal(t, want, shown(g, "beast"), "%q", text)
					}
				}
			}
		}
	}
}

// Two kinds can share a table, and a file in a folder names its table from there.
func TestTwoKindsInOneTable(t *testing.T) {
	g, err := load(game{
		"sheet/a.csv":      "type,name,food\nbeast,Ox,3\nspell,Fire,\nback,,\nbeast,Hare,1\n",
		"beast.yaml":       strings.Replace(kindOf("where: {type: beast}, skip: {type: back}"), "a.csv", "sheet/a.csv", 1),
		"sheet/spell.yaml": "kind: spell\ntable: {file: a.csv, where: {type: 'sp*'}, ignore: [food]}\n",
	})
	require.NoError(t, err)
	assert.Equal(t, "ox en:Ox food=3\nhare en:Hare food=1\n", shown(g, "beast"))
	assert.Equal(t, "fire en:Fire\n", shown(g, "spell"))
}

// The order of columns changes nothing, the order of rows only that of the cards, and a mark in any cell is reported at
// that cell.
func TestCellsMove(t *testing.T) {
	rows := [][]string{{"id", "name", "count", "food", "size", "wild"}, {"ox", "Ox", "2", "3", "small", "yes"}, {"hare", "Hare", "1", "4", "very big", "no"}, {"elk", "Elk", "3", "5", "small", "no"}}
	write := func(rows [][]string) string {
		var b strings.Builder
		for _, row := range rows {
			b.WriteString(strings.Join(row, ",") + "\n")
		}
		return b.String()
	}
	g, err := load(game{"a.csv": write(rows)})
	require.NoError(t, err)
	want := shown(g, "beast")
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		order := random.Perm(len(rows[0]))
		var moved [][]string
		for _, row := range rows {
			var cells []string
			for _, col := range order {
				cells = append(cells, row[col])
			}
			moved = append(moved, cells)
		}
		g, err := load(game{"a.csv": write(moved)})
		require.NoError(t, err)
		require.Equal(t, want, shown(g, "beast"))

		row, col := 1+random.IntN(3), random.IntN(len(order))
		moved[row][col] = "#N/A"
		_, err = load(game{"a.csv": write(moved)})
		var found source.Diagnostics
		require.True(t, errors.As(err, &found))
		at := 1
		for _, cell := range moved[row][:col] {
			at += len(cell) + 1
		}
		require.True(t, slices.ContainsFunc(found, func(d source.Diagnostic) bool { return d.Pos.Line == row+1 && d.Pos.Col == at }), "%s\n%v", write(moved), err)
	}
	slices.Reverse(rows[1:])
	g, err = load(game{"a.csv": write(rows)})
	require.NoError(t, err)
	lines := strings.SplitAfter(want, "\n")
	assert.Equal(t, lines[2]+lines[1]+lines[0], shown(g, "beast"))
}

// The place of a character in a cell is its place in the file, whether the cell is quoted or not.
func TestPlacesWithinCells(t *testing.T) {
	f := &source.File{Name: "a.csv", Text: []byte("a,b\n  x1,\" y\"\"z\r\nw\"\n'+q,ä'\n")}
	table, found := source.ParseTable(f)
	require.NoError(t, found.Err())
	var got []string
	for row := range table.Rows() {
		for col := range 2 {
			cell := table.Cell(row, col)
			for i := range cell.Value {
				at := cell.At(i)
				got = append(got, fmt.Sprintf("%q %d:%d", cell.Value[i], at.Line, at.Col))
			}
		}
	}
	want := `'x' 2:3|'1' 2:4|'y' 2:8|'"' 2:9|'z' 2:11|'\n' 2:12|'w' 3:1|'+' 4:2|'q' 4:3|'Ã' 4:5|'\'' 4:6`
	assert.Equal(t, strings.ReplaceAll(want, "Ã", string(rune(0xc3))), strings.Join(got, "|"))
}

// Table files with any content neither panic nor take long.
func FuzzTable(f *testing.F) {
	for _, seed := range []string{"id,food\na,1\n", "sep=;\nid;G\na;T2\n", "\ufeff\"id\"\t\"name\"\n\"\"\"\"\t'=1\n", strings.Repeat(",", 300), "id\n" + strings.Repeat("\"", 31)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		begin := time.Now()
		table, found := source.ParseTable(&source.File{Name: "a.csv", Text: []byte(text)})
		if (table == nil) == (len(found) == 0) {
			t.Fatal("neither a table nor an error")
		}
		_, _ = load(game{"a.csv": text, "beast.yaml": kindOf("ignore: ['*'], equal_rows: copies, columns: {gain: {column: G, symbols: {T: twig}}}")})
		if time.Since(begin) > 20*time.Second {
			t.Fatal("slow")
		}
	})
}

func TestFold(t *testing.T) {
	for name, want := range map[string]string{"Mana Cost": "mana_cost", "  Ünïted—Kîng's ": "united_kings", "拳": "", "№ 5": "no_5", "a--b": "a_b", "İstanbul": "istanbul"} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, want, tables.Fold(name), name)
		})
	}
}
