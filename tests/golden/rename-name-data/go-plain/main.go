package main
import "fmt"
type P struct { left int }
func main() { p := P{left: 1}; fmt.Println(p.left) }
