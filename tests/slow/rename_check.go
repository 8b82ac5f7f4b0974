// Type-checks all packages below a directory and prints what go/types finds. What cannot be imported counts as empty,
// so that no dependency has to be there; the errors of that are the same before and after a rename.
package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

type tree struct {
	root, module string
	files        *token.FileSet
	known        map[string]*types.Package
	std          types.Importer
}

func (t *tree) Import(path string) (*types.Package, error) {
	if known, ok := t.known[path]; ok {
		return known, nil
	}
	if path == t.module || strings.HasPrefix(path, t.module+"/") {
		t.known[path] = types.NewPackage(path, "")
		t.known[path] = t.check(filepath.Join(t.root, strings.TrimPrefix(path, t.module)), path, false)
		return t.known[path], nil
	}
	if !strings.Contains(strings.Split(path, "/")[0], ".") {
		return t.std.Import(path)
	}
	name := filepath.Base(path)
	empty := types.NewPackage(path, name)
	empty.MarkComplete()
	t.known[path] = empty
	return empty, nil
}

// Checks the packages of one directory; tests only when asked for.
func (t *tree) check(directory, path string, tests bool) *types.Package {
	parsed, _ := parser.ParseDir(t.files, directory, func(info os.FileInfo) bool {
		return tests || !strings.HasSuffix(info.Name(), "_test.go")
	}, parser.SkipObjectResolution)
	var first *types.Package
	for name, found := range parsed {
		var files []*ast.File
		for _, file := range found.Files {
			files = append(files, file)
		}
		config := types.Config{Importer: t, Error: func(err error) {
			if tests {
				fmt.Println(strings.TrimPrefix(err.Error(), t.root+"/"))
			}
		}}
		checked, _ := config.Check(path, t.files, files, nil)
		if first == nil || !strings.HasSuffix(name, "_test") {
			first = checked
		}
	}
	if first == nil {
		first = types.NewPackage(path, filepath.Base(path))
	}
	return first
}

func main() {
	t := &tree{root: os.Args[1], files: token.NewFileSet(), known: map[string]*types.Package{}, std: importer.Default()}
	text, _ := os.ReadFile(filepath.Join(t.root, "go.mod"))
	t.module = strings.Fields(string(text))[1]
	filepath.Walk(t.root, func(path string, info os.FileInfo, err error) error {
		if err == nil && info.IsDir() && !strings.Contains(path, "/.git") && !strings.Contains(path, "/testdata") {
			t.check(path, t.module+strings.TrimPrefix(path, t.root), true)
		}
		return nil
	})
}
