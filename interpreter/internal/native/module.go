package native

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"moraine/interpreter/internal/program"
	"moraine/interpreter/internal/wasm"
)

// Code is a program as machine code.
type Code struct {
	program *program.Program
	layout  *layout
	Left    []string // the ops that are left to the machine, with their places and why
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

// ErrNoCode is that there is no machine code: for processors such as this one, or for
// what a game says. Whatever else Compile reports is a mistake of its own.
var ErrNoCode = errors.New("there is no machine code")

// Compile makes machine code of a program. Metered, it takes down what statistics want
// to know.
func Compile(p *program.Program, metered bool) (*Code, error) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		return nil, fmt.Errorf("%w for %s", ErrNoCode, runtime.GOARCH)
	}
	if p.Remembers {
		return nil, fmt.Errorf("%w for a game in which what was seen is remembered", ErrNoCode)
	}
	w, err := write(p, metered)
	if err != nil {
		return nil, err
	}
	var files []wasm.File
	for _, name := range slices.Sorted(maps.Keys(w.files)) {
		files = append(files, wasm.File{Name: name, Text: w.files[name]})
	}
	bytes, err := wasm.Compile(files...)
	if err != nil {
		return nil, fmt.Errorf("the program as Go: %w", err)
	}
	c := &Code{program: p, layout: w.layout, Left: w.left}
	ctx := context.Background()
	c.runtime = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler())
	if c.module, err = c.runtime.CompileModule(ctx, bytes); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// Close gives back what the code takes; its players are done with then.
func (c *Code) Close() error { return c.runtime.Close(context.Background()) }

// running is the code of one player.
type running struct {
	memory []byte
	main   api.Function
	vars   [7]api.MutableGlobal
	stack  [1]uint64

	// What the kernel's variables are set to, and are after.
	top, left, apart, taken, fuel, made, heaped int32
}

// The ways in which the kernel's Run ends.
const (
	ended   = 0
	waiting = 1
)

func (c *Code) start() (*running, error) {
	inst, err := c.runtime.InstantiateModule(context.Background(), c.module, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, err
	}
	r := &running{main: inst.ExportedFunction("Run")}
	memory := inst.Memory()
	r.memory, _ = memory.Read(0, memory.Size()) // it never grows, so it stays where it is
	for i, name := range [...]string{"Top", "Left", "Apart", "Taken", "Fuel", "Made", "Heaped"} {
		r.vars[i], _ = inst.ExportedGlobal(name).(api.MutableGlobal)
	}
	return r, nil
}

// call runs the code. It reports false if something was at fault.
func (r *running) call() (how int32, ok bool) {
	vars := [...]*int32{&r.top, &r.left, &r.apart, &r.taken, &r.fuel, &r.made, &r.heaped}
	for i, v := range vars {
		r.vars[i].Set(uint64(uint32(*v)))
	}
	if err := r.main.CallWithStack(context.Background(), r.stack[:]); err != nil {
		return 0, false
	}
	for i, v := range vars {
		*v = int32(r.vars[i].Get())
	}
	return int32(r.stack[0]), true
}
