package part

import "testing"

func TestAZoneIsNamedByItsWholeName(t *testing.T) {
	for formula, want := range map[string]bool{
		"hand == [hare]": true, "size(hand) == 2": true,
		"ann.hand == [hare]": false, "hands == 2": false, "last(other_hand).card == \"hare\"": false,
	} {
		if names(formula, "hand") != want {
			t.Errorf("%s: names hand %t, want %t", formula, !want, want)
		}
	}
}
