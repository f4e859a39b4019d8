package serve

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/words"
)

//go:embed static
var static embed.FS

//go:embed page.html
var pageText string

var layout = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageText))
})

// Page is the content of a page. Show adds the common layout.
type Page struct {
	Title   string
	Heading string        // replaces the links of the server, unless empty
	Bar     template.HTML // shown beside the heading instead of the languages
	Game    string        // the game of the page, or ""
	Section string        // Section.Path of its section
	Body    template.HTML // set by Fill
	Wide    bool          // the page uses the full width
	Socket  string        // address of the socket that updates the page (socket.go), or ""
	Scripts []string      // scripts under /static/ or of a part
	Styles  []string      // style sheets under /static/ or of a part
}

// shown is the data of the layout.
type shown struct {
	Page
	Lang
	Root     string
	Sections []Section
	Spoken   []Lang
	query    url.Values
}

// Look returns the style sheet common to all pages.
func Look() []byte { return Asset("style.css") }

// Asset returns a script or style sheet of the pages.
func Asset(name string) []byte {
	text, err := static.ReadFile("static/" + name)
	if err != nil {
		panic(err) // cannot happen: it is embedded
	}
	return text
}

// Name returns the name of the language in that language itself.
func (l Lang) Name() string {
	return map[Lang]string{"en": "English", "de": "Deutsch", "fr": "Français"}[l]
}

// Spoken returns the languages of the pages.
func Spoken() (out []Lang) {
	for _, l := range words.Spoken {
		out = append(out, Lang(l))
	}
	return out
}

// In returns the address of the page in another language.
func (d shown) In(l Lang) string {
	query := d.query
	query.Set("lang", l.Code())
	return "?" + query.Encode()
}

// Show writes a page.
func (s *Server) Show(w http.ResponseWriter, r *http.Request, p Page) error {
	return s.show(w, r, http.StatusOK, p)
}

// Fill writes a page whose body is produced by a template.
func (s *Server) Fill(w http.ResponseWriter, r *http.Request, p Page, t *template.Template, name string,
	data any) (err error) {
	if p.Body, err = Render(t, name, data); err != nil {
		return err
	}
	return s.Show(w, r, p)
}

func (s *Server) show(w http.ResponseWriter, r *http.Request, status int, p Page) error {
	data := shown{Page: p, Lang: s.LangOf(r), Root: s.Root(), Sections: s.Sections, Spoken: Spoken(),
		query: r.URL.Query()}
	var b bytes.Buffer
	if err := layout().Execute(&b, data); err != nil {
		return err
	}
	if r.URL.Query().Has("lang") {
		http.SetCookie(w, &http.Cookie{Name: langCookie, Value: data.Code(), Path: "/", HttpOnly: true})
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, data.Lang.Typeset(b.String())) // the client may have disconnected
	return nil
}

// Render executes a template. Templates translate texts with {{.T "…"}}.
func Render(t *template.Template, name string, data any) (template.HTML, error) {
	var b strings.Builder
	err := t.ExecuteTemplate(&b, name, data)
	return template.HTML(b.String()), err
}

// Lang is the language of a page.
type Lang string

// langCookie stores the chosen language, so that links need not contain it.
const langCookie = "lang"

// T translates a message.
func (l Lang) T(en string, args ...any) string { return words.Names{Lang: string(l)}.T(en, args...) }

// Code returns the code of the language.
func (l Lang) Code() string { return string(l) }

// LangOf returns the language for a request: the one in its address, in the cookie, or on the
// command line, or else the first supported language that the browser accepts.
func (s *Server) LangOf(r *http.Request) Lang {
	wanted := []string{r.URL.Query().Get("lang"), "", s.Lang}
	if said, err := r.Cookie(langCookie); err == nil {
		wanted[1] = said.Value
	}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		code, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		code, _, _ = strings.Cut(code, "-")
		wanted = append(wanted, strings.ToLower(code))
	}
	for _, code := range wanted {
		if slices.Contains(words.Spoken, code) {
			return Lang(code)
		}
	}
	return "en"
}

// Refused is the error for a refused request.
type Refused struct {
	Status int
	Text   string // a message in English
	Of     []any
}

func (e *Refused) Error() string { return fmt.Sprintf(e.Text, e.Of...) }

// Refuse returns an error of type Refused.
func Refuse(status int, text string, of ...any) error {
	return &Refused{Status: status, Text: text, Of: of}
}

// Wrong formats errors in files with their lines and carets.
func Wrong(err error) string {
	var diags interpreter.Diagnostics
	if !errors.As(err, &diags) {
		return err.Error()
	}
	var b strings.Builder
	for _, d := range diags.Sorted() {
		d.Render(&b, false)
		b.WriteByte('\n')
	}
	return b.String()
}

// StatusOf returns the status of a Refused, or another status for other errors.
func StatusOf(err error, other int) int {
	var refused *Refused
	if errors.As(err, &refused) {
		return refused.Status
	}
	return other
}

// Fail answers a request with an error.
func (s *Server) Fail(w http.ResponseWriter, r *http.Request, err error) {
	lang := s.LangOf(r)
	status, text := http.StatusInternalServerError, err.Error()
	var refused *Refused
	var diags interpreter.Diagnostics
	var tooLong *http.MaxBytesError
	var unwritten *files.WriteError
	var late net.Error
	switch {
	case errors.As(err, &refused):
		status, text = refused.Status, lang.T(refused.Text, refused.Of...)
	case errors.As(err, &diags):
		status, text = http.StatusUnprocessableEntity, Wrong(err)
	case errors.As(err, &tooLong):
		status, text = http.StatusRequestEntityTooLarge, lang.T("The request is larger than %d bytes.", tooLong.Limit)
	case errors.As(err, &late) && late.Timeout():
		status = http.StatusRequestTimeout
	case errors.As(err, &unwritten):
		status = http.StatusInsufficientStorage
	case errors.Is(err, interpreter.ErrUnknown):
		status = http.StatusNotFound
	case errors.Is(err, context.Canceled):
		return
	}
	in := "pre"
	if refused != nil {
		in = "p"
	}
	page := Page{Title: lang.T("This cannot be shown"),
		Body: template.HTML("<" + in + ">" + template.HTMLEscapeString(text) + "</" + in + ">")}
	if !strings.HasPrefix(r.RequestURI, s.Root()) {
		page.Heading = "Moraine"
	}
	_ = s.show(w, r, status, page) // nothing more can be done if the error page fails
}
