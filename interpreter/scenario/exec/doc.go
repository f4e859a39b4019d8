// Package exec runs a Given/When/Then scenario in one configuration of its game. It is strict:
// a script that does not state an event fails at its line.
//
// # The path of a scenario
//
//  1. Decode (scenario.go) turns a file into scenarios, one for each row of examples, and reports errors of structure. Each
//     entry of `under` is a further scenario (scenario_under.go).
//  2. Game.Run (run.go) prepares the scenario: prepare (prepare.go) looks up all names in the configuration, reads `given`
//     into a world (given.go), `when` into lines (prepare_script.go), and compiles the formulas of the checks.
//  3. world.build (given_world.go) sets a match to the starting position: pieces, running procedures, fields.
//  4. runner.carryOut (act.go) goes from line to line. It finds the options that a line names (names_find.go), and declines
//     the optional choices that the script leaves out (act_omitted.go).
//  5. The match reports its events to runner.Event (events.go), which adds them to one list. The trace, the course
//     (course.go), forced choices and refusals are views of it. Package proof notes the coverage at
//     once.
//  6. runner.assess (check.go) evaluates the checks of a line or of the end. What it tries is undone.
//  7. A failure (failure.go) is a value: its kind, place, reasons, the open request and, if a line is missing or names too
//     much, where the script stops. names.go writes its text, once the
//     run is over. The result is an Outcome (run.go).
//
// A Stand (stand.go) is a scenario set up for callers that play on, such as the debugger.
//
// # Files
//
//	scenario.go   scenarios as written, with examples filled in
//	  scenario_background: the beginning that the scenarios of a file share
//	  scenario_checks, scenario_under, scenario_foreign: their checks, entries for other configurations, entries in other files
//	given.go      the starting position
//	  given_seats, given_values, given_zones, given_at, given_frames: players, fields, pieces, the first step, running procedures
//	  given_world: setting a match to it
//	prepare.go    looking up the names of a scenario
//	  prepare_script, prepare_names: the lines of `when`, and the names that they may use
//	run.go        running a scenario; run_budget: limits
//	act.go        carrying out a line: choices by name, dice by value
//	  act_open, act_omitted, act_forced, act_orders: acts in progress, choices that the script leaves out, choices with one
//	  option, the order in which steps take pieces
//	check.go      the checks; check_chance: probabilities; check_observe: the facts at checks
//	formula.go    the values of formulas; formula_restated: false formulas restated as true ones
//	names.go      the names of seats, values and zones in scripts, and the texts of failures
//	  names_options, names_request: of options and of the open request
//	  names_find: the values and options that a name means; pieceref.go: how scripts write pieces
//	failure.go    failures as values; failure_quoted: conditions that they quote
//	events.go     the events of a run, and what has refused an act; trace_event: for callers
//	course.go     the result of a run in names that do not depend on the configuration; course_compare: where two differ
//	stand.go      a scenario set up for callers
//	  stand_drive, stand_walk, stand_prompt: its match answered by the caller, its positions enumerated, the request at a place
//	  stand_record: the decisions of a match as the lines of a script
//	moment.go     a position as `given` would state it; moment_zones: pieces in zones
package exec
