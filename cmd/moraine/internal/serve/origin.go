package serve

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
)

// Pages of other websites can use the JSON of seats, and nothing else, if their origin is one of Options.Origins. The
// answers allow no credentials, because the address of a seat contains its secret.

// Origin returns the origin of a URL as browsers write it, or an error if the URL has more than a scheme, a host and a
// port.
func Origin(text string) (string, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" ||
		strings.ContainsAny(u.Host, "*,"):
		return "", fmt.Errorf("--origin %s: write the address of one website, such as http://localhost:8000", text)
	case u.User != nil || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "":
		return "", fmt.Errorf("--origin %s: an origin has no path; write %s://%s", text, u.Scheme, u.Host)
	}
	host := strings.ToLower(u.Host)
	if port := u.Port(); u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return u.Scheme + "://" + host, nil
}

type originKey struct{}

// allows reports, by its result, whether a page of another website may use the JSON of seats: it returns nil if not,
// otherwise the request, marked for isAllowed. It also sets the headers that let such a page read the answer.
func (s *Server) allows(w http.ResponseWriter, r *http.Request) *http.Request {
	if parts := strings.Split(r.URL.Path, "/"); len(parts) != 6 || parts[1] != "seat" || parts[4] != "api" ||
		path.Clean(r.URL.Path) != r.URL.Path {
		return nil
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if !slices.Contains(s.Origins, origin) {
		return nil
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	return r.WithContext(context.WithValue(r.Context(), originKey{}, true))
}

// isAllowed reports whether the request comes from a page of another website and passed allows.
func isAllowed(r *http.Request) bool { return r.Context().Value(originKey{}) != nil }

// isPreflight reports whether a browser asks if a page of another website may send a request, and answers it.
func isPreflight(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", "GET, POST")
	h.Set("Access-Control-Allow-Headers", "Content-Type")
	// a public page and a server of the local network
	if r.Header.Get("Access-Control-Request-Private-Network") == "true" {
		h.Set("Access-Control-Allow-Private-Network", "true")
	}
	w.WriteHeader(http.StatusNoContent)
	return true
}
