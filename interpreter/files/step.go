package files

// Before, if set, is called before each step on a file. If it returns an error, the step fails
// with it. Only tests set it.
var Before func(step, name string) error

func before(step, name string) error {
	if Before == nil {
		return nil
	}
	return Before(step, name)
}
