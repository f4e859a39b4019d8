package formula

// Rewinding returns a function that does work and then restores the buffers and counters, so that it can run
// many times in the middle of a match.
func (e *Env) Rewinding(work func()) func() {
	mark, fuel := len(e.arena), e.Fuel
	return func() {
		work()
		e.arena, e.Fuel = e.arena[:mark], fuel
	}
}
