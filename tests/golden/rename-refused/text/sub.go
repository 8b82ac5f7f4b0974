package sub

import "strings"

type foo struct{ n int }

type outer struct{ foo }

func conv(s string) string { return strings.ToUpper(s) }
