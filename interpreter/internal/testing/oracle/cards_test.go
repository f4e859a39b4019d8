package oracle

import (
	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/schema"
)

// sort is a sort of thing of which there are sets.
type sort uint8

const (
	hunts sort = iota // Hunt cards, Winter too
	clans             // Clan cards
	fates             // Fate cards
	seats             // players
	faces             // of a die
	words             // options
	sorts
)

// box is the content of the box. A card is its index among the cards of its sort, in order of declaration.
type box struct {
	all   [sorts]set
	same  [sorts][64]set    // a card and its copies
	name  [sorts][64]string // as declared
	piece [sorts][64]int32  // as the interpreter numbers it …
	known [128]int8         // … and back
	left  [5]set            // Hunt cards that are played with, by the number of players

	// Hunt cards (E-COMP-07, E-COMP-08).
	prey, herbs, weapons, artefacts set
	earthquakes, marriages, winter  set
	fish, nets                      set
	nutrition                       [64]int8 // E-CARD-10, E-CARD-21
	members                         [64]int8 // E-CARD-15, E-CARD-22: the Clan Value
	hunting                         [64]int8 // E-CARD-16
	tips                            [64]int8 // E-CARD-17, E-CARD-25
	feeds                           [16]set  // the food of that nutrition
	netted                          int      // nutrition of Fish with a Net
	tells                           [16]set  // the cards of that Story Value (E-CARD-23, E-CARD-26; data.prey_story)
	material                        set      // prey that shows a Weapon Value
	serves                          [64]set  // the weapons that serve against a prey
	power                           [64][64]int8

	// Clan cards, by the members they show (E-COMP-06, E-CARD-07).
	ofSize [4]set

	// Fate cards (E-COMP-09): red, green, yellow (E-FATE-04, E-FATE-11, E-FATE-20).
	storms, brokenWeapons, disputes                           set
	sacrifices, luckyHunts                                    set
	predators, carrionEaters, raids, wraths, migrations, rots set
	yellow                                                    set
}

// cards is filled once, before anything is played.
var cards box

// unpack takes the cards of a program: all that the oracle has of it.
func unpack(p *program.Program) {
	b := &cards
	*b = box{}
	kinds := map[string]*set{
		"prey": &b.prey, "herb": &b.herbs, "weapon": &b.weapons, "artefact": &b.artefacts, "winter": &b.winter,
		"earthquake": &b.earthquakes, "marriage": &b.marriages, "fish": &b.fish, "net": &b.nets,
		"great_storm": &b.storms, "broken_weapon": &b.brokenWeapons, "dispute": &b.disputes,
		"sacrifice": &b.sacrifices, "successful_hunt": &b.luckyHunts,
		"predator": &b.predators, "carrion_eater": &b.carrionEaters, "raid": &b.raids,
		"wrath": &b.wraths, "great_migration": &b.migrations, "spoiled_herbs": &b.rots,
	}
	for piece, info := range p.Pieces {
		card := p.Cards[info.Card]
		of, ok := map[string]sort{
			"prey": hunts, "herb": hunts, "weapon": hunts, "artefact": hunts, "event": hunts, "winter": hunts,
			"clan": clans, "fate": fates,
		}[card.Kind.Name]
		if !ok {
			continue // a Cave card, a chip card
		}
		i := b.all[of].count()
		b.all[of] |= only(i)
		b.name[of][i], b.piece[of][i], b.known[piece] = card.Name, int32(piece), int8(i)
		for _, name := range []string{card.Kind.Name, card.Name} {
			if s := kinds[name]; s != nil && !s.has(i) {
				*s |= only(i)
			}
		}
		b.print(p, card, of, i, int(info.Copy))
	}
	b.netted = max(2, int(b.nutrition[b.fish.first()]))
	b.yellow = b.predators | b.carrionEaters | b.raids | b.wraths | b.migrations | b.rots
	for s := range sorts {
		for i := range 64 {
			b.same[s][i] = only(i)
			for j := range 64 {
				if b.name[s][i] != "" && b.name[s][j] == b.name[s][i] {
					b.same[s][i] |= only(j)
				}
			}
		}
	}
	for prey := b.prey; prey != none; prey &^= prey.lowest() {
		for w := b.weapons | b.material; w != none; w &^= w.lowest() {
			v := b.weaponValue(p, w.first(), prey.first())
			b.power[w.first()][prey.first()] = v
			if v > 0 {
				b.serves[prey.first()] |= w.lowest() // weapon.off_size: refused at no value
			}
		}
	}
}

// print reads the printed values of card i of a sort.
func (b *box) print(p *program.Program, card *schema.Card, of sort, i, copy int) {
	values := map[string]*[64]int8{"nutrition": &b.nutrition, "clan": &b.members, "hunting": &b.hunting, "tips": &b.tips}
	for field, at := range values {
		if card.Kind.Fields[field] != nil {
			at[i] = printed(p, card, field)
		}
	}
	switch {
	case of == clans:
		b.ofSize[printed(p, card, "members")] |= only(i)
		return
	case of != hunts:
		return
	}
	if (b.prey | b.herbs).has(i) {
		b.feeds[b.nutrition[i]] |= only(i)
	}
	if card.Kind.Fields["story"] != nil {
		b.tells[printed(p, card, "story")] |= only(i)
	}
	if b.prey.has(i) && b.tips[i] > 0 {
		b.material |= only(i)
	}
	// The first copies of a card bear a blue rhombus, then come those with a yellow
	// one: which of them do, makes no difference.
	blue, yellow := 0, 0
	if card.Kind.Fields["blue"] != nil {
		blue, yellow = int(printed(p, card, "blue")), int(printed(p, card, "yellow"))
	}
	b.left[4] |= only(i)
	if copy <= blue || copy > blue+yellow {
		b.left[3] |= only(i) // E-3P-01: six are taken out (E-3P-02)
	}
	if copy > blue+yellow {
		b.left[2] |= only(i) // E-2P-01: eighteen are taken out (E-2P-02)
	}
}

func printed(p *program.Program, card *schema.Card, field string) int8 {
	return int8(p.Base.Static[card.Index*len(p.Base.Static)/len(p.Cards)+p.PieceField(field).Col])
}

// weaponValue returns the number that weapon w adds to the hunting roll against a prey. A prey made into a
// weapon has one value for all (E-CARD-17, weapon.transformed_size). The Net has a value of its own against
// Fish (E-CARD-34), and none against other Small Game (weapon.net_small); otherwise the prey's size decides
// (E-C1-11), by its printed nutrition (E-CARD-11, E-CARD-12, E-C1-12).
func (b *box) weaponValue(p *program.Program, w, prey int) int8 {
	if b.prey.has(w) {
		return b.tips[w]
	}
	card := p.Card(b.name[hunts][w])
	switch {
	case (b.fish&only(prey)) != none && b.nets.has(w):
		return printed(p, card, "vs_fish")
	case b.nutrition[prey] < 3:
		return printed(p, card, "vs_small")
	}
	return printed(p, card, "vs_big")
}
