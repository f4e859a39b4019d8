//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// ownGroup lets a program start in a process group of its own, which those that it starts belong to.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program and those that it has started.
func killGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
