package words

import (
	"fmt"
	"strings"
)

// Spoken are the languages in which the program itself speaks to who plays.
var Spoken = []string{"en", "de", "fr"}

// T is what the program says, in the language of the match: en is the message in English, by which
// those of the other languages are found.
func (n Names) T(en string, args ...any) string {
	text := en
	switch in, ok := messages[en]; {
	case ok && n.Lang == "de":
		text = in.de
	case ok && n.Lang == "fr":
		text = in.fr
	}
	if len(args) == 0 { // it may be words of a game
		return text
	}
	return fmt.Sprintf(text, args...)
}

// Many says one message of one thing, and else the other, with how many there are.
func (n Names) Many(k int, one, several string) string {
	if k == 1 {
		return n.T(one, k)
	}
	return n.T(several, k)
}

// Or joins names of which one is meant.
func (n Names) Or(names []string) string { return strings.Join(names, n.T(" or ")) }

// message is a message in the other languages.
type message struct{ de, fr string }

// messages are all that the program says to who plays, by what it says in English.
var messages = map[string]message{
	// the table
	"table":   {"Tisch", "table"},
	"signs":   {"Zeichen", "signes"},
	"Chance":  {"Der Zufall", "Le hasard"},
	"Piece":   {"Teil", "Pièce"},
	"nothing": {"nichts", "rien"},
	"Seats: %s (--seat SEAT=human|BOT changes one)": {"Sitze: %s (--seat SITZ=human|BOT ändert einen)", "Places : %s (--seat PLACE=human|BOT en change une)"},
	"yes":                    {"ja", "oui"},
	"no":                     {"nein", "non"},
	" or ":                   {" oder ", " ou "},
	"%s and %s":              {"%s und %s", "%s et %s"},
	"%s's %s":                {"%[2]s von %[1]s", "%[2]s de %[1]s"},
	"%s of %s":               {"%s von %s", "%s de %s"},
	"%s (unseen)":            {"%s (verdeckt)", "%s (caché)"},
	"face down":              {"verdeckt", "face cachée"},
	"no longer %s":           {"nicht mehr %s", "%s : fini"},
	"%d pieces":              {"%d Teile", "%d pièces"},
	" at %s":                 {" bei %s", " à %s"},
	" in %s":                 {" in %s", " dans %s"},
	", %d from the top":      {", das %d. von oben", ", %d en partant du haut"},
	"%s: on %d of %d places": {"%s: auf %d von %d Plätzen", "%s : sur %d des %d places"},
	"the table":              {"der Tisch", "la table"},
	"the table in short; Enter shows all of it":     {"der Tisch in Kürze; Enter zeigt ihn ganz", "la table en bref ; Entrée la montre entière"},
	"what has changed; Enter shows the whole table": {"was sich geändert hat; Enter zeigt den ganzen Tisch", "ce qui a changé ; Entrée montre toute la table"},
	"         … and %d more":                        {"         … und noch %d", "         … et encore %d"},
	"  … and %d before (`news` shows all)":          {"  … und %d davor (`news` zeigt alle)", "  … et %d avant (`news` les montre)"},
	"Enter: %d more. ":                              {"Enter: noch %d. ", "Entrée : encore %d. "},
	"Nothing on the table is called %q.":            {"Auf dem Tisch heißt nichts %q.", "Rien sur la table ne s'appelle %q."},
	// what happens
	"%s chooses %s: %s":                  {"%s wählt %s: %s", "%s choisit %s : %s"},
	"%s chooses nothing (%s)":            {"%s wählt nichts (%s)", "%s ne choisit rien (%s)"},
	"%s chooses to %s":                   {"%s entscheidet sich: %s", "%s décide : %s"},
	"(nothing else is possible)":         {"(anders geht es nicht)", "(rien d'autre n'est possible)"},
	"%s declines":                        {"%s lehnt ab", "%s refuse"},
	"%s rolls %d":                        {"%s würfelt %d", "%s lance le dé : %d"},
	"%s plays %s":                        {"%s spielt %s", "%s joue %s"},
	"%s plays %s on %s":                  {"%s spielt %s auf %s", "%s joue %s sur %s"},
	"%s proposes: %s":                    {"%s schlägt vor: %s", "%s propose : %s"},
	"%s ends early":                      {"%s endet vorzeitig", "%s s'arrête avant la fin"},
	"%s is shuffled":                     {"%s wird gemischt", "%s : on mélange"},
	"%s in %s":                           {"%s in %s", "%s dans %s"},
	"%s: to %s":                          {"%s: nach %s", "%s : vers %s"},
	"%s: from %s to %s":                  {"%s: von %s nach %s", "%s : de %s vers %s"},
	"%s is shown to %s":                  {"%[2]s sieht nun: %[1]s", "%[2]s voit maintenant : %[1]s"},
	"%s are shown to %s":                 {"%[2]s sehen nun: %[1]s", "%[2]s voient maintenant : %[1]s"},
	"%s is turned face up":               {"%s wird aufgedeckt", "%s est retourné, face visible"},
	"%s is turned face down":             {"%s wird umgedreht, verdeckt", "%s est retourné, face cachée"},
	"From now on: %s":                    {"Von nun an: %s", "Désormais : %s"},
	"farthest %s":                        {"am weitesten %s", "le plus loin vers %s"},
	"then %s":                            {"dann %s", "puis vers %s"},
	"the only one":                       {"das einzige", "le seul"},
	"the first":                          {"das erste", "le premier"},
	"The match is over: %s loses":        {"Die Partie ist aus: %s verliert", "La partie est finie : %s perd"},
	"The match is over: %s wins":         {"Die Partie ist aus: %s gewinnt", "La partie est finie : %s gagne"},
	"The match is over: %s win together": {"Die Partie ist aus: %s gewinnen gemeinsam", "La partie est finie : %s gagnent ensemble"},
	"The match is over; nobody wins":     {"Die Partie ist aus; niemand gewinnt", "La partie est finie ; personne ne gagne"},
	"%s takes back a decision (%d taken back so far)": {"%s nimmt eine Entscheidung zurück (bisher %d)", "%s reprend une décision (%d jusqu'ici)"},
	// questions
	"%s, what will you do?":               {"%s, was tust du?", "%s, que faites-vous ?"},
	"%s, you may play a card: %s.":        {"%s, du darfst eine Karte spielen: %s.", "%s, vous pouvez jouer une carte : %s."},
	"%s, whom or what do you play it on?": {"%s, auf wen oder was spielst du sie?", "%s, sur qui ou sur quoi la jouez-vous ?"},
	"%s, choose: %s.":                     {"%s, wähle: %s.", "%s, choisissez : %s."},
	" (a number from %d to %d)":           {" (eine Zahl von %d bis %d)", " (un nombre de %d à %d)"},
	"up to %d":                            {"bis zu %d", "jusqu'à %d"},
	"%d to %d":                            {"%d bis %d", "%d à %d"},
	"pass":                                {"passen", "passer"},
	"nothing (more)":                      {"nichts (mehr)", "rien (de plus)"},
	"Press Enter. ":                       {"Drücke Enter. ", "Appuyez sur Entrée. "},
	"%s, it is for you to look. The others look away.": {"%s, sieh her. Die anderen sehen weg.", "%s, à vous de regarder. Les autres détournent les yeux."},
	"There is nothing for you to play now.":            {"Du hast jetzt nichts zu spielen.", "Vous n'avez rien à jouer maintenant."},
	// answers that are none
	"A number from %d to %d, please.":       {"Bitte eine Zahl von %d bis %d.", "Un nombre de %d à %d, s'il vous plaît."},
	"One of them, please.":                  {"Bitte nur eines davon.", "Un seul, s'il vous plaît."},
	"One number, please.":                   {"Bitte nur eine Zahl.", "Un seul nombre, s'il vous plaît."},
	"0 goes with no other number.":          {"0 steht allein.", "0 va seul."},
	"There is no number %d here; there %s.": {"Eine Nummer %d gibt es hier nicht; es %s.", "Il n'y a pas de numéro %d ici ; il %s."},
	"is only %d":                            {"gibt nur %d", "n'y a que %d"},
	"are %d to %d":                          {"gibt %d bis %d", "y a %d à %d"},
	"%q could be %s.":                       {"%q könnte %s sein.", "%q pourrait être %s."},
	"%q is neither a number nor a command; type ? for help.": {"%q ist weder eine Nummer noch ein Befehl; ? hilft.", "%q n'est ni un numéro ni une commande ; ? aide."},
	// what is refused
	"there is no option %d":                              {"eine Möglichkeit %d gibt es nicht", "il n'y a pas de choix %d"},
	"this may not be declined":                           {"das lässt sich nicht ablehnen", "on ne peut pas refuser"},
	"at least %d must be chosen, not %d":                 {"mindestens %d sind zu wählen, nicht %d", "il faut en choisir au moins %d, pas %d"},
	"at most %d may be chosen, not %d":                   {"höchstens %d sind zu wählen, nicht %d", "on peut en choisir au plus %d, pas %d"},
	"there are only %d of these":                         {"davon gibt es nur %d", "il n'y en a que %d"},
	"these do not go together":                           {"das geht nicht zusammen", "cela ne va pas ensemble"},
	"this is no time for it":                             {"dafür ist jetzt nicht die Zeit", "ce n'est pas le moment"},
	"there is nobody to play it on":                      {"es gibt niemanden, auf den sie sich spielen lässt", "il n'y a personne sur qui la jouer"},
	"nothing is being asked":                             {"es wird nichts gefragt", "rien n'est demandé"},
	"there is no side offer %s":                          {"ein Angebot %s gibt es nicht", "il n'y a pas d'offre %s"},
	"nothing is being asked, so nothing can be proposed": {"es wird nichts gefragt, also lässt sich nichts vorschlagen", "rien n'est demandé, donc rien ne peut être proposé"},
	"nothing is proposed while chance decides":           {"während der Zufall entscheidet, wird nichts vorgeschlagen", "on ne propose rien pendant que le hasard décide"},
	"there is no such player":                            {"so jemand spielt nicht mit", "personne ne joue sous ce nom"},
	"nothing is proposed while choices are sealed":       {"während verdeckt gewählt wird, wird nichts vorgeschlagen", "on ne propose rien pendant un choix secret"},
	"an offer is under way already":                      {"es läuft schon ein Angebot", "une offre est déjà en cours"},
	"a player makes one offer a request":                 {"zu einer Frage macht jeder ein Angebot", "un joueur fait une offre par question"},
	"no offers are made here":                            {"hier werden keine Angebote gemacht", "on ne fait pas d'offre ici"},
	// offers
	"Nothing can be proposed in this game.":             {"In diesem Spiel lässt sich nichts vorschlagen.", "On ne propose rien dans ce jeu."},
	"Say what you propose: offer %s":                    {"Was schlägst du vor? offer %s", "Dites ce que vous proposez : offer %s"},
	"say offer %s.":                                     {"versuche offer %s.", "dites offer %s."},
	"%q is neither a side offer nor a seat; %s":         {"%q ist weder ein Angebot noch ein Platz; %s", "%q n'est ni une offre ni une place ; %s"},
	"%s is a bot, which proposes what it wants itself.": {"%s ist ein Bot und schlägt selbst vor, was er will.", "%s est un automate, qui propose lui-même ce qu'il veut."},
	// help
	"Type the number.":                    {"Gib die Zahl ein.", "Tapez le nombre."},
	"Type the number of what you choose.": {"Gib die Nummer dessen ein, was du wählst.", "Tapez le numéro de ce que vous choisissez."},
	"Type the numbers of what you choose, such as `1 3 3` or `1,3` (%s).":      {"Gib die Nummern dessen ein, was du wählst, wie `1 3 3` oder `1,3` (%s).", "Tapez les numéros de ce que vous choisissez, comme `1 3 3` ou `1,3` (%s)."},
	"The beginning of its name will do, and several answers in a row: `1; 3`.": {"Der Anfang des Namens genügt, und mehrere Antworten hintereinander: `1; 3`.", "Le début du nom suffit, et plusieurs réponses à la suite : `1; 3`."},
	"0 is %s.":                              {"0 heißt: %s.", "0 veut dire : %s."},
	"what lies on the table, as you see it": {"was auf dem Tisch liegt, wie du es siehst", "ce qui est sur la table, comme vous le voyez"},
	"what of it is called so: a place, whose it is, a card and what is printed on it": {"was davon so heißt: ein Ort, wem es gehört, eine Karte und was darauf steht", "ce qui s'appelle ainsi : un lieu, à qui c'est, une carte et ce qu'elle porte"},
	"the clauses behind what you are asked, and what is not offered":                  {"welche Regeln hinter der Frage stehen, und was nicht geht", "les règles derrière la question, et ce qui n'est pas offert"},
	"what would be needed for it, and what is missing":                                {"was dafür nötig wäre, und was fehlt", "ce qu'il faudrait pour cela, et ce qui manque"},
	"what has happened since your last decision":                                      {"was seit deiner letzten Entscheidung geschehen ist", "ce qui s'est passé depuis votre dernière décision"},
	"all that has happened":                                  {"alles, was geschehen ist", "tout ce qui s'est passé"},
	"back to your last decision; the dice stay as they fell": {"zurück zu deiner letzten Entscheidung; die Würfel bleiben, wie sie fielen", "retour à votre dernière décision ; les dés restent tels quels"},
	"write the match to a file":                              {"die Partie in eine Datei schreiben", "écrire la partie dans un fichier"},
	"leave; a saved match can be resumed":                    {"aufhören; eine gespeicherte Partie lässt sich fortsetzen", "quitter ; une partie sauvée peut reprendre"},
	"propose something beside what is asked: %s":             {"etwas neben der Frage vorschlagen: %s", "proposer autre chose que ce qui est demandé : %s"},
	"for another person, offer NAME SEAT":                    {"für jemand anderen: offer NAME PLATZ", "pour quelqu'un d'autre : offer NOM PLACE"},
	// why
	"This is asked by `%s` at %s.":                    {"Danach fragt `%s` in %s.", "C'est `%s` qui le demande, dans %s."},
	"No clause is cited here.":                        {"Hier ist keine Regel genannt.", "Aucune règle n'est citée ici."},
	"Not offered: %s, since it is required that %s":   {"Nicht möglich: %s; verlangt ist: %s", "Pas offert : %s ; il est exigé : %s"},
	"Not offered: %s, because of the condition at %s": {"Nicht möglich: %s, wegen der Bedingung in %s", "Pas offert : %s, à cause de la condition dans %s"},
	"%s is offered: number %d.":                       {"%s ist möglich: Nummer %d.", "%s est offert : numéro %d."},
	"%s is not offered. It needs:":                    {"%s ist nicht möglich. Nötig ist:", "%s n'est pas offert. Il faut :"},
	"%s is decided elsewhere, in `%s`. It needs:":     {"%s wird anderswo entschieden, in `%s`. Nötig ist:", "%s se décide ailleurs, dans `%s`. Il faut :"},
	"nothing, but to be asked for it":                 {"nichts, als danach gefragt zu werden", "rien, sinon que la question soit posée"},
	"the condition at %s":                             {"die Bedingung in %s", "la condition dans %s"},
	"fulfilled: ":                                     {"erfüllt: ", "rempli : "},
	"missing: ":                                       {"fehlt: ", "manque : "},
	"unknown: ":                                       {"unbekannt: ", "inconnu : "},
	"Nothing that begins with %q is turned away here; `why` says what is asked.": {"Nichts, was mit %q beginnt, wird hier abgewiesen; `why` sagt, was gefragt ist.", "Rien de ce qui commence par %q n'est écarté ici ; `why` dit ce qui est demandé."},
	// the match
	"The match is over, so nothing is taken back any more.": {"Die Partie ist zu Ende, darum wird nichts mehr zurückgenommen.", "La partie est terminée : plus rien n'est repris."},
	"There is no decision of yours to take back.":           {"Du hast keine Entscheidung, die sich zurücknehmen ließe.", "Vous n'avez aucune décision à reprendre."},
	"%s takes back the last decision, and all that came of it. " +
		"What chance decides next is what it would have been: the same dice, in the same order.": {"%s nimmt die letzte Entscheidung zurück, und alles, was daraus wurde. Was der Zufall als Nächstes entscheidet, ist, was es gewesen wäre: dieselben Würfel, in derselben Reihenfolge.",
		"%s reprend la dernière décision, et tout ce qui en est venu. Ce que le hasard décidera ensuite est ce qu'il aurait été : les mêmes dés, dans le même ordre."},
	"The match would be lost: `save FILE` keeps it, and `quit` once more leaves it.": {"Die Partie ginge verloren: `save DATEI` hält sie fest, noch einmal `quit` verlässt sie.", "La partie serait perdue : `save FICHIER` la garde, et `quit` encore une fois la quitte."},
	"Say where: save FILE":      {"Wohin? save DATEI", "Dites où : save FICHIER"},
	"It could not be saved: %v": {"Es ließ sich nicht speichern: %v", "La sauvegarde a échoué : %v"},
	"Saved; the match is kept there from now on. To go on later: moraine play --resume %s": {"Gespeichert; dort wird die Partie von nun an gehalten. Weiter geht es mit: moraine play --resume %s", "Sauvé ; la partie y est gardée désormais. Pour continuer : moraine play --resume %s"},
	"Resumed after %d decisions.":                                          {"Fortgesetzt nach %d Entscheidungen.", "Reprise après %d décisions."},
	"The match is not over, and it was not saved (--save FILE keeps one).": {"Die Partie ist nicht aus, und sie wurde nicht gespeichert (--save DATEI hält eine fest).", "La partie n'est pas finie, et elle n'a pas été sauvée (--save FICHIER en garde une)."},
	"The match is not over. To go on: moraine play --resume %s":            {"Die Partie ist nicht aus. Weiter geht es mit: moraine play --resume %s", "La partie n'est pas finie. Pour continuer : moraine play --resume %s"},
	"The match goes on after %d decisions.":                                {"Die Partie geht nach %d Entscheidungen weiter.", "La partie continue après %d décisions."},
	"Shown is everything, also what is hidden.":                            {"Gezeigt ist alles, auch was verdeckt ist.", "Tout est montré, aussi ce qui est caché."},
	"Shown is what all at the table may know.":                             {"Gezeigt ist, was alle am Tisch wissen dürfen.", "Est montré ce que tous à la table peuvent savoir."},
	"Shown is what %s may know.":                                           {"Gezeigt ist, was %s wissen darf.", "Est montré ce que %s peut savoir."},
}
