package serve

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"moraine/interpreter"
)

func newDesk(t *testing.T, o Options) *Server {
	t.Helper()
	if o.Folder == "" {
		o.Folder = t.TempDir()
	}
	o.Data = interpreter.Sources{{Name: ".", FS: os.DirFS("../../../..")}}
	s, err := New(o, func(s *Server) error {
		s.Handle("GET /{$}", func(w http.ResponseWriter, r *http.Request) error { return s.Show(w, r, Page{Title: "Lobby"}) })
		s.Handle("POST /change", func(w http.ResponseWriter, r *http.Request) error { return r.ParseForm() })
		return nil
	})
	require.NoError(t, err)
	t.Cleanup(s.Close)
	return s
}

func TestGuardAdmitsOnlyTheKeyFromItsOwnPages(t *testing.T) {
	s := newDesk(t, Options{})
	for _, c := range []struct {
		what, method, path, host string
		header                   [2]string
		status                   int
	}{
		{"the desk", "GET", s.Root(), "127.0.0.1:1", [2]string{}, 200},
		{"by IPv6", "GET", s.Root(), "[::1]:1", [2]string{}, 200},
		{"without the key", "GET", "/", "127.0.0.1:1", [2]string{}, 404},
		{"with another key", "GET", "/desk/aaaa/", "127.0.0.1:1", [2]string{}, 404},
		{"by a name that points here", "GET", s.Root(), "evil.example", [2]string{}, 421},
		{"a form of its own", "POST", s.Root() + "change", "127.0.0.1:1", [2]string{"Sec-Fetch-Site", "same-origin"}, 200},
		{"a form of somebody else", "POST", s.Root() + "change", "127.0.0.1:1", [2]string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"the same in an old browser", "POST", s.Root() + "change", "127.0.0.1:1", [2]string{"Origin", "http://evil.example"}, 403},
		{"no page of the desk", "GET", s.Root() + "nothing", "127.0.0.1:1", [2]string{}, 404},
	} {
		r := httptest.NewRequest(c.method, c.path, strings.NewReader(""))
		r.Host = c.host
		if c.header[0] != "" {
			r.Header.Set(c.header[0], c.header[1])
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		assert.Equal(t, c.status, w.Code, c.what)
		assert.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'", c.what)
		if c.path != s.Root() && c.method == "GET" && !strings.HasPrefix(c.path, s.Root()) {
			assert.NotContains(t, w.Body.String(), s.key, c.what)
		}
	}
}

// A page of another website gets the JSON of seats if its origin is allowed, and nothing else; other origins get none.
func TestPagesOfAllowedOriginsUseTheJSONOfSeats(t *testing.T) {
	s := newDesk(t, Options{Origins: []string{"http://localhost:8000"}})
	s.public.HandleFunc("/seat/{id}/{secret}/api/{what}", func(http.ResponseWriter, *http.Request) {})
	s.public.HandleFunc("POST /seat/{id}/{secret}/sit", func(http.ResponseWriter, *http.Request) {})
	for _, c := range []struct {
		method, path, origin string
		status               int
		allowed              string
	}{
		{"GET", "/seat/a/b/api/state", "http://localhost:8000", 200, "http://localhost:8000"},
		{"POST", "/seat/a/b/api/act", "http://localhost:8000", 200, "http://localhost:8000"},
		{"OPTIONS", "/seat/a/b/api/act", "http://localhost:8000", 204, "http://localhost:8000"},
		{"OPTIONS", "/seat/a/b/api/act", "http://localhost:8001", 200, ""},
		{"POST", "/seat/a/b/api/act", "http://localhost:8001", 403, ""},
		{"POST", "/seat/a/b/api/act", "null", 403, ""},
		{"POST", "/seat/a/b/sit", "http://localhost:8000", 403, ""},
		{"POST", s.Root() + "change", "http://localhost:8000", 403, ""},
		{"GET", "/seat/a/b/api/../sit", "http://localhost:8000", 307, ""},
	} {
		r := httptest.NewRequest(c.method, c.path, strings.NewReader(""))
		r.Host = "127.0.0.1:1"
		r.Header.Set("Origin", c.origin)
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Access-Control-Request-Method", "POST")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		assert.Equal(t, []any{c.status, c.allowed}, []any{w.Code, w.Header().Get("Access-Control-Allow-Origin")}, "%s %s of %s", c.method, c.path, c.origin)
		assert.Empty(t, w.Header().Get("Access-Control-Allow-Credentials"))
	}
}

func TestOriginsAreExact(t *testing.T) {
	for text, want := range map[string]string{"http://localhost:8000": "http://localhost:8000", "https://Example.org:443/": "https://example.org"} {
		t.Run(text, func(t *testing.T) {
			is, err := Origin(text)
			require.NoError(t, err)
			assert.Equal(t, want, is)
		})
	}
	for _, text := range []string{"*", "null", "localhost:8000", "http://*.example.org", "file:///page.html", "http://a/page.html", "http://"} {
		_, err := Origin(text)
		assert.ErrorContains(t, err, "--origin "+text+": ", text)
	}
}

func TestAFormOfAMegabyteIsRefused(t *testing.T) {
	s := newDesk(t, Options{})
	r := httptest.NewRequest("POST", s.Root()+"change", strings.NewReader("a="+strings.Repeat("x", mostBytes)))
	r.Host = "127.0.0.1"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	assert.Equal(t, http.StatusRequestEntityTooLarge, w.Code)
}

func TestTheDeskKeepsItsKey(t *testing.T) {
	at := t.TempDir()
	was := newDesk(t, Options{Folder: at})
	_, err := New(Options{Folder: at})
	require.ErrorContains(t, err, "another server uses the matches folder "+at+"; stop it, or choose another folder with --matches")
	was.Close()
	assert.Equal(t, was.Root(), newDesk(t, Options{Folder: at}).Root())
	assert.NotEqual(t, newDesk(t, Options{}).Root(), newDesk(t, Options{}).Root())
}

func TestADeskThatCannotBeSetUpKeepsNobodyOut(t *testing.T) {
	at := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(at, "key"), 0o700))
	_, err := New(Options{Folder: at})
	require.Error(t, err)
	require.NoError(t, os.Remove(filepath.Join(at, "key")))
	newDesk(t, Options{Folder: at})
}

func TestOtherComputersNeedShare(t *testing.T) {
	for address, want := range map[string]string{"0.0.0.0:0": "other computers can reach the address 0.0.0.0:0; add --share to allow this", ":0": "other computers can reach the address :0; add --share to allow this", "nowhere": `the address must be HOST:PORT, not "nowhere"`} {
		t.Run(address, func(t *testing.T) {
			_, err := newDesk(t, Options{Address: address}).Listen()
			assert.EqualError(t, err, want)
		})
	}
	l, err := newDesk(t, Options{Address: "127.0.0.1:0"}).Listen()
	require.NoError(t, err)
	require.NoError(t, l.Close())
}

func TestPagesSpeakTheLanguageOfTheirReader(t *testing.T) {
	s := newDesk(t, Options{})
	for _, c := range [][3]string{{"", "", "en"}, {"", "de-AT,de;q=0.9,en", "de"}, {"", "xx,fr", "fr"}, {"?lang=fr", "de", "fr"}, {"?lang=xx", "de", "de"}} {
		r := httptest.NewRequest("GET", "/"+c[0], nil)
		r.Header.Set("Accept-Language", c[1])
		assert.Equal(t, Lang(c[2]), s.LangOf(r), c)
	}
	get := func(query string, with ...*http.Cookie) *http.Response { // whose links say nothing of it
		r := httptest.NewRequest("GET", s.Root()+query, nil)
		r.Host = "127.0.0.1"
		for _, c := range with {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Result()
	}
	assert.Empty(t, get("").Cookies())
	chosen := get("?lang=fr").Cookies()
	text, err := io.ReadAll(get("", chosen...).Body)
	require.NoError(t, err)
	assert.Contains(t, string(text), `<html lang="fr">`)
}
