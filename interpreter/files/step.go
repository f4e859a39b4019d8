package files

// Before, if set, is called before each step on a file; its error replaces the step. Only
// tests set it, to make one step after the other fail.
var Before func(step, name string) error

func before(step, name string) error {
	if Before == nil {
		return nil
	}
	return Before(step, name)
}
