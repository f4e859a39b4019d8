package diff

// partingSentence describes the shortest play after which the sides differ.
func (r *Report) partingSentence() string {
	p := r.Part
	decisions := func(n int) string { return r.words.Many(n, "%d decision", "%d decisions") }
	if p.Found == nil {
		but := ""
		if p.Cut > 0 {
			but = r.words.T(", but not all from %d of them", p.Cut)
		}
		return r.words.T("None within %s: tried are all plays of so many from %s%s.", decisions(p.Depth), r.words.Many(p.Starts, "%d start", "%d starts"), but)
	}
	from := r.words.T("from the beginning of a match")
	if p.Found.Scenario != "" {
		from = r.words.T("from where \u201c%s\u201d starts (%s)", p.Found.Scenario, p.Found.Place)
	}
	return r.words.T("After %s, %s.", decisions(p.Found.Decisions), from)
}
