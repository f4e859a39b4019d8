package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"moraine/interpreter/scenario"
)

// writeTAP writes version 13 of the Test Anything Protocol, which all parsers accept; the text
// would be the same in version 14. YAML blocks use only the subset that Perl's parser supports.
func writeTAP(w io.Writer, r *scenario.Results, _ Options) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "TAP version 13\n1..%d\n", len(r.Cases)+r.Left)
	escape := strings.NewReplacer(`\`, `\\`, "#", `\#`)
	for i, c := range r.Cases {
		ok, directive := "ok", ""
		switch c.Status {
		case scenario.Failed:
			ok = "not ok"
		case scenario.Skipped, scenario.Refused:
			directive = " # SKIP " + escape.Replace(headline(c))
		}
		fmt.Fprintf(b, "%s %d - %s%s\n", ok, i+1, escape.Replace(c.File+": "+caseName(c)), directive)
		if c.Status == scenario.Failed {
			at := c.Place()
			fmt.Fprintf(b, "  ---\n  kind: %s\n  at:\n    file: %q\n    line: %d\n    column: %d\n  message: |\n", kindOf(c).id, at.File, at.Line, at.Col)
			for line := range strings.Lines(strings.TrimSpace(c.Message)) {
				fmt.Fprintf(b, "    %s\n", strings.TrimRight(line, "\n"))
			}
			fmt.Fprint(b, "  ...\n")
		}
	}
	if left := stoppedNote(r); left != "" {
		fmt.Fprintf(b, "Bail out! %s\n", left)
	}
	return b.Flush()
}
