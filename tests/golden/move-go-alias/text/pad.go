package text

import str "strings"

func Pad(s string, n int) string { return s + str.Repeat(".", n-len(s)) }
