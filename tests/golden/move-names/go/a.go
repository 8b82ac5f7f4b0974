package p

import _ "embed"

const (
	A = iota
	B
)

var (
	x = 1
	y = 2
)

type (
	T int
	U int
)

//go:embed a.go
var text string

func init() { x = 3 }

const Single = 3
