package main

import (
	"fmt"
	m "math"
)

type S struct {
	a, b int `json:"a b"`
	*T
}
type T struct{}
type I interface {
	M() int
	~int | string
}

const (
	X = iota
	Y
)

func (s *S) M(a int, b ...string) (x int, err error) {
	if a := a + 1; a > 2 {
		return a, nil
	} else if a < 1 {
		goto end
	}
	for i := range b {
		switch i {
		case 1, 2:
			fallthrough
		default:
			break
		}
	}
	for a < 3 {
		a++
	}
	f := func() { fmt.Println("a  b", `one
	two`) }
	f()
	v := []int{1, 2,
		3}
	select {}
	_ = v[0:1]
end:
	return - -a, fmt.Errorf("x %v", m.Pi)
}
