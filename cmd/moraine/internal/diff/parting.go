package diff

// partingSentence describes the shortest play after which the sides differ.
func (r *Report) partingSentence() string {
	p := r.Part
	decisions := func(n int) string { return r.words.Many(n, "%d decision", "%d decisions") }
	if p.Found == nil {
		but := ""
		if p.Cut > 0 {
			but = r.words.T(", but the search was incomplete for %d of them", p.Cut)
		}
		return r.words.T("No difference within %s; all sequences of that length were tried from %s%s.",
			decisions(p.Depth), r.words.Many(p.Starts, "%d start", "%d starts"), but)
	}
	from := r.words.T("from the start of a match")
	if p.Found.Scenario != "" {
		from = r.words.T("from the start of scenario \u201c%s\u201d (%s)", p.Found.Scenario, place(p.Found.Place))
	}
	return r.words.T("After %s, %s.", decisions(p.Found.Decisions), from)
}
