// Package wasm compiles a small part of Go to WebAssembly.
//
// A program of rules is soon run so often that interpreting it is what everything
// waits for. So it is written out as Go text, and this package makes that text a
// module, which wazero turns into machine code while the program runs: no other
// compiler need be there. Why text, and why Go? It can be read, formatted, checked
// and run as what it is, so that whoever writes it, by hand or by program, tests it
// with Go's own tools first; and the front end is that of the standard library:
// go/parser and go/types know all about names, types and constants, and this
// package only writes instructions.
//
// # The subset
//
// Types are int32, uint32, int64, uint64 and bool. There is an int only as what
// math/bits counts in: what is counted is converted at once. There are constants of
// any kind, and variables of the package with constant first values; they become
// globals, exported if they are capitalised.
//
// Functions take and return any number of such values; results may be named. Those
// that are capitalised are exported, and those without a body are imported from
// the module "env". Functions that nobody exported needs are left out.
//
// Statements are declarations, assignments, if, switch over integers or without a
// tag, for in all its forms, range over integers, break, continue, return, blocks,
// calls, and goto to labels at the top level of a function's body. panic ends
// everything: nobody learns its argument.
//
// Operators are all those of integers and bools. How far a value is shifted must be
// a constant, or masked: `x << (n & 31)`. Division fails where Go's panics, and also
// for the least number by -1, which Go lets overflow. Where Go leaves open what comes
// first, a variable read or a call beside it that changes the variable, it is from
// left to right.
//
// What reads and writes memory is declared of itself:
//
//	func ld(a int32) int32                // the word at an address
//	func st(a, v int32)
//	func ld64(a int32) uint64             // two words
//	func st64(a int32, v uint64)
//	func copyWords(to, from, bytes int32) // ranges may overlap
//	func fillBytes(to, b, n int32)
//
// `const Memory` says how many bytes there are, rounded up to pages of 64 KiB; they
// are exported as "memory". The constants of an address are added by the instruction
// itself: `ld(Table+p<<2)` reads at p<<2, and Table after that. What remains of the
// sum without its constants must therefore not be negative, unless they come to less
// than 0. Accesses at p+4 and p+8 have one and the same value below them, and wazero
// checks its bounds once.
//
// Of math/bits there are OnesCount, LeadingZeros, TrailingZeros and RotateLeft of 32
// and 64 bits. Whatever else Go has is an error with its place.
//
// # Expanding
//
// wazero expands no calls, and a call costs it all registers. So functions are
// expanded here: those with the directive //wasm:inline in their doc, those that return
// a small expression and do nothing else, and those that only one call names. A
// parameter that gets a constant, a variable or the sum of both, and keeps it, stands for
// just that; so the ifs and switches on it are settled. A condition that such a function
// returns leads straight to where it decides. A function with a goto cannot be expanded,
// nor can one that calls itself.
//
// # What is fast
//
// Locals are registers; variables of the package lie in memory and are read again
// after each call. Of what is read at p+4, then at p+60, the bounds are checked once, at
// the first, for the farthest: the rest is free until p changes, or a loop begins. So
// it may fail near the end of the memory though the second read is not come to, and
// where a goto leads back, if p is no address by then. If p is a parameter that keeps
// its value, and much is read by it, that is so from where the function begins. If only
// p<<2 is an address, it must be known there that it is one: `_ = ld(p<<2)` says so at
// the start of a function. It reads nothing, as nothing is read for a variable that is
// for no more than `_ = v`.
//
// Constants that are stored side by side, by statements one after the other, are stored
// at once. Division by constants is not slow.
//
// Some code looks odd because of how wazero 1.12 reads it, and says so: conditions
// are never br_if where ways meet, every if has its else, bases of addresses are set
// to themselves, and an and is hidden from a comparison with what may be 0, which
// wazero gets wrong.
//
// # Goto
//
// WebAssembly has no goto: br leaves a block, to its end or, of a loop, to its start.
// A body with labels is cut into pieces, one from each label that a goto names:
//
//	loop
//	  block                 ;; a block for each piece but the first …
//	    block
//	      block
//	        local.get $next
//	        br_table 0 1 2  ;; only where a goto leads back to
//	      end
//	      …                 ;; the piece before all labels
//	    end
//	    …                   ;; … ends right before it: L1
//	  end
//	  …                     ;; L2
//	end
//
// A goto ahead, from however deep within a piece, is a br to the end of its label's
// block, and a piece that does not leave just runs into the next. A goto back says in
// a local where it leads, and branches to the loop. The loop starts with the first
// piece that a goto leads back to, if nothing before it leads into the middle, and if
// it is the only such piece, nobody needs to ask; there is no loop where no goto leads
// back.
//
//	compile.go      the package's one function
//	load.go         parser, names and types
//	check.go        what is not part of the subset, of declarations and statements …
//	checkexpr.go    … and of expressions
//	inline.go       which functions are expanded
//	kinds.go        the types of the subset
//	module.go       the sections of a module
//	body.go         the code of a function: blocks, branches, locals
//	frames.go       functions, and such as are expanded in others
//	statements.go   declarations, assignments
//	runs.go         constants that are stored one after another
//	ifs.go          if
//	loops.go        for, range, break, continue
//	switches.go     switch
//	gotos.go        goto
//	terms.go        expressions, and what the names in them stand for
//	fold.go         constants that are known only when functions are expanded
//	expressions.go  arithmetic, conversions
//	division.go     division by constants
//	conditions.go   comparisons, && and ||, and where they lead
//	calls.go        calls, intrinsics, math/bits
//	address.go      addresses and their constant parts
//	bases.go        what several addresses have in common
//	stems.go        what those are made of
//	steady.go       such as a whole function has in common
//	opcodes.go      instructions
//	encode.go       numbers, names and lists in the binary format
package wasm
