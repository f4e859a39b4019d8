// Package oracle plays Am Rande des Gletschers by hand: a second engine, in
// plain Go and in test files only, that knows nothing of the interpreter's rules.
// It was written from the rule texts, the ledger's clauses and the default
// reading of every ruling; from the interpreter it takes the cards, with what is
// printed on them, and the shape of the requests: what they are called, who is
// asked, and in which order the options stand. Two engines that play the same
// answers from beginning to end agree on what the rules say, or one is wrong.
//
// Each rule stands in a function of its own, called as the rule book calls it,
// with its clauses beside it. Whoever decides is asked where the decision falls,
// so that a match is one call of Play. A match is one flat value without
// pointers: all cards of a sort are one word of 64 bits, a card is a bit, and a
// place is a set of cards.
//
//	set_test.go       sets of cards
//	cards_test.go     the cards, as the program prints them
//	match_test.go     the match, and what lies where
//	ask_test.go       requests: what can be decided, and when nobody is asked
//	lots_test.go      decides everything by lot, like the interpreter's random bot
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
//	table_test.go     … for the table of `make bench`
package oracle
