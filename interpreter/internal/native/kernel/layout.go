package kernel

// Where everything lies, in bytes. This is an example: each program has its own,
// written by package native in the place of this file.
const (
	Memory      = 1 << 21
	Zones       = 1 << 10
	Pieces      = Zones + 12*64
	State       = 1 << 14
	StateEnd    = State + 1<<18
	ZoneInfo    = StateEnd
	Sets        = ZoneInfo + 3*ZoneStride
	Stacks      = Sets + NumWords*ZoneStride
	FreeBlock   = Stacks + ZoneStride
	Nodes       = FreeBlock + 64
	Bits        = Nodes + 16*(NumPieces+NumBlocks) - 16*NumPieces
	PieceCard   = Bits + 16*NumPieces + NumWords*BlockStride
	PieceKind   = PieceCard + 4
	PieceOwner  = PieceCard + 8
	PieceOn     = PieceCard + 12
	PieceCopy   = PieceCard + 16*64
	PieceWord   = PieceCopy + 4
	KindInfo    = PieceCopy + 16*64
	ProcInfo    = KindInfo + 32*8
	Lots        = ProcInfo + 16*8
	Candidate   = Lots + 16*8
	OptionValue = Candidate + 4*MaxOptions
	OptionCount = OptionValue + 4*MaxOptions
	Pool        = OptionCount + 4*MaxOptions
	Wheel       = Pool + 4*MaxOptions
	Chosen      = Wheel + 4*MaxOptions
	First       = Chosen + 4*MaxOptions
	Measured    = First + 4*MaxOptions
	Arena       = Measured + 12*MaxMeasured

	NumPieces     = 64
	NumBlocks     = 32
	BlockStride   = 16 * NumBlocks
	NumWords      = 1 // of a set of pieces
	MostCopies    = 8 // of any card
	CardsOwned    = 0 // 1 if there are cards of one name that are of several players
	NumZones      = 64
	ZoneStride    = 12 * NumZones
	TimedMarks    = 0 // 1 if marks of pieces are set for a time
	BitOfByte     = 0 // for each byte, where each of its bits stands that are set
	Several       = 0 // a set: the pieces of which there are others of the same card
	Ways          = 0
	Timed         = 0
	TimedWords    = 0
	TimedWordsEnd = 0

	MaxOptions  = 1 << 10
	MaxMeasured = 1 << 10
	MaxFuel     = 1 << 16
)

// goes reports whether what is chosen goes together, by the condition of a choice.
func goes(which, f, me int32) bool { return which+f+me != 0 }

// goOn runs a procedure from an op on.
func goOn(proc, at, f, me int32) int32 { return proc + at + f + me }

// giveBack hands names of a run back to its caller, and returns where the run is then.
func giveBack(f int32) int32 { return f }

// measureEnd looks at the measures of a procedure that ends.
func measureEnd(proc, f int32) {}

// marksAlike reports whether two pieces of a kind have the same marks, and the same
// lies on them.
func marksAlike(kind, p, q int32) bool { return kind+p+q != 0 }

// unmarked reports whether all marks of pieces are what they begin with.
func unmarked() bool { return false }
