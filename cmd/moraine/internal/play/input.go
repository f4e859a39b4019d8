package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
)

// errQuit and errEnd end a session: the person has quit, or the input has ended.
var (
	errQuit = errors.New("quit")
	errEnd  = errors.New("the input ended before the match was over")
)

// input reads lines in a goroutine, because a read cannot be cancelled.
type input struct {
	from  *bufio.Reader
	lines chan string // closed at the end; err has the reason
	err   error
	crash any // panic of the reading goroutine
}

func newInput(r io.Reader) *input {
	in := &input{from: bufio.NewReaderSize(r, maxLine), lines: make(chan string)}
	return in
}

// maxLine limits the length of a line.
const maxLine = 1 << 16

// line returns the next line, or errEnd at the end of the input.
func (in *input) line(ctx context.Context) (string, error) {
	if in.from != nil {
		go in.read(in.from)
		in.from = nil
	}
	select {
	case text, more := <-in.lines:
		switch {
		case more:
			return text, nil
		case in.crash != nil:
			panic(in.crash) // panic again in the goroutine that reports it
		}
		return "", in.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (in *input) read(from *bufio.Reader) {
	defer close(in.lines)
	defer func() { in.crash = recover() }()
	for {
		text, err := from.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			err = fmt.Errorf("a line of input has more than %d bytes", maxLine)
		case len(text) > 0:
			in.lines <- string(text)
		}
		if errors.Is(err, io.EOF) {
			err = errEnd
		}
		in.err = err
		if err != nil {
			return
		}
	}
}
