package main

type s struct{ run func(int) int }

func two(x int) int { return x }

func drive(a s) int { return a.run(3) }

func main() { println(drive(s{two})) }
