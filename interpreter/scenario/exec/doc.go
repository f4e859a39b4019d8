// Package exec runs a Given/When/Then scenario in one configuration of its game. It is strict:
// a script that does not state an event fails at its line.
//
// # The path of a scenario
//
//  1. Package spec turns a file into scenarios, one for each row of examples, and reports errors of structure. Each
//     entry of `under` is a further scenario.
//  2. Game.Run (run.go) prepares the scenario: prepare (prepare.go) looks up all names in the configuration, has
//     package given read `given` into a position, reads `when` into lines (prepare_script.go), and compiles the
//     formulas of the checks.
//  3. Position.Build (package given) sets a match to the position: pieces, running procedures, fields.
//  4. runner.carryOut (act.go) goes from line to line. It finds the options that a line names (pick.go), and declines
//     the optional choices that the script leaves out (act_omitted.go).
//  5. The match reports its events to runner.Event (events.go), which adds them to one list. The trace, the course
//     (run_course.go), forced choices and refusals are views of it. Package proof notes the coverage at once.
//  6. runner.assess (check.go) evaluates the checks of a line or of the end. What it tries is undone.
//  7. A failure (failure.go) is a value: its kind, place, reasons, the open request and, if a line is missing or names
//     too much, where the script stops. failure_text.go writes its text, once the run is over. The result is an
//     Outcome (run.go).
//
// A Stand (stand.go) is a scenario set up for callers that play on, such as the debugger.
//
// # Files
//
//	prepare.go    looking up the names of a scenario
//	  prepare_script, prepare_names: the lines of `when`, and the names that they may use
//	run.go        running a scenario, and its limits; run_course: the course of a run
//	act.go        carrying out a line: choices by name, dice by value
//	  act_open, act_omitted, act_forced, act_orders: acts in progress, choices that the script leaves out, choices
//	  with one option, the order in which steps take pieces
//	pick.go       the options that a line names; standing.go: the open request
//	check.go      the kinds of checks, in one table; check_state, check_act, check_chance: the position, acts that
//	              are tried, probabilities; check_observe: the facts at checks
//	formula.go    the values of formulas; formula_restated: false formulas restated as true ones
//	failure.go    failures as values; failure_text: their texts; failure_quoted: conditions that they quote
//	events.go     the events of a run, and the conditions that refused an act; trace_event: for callers
//	stand.go      a scenario set up for callers
//	  stand_drive, stand_prompt: its match answered by the caller, the request at a place
package exec
