package exec

import "testing"

func TestAPartNamesAZoneByItsWholeName(t *testing.T) {
	for text, want := range map[string]bool{
		"hand == [hare]": true, "size(hand) == 2": true, "( hand ) == [hare]": true,
		"ann.hand == [hare]": false, "hands == 2": false, "last(other_hand).card == \"hare\"": false, "card == \"hand\"": false,
	} {
		t.Run(text, func(t *testing.T) {
			if (Part{Text: text}).Mentions("hand") != want {
				t.Errorf("%s: names hand %t, want %t", text, !want, want)
			}
		})
	}
	if !(Part{Text: "first(ann.hand).worth == 2"}).Mentions("ann.hand") {
		t.Error("a player's zone is not found")
	}
}
