package main
type P struct { Left int }
func main() { out(P{Left: 1}) }
