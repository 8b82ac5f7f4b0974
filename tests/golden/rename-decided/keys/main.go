package main

import "fmt"

const name = "root"

type user struct{ name string }

type pet struct{ name string }

func main() {
	u := user{name: "bo"}
	p := pet{name: name}
	fmt.Println(u.name, p.name, map[string]int{name: 2})
}
