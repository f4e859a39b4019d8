package files

// Before, if it is set, is called before each step on a file, and may fail it in its
// stead. Only tests set it, to break one step after the other.
var Before func(step, name string) error

func before(step, name string) error {
	if Before == nil {
		return nil
	}
	return Before(step, name)
}
