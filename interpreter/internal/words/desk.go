package words

import "maps"

func init() { maps.Copy(messages, desk) }

// desk are the messages of the pages that are served to a browser.
var desk = map[string]message{
	// of every page
	"Pages":                {"Seiten", "Pages"},
	"Languages":            {"Sprachen", "Langues"},
	"To the content":       {"Zum Inhalt", "Aller au contenu"},
	"This cannot be shown": {"Das lässt sich nicht zeigen", "Cela ne peut être montré"},
	"There is no such page. Links to this desk are those that it has printed or shown.": {"Diese Seite gibt es nicht. Links hierher sind die, die gedruckt oder gezeigt wurden.", "Cette page n'existe pas. Les liens d'ici sont ceux qui ont été imprimés ou montrés."},
	"This is not the key of this desk. It has printed its link where it was started.":   {"Das ist nicht der Schlüssel. Der Link steht dort, wo moraine gestartet wurde.", "Ce n'est pas la clé. Le lien se trouve là où moraine a été lancé."},
	"There is no such page on this desk.":                                               {"Diese Seite gibt es hier nicht.", "Cette page n'existe pas ici."},
	"This request comes from a page of somebody else.":                                  {"Diese Anfrage kommt von einer fremden Seite.", "Cette demande vient d'une page de quelqu'un d'autre."},
	"This desk is asked for by its address, not by a name.":                             {"Hier wird nach einer Adresse gefragt, nicht nach einem Namen.", "Ici on demande une adresse, pas un nom."},
	"That is more than %d bytes.":                                                       {"Das sind mehr als %d Bytes.", "C'est plus de %d octets."},
	// the rule book
	"Rule book":                          {"Regelbuch", "Livre de règles"},
	"This desk serves another game.":     {"Hier gibt es ein anderes Spiel.", "Ici on sert un autre jeu."},
	"This rule book has no such page.":   {"Dieses Regelbuch hat keine solche Seite.", "Ce livre de règles n'a pas cette page."},
	"There is no such configuration: %v": {"So ein Spiel gibt es nicht: %v", "Il n'y a pas de tel jeu : %v"},
	"Reports":                            {"Berichte", "Rapports"},
	"Players":                            {"Spieler", "Joueurs"},
	"Matches":                            {"Partien", "Parties"},
	"Who decides":                        {"Wer entscheidet", "Qui décide"},
	"Play":                               {"Spielen", "Jouer"},
	"What the scenarios reach is being measured; load the page again.":                                   {"Was die Szenarien erreichen, wird gerade gemessen; lade die Seite neu.", "Ce qu'atteignent les scénarios est en cours de mesure ; rechargez la page."},
	"Between %d and %d play, and up to %d matches.":                                                      {"Es spielen %d bis %d, und höchstens %d Partien.", "De %d à %d joueurs, et jusqu'à %d parties."},
	"Each value less that of the game as it is, in the same matches. What is marked ≠ is hardly chance.": {"Jeder Wert, weniger den des Spiels, wie es ist, in denselben Partien. Was mit ≠ bezeichnet ist, ist kaum Zufall.", "Chaque valeur moins celle du jeu tel qu'il est, dans les mêmes parties. Ce qui porte ≠ n'est guère dû au hasard."},
	// the lobby
	"Games": {"Spiele", "Jeux"},
}
