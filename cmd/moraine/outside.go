package main

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"moraine/cmd/moraine/internal/engine"
	"moraine/interpreter/playout"
)

// outsiders starts the programs that play seats, and ends them.
type outsiders struct {
	a        *app
	ctx      context.Context
	patience time.Duration

	mu   sync.Mutex
	bots []*engine.Bot
}

// addTo adds the flag for the time of a program.
func (o *outsiders) addTo(a *app, cmd *cobra.Command) {
	o.a = a
	cmd.Flags().DurationVar(&o.patience, "bot-time", 0,
		"the `time` that a program "+engine.Exec+"PROGRAM has for each answer (0: no limit)")
}

// isOutside reports whether a player is a program, by its name.
func isOutside(name string) bool { return strings.HasPrefix(name, engine.Exec) }

// get returns a new player for the name of a program, or nil for any other name.
func (o *outsiders) get(name string) (playout.Outsider, error) {
	if !isOutside(name) {
		return nil, nil
	}
	return o.bot(name)
}

// bot returns the program with a name.
func (o *outsiders) bot(name string) (*engine.Bot, error) {
	b, err := engine.NewBot(o.ctx, name, o.a.Dir, o.a.abs, o.patience)
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.bots = append(o.bots, b)
	return b, nil
}

// close ends the programs, all at once, because each has time to end by itself.
func (o *outsiders) close() {
	var all sync.WaitGroup
	for _, b := range o.bots {
		all.Go(b.Close)
	}
	all.Wait()
}
