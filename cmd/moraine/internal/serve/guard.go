package serve

import (
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
	"time"
)

const (
	mostConnections = 4096
	mostBytes       = 1 << 20 // size of a request body

	requestTime  = 20 * time.Second // for receiving a request
	responseTime = 10 * time.Minute // for writing a response
)

// policy is the Content-Security-Policy: pages may load content only from this server.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard accepts only requests to the server's own addresses, from its own pages or from no
// page. It refuses requests with another host name (DNS rebinding) and forms from other sites,
// except pages that Options.Origins allows.
func (s *Server) guard(next http.Handler) http.Handler {
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, Refuse(http.StatusForbidden,
			"This request was sent by a page of another website, so it is rejected."))
	}))
	checked := own.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // addresses contain secrets
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-cache")
		if !isAddress(r.Host) {
			s.Fail(w, r, Refuse(http.StatusMisdirectedRequest,
				"Open this server by its numeric address, not by a host name."))
			return
		}
		if allowed := s.allows(w, r); allowed == nil {
			checked.ServeHTTP(w, r)
		} else if !isPreflight(w, r) {
			next.ServeHTTP(w, allowed)
		}
	})
}

// isAddress reports whether a host is an IP address. Names are not accepted, because the owner
// of a name can make it refer to any server.
func isAddress(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return name == "localhost" || net.ParseIP(name) != nil
}

// Reach returns the address http://HOST:PORT at which other machines reach this server, and
// whether they can. If a shared server is opened in a browser on the same machine, this is its
// address in the network.
func (s *Server) Reach(r *http.Request) (address string, others bool) {
	host, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		return "http://" + r.Host, s.Share
	}
	ip := net.ParseIP(host)
	if s.Share && (host == "localhost" || ip != nil && ip.IsLoopback()) {
		if at := s.networkAddress(); at != "" {
			return "http://" + net.JoinHostPort(at, port), true
		}
		return "http://" + r.Host, false
	}
	return "http://" + r.Host, s.Share
}

// networkAddress returns the address of this machine in its network, or "" if the server
// listens only locally.
func (s *Server) networkAddress() string {
	host, _, _ := net.SplitHostPort(s.Address)
	if ip := net.ParseIP(host); ip == nil || ip.IsLoopback() {
		return ""
	} else if !ip.IsUnspecified() {
		return host
	}
	all, _ := net.InterfaceAddrs() // on an error no address is returned
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			return n.IP.String()
		}
	}
	return ""
}

// Same compares two secrets in constant time.
func Same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
