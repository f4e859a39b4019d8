package escape

import (
	"strings"
)

// marks are what Markdown, as GitHub reads it, would not take for itself. A character
// that nobody sees parts what would become a mention, a reference or a link: it looks
// for those after entities have become what they stand for.
var marks = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "\n", " ", "\r", " ",
	"@", "@&#8203;", "#", "#&#8203;", "://", ":&#8203;//", "www.", "www.&#8203;",
)

var (
	workflow = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Workflow is what a workflow command of GitHub says.
func Workflow(s string) string { return workflow.Replace(s) }

// Property is one of the properties of a workflow command.
func Property(s string) string { return property.Replace(s) }

// Markdown is a text in a line or cell of Markdown: neither emphasis nor a link, a
// mention, a table or HTML begins in it.
func Markdown(s string) string { return marks.Replace(s) }

// Code is a text as it stands, in a line or cell of Markdown.
func Code(s string) string {
	s = strings.NewReplacer("\n", " ", "\r", " ", "|", `\|`).Replace(s)
	fence := strings.Repeat("`", longest(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// Fence is what a block of code begins and ends with, whatever is in it.
func Fence(text string) string { return strings.Repeat("`", max(3, longest(text)+1)) }

// longest is the length of the longest run of backticks.
func longest(s string) (most int) {
	for run := 0; s != ""; s = s[1:] {
		if run++; s[0] != '`' {
			run = 0
		}
		most = max(most, run)
	}
	return most
}
