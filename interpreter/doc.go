// Package interpreter loads board games whose rules are data. A game is a folder of YAML files; [Load] reads, checks
// and compiles it. The packages below this one play matches of it and run its scenarios; the examples show how.
//
// # Data flow
//
//	files → source (nodes with positions) → syntax (the tree of the game)
//	      → overlay (variants laid over it) → schema (names resolved to slots and types)
//	      → formula, program (checked and compiled: a [Game])
//	      → machine (a match of it: requests out, answers in) → match (the view of each seat)
//
// A game is compiled once. [Rules.Game] makes configurations of it; readings are data of a match, so all configurations
// with the same changed rules share a program. Scenarios, playouts and the tools of the command are built on these.
//
// # Packages
//
// A package imports only packages that stand above it in this list, and tools import nothing of interpreter/internal
// (TestImportsFollowThePipeline).
//
//	escape                texts of others made harmless for terminals, Markdown, JSON and CSV
//	files                 files read within limits and written whole
//	parallel              a loop on several processors
//	source                bytes → nodes with positions; diagnostics with carets
//	syntax                nodes → the strict tree of a game, its variants and steps
//	tables                rows of tables (CSV) → cards
//	internal/overlay      variants laid over that tree, by id
//	internal/ref          the numbers of pieces, places, seats, cards and words, a type each
//	internal/schema       declarations resolved: names → slots and types
//	internal/state        the words of one match: pieces, zones, counters; snapshot and view
//	internal/formula      expr's tree of a formula → checked tree, of all readings, and its evaluator
//	internal/fragments    texts of formulas, split and simplified for people
//	internal/program      steps, checked once for all readings → operations
//	internal/equivalence  programs that are the same in every match
//	words                 names of pieces, zones and options, in each language
//	printer               rules as lines of text, as they are in force
//	internal/machine      the loop of a match: requests out, answers in
//	internal/decide       answers: at random, by preferences, by search
//	interpreter           Load, Rules, Game
//	match                 a match: its questions, acts, log and views, limited to the knowledge of each seat
//	playout               matches between bots, one after another, with the values of their measures
//	scenario/proof        the clauses and parts of the rules that a run reaches
//	scenario/chance       the exact probability of a condition
//	scenario/spec         scenarios as written: files → Given, When, Then and entries of `under`
//	scenario/naming       how scripts name seats, pieces, places and options, and the meaning of a name
//	scenario/given        positions: read from `given`, set up in a match, written as `given`
//	scenario/course       the facts of a run, and where those of two configurations differ
//	scenario/exec         Given/When/Then, run once in one configuration, or step by step
//	scenario/record       the decisions of a match as the lines of a script
//	scenario/walk         all positions that a match can reach
//	scenario              suites of scenarios, run in many configurations
//
// The tools of the command are below; moraine/ stands for cmd/moraine/internal/.
//
//	moraine/doc           a document of results, for a terminal, Markdown and a page
//	moraine/layout        files of games in the standard layout
//	moraine/card          cards as HTML, drawn from the looks of a game
//	moraine/watch         files followed while they are edited
//	moraine/search        entries found by words, in three languages
//	moraine/explain       anything in the rules, explained with its clauses
//	moraine/author        scenarios written: from plays, with checks, shortened, proved
//	moraine/declare       entries of `under` for flips that no scenario declares
//	moraine/capture       a moment of a match as a scenario in a file
//	moraine/debug         a scenario step by step, forwards and back
//	moraine/part          the shortest play after which two configurations differ
//	moraine/mutate        rules with one change each, and whether a scenario notices
//	moraine/simulate      many matches, their measures, shards
//	moraine/learn         values of positions, learned from matches
//	moraine/balance       sweeps of the values of a game, their effects and their tuning
//	moraine/count         the courses that a match can take, counted
//	moraine/cover         clauses, steps and conditions that the scenarios reach
//	moraine/diff          the difference of two configurations: rules, scenarios, balance
//	moraine/book          the rule book of a game, with its proofs, as pages
//	moraine/play          a match in the terminal
//	moraine/engine        matches for other programs, and players that are programs
//	moraine/report        results of scenarios as text, JSON, JUnit, Markdown and others
//	moraine/mcp           a server for assistants
//	moraine/serve         a server for browsers: the parts common to all its pages
//	moraine/serve/table     its pages for matches
//	moraine/serve/rules     its pages for the rule book
//	moraine/serve/debugger  its pages for scenarios, step by step
//	moraine/lsp           a language server for editors
//	moraine/dap           a debug adapter for editors
//	moraine/live/texts    the files of a game as pages send them
//	moraine/live          answers to pages that run the book in a browser, and these pages
//	moraine/live/worker   … the program for the browser, compiled for WebAssembly
//	moraine/live/desk     matches on these pages, without a network
//	moraine/live/desk/worker  … a second program for them
//	cmd/moraine           the command line, one file a command
//
// Folders called testing hold packages for tests, cards, scenarios and variants the data of the shipped games.
//
// # Reading path
//
// Two hours show how a match runs, in this order: syntax/verbs.go, members.go, procedure.go: the language as tagged
// structs; internal/schema/types.go, schema.go: types, and the meaning of names; internal/formula/tree.go, env.go,
// eval.go: operations of formulas and their evaluation; internal/program/program.go, build.go: steps as operations;
// internal/state/state.go: the words of a match; internal/machine/match.go, exec.go, verbs.go, request.go, ask.go,
// choice.go: the loop, the verbs, questions and the effects of answers.
//
// The rest of the kernel is 34 files more: syntax/kind.go, formula.go, step.go, game.go; internal/ref;
// internal/schema/fields.go, zones.go, values.go; internal/formula/expr.go, scope.go, compile.go, names.go, members.go,
// operators.go, functions.go, call.go; internal/program/declare.go, unit.go, verbs.go, steps.go, assign.go, loops.go;
// internal/state; internal/machine/stack.go, frames.go, options.go, legal.go.
//
// Most changes need no more than that and the file of the verb or function in question. Hidden information begins in
// internal/state/secret_view.go, readings in internal/formula/rulings.go, variants in internal/overlay, windows in
// internal/machine/windows.go, places in internal/schema/topology.go, coverage in internal/formula/cover.go.
//
// The kernel is source, syntax, schema, formula, program, state and machine. A first reading can skip its layers: files
// whose names begin with secret_ (the knowledge of each seat), shown_ (texts and values with a question) and hint_
// (better messages), and the packages internal/decide, internal/equivalence, words and printer.
//
// # Glossary
//
//	act            a thing that a seat does: an option, a play or a side offer, with the choices that belong to it
//	answer         the numbers of the options that a decider chooses
//	back           the side of a hidden piece that all players see; pieces with equal backs are one option
//	block          consecutive pieces of a stack in unknown order; syntax.Block is a list of steps
//	bot            a decider with preferences that the game declares, or one that searches
//	card           a design of a kind, of which there can be several pieces
//	case           the result of one run of a scenario: one row of its examples in one configuration
//	clause         one statement of a rules text that a test can check, with an id
//	condition      a formula that is true or false, often with words that give the reason of a refusal
//	configuration  a game with variants and readings in force
//	counter        the number of times that something has happened in a span of the match
//	course         the facts of a run in names that do not depend on the configuration; moraine count counts
//	               sequences of decisions
//	decider        a seat's person or bot, or chance
//	decision       an answer or a side offer, as a match records it
//	diagnostic     an error in a file, with its position and a hint
//	entry          a key under `under` of a scenario: the outcome in another configuration
//	event          one thing that happened in a match, as observers see it
//	fault          an error of the rules, or an exceeded limit, that stops a match
//	feature        a formula that may say how well a player is doing; moraine learn finds its weight
//	field          a value of the game, of a player or of a piece
//	flip           a scenario whose outcome differs under another configuration
//	flags          the face of a piece, its glue and the seats that know it, in one word
//	formula        an expression of the rules; it has no side effects
//	frame          a procedure that is running, with its local values
//	glue           the flag by which a piece and the next one of its stack belong to one block
//	job            one row of a scenario in one configuration that is still to be run
//	keyed set      the pieces of a kind by a printed value, made once for a formula that looks for them;
//	               internal/formula/sets.go
//	kind           the type of cards and pieces, with typed fields
//	layer          a source of data: the built-in games, the current folder, a folder given with --data
//	local name     a name of a procedure; a frame has its value in a slot
//	look           the colour, size and symbol that a game declares for a thing
//	mark           a field of a piece that the state stores; with coverage, a place in the rules that it records;
//	               in internal/state/marks.go, the number of a part of the state
//	match          one play of a game, from its start to its end
//	measure        a value that a game declares for statistics over many matches
//	memo           a formula whose results are remembered; internal/formula/memory.go
//	mutant         the rules with one change, which a scenario should notice
//	nothing        the value of an empty name, field or choice
//	note           the coverage that one evaluation adds to a mark (formula.Note)
//	operation      an instruction of the compiled program
//	option         one thing that can be chosen
//	owed piece     a word of a frame in place of a piece that chance has yet to draw (ref.Piece.Owed)
//	pending        the procedure that opened a window, as the cards played there see it
//	piece          a single card, tile, token or figure in a match
//	pin            a claim of a scenario that it tests a clause; a run proves it by a step or value that cites the
//	               clause
//	play           an answer in a window: a card leaves its zone, and the procedure `playing` of its kind runs
//	playout        a match between bots that is played to its end
//	position       a file, a line and a column (source.Pos); the state in which a scenario begins
//	procedure      named steps
//	program        the compiled form of a game, with the branches of all readings
//	reading        one answer to a ruling
//	reads          the parts of the state that an evaluation has read; internal/state/marks.go
//	record         the rulings and notes that evaluations in a match have used (formula.Record)
//	request        a question of the machine to a seat or to chance; a question, as a seat sees it
//	ruling         a question that the rules texts leave open
//	scenario       Given/When/Then: a position, acts and checks
//	schema         the declarations of a game, resolved; a JSON Schema, of files or outputs, has its whole name
//	sealed block   steps in which each player acts without seeing the acts of the others until it ends
//	seat           a player's place at the table
//	side           one of two configurations that are compared; a face of a die; the side of a piece that is up
//	side offer     a procedure that a player may start while a question is open to another one
//	sight          the names of a match as far as one viewer may know them
//	snapshot       a copy of the state of a match, to go back to
//	stand          a scenario that is set up for a caller, who answers its requests
//	step           one verb of the rules with its operands
//	suite          the scenarios that are run together
//	target         the player or piece on which a card is played
//	trial          in a search, one play from a dealt position; in package scenario, one scenario in several
//	               configurations
//	unit           in package program, the code of a procedure; in package scenario, a scenario with the rows of
//	               its examples
//	variant        an overlay of a game: patches of its rules, and readings
//	verb           a kind of step, such as move or draw; interpreter/README.md says how to add one
//	view           the part of a match that a seat may see
//	viewer         a seat, all seats together (match.Public), or a reader who knows everything (match.Everything)
//	voice          names and sentences for events: those of a log, or of a trace of a script
//	window         a moment in which other seats may act
//	word           a 32-bit integer of a state; in the rules, a value from a list of words
//	world          a state with the schema and data that give meaning to its words (state.World)
//	zone           a place for pieces: of the table, of a player or on a piece
package interpreter
