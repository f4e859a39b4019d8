//go:build unix

package engine

import "testing"

// batchSize is the number of matches that a client plays side by side.
const batchSize = 64

// BenchmarkEngine answers lines of a client that plays matches in batches: acts, views and questions of seats.
func BenchmarkEngine(b *testing.B) {
	for _, id := range []string{"glacier", "tusk", "nomads"} {
		b.Run(id+"/act", func(b *testing.B) {
			c := newClient(b, id, batchSize)
			was := c.decisions()
			for range b.N {
				b.StopTimer()
				line := c.acts()
				b.StartTimer()
				out := c.engine.Answer(line, false)
				b.StopTimer()
				c.read(out)
				b.StartTimer()
			}
			b.ReportMetric(float64(c.decisions()-was)/b.Elapsed().Seconds(), "decisions/s")
		})
		for _, method := range []string{"view", "question"} {
			b.Run(id+"/"+method, func(b *testing.B) {
				c := newClient(b, id, batchSize)
				for range b.N {
					b.StopTimer()
					c.read(c.engine.Answer(c.acts(), false))
					line := c.each(method)
					b.StartTimer()
					c.engine.Answer(line, false)
				}
				b.ReportMetric(float64(b.N*batchSize)/b.Elapsed().Seconds(), method+"s/s")
			})
		}
	}
}
