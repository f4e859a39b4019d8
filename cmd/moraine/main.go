// Command moraine runs and tests board games whose rules are YAML files.
package main

import "os"

func main() { os.Exit(Main()) }
