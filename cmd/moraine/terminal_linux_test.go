package main

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestColored(t *testing.T) {
	tty := terminal(t)
	env := map[string]string{"TERM": "xterm"}
	colored := func(flags ...string) bool {
		a := &app{dataLayers: dataLayers{World: World{Env: func(name string) string { return env[name] }}}}
		require.NoError(t, newRoot(a).ParseFlags(flags))
		return a.colored(tty)
	}
	assert.True(t, colored(), "on a terminal")
	assert.False(t, colored("--color", "never"))
	assert.False(t, colored("--no-color"))
	env["NO_COLOR"] = "1"
	assert.False(t, colored(), "NO_COLOR is set")
	assert.True(t, colored("--color", "always"), "the flag is nearer than NO_COLOR")
	env["NO_COLOR"], env["TERM"] = "", "dumb"
	assert.False(t, colored(), "a terminal that cannot")

	env["TERM"] = "xterm"
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	tty = null
	assert.False(t, colored(), "a device that is no terminal")
}

// terminal returns one end of a terminal whose other end is not read.
func terminal(t *testing.T) *os.File {
	t.Helper()
	far, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { far.Close() })
	require.NoError(t, unix.IoctlSetPointerInt(int(far.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(far.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	near, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { near.Close() })
	return near
}
