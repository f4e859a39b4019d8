package play

// Whose eyes something is shown to, apart from those of one seat.
const (
	public     = -1 // what every seat may know
	everything = -2 // what happened
)

// everyEye reports whether something may be known: to a seat, or to every one.
func everyEye(eyes int32, players int, knows func(seat int32) bool) bool {
	switch eyes {
	case everything:
		return true
	case public:
		for seat := range int32(players) {
			if !knows(seat) {
				return false
			}
		}
		return true
	}
	return knows(eyes)
}
