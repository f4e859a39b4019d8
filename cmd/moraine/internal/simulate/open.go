package simulate

import (
	"encoding/json"
	"errors"
	"math"
)

// ReadComparison reads the balance in a report of moraine diff --sim, with the parts that plots
// need.
func ReadComparison(text []byte) (*Comparison, error) {
	var balance struct {
		Differences []struct {
			Measure, How, Group string
			More                struct{ Value, Low, High *float64 }
			Real                bool
		}
	}
	if err := json.Unmarshal(text, &balance); err != nil {
		return nil, err
	}
	out := &Comparison{Sides: [2]*Results{{}, {}}}
	for _, d := range balance.Differences {
		next := Difference{Measure: d.Measure, How: d.How, Group: d.Group, Real: d.Real}
		next.More.Bounded = d.More.Low != nil && d.More.High != nil
		for i, from := range []*float64{d.More.Value, d.More.Low, d.More.High} {
			if from == nil {
				continue
			}
			if math.Abs(*from) > float64(farthest/million) {
				return nil, errors.New("not a JSON report of moraine diff with --sim: a number is too large")
			}
			*[]*Fixed{&next.More.Value, &next.More.Low, &next.More.High}[i] = Fixed(math.Round(*from * million))
		}
		if next.More.Low > next.More.Value || next.More.Bounded && next.More.High < next.More.Value {
			return nil, errors.New("not a JSON report of moraine diff with --sim: the numbers contradict each other")
		}
		out.Differences = append(out.Differences, next)
	}
	return out, nil
}
