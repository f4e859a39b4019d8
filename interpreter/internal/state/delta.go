package state

import "slices"

// Delta appends the difference of s from root to list: the length of Stack, then the index and the value of each word
// that differs, with indices of Stack counted on from the words. It compares by blocks, because nearly all words are
// equal.
func (s *State) Delta(root *State, list []int32) []int32 {
	list = append(list, int32(len(s.Stack)))
	return differences(differences(list, 0, s.words, root.words), len(s.words), s.Stack, root.Stack)
}

func differences(list []int32, from int, is, was []int32) []int32 {
	const block = 32
	i := 0
	for ; i+block <= min(len(is), len(was)); i += block {
		a, b := (*[block]int32)(is[i:]), (*[block]int32)(was[i:])
		if *a == *b {
			continue
		}
		for k, v := range a {
			if v != b[k] {
				list = append(list, int32(from+i+k), v)
			}
		}
	}
	for ; i < len(is); i++ {
		if i >= len(was) || is[i] != was[i] {
			list = append(list, int32(from+i), is[i])
		}
	}
	return list
}

// Apply makes s the state whose difference from root is delta.
func (s *State) Apply(root *State, delta []int32) {
	s.CopyFrom(root)
	depth := int(delta[0])
	s.Stack = slices.Grow(s.Stack[:min(len(s.Stack), depth)], depth)[:depth]
	for i := 1; i < len(delta); i += 2 {
		if at := int(delta[i]); at < len(s.words) {
			s.words[at] = delta[i+1]
		} else {
			s.Stack[at-len(s.words)] = delta[i+1]
		}
	}
}
