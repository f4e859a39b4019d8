package lsp

// The parts of the Language Server Protocol 3.17 that the server uses, with the names of the
// specification.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

// params has the parameters of all methods. Each method reads some of them.
type params struct {
	TextDocument struct {
		URI, Text string
		Version   *int
	}
	Position       position
	ContentChanges []struct {
		Range *span
		Text  string
	}
	NewName string
	Context struct {
		IncludeDeclaration bool
		Diagnostics        []diagnostic
	}
	Query     string
	Command   string
	Arguments []any

	RootURI, RootPath string
	WorkspaceFolders  []struct{ URI string }
	Capabilities      struct {
		Workspace struct {
			DidChangeWatchedFiles struct{ DynamicRegistration bool }
			CodeLens              struct{ RefreshSupport bool }
		}
		TextDocument struct{ CodeLens *struct{} }
	}
}

type diagnostic struct {
	Range    span      `json:"range"`
	Severity int       `json:"severity"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Data     *quickFix `json:"data,omitempty"`
}

// quickFix is the text by which a quick fix replaces the range of a diagnostic.
type quickFix struct {
	Range   span     `json:"range"`
	Text    string   `json:"text"`
	Declare []string `json:"declare,omitempty"` // if set, the fix is the command declareCommand with these arguments
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type completionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []completionItem `json:"items"`
}

type completionItem struct {
	Label    string   `json:"label"`
	Kind     int      `json:"kind"`
	Detail   string   `json:"detail,omitempty"`
	SortText string   `json:"sortText,omitempty"`
	TextEdit textEdit `json:"textEdit"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    span   `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

const (
	severityError   = 1
	severityWarning = 2
	severityNote    = 3
)
