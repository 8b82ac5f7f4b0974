// Prints a line of JSON for each file: its syntax tree without places, or null.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
)

func shown(name string, value reflect.Value) bool {
	return value.Type() != reflect.TypeOf(token.Pos(0)) && name != "Obj" && name != "Scope" && name != "Unresolved"
}

func main() {
	for _, path := range os.Args[1:] {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			fmt.Println("null")
			continue
		}
		var tree bytes.Buffer
		ast.Fprint(&tree, nil, file, shown)
		line, _ := json.Marshal(tree.String())
		fmt.Println(string(line))
	}
}
