//go:build js && wasm

// Command worker is the program of a Web Worker. It sets the function moraine(text) → Promise<text>, which answers a
// message of package live, and calls moraineProgress(done, of) during runs.
package main

import (
	"syscall/js"
	"time"

	"moraine/cmd/moraine/internal/live"
)

// interval is the time between two reports of progress.
const interval = 200 * time.Millisecond

func main() {
	global, last := js.Global(), time.Time{}
	l := live.New(func(done, of int64) {
		if now := time.Now(); now.Sub(last) >= interval || done == of {
			last = now
			global.Call("moraineProgress", done, of)
		}
	})
	global.Set("moraine", js.FuncOf(func(_ js.Value, args []js.Value) any {
		message := args[0].String()
		return global.Get("Promise").New(js.FuncOf(func(_ js.Value, settle []js.Value) any {
			// a callback must not block, and runs wait for goroutines
			go func() { settle[0].Invoke(l.Answer(message)) }()
			return nil
		}))
	}))
	global.Call("moraineReady")
	select {}
}
