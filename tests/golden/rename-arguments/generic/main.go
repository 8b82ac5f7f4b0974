package main

import "example.com/generic/list"

func main() {
	g := list.Map[int, string]
	_ = g(nil, nil)
}
