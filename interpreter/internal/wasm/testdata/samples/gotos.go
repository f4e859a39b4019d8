package samples

// Collatz goes backwards and forwards.
func Collatz(a, b int32) int32 {
	x := uint32(a)&0xffff + 1
	steps := int32(0)
again:
	if x == 1 || steps > 500 {
		goto done
	}
	steps++
	if x&1 == 0 {
		x /= 2
		goto again
	}
	x = 3*x + 1
	goto again
done:
	return steps + b
}

// Machine is a run of a small machine of states, entered at any of them.
func Machine(a, b int32) int32 {
	state, sum, fuel := a&7, b, int32(200)
	switch state {
	case 1:
		goto one
	case 2:
		goto two
	case 3:
		goto triple
	case 4:
		goto four
	}
start:
	fuel--
	sum += 3
	if fuel < 0 {
		goto out
	}
	if sum&4 != 0 {
		goto triple
	}
one:
	fuel--
	for i := int32(0); i < 5; i++ {
		if sum&15 == 11 {
			sum++
			goto four
		}
		sum = sum*5 + i
		if fuel < 0 {
			goto out
		}
	}
two:
	fuel--
	sum ^= sum >> 3
	{
		t := sum & 7
		switch {
		case t == 2:
			goto start
		case t == 3, t == 5:
			goto one
		case fuel < 0:
			goto out
		}
	}
triple:
	fuel -= 2
	sum += 7
	if fuel > 0 && sum%3 == 0 {
		goto two
	}
four:
	if fuel > 100 {
		fuel -= 10
		goto start
	}
out:
	return sum ^ fuel<<24
}

// Ahead never goes back.
func Ahead(a, b int32) int32 {
	if a > b {
		goto larger
	}
	if a == b {
		goto same
	}
	return -1
larger:
	a -= b
	if a > 100 {
		goto end
	}
	b++
same:
	return a*3 + b
end:
	return 7
}

// Doubled has a label that a loop and a goto share, and two labels in one place.
func Doubled(a, b int32) int32 {
	n := int32(0)
	goto second
first:
second:
	for i := int32(0); i < 30; i++ {
		for j := int32(0); j < 4; j++ {
			if (a>>(uint32(j)&31))&1 == 0 {
				continue second
			}
			if i > b&7 {
				break second
			}
			n++
		}
		if i > 20 {
			break
		}
	}
	if n < 40 && n > 0 {
		n += 10
		goto first
	}
	if n == 0 {
		n = 50
		goto second
	}
	return n
}

// Nowhere ends in a goto and not in a return.
func Nowhere(a, b int32) int32 {
	i := int32(0)
loop:
	i++
	if i > 10 {
		return a + i
	}
	a += b
	goto loop
}

// Later has its loop after statements of its own.
func Later(a, b int32) int32 {
	n := int32(0)
	for i := range a & 7 {
		t := i ^ b
		n += t
	}
	n &= 63
first:
	n++
	if n&3 == 1 {
		goto first
	}
second:
	n += 3
	if n&4 == 0 && n < 100 {
		goto second
	}
	if n&1 == 1 && n < 90 {
		goto first
	}
	return n
}
