//go:build js && wasm

// Command worker is the program of the Web Worker in which a match is played. It sets the function
// moraine(text) → Promise<text>, which answers a message of package desk, and calls moraineTell(text) for each event.
// Its files are in memory (desk.js).
package main

import (
	"encoding/json"
	"log"
	"os"
	"syscall/js"
	"time"

	"moraine/cmd/moraine/internal/live/desk"
)

func main() {
	global := js.Global()
	d := desk.New("/matches", time.Second, log.New(os.Stderr, "", 0), func(e desk.Event) {
		text, _ := json.Marshal(e) // cannot fail for texts
		global.Call("moraineTell", string(text))
	})
	global.Set("moraine", js.FuncOf(func(_ js.Value, args []js.Value) any {
		message := args[0].String()
		return global.Get("Promise").New(js.FuncOf(func(_ js.Value, settle []js.Value) any {
			// a callback must not block, and requests wait for goroutines
			go func() { settle[0].Invoke(d.Answer(message)) }()
			return nil
		}))
	}))
	global.Call("moraineReady")
	select {}
}
