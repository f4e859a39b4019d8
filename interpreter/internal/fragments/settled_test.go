package fragments

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSettled(t *testing.T) {
	ruled := func(key, reading string) bool { return key == "a.b" && reading == "yes" }
	for text, want := range map[string]string{
		`it.worth  > 2`:                                       `it.worth  > 2`,
		`ruled("a.b", "yes")`:                                 `true`,
		`not ruled("a.b", "yes") or x`:                        `x`,
		`x and (y or ruled("a.b", "yes"))`:                    `x`,
		`(x or y or ruled("a.b", "no")) and z`:                `(x or y) and z`,
		`x and ruled("a.b", "no")`:                            `false`,
		`any(hand, .worth > 1 and not ruled("a.b", "no"))`:    `any(hand, .worth > 1)`,
		`(ruled("a.b", "yes") ? 2 : 3) + stone.worth`:         `2 + stone.worth`,
		`ruled("a.b", "yes") == (x or ruled("a.b", "maybe"))`: `true == x`,
		`ruled(`: `ruled(`,
	} {
		t.Run(text, func(t *testing.T) {
			assert.Equal(t, want, Settled(text, ruled), text)
		})
	}
}
