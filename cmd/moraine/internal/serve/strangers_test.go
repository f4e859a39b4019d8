package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/netutil"
)

// More unfinished requests without a secret than there may be connections keep no player out, and a connection that
// has shown a secret stays open.
func TestStrangersKeepNoPlayerOut(t *testing.T) {
	s := newDesk(t, Options{Errors: log.New(io.Discard, "", 0)})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	const most = mostStrangers + 20
	go func() { served <- s.Serve(ctx, netutil.LimitListener(l, most)) }()
	player := dial(t, l)
	asks := func() {
		fmt.Fprintf(player, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", s.Root())
		r, err := http.ReadResponse(bufio.NewReader(player), nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, r.StatusCode)
		_, err = io.Copy(io.Discard, r.Body)
		require.NoError(t, err)
	}
	asks()
	for range 2 * most {
		fmt.Fprint(dial(t, l), "POST /seat/aaaaaaaa/b/sit HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nseat=")
	}
	asks()
	player = dial(t, l)
	asks()
	stop()
	require.ErrorIs(t, <-served, context.Canceled)
}

// A connection too many waits until another is closed.
func TestConnectionsAreLimited(t *testing.T) {
	l, err := newDesk(t, Options{Address: "127.0.0.1:0"}).Listen()
	require.NoError(t, err)
	defer l.Close()
	var first net.Conn
	for i := range mostConnections {
		c, err := net.Dial("tcp", l.Addr().String())
		if errors.Is(err, syscall.EMFILE) {
			t.Skip("this process may not open so many connections")
		}
		require.NoError(t, err)
		defer c.Close()
		in, err := l.Accept()
		require.NoError(t, err)
		defer in.Close()
		if i == 0 {
			first = in
		}
	}
	dial(t, l)
	accepted := make(chan error)
	go func() {
		c, err := l.Accept()
		accepted <- err
		if err == nil {
			_ = c.Close()
		}
	}()
	select {
	case <-accepted:
		t.Fatal("one more is let in")
	case <-time.After(50 * time.Millisecond):
	}
	require.NoError(t, first.Close())
	require.NoError(t, <-accepted)
}

// A request has limited time to arrive, and the handler of one that has arrived has more.
func TestRequestsHaveTime(t *testing.T) {
	s := newDesk(t, Options{Errors: log.New(io.Discard, "", 0)})
	begun, goOn := make(chan bool), make(chan bool)
	s.Handle("GET /slow", func(w http.ResponseWriter, r *http.Request) error {
		begun <- true
		<-goOn
		return r.Context().Err()
	})
	server := s.server(t.Context())
	require.Equal(t, requestTime, server.ReadTimeout)
	require.Positive(t, server.ReadHeaderTimeout)
	require.Positive(t, server.WriteTimeout)
	server.ReadTimeout = 20 * time.Millisecond
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	half := dial(t, l)
	fmt.Fprint(half, "POST "+s.Root()+"change HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nseat=")
	answers := make(chan *http.Response, 1)
	for arrived := false; !arrived; {
		go askSlowly(dial(t, l), s.Root(), answers)
		select {
		case arrived = <-begun:
		case <-answers: // on a busy machine even this request arrived too late
		}
	}
	ended, err := io.ReadAll(half)
	require.NoError(t, err)
	require.Contains(t, string(ended), "408 Request Timeout")
	goOn <- true
	r := <-answers
	require.NotNil(t, r)
	require.Equal(t, http.StatusOK, r.StatusCode)
}

// askSlowly sends a whole request for the slow page, and then the answer to it, nil if the connection fails.
func askSlowly(c net.Conn, root string, answers chan<- *http.Response) {
	fmt.Fprint(c, "GET "+root+"slow HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		r = nil
	}
	answers <- r
}

func dial(t *testing.T, l net.Listener) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(time.Minute))) // it waits, else
	return c
}

// Only the owner can read the key, whatever the permissions of its folder or of an older version. A folder
// that others can write to is refused.
func TestTheKeyIsItsOwnersAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such modes")
	}
	at := t.TempDir()
	require.NoError(t, os.Chmod(at, 0o755))
	mode := func() os.FileMode {
		info, err := os.Stat(filepath.Join(at, "key"))
		require.NoError(t, err)
		return info.Mode().Perm()
	}
	newDesk(t, Options{Folder: at}).Close()
	assert.Equal(t, os.FileMode(0o600), mode())
	require.NoError(t, os.Chmod(filepath.Join(at, "key"), 0o644))
	newDesk(t, Options{Folder: at}).Close()
	assert.Equal(t, os.FileMode(0o600), mode())
	require.NoError(t, os.Chmod(at, 0o777))
	_, err := New(Options{Folder: at})
	require.ErrorContains(t, err, at+" cannot be written: other users can write to this folder (mode 0777)")
}
