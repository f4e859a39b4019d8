//go:build !unix

package engine

import "os/exec"

// ownGroup does nothing: Windows has no process groups that can be killed, and a browser no processes.
func ownGroup(*exec.Cmd) {}

// killGroup kills a program.
func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
