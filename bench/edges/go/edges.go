// edges ROOT < packages: type-checks each package of a module and prints its functions, edges and unresolved calls
// as lines.mjs reads them. Standard input is what `go list -deps -export -test -json ./...` prints: the
// module's packages with their files, and the compiled form of everything they import.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"
)

type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	ImportMap               map[string]string
}

type program struct {
	root  string
	fset  *token.FileSet
	out   *bufio.Writer
	files map[string]bool
}

// place gives path and line inside the tree; not ok outside.
func (p *program) place(at token.Pos) (string, int, bool) {
	position := p.fset.Position(at)
	path, err := filepath.Rel(p.root, position.Filename)
	inside := err == nil && !strings.HasPrefix(path, "..") && position.Line > 0
	return path, position.Line, inside
}

func (p *program) node(name string, at token.Pos) (string, bool) {
	path, line, inside := p.place(at)
	return fmt.Sprintf("%s\t%s\t%d", path, name, line), inside
}

func (p *program) function(decl *ast.FuncDecl) {
	if node, ok := p.node(decl.Name.Name, decl.Name.Pos()); ok {
		_, end, _ := p.place(decl.End())
		fmt.Fprintf(p.out, "F\t%s\t%d\tfunction\t0\n", node, end)
	}
}

// methods lists the method declarations of an interface type.
func (p *program) methods(n ast.Node) bool {
	if face, ok := n.(*ast.InterfaceType); ok {
		for _, field := range face.Methods.List {
			if _, isMethod := field.Type.(*ast.FuncType); isMethod && len(field.Names) == 1 {
				if node, ok := p.node(field.Names[0].Name, field.Names[0].Pos()); ok {
					_, end, _ := p.place(field.End())
					fmt.Fprintf(p.out, "F\t%s\t%d\tabstract\t0\n", node, end)
				}
			}
		}
	}
	return true
}

// callee finds the identifier that names what is called.
func callee(call *ast.CallExpr) *ast.Ident {
	fun := call.Fun
	for {
		switch e := fun.(type) {
		case *ast.ParenExpr:
			fun = e.X
		case *ast.IndexExpr:
			fun = e.X
		case *ast.IndexListExpr:
			fun = e.X
		case *ast.Ident:
			return e
		case *ast.SelectorExpr:
			return e.Sel
		default:
			return nil
		}
	}
}

func (p *program) call(caller string, call *ast.CallExpr, info *types.Info) {
	name := callee(call)
	if name == nil {
		return
	}
	_, line, _ := p.place(name.Pos())
	switch object := info.Uses[name].(type) {
	case *types.Func:
		if node, ok := p.node(object.Name(), object.Pos()); ok {
			fmt.Fprintf(p.out, "E\t%s\t%s\t%d\n", caller, node, line)
		}
	case nil, *types.Var:
		fmt.Fprintf(p.out, "O\t%s\t%s\t%d\n", caller, name.Name, line)
	}
}

func (p *program) file(file *ast.File, info *types.Info) {
	path, _, _ := p.place(file.Pos())
	if p.files[path] {
		return
	}
	p.files[path] = true
	fmt.Fprintf(p.out, "L\t%s\n", path)
	ast.Inspect(file, p.methods)
	for _, decl := range file.Decls {
		caller := path + "\t<file>\t0"
		if function, ok := decl.(*ast.FuncDecl); ok {
			p.function(function)
			caller, _ = p.node(function.Name.Name, function.Name.Pos())
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				p.call(caller, call, info)
			}
			return true
		})
	}
}

func (p *program) check(pkg *listed, imports types.Importer) {
	var files []*ast.File
	for _, name := range pkg.GoFiles {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(pkg.Dir, name)
		}
		if rel, err := filepath.Rel(p.root, path); err != nil || strings.HasPrefix(rel, "..") {
			continue // what the go command made for the test program
		}
		if file, err := parser.ParseFile(p.fset, path, nil, 0); err == nil {
			files = append(files, file)
		}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: imports, Error: func(error) {}, FakeImportC: true}
	config.Check(pkg.ImportPath, p.fset, files, info)
	for _, file := range files {
		p.file(file, info)
	}
}

func main() {
	root, _ := filepath.Abs(os.Args[1])
	p := &program{root, token.NewFileSet(), bufio.NewWriter(os.Stdout), map[string]bool{}}
	defer p.out.Flush()
	exports := map[string]string{}
	var own []*listed
	for decoder := json.NewDecoder(os.Stdin); ; {
		pkg := new(listed)
		if decoder.Decode(pkg) != nil {
			break
		}
		exports[pkg.ImportPath] = pkg.Export
		if strings.HasPrefix(pkg.Dir+"/", root+"/") && !strings.HasSuffix(pkg.ImportPath, ".test") {
			own = append(own, pkg)
		}
	}
	for i := len(own) - 1; i >= 0; i-- { // a package with its tests comes before the plain one
		mapped := own[i].ImportMap
		lookup := func(path string) (io.ReadCloser, error) {
			if other, ok := mapped[path]; ok {
				path = other
			}
			return os.Open(exports[path])
		}
		p.check(own[i], importer.ForCompiler(p.fset, "gc", lookup))
	}
}
