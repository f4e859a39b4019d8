package rules

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/stretchr/testify/require"

	"moraine/cmd/moraine/internal/debug"
	"moraine/interpreter"
)

// Each link of a reading leads to a configuration that loads: 17 of 100 led to an error. The page with all readings is sent
// compressed.
func TestLinksOfReadingsLead(t *testing.T) {
	const root = "../../../../.."
	data := interpreter.Sources{{Name: ".", FS: os.DirFS(root)}}
	for game, least := range map[string]int{"glacier": 150, "tusk": 60, "nomads": 30} {
		t.Run(game, func(t *testing.T) {
			d := deskOf(t, root, game)
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, d.address+"rulings.html", nil)
			require.NoError(t, err)
			r.Header.Set("Accept-Encoding", "gzip")
			answer, err := http.DefaultTransport.RoundTrip(r)
			require.NoError(t, err)
			defer answer.Body.Close()
			require.Equal(t, "gzip", answer.Header.Get("Content-Encoding"), game)
			plain, err := gzip.NewReader(answer.Body)
			require.NoError(t, err)
			text, err := io.ReadAll(plain)
			require.NoError(t, err)
			rules, err := interpreter.Read(data, game)
			require.NoError(t, err)
			seen := map[string]bool{}
			for _, m := range regexp.MustCompile(`<a class="switch" href="(\?[^"#]*)#`).FindAllSubmatch(text, -1) {
				query, err := url.ParseQuery(strings.TrimPrefix(html.UnescapeString(string(m[1])), "?"))
				require.NoError(t, err)
				in := query.Get("in")
				if seen[in] {
					continue
				}
				seen[in] = true
				_, err = rules.Game(debug.Config(in))
				require.NoError(t, err, "%s: %s", game, in)
			}
			require.GreaterOrEqual(t, len(seen), least, game)
		})
	}
}
