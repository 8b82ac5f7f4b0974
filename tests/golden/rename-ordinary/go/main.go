package main

import "fmt"

type Tree struct{ n int }

func (t *Tree) Size() int { return t.n }

func main() {
	t := &Tree{3}
	fmt.Println(t.Size())
}
