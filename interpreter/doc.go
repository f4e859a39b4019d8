// Package interpreter loads games whose rules are data, and plays them.
//
// Data flows one way. Each package below reads what those above it make, and imports none
// below it (TestImportsFollowThePipeline reads this list):
//
//	escape                what others wrote, as it is shown: on a terminal, in Markdown, JSON, CSV
//	files                 files, read within limits and written whole, and nowhere else
//	parallel              a loop on several processors
//	source                bytes → nodes with positions; diagnostics with carets
//	syntax                nodes → the strict tree of a game, its variants and steps
//	internal/overlay      variants laid over that tree, by id
//	internal/schema       declarations resolved: names → slots and types
//	internal/state        the words of one match: pieces, zones, counters; snapshot and view
//	internal/formula      expr's tree of a formula → checked tree, of all readings → closures
//	internal/program      steps, checked once for all readings → operations of one configuration
//	words                 how pieces, zones and options are called, in each language
//	printer               rules as lines of text, as they are in force
//	internal/machine      the loop: requests out, answers in
//	internal/decide       who answers: random, greedy, search, enumeration
//	interpreter           Load, Rules, Game: what everything below is built on
//	match                 a match: its questions, acts, log and views, for each seat what it may know
//	playout               matches between bots, one after another, with what their measures come to
//	scenario/chance       how likely something is in a match, exactly
//	scenario/exec         Given/When/Then, run once in one configuration, or step by step
//	scenario              … suites of them, in many configurations, with what `under` says of those
//
// The tools of the command follow; moraine/ stands for cmd/moraine/internal/.
//
//	moraine/reach         which scenarios a change can reach
//	moraine/watch         … run again when files are saved
//	moraine/explain       what anything in the rules is, and by which clause
//	moraine/declare       entries of `under` for flips that no scenario declares
//	moraine/capture       a scenario of any moment of a match
//	moraine/debug         a scenario step by step, forwards and back
//	moraine/part          the shortest play after which two configurations differ
//	moraine/mutate        rules with one change each, and whether a scenario notices
//	moraine/simulate      many matches, their measures, shards
//	moraine/cover         which clauses, steps and conditions the scenarios have executed
//	moraine/diff          what a variant changes, in rules, scenarios and balance
//	moraine/book          the rule book of a game, with its proofs, as pages
//	moraine/play          a match in the terminal
//	moraine/report        results of scenarios as pretty text, JSON, JUnit, Markdown
//	moraine/serve         a server for browsers: what all its pages share
//	moraine/serve/table   … matches
//	moraine/serve/rules   … the rule book, alive
//	moraine/serve/debugger  … scenarios, step by step
//	moraine/lsp           a server for editors
//	moraine/dap           … and for their debuggers
//	cmd/moraine           the command line, one file a command
//
// A game is a folder of YAML files. Read parses it once; Rules.Game makes a configuration of
// it (a set of variants and readings), checked and compiled; machine plays a match of that.
// Packages that only tests use lie in folders called testing.
package interpreter
