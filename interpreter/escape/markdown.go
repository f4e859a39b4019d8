package escape

import (
	"strings"
)

// marks escapes the markup of GitHub's Markdown. GitHub finds mentions, references and links
// after resolving entities, so a zero-width space is inserted to break them.
var marks = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "\n", " ", "\r", " ",
	"@", "@&#8203;", "#", "#&#8203;", "://", ":&#8203;//", "www.", "www.&#8203;",
)

var (
	workflow = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// Workflow escapes the message of a GitHub workflow command.
func Workflow(s string) string { return workflow.Replace(s) }

// Property escapes a property of a GitHub workflow command.
func Property(s string) string { return property.Replace(s) }

// Markdown escapes a text for a line or table cell of Markdown, so that it contains no
// emphasis, link, mention, table or HTML.
func Markdown(s string) string { return marks.Replace(s) }

// Code formats a text as inline code for a line or table cell of Markdown.
func Code(s string) string {
	s = strings.NewReplacer("\n", " ", "\r", " ", "|", `\|`).Replace(s)
	fence := strings.Repeat("`", longestTicks(s)+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// Fence returns a fence for a code block that contains text.
func Fence(text string) string { return strings.Repeat("`", max(3, longestTicks(text)+1)) }

// longestTicks returns the length of the longest run of backticks.
func longestTicks(s string) (most int) {
	for run := 0; s != ""; s = s[1:] {
		run++
		if s[0] != '`' {
			run = 0
		}
		most = max(most, run)
	}
	return most
}
