package main

import "fmt"

type Box struct{}

func (Box) Len() int { return 7 }

func size(x any) int {
	if v, ok := x.(interface{ Length() int }); ok {
		return v.Length()
	}
	return 0
}

func main() { fmt.Println(size(Box{}), Box{}.Len()) }
