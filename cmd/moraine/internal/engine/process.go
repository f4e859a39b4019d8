package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"moraine/interpreter/escape"
)

const (
	maxReply  = 64 << 10    // bytes of a line from a program that plays
	farewell  = time.Second // time for such a program to end after its input has ended
	lastWords = 1 << 10     // bytes of its error output that its error quotes
)

// process is a program that answers lines with lines. It is started with the first line.
type process struct {
	ctx      context.Context
	words    []string // the program and its arguments
	dir      string
	patience time.Duration // limit for an answer; 0 for none

	mu      sync.Mutex
	ended   bool
	cmd     *exec.Cmd
	in      io.WriteCloser
	written *io.PipeReader
	out     *bufio.Reader // of written
	errors  tail
	answers chan answered
	done    chan struct{} // closed when the program and all processes that it has started have ended
}

// answered is a line of the program, or the error of its streams.
type answered struct {
	line []byte
	err  error
}

// start starts the program, unless it was stopped before. mu guards against a stop at the same time.
func (p *process) start() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return errors.New("the program has ended")
	}
	cmd := exec.CommandContext(p.ctx, p.words[0], p.words[1:]...)
	cmd.Dir, cmd.Stderr, cmd.WaitDelay = p.dir, &p.errors, farewell
	cmd.Cancel = func() error { return killGroup(cmd) }
	ownGroup(cmd)
	if p.in, err = cmd.StdinPipe(); err != nil {
		return err
	}
	out, write := io.Pipe()
	cmd.Stdout = write
	p.written, p.out, p.answers, p.done = out, bufio.NewReaderSize(out, maxReply), make(chan answered, 1),
		make(chan struct{})
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the program cannot be started: %w", err)
	}
	p.cmd = cmd
	go func() {
		_ = cmd.Wait() // at most WaitDelay longer than the program, if one that it has started holds its output
		_ = killGroup(cmd)
		_ = write.Close()
		close(p.done)
	}()
	return nil
}

// ask sends a line and returns the next line of the program. After an error the program
// has ended.
func (p *process) ask(line []byte) ([]byte, error) {
	if p.cmd == nil {
		if err := p.start(); err != nil {
			return nil, err
		}
	}
	go func() {
		_, err := p.in.Write(line)
		var got []byte
		if err == nil {
			got, err = p.out.ReadSlice('\n')
		}
		p.answers <- answered{got, err}
	}()
	var late <-chan time.Time
	if p.patience > 0 {
		t := time.NewTimer(p.patience)
		defer t.Stop()
		late = t.C
	}
	select {
	case a := <-p.answers:
		switch {
		case a.err == nil:
			return a.line, nil
		case errors.Is(a.err, bufio.ErrBufferFull):
			return nil, p.fails("the program wrote a line of more than %d bytes", maxReply)
		case p.ctx.Err() != nil:
			return nil, p.ctx.Err()
		}
		return nil, p.fails("the program has ended")
	case <-late:
		return nil, p.fails("the program has not answered within %v", p.patience)
	case <-p.ctx.Done():
		return nil, p.ctx.Err()
	}
}

// fails ends the program and returns an error with its exit status and last words.
func (p *process) fails(format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	p.end()
	if code := p.cmd.ProcessState.ExitCode(); code > 0 {
		text += fmt.Sprintf(" with exit code %d", code)
	}
	if last := strings.TrimSpace(p.errors.String()); last != "" {
		text += "; its last line on stderr: " + escape.Text(last[strings.LastIndex(last, "\n")+1:])
	}
	return errors.New(text)
}

// end closes the input of the program, and kills it if it does not end by itself. It is safe
// for concurrent use.
func (p *process) end() {
	p.mu.Lock()
	p.ended = true
	cmd := p.cmd
	p.mu.Unlock()
	if cmd == nil {
		return
	}
	_ = p.in.Close()
	t := time.AfterFunc(farewell, func() { _ = killGroup(cmd) })
	defer t.Stop()
	go func() { _, _ = io.Copy(io.Discard, p.written) }() // a program that still writes must not wait
	<-p.done
}

// tail keeps the end of a text.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, text...)
	t.text = t.text[max(0, len(t.text)-lastWords):]
	return len(text), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
