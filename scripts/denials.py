"""The work of denials.sh: finds the strings, and compares them with the first column of docs/denials.md."""
import re
import subprocess
import sys

DENIES = re.compile(
    r"\b(none|never|nothing|nobody|unchanged|approved|unused|identical|up to date|no|not|nor|only|all)\b|(?<![\w.%])0 ", re.I)
# Errors and hints refuse input: a refusal is always right.
REFUSES = re.compile(r"\b(err_set|err_hint|refuse\w*|fail\w*|die|usage)\s*\(")
# Fields of tools and settings that are shown as help only.
HELP = re.compile(r"\.(help|about|summary|agents|value|name|description|examples)\s*=\s*[^=]*$")
STRING = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+')
# A block or a field in a form.
WORDING = re.compile(r"\{[?*>][^}]*\}|\{/\}")
# The folders of answers about a tree.
FOLDERS = ["search", "change", "review", "view", "tools", "session"]
# Their files that only refuse (why a symbol is not moved or renamed), and files of other words.
ELSEWHERE = re.compile(r"/(move|rename)_?\w*\.|/tool_(move|push|pull|publish|remote|embed)\.|/(config|model|library|map_cache|"
                       r"export_sqlite|debug_memory|graph_plain|graph_drawing|graph_html|graph_svg|html|diff_code)\.")
# Markup, statements, and words that are looked for in code.
MARKUP = re.compile(r"viewBox|<button|^(//go:build |cfg_attr\(|return |is not None|is no name of the index|unused |analyze |languages )|^fovea languages")


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", lambda found: "\n" * found.group(0).count("\n"), text, flags=re.S)
    return re.sub(r'(?m)^([^"\n]*)//.*$', r"\1", text)


def statements(text):
    start = 0
    for end in re.finditer(r"[;{}]\s*\n", text):
        yield text[start:end.end()]
        start = end.end()
    yield text[start:]


def parts_of_wording(said):
    """The lines of a wording (view/wording.h) and the other parts of its blocks, without fields."""
    for part in re.split(r"\\n|\{:\}", said):
        yield re.sub(r"\{!([^}]*)\}", r"\1", re.sub(r"\{[^!}][^}]*\}", "", part))


def strings(path):
    for statement in statements(without_comments(open(path, encoding="utf-8").read())):
        if REFUSES.search(statement):
            continue
        for found in STRING.finditer(statement):
            said = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', found.group(0)))
            for said in parts_of_wording(said) if WORDING.search(said) else [said.replace("\\n", " ")]:
                if " " in said.strip() and DENIES.search(said) and not HELP.search(statement[: found.start()]):
                    yield said.strip()


def rows():
    """Patterns of the table: literal text, in which … stands for anything."""
    for line in open("docs/denials.md", encoding="utf-8"):
        found = re.match(r"\| `(.+?)` \|", line)
        if found:
            parts = (re.escape(part) for part in found.group(1).replace("\\|", "|").split("…"))
            yield re.compile(".*".join(parts), re.S)


def main():
    listed = "--list" in sys.argv
    known = [] if listed else list(rows())
    paths = subprocess.run(["git", "ls-files"] + [f"src/{folder}/*.[ch]" for folder in FOLDERS], text=True,
                           capture_output=True, check=True).stdout.split()
    bad = 0
    for path in paths:
        if ELSEWHERE.search(path):
            continue
        for said in strings(path):
            if MARKUP.search(said):
                continue
            if listed or not any(row.search(said) for row in known):
                print(f"{path}: {said}" if listed else f"{path}: not in docs/denials.md: {said}")
                bad += 1
    return 0 if listed else min(bad, 1)


sys.exit(main())
