//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// ownGroup lets a program start in a process group of its own. Processes that the program starts belong to the group,
// too.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program and the processes that it has started.
func killGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
