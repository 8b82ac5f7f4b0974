"""calls.py ROOT < paths: the functions of each Python file as lines.mjs reads them (F, L), and its calls:
C, caller (path, name, line), called name, its line and its column in UTF-16 units from 0 (both 0 without a name)."""
import ast
import sys

CALLABLE = (ast.FunctionDef, ast.AsyncFunctionDef)


def utf16(lines, line, column):
    """The column of a byte offset in a line, as language servers count."""
    return len(lines[line - 1][:column].decode("utf-8").encode("utf-16-le")) // 2


def named(func):
    """Name, line and byte column of what is called; nothing for calls of results."""
    if isinstance(func, ast.Name):
        return func.id, func.lineno, func.col_offset
    if isinstance(func, ast.Attribute):
        return func.attr, func.end_lineno, func.end_col_offset - len(func.attr.encode())
    return "*", 0, 0


class File:
    def __init__(self, root, path):
        self.path = path
        with open(f"{root}/{path}", "rb") as file:
            self.text = file.read()
        self.lines = self.text.split(b"\n")

    def call(self, node, caller):
        name, line, column = named(node.func)
        position = (line, utf16(self.lines, line, column)) if line else (node.lineno, 0)
        print("C", self.path, *caller, name, *position, sep="\t")

    def define(self, node, owner):
        kind, of = "function", 0
        if isinstance(node, ast.ClassDef):
            kind = "class"
        elif node.name == "__init__" and owner is not None:
            kind, of = "constructor", owner.lineno
        print("F", self.path, node.name, node.lineno, node.end_lineno, kind, of, sep="\t")

    def visit(self, node, caller, owner):
        """Decorators and default values run outside the function that they stand at."""
        if isinstance(node, ast.Call):
            self.call(node, caller)
        if not isinstance(node, (*CALLABLE, ast.ClassDef)):
            for child in ast.iter_child_nodes(node):
                self.visit(child, caller, owner)
            return
        self.define(node, owner)
        is_class = isinstance(node, ast.ClassDef)
        inside = caller if is_class else (node.name, node.lineno)
        for child in ast.iter_child_nodes(node):
            is_body = child in node.body
            self.visit(child, inside if is_body else caller, node if is_class and is_body else None)

    def read(self):
        print("L", self.path, sep="\t")
        self.visit(ast.parse(self.text), ("<file>", 0), None)


sys.setrecursionlimit(20000)
for path in sys.stdin.read().split("\n"):
    if path:
        try:
            File(sys.argv[1], path).read()
        except SyntaxError as error:
            print(f"{path}: {error}", file=sys.stderr)
