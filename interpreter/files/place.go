package files

import (
	"strconv"
	"strings"
)

// SplitLine splits FILE:LINE or FILE:LINE:COLUMN. line is 0 if it is missing.
func SplitLine(place string) (file string, line int) {
	file = place
	for range 2 {
		i := strings.LastIndexByte(file, ':')
		n, err := strconv.ParseUint(file[i+1:], 10, 31)
		if i < 0 || err != nil || n == 0 {
			break
		}
		file, line = file[:i], int(n)
	}
	return file, line
}
