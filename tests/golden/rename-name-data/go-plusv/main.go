package main
import "fmt"
func main() { p := load(); fmt.Printf("%+v\n", p) }
