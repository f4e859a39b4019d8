// Package oracle plays Am Rande des Gletschers without the interpreter: it is a second engine,
// in plain Go and only in test files, that does not use the rules in YAML. It was written from
// the rule texts, the clauses of the ledger and the default reading of every ruling. From the
// interpreter it takes only the cards, with their printed values, and the form of the requests:
// their names, the seats asked, and the order of the options. If two independent engines agree
// on every request of a match, they agree on the rules.
//
// Each rule is a function, called as in the rule book, with its clauses in the comment.
// Decisions are requested where they occur, so a match is one call of Play. A match is one flat
// value without pointers: all cards of a sort are one word of 64 bits, a card is a bit, and a
// place is a set of cards.
//
//	set_test.go       sets of cards
//	cards_test.go     the cards, as the program prints them
//	match_test.go     the match, and the places of the cards
//	ask_test.go       requests: possible decisions, and forced ones
//	lots_test.go      random decisions, like those of the interpreter's random bot
//	setup_test.go     preparation of the game
//	turn_test.go      a turn, phases A to F
//	events_test.go    earthquake and marriage
//	hunt_test.go      C.1, from the choice of prey to the wounded
//	work_test.go      C.2 to C.4: herbs, weapons, fate cards
//	fate_test.go      yellow cards and the sacrifice
//	loss_test.go      losing cards, and the loss of all clan members
//	winter_test.go    the year's end: preparations, meeting, feeding, victory
//	lockstep_test.go  both engines, request for request
//	state_test.go     both engines, card for card
//	bench_test.go     both engines, one after the other
package oracle
