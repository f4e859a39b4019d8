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
	mostBytes       = 1 << 20 // of what a request brings along, if it is no report

	MostReport = 16 << 20 // bytes of a report that is opened

	requestTime  = 20 * time.Second // for a request to be sent
	reportTime   = 2 * time.Minute  // for one that has a report
	responseTime = 10 * time.Minute // for a response to be made and read
)

// policy is what a page may do: nothing but what this server sends it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guard lets through what was asked of this server under one of its own addresses, by a page of its
// own or by nobody's: no name that somebody has made point here, no form of somebody else.
func (s *Server) guard(next http.Handler) http.Handler {
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Fail(w, r, Refuse(http.StatusForbidden, "This request comes from a page of somebody else."))
	}))
	next = own.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // addresses have secrets
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-cache")
		if !isAddress(r.Host) {
			s.Fail(w, r, Refuse(http.StatusMisdirectedRequest, "This desk is asked for by its address, not by a name."))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isAddress reports whether a host is an address: a name can be made to point anywhere by whoever owns it.
func isAddress(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	return name == "localhost" || net.ParseIP(name) != nil
}

// Reach returns the address, as http://HOST:PORT, at which others reach this desk, and whether they do. To those on this
// machine, a shared desk has an address of its network.
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

// networkAddress returns the address of this machine in its network, "" if it listens to no other than its own.
func (s *Server) networkAddress() string {
	host, _, _ := net.SplitHostPort(s.Address)
	if ip := net.ParseIP(host); ip == nil || ip.IsLoopback() {
		return ""
	} else if !ip.IsUnspecified() {
		return host
	}
	all, _ := net.InterfaceAddrs() // without one there is none
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			return n.IP.String()
		}
	}
	return ""
}

// Same compares secrets in a time that does not tell how much of them is right.
func Same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
