package main
import ("encoding/json"; "os")
type P struct { Left int `json:"left"` }
func main() { json.NewEncoder(os.Stdout).Encode(P{Left: 1}) }
