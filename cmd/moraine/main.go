// Command moraine interprets board games that are written as data, and tests
// their rules.
package main

import "os"

func main() { os.Exit(Main()) }
