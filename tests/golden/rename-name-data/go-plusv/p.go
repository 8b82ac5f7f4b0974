package main
type P struct { left int }
func load() P { return P{left: 1} }
