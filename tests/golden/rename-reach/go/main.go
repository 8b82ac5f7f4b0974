package main

import (
	"fmt"

	"ex.com/m/srv"
)

func main() {
	s := srv.Server{Logger: &srv.Logger{Prefix: "p"}}
	fmt.Println(s.Logger.Prefix, s.Prefix)
}
