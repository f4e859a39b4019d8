package live

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"moraine/interpreter/words"
)

// maxLink is the limit of the changes in an address, in characters, and maxChanges that of the changes before they
// are compressed, in bytes. The script of the page has the same.
const (
	maxLink    = 16_000
	maxChanges = 1 << 20
)

var errLong = errors.New("the changes are too long for a link")

// Link returns the address of a live page that shows other files in a configuration, which is named like an entry of
// `under`. The addresses of a book begin with pages, and its files are before. Link returns an error if the changes
// are too long for an address.
func Link(pages, in string, before, after map[string]string) (string, error) {
	packed, err := packChanges(before, after)
	out := pages + "index.html#&in=" + url.QueryEscape(in)
	if packed != "" {
		out += "&edit=" + packed
	}
	return out, err
}

// LinkIn returns a link in Markdown to the address that Link returns, or the reason why there is none.
func LinkIn(names words.Names, pages, in string, before, after map[string]string) string {
	to, err := Link(pages, in, before, after)
	if err != nil {
		return names.T("The changes are too long for a link to the live pages.")
	}
	return "[" + names.T("Try it on the live pages") + "](" + to + ")"
}

// packChanges returns the changed lines of each file: its path, the index of the first one, the old lines and the new
// lines. It returns "" if there are none.
func packChanges(before, after map[string]string) (string, error) {
	changes := [][4]any{}
	paths := slices.AppendSeq(Paths(before), maps.Keys(after))
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		a, b := strings.Split(before[path], "\n"), strings.Split(after[path], "\n")
		from := 0
		for from < min(len(a), len(b)) && a[from] == b[from] {
			from++
		}
		a, b = a[from:], b[from:]
		for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
			a, b = a[:len(a)-1], b[:len(b)-1]
		}
		if len(a)+len(b) > 0 {
			changes = append(changes, [4]any{path, from, a, b})
		}
	}
	if len(changes) == 0 {
		return "", nil
	}
	text, err := json.Marshal(changes)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(text); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	packed := base64.RawURLEncoding.EncodeToString(out.Bytes())
	if len(text) > maxChanges || len(packed) > maxLink {
		return "", errLong
	}
	return packed, nil
}
