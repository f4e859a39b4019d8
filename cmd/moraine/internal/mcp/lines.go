package mcp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"moraine/cmd/moraine/internal/engine"
)

// lines are the messages of a client, one a line. The library ends the connection at the first line that is no message;
// lines answers such a line with an error and passes on all others.
type lines struct {
	in   *bufio.Reader
	rest []byte // of the message that is passed on
	mu   sync.Mutex
	out  io.Writer
}

func newLines(in io.Reader, out io.Writer) *lines {
	return &lines{in: bufio.NewReaderSize(in, 1<<16), out: out}
}

// Read implements io.Reader.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, long, err := engine.ReadLine(l.in)
		code, why := fault(line, long)
		switch {
		case why != "":
			if err := l.refuse(code, why); err != nil {
				return 0, err
			}
		case len(line) > 0:
			l.rest = append(line, '\n')
		}
		if err != nil && len(l.rest) == 0 {
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// fault returns why a line is no message, with the code of JSON-RPC, or "".
func fault(line []byte, long bool) (code int, why string) {
	switch {
	case long:
		return jsonrpc.CodeInvalidRequest, fmt.Sprintf("a message must not be larger than %d bytes", engine.MaxLine)
	case len(line) == 0:
		return 0, ""
	case !json.Valid(line):
		return jsonrpc.CodeParseError, "a message must be JSON, on one line"
	case engine.Depth(line) > engine.MaxDepth:
		return jsonrpc.CodeInvalidRequest,
			fmt.Sprintf("a message must not be nested deeper than %d levels", engine.MaxDepth)
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return jsonrpc.CodeInvalidRequest,
			"a message must be one JSON-RPC request, notification or response: " + err.Error()
	}
	return 0, ""
}

// refuse answers a line that is no message.
func (l *lines) refuse(code int, why string) error {
	text, err := json.Marshal(
		map[string]any{"jsonrpc": "2.0", "id": nil, "error": jsonrpc.Error{Code: int64(code), Message: why}})
	if err == nil {
		_, err = l.Write(append(text, '\n'))
	}
	return err
}

// Write implements io.Writer. The library writes a message with one call.
func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(p)
}

// Close implements io.Closer. The streams belong to the process.
func (l *lines) Close() error { return nil }
