"""How many uses of a function's name the edges of an index have, where no compiler says what is true.

    names.py FOVEA TREE EXTENSION[,EXTENSION…]

Names that one function of the whole tree has and nothing else in it are looked for in the text of the files
with these extensions, without comments, strings, imports and the declaration itself; a file that names one
counts once. An edge from that file to that function, of whatever confidence, is counted as seen. What is
called so in the text may mean a local variable, a word of the language or a function of its libraries: the share
is a lower bound of recall. `SAMPLE=20` prints as many that were not seen."""
import collections
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile

KINDS = {"function", "method", "constructor"}
LINE_COMMENT = {
    "#": "ex exs rb pl pm sh bash R r jl py nix ps1 fish tcl cmake awk",
    "--": "lua hs elm sql adb ads vhd",
    ";": "el lisp clj scm",
    "%": "erl hrl m",
    "!": "f90 f95",
    '"': "vim",
}
# Calls are written without parentheses there.
BARE = set("hs ml pl pm rb sh bash el lisp clj scm R tcl fish elm f90 f95".split())
BLOCKS = [r"/\*[\s\S]*?\*/", r"\(\*[\s\S]*?\*\)", r"\{-[\s\S]*?-\}", r'"""[\s\S]*?"""', r"(?m)^=\w+[\s\S]*?^=cut"]
IMPORT = re.compile(r"\s*(import|open|alias|require|use|from|include|library|module)\b")


def code_lines(text, extension):
    for block in BLOCKS:
        text = re.sub(block, lambda found: "\n" * found.group().count("\n"), text)
    comment = next((mark for mark, all in LINE_COMMENT.items() if extension in all.split()), "//")
    for number, line in enumerate(text.split("\n"), 1):
        line = re.sub(r'"(?:\\.|[^"\\])*"', '""', line)
        line = line.split(comment)[0] if comment != '"' else line
        if not IMPORT.match(line):
            yield number, line


def main(program, tree, extensions):
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "index.sqlite")
        subprocess.run([program, "export", "--sqlite", database], cwd=tree, check=True, stdout=subprocess.DEVNULL)
        index = sqlite3.connect(database)
        nodes = {row[0]: row[1:] for row in index.execute("SELECT id, name, kind, file, line_start FROM nodes")}
        edges = index.execute("SELECT caller, callee, confidence FROM edges WHERE callee NOT NULL").fetchall()
    named = collections.defaultdict(list)
    for name, kind, file, line in nodes.values():
        named[name].append((kind, file, line))
    unique = {
        name: all[0]
        for name, all in named.items()
        if len(all) == 1 and all[0][0] in KINDS and len(name) > 4 and re.fullmatch(r"\w+[?!']?", name)
        and all[0][1].rsplit(".", 1)[-1] in extensions
    }
    seen = {}
    for caller, callee, confidence in edges:
        seen.setdefault((nodes[caller][2], nodes[callee][0]), confidence)
    uses = {}
    for file in sorted({node[2] for node in nodes.values()}):
        extension = file.rsplit(".", 1)[-1]
        if extension not in extensions:
            continue
        with open(os.path.join(tree, file), errors="replace") as opened:
            text = opened.read()
        for number, line in code_lines(text, extension):
            for word in re.finditer(r"[A-Za-z_]\w*[?!']?", line):
                name = word.group() if word.group() in unique else word.group().rstrip("?!'")
                declared = unique.get(name)
                called = extension in BARE or re.match(r"\s*[(<]", line[word.end():])
                if declared and called and (file, number) != declared[1:]:
                    uses.setdefault((file, name), (number, line.strip()[:100]))
    hits = collections.Counter(seen[use] for use in uses if use in seen)
    total = sum(hits.values())
    shares = ", ".join(f"{confidence} {count}" for confidence, count in sorted(hits.items()))
    print(f"{os.path.basename(tree)}: {len(uses)} uses of {len(unique)} names, seen {100 * total / max(1, len(uses)):.1f} % ({shares})")
    missed = [use for use in sorted(uses) if use not in seen]
    random.seed(1)
    for use in random.sample(missed, min(int(os.environ.get("SAMPLE", 0)), len(missed))):
        print(f"    {use[0]}:{uses[use][0]}: {use[1]}: {uses[use][1]}")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]).rstrip("/"), set(sys.argv[3].split(",")))
