package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// mostBytes limits a message, mostHeader its header.
const (
	mostBytes  = 16 << 20
	mostHeader = 4 << 10
)

// stream reads and writes messages. The library closes the connection after a malformed
// message; stream answers it with an error and continues.
type stream struct {
	in   *bufio.Reader
	mu   sync.Mutex // guards out
	out  io.Writer
	errs *log.Logger
}

// ReadObject implements jsonrpc2.ObjectStream.
func (s *stream) ReadObject(v any) error {
	for {
		length, err := s.header()
		if err != nil {
			return err
		}
		code := jsonrpc2.CodeInvalidRequest
		if length > mostBytes {
			if _, err := io.CopyN(io.Discard, s.in, length); err != nil {
				return err
			}
			err = fmt.Errorf("a message of %d bytes is too large; the limit is %d bytes", length, mostBytes)
		} else {
			body := make([]byte, length)
			if _, err := io.ReadFull(s.in, body); err != nil {
				return err
			}
			if err = json.Unmarshal(body, v); err == nil {
				return nil
			}
			if !json.Valid(body) {
				code = jsonrpc2.CodeParseError
			}
		}
		answer := map[string]any{"jsonrpc": "2.0", "id": nil,
			"error": map[string]any{"code": code, "message": err.Error()}}
		if err := s.WriteObject(answer); err != nil {
			return err
		}
	}
}

// header reads the header of a message and returns the length of the message. Without a valid header the end of the
// message is unknown, so it returns an error that ends the connection.
func (s *stream) header() (length int64, _ error) {
	length = -1
	header := 0
	for {
		line, err := s.in.ReadSlice('\n')
		if header += len(line); header > mostHeader || errors.Is(err, bufio.ErrBufferFull) {
			return 0, s.end("the header of a message is longer than %d bytes; it must be Content-Length: N and an empty line", mostHeader)
		}
		if err != nil {
			return 0, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" && length >= 0 {
			return length, nil
		}
		if name, value, ok := strings.Cut(text, ":"); ok && strings.EqualFold(name, "Content-Length") {
			length, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64)
			if err != nil || length < 0 {
				return 0, s.end("the length of a message must be a number of bytes, not %q", strings.TrimSpace(value))
			}
		}
	}
}

// end reports why the connection ends, and returns the error that ends it. The library would report a cause only after
// it has told that the connection is closed, when the program may have ended.
func (s *stream) end(format string, args ...any) error {
	s.errs.Printf(format, args...)
	return io.EOF
}

// WriteObject implements jsonrpc2.ObjectStream.
func (s *stream) WriteObject(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = fmt.Fprintf(s.out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}

// Close implements jsonrpc2.ObjectStream. The streams belong to the caller of Serve.
func (s *stream) Close() error { return nil }
