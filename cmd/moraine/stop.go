package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"moraine/interpreter"
	"moraine/interpreter/files"
	"moraine/interpreter/scenario"
	"moraine/interpreter/scenario/chance"
)

// stop is the reason why a command ends early. Every command checks for it regularly, reports
// its results so far, and never exits with 0.
type stop struct {
	code int
	why  string
}

func (s *stop) Error() string { return s.why }

// interruptible returns a context that the first interrupt cancels. The second interrupt ends
// the process.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		why := &stop{exitInterrupted, "interrupted"}
		if <-signals == syscall.SIGTERM {
			why = &stop{exitTerminated, "terminated"}
		}
		signal.Stop(signals)
		cancel(why)
	}()
	return ctx, func() { cancel(nil) }
}

// stopped returns the reason why a context is done, or nil.
func stopped(ctx context.Context) *stop {
	var why *stop
	if errors.As(context.Cause(ctx), &why) {
		return why
	}
	return &stop{exitInterrupted, "interrupted"}
}

// stopError returns the error of a command that was stopped, joined with the command's own
// error.
func (a *app) stopError(err error) error {
	why := stopped(a.ctx)
	var part *scenario.Incomplete
	var file *files.WriteError
	var found interpreter.Diagnostics
	switch {
	case errors.As(err, &part):
		return failing(why.code, fmt.Errorf("%s; %d of %d cases had finished", why.why, part.Ran, part.Of))
	case errors.As(err, &file), errors.As(err, &found): // an error in a file is still reported
		a.complain(err)
	}
	return failing(why.code, why)
}

// grace is the time within which a stopped command must return. Some work cannot be
// interrupted: parsing in a library, or opening a pipe without a writer.
const grace = 100 * time.Millisecond

// limit applies --timeout and --max-memory, and ends the process if a stopped command does not
// return.
func (a *app) limit(cmd *cobra.Command) error {
	if a.timeout < 0 {
		return fmt.Errorf("--timeout %s: expected a duration such as 30s", a.timeout)
	}
	if a.timeout > 0 || a.memory > 0 {
		ctx, cancel := context.WithCancelCause(cmd.Context())
		a.release = func() { cancel(nil) }
		cmd.SetContext(ctx)
		if a.timeout > 0 {
			time.AfterFunc(a.timeout, func() {
				cancel(&stop{exitInternal, fmt.Sprintf("stopped by --timeout %s", a.timeout)})
			})
		}
		if a.memory > 0 {
			go watchMemory(ctx, a.memory, cancel)
		}
	}
	cmd.SetContext(scenario.WithProgress(cmd.Context(), a.bar.show))
	a.ctx = cmd.Context()
	if a.Exit != nil {
		stay := context.AfterFunc(a.ctx, func() {
			time.Sleep(grace)
			why := stopped(a.ctx)
			a.lastWord.Do(func() { a.complain(why) })
			files.Abandon()
			a.Exit(why.code)
		})
		release := a.release
		a.release = func() {
			stay() // the end of the command is no reason to end it
			release()
		}
	}
	return nil
}

// watchMemory cancels a command that uses more memory than allowed. Near the limit it makes
// garbage collection more frequent.
func watchMemory(ctx context.Context, most size, cancel context.CancelCauseFunc) {
	before := debug.SetMemoryLimit(int64(most - most/8))
	defer debug.SetMemoryLimit(before)
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			metrics.Read(sample)
			if sample[0].Value.Uint64()-sample[1].Value.Uint64() > uint64(most) {
				cancel(&stop{exitInternal, "stopped by --max-memory " + most.String() + ": it would take more"})
				return
			}
		}
	}
}

// size is a flag for a number of bytes.
type size int64

var units = []struct {
	name  string
	bytes size
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

func (s *size) String() string {
	for _, u := range units {
		if *s > 0 && *s%u.bytes == 0 {
			return fmt.Sprintf("%d%s", *s/u.bytes, u.name)
		}
	}
	return fmt.Sprint(int64(*s))
}

func (s *size) Set(text string) error {
	for _, u := range units {
		if number, is := strings.CutSuffix(text, u.name); is {
			n, err := strconv.ParseInt(number, 10, 32)
			if err != nil || n < 1 || !interpreter.IsNumber(number) {
				break
			}
			*s = size(n) * u.bytes
			return nil
		}
	}
	return errors.New("expected a size such as 512MiB or 2GiB")
}

func (*size) Type() string { return "size" }

// addJobs declares --jobs.
func addJobs(cmd *cobra.Command, jobs *int, usage string) {
	cmd.Flags().IntVar(jobs, "jobs", 0, usage)
	runBefore(cmd, func() (err error) {
		*jobs, err = jobCount(*jobs)
		return err
	})
}

// addChanceStates adds the flag that limits the states of a chance in a scenario.
func addChanceStates(cmd *cobra.Command, states *int) {
	cmd.Flags().IntVar(states, "chance-states", chance.DefaultLimit,
		"maximum number of `states` to explore when a scenario checks a chance")
	runBefore(cmd, func() error {
		if *states < 1 {
			return fmt.Errorf("--chance-states %d: the number must be at least 1", *states)
		}
		return nil
	})
}

// jobCount returns the number of parallel jobs. It is at most the number of processors, because
// more jobs would only use memory.
func jobCount(jobs int) (int, error) {
	most := runtime.GOMAXPROCS(0)
	switch {
	case jobs < 0:
		return 0, fmt.Errorf("--jobs %d: the number must be at least 1, or 0 for one per processor", jobs)
	case jobs == 0:
		return most, nil
	}
	return min(jobs, most), nil
}
