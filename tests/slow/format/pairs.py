#!/usr/bin/env python3
"""pairs.py FOVEA PACKAGES [--n N] [--seed S] [LANGUAGE...]: what `fovea diff` calls format is the same program.

Each base file is changed N times at random: blanks, line ends, indentation, commas and semicolons. The compiler or
parser of the language says whether the program is still the same, or none any more. A change that diff calls format,
comment or nothing must be the same program. Judges that are not installed are skipped, and named. PACKAGES is a folder of
npm modules: typescript css-tree sass less parse5 marked.
"""
import argparse, ast, collections, configparser, json, os, random, re, shutil, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
options = argparse.ArgumentParser(usage=__doc__.split("\n\n")[0])
options.add_argument("fovea")
options.add_argument("packages")
options.add_argument("languages", nargs="*")
options.add_argument("--n", type=int, default=100)
options.add_argument("--seed", type=int, default=1)
args = options.parse_args()
fovea = os.path.abspath(args.fovea)
work = tempfile.mkdtemp(prefix="fovea-format-")
env = {**os.environ, "NODE_PATH": os.path.abspath(args.packages), "XDG_CACHE_HOME": work + "/cache"}

# ---- judges: from files to what each means; None: it is no program ----


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def output(command, codes=(0,), more=None):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=100, env={**env, **(more or {})})
    if done.returncode not in codes:
        raise ValueError(done.stderr)
    return done.stdout


def each(meaning):
    def judge(paths):
        found = []
        for path in paths:
            try:
                found.append(meaning(path))
            except Exception:
                found.append(None)
        return found
    return judge


def by_lines(command):
    """A program that prints a line of JSON for each file."""
    def judge(paths):
        found = []
        for i in range(0, len(paths), 100):
            lines = [line for line in output(command + paths[i:i + 100]).split("\n") if line.startswith(("null", '"'))]
            assert len(lines) == len(paths[i:i + 100]), f"{command[0]}: {len(lines)} lines"
            found += map(json.loads, lines)
        return found
    return judge


def of_lua(path):
    listing = output(["luac5.4", "-s", "-l", "-l", "-o", work + "/luac.out", path])
    return re.sub(r"0x[0-9a-f]+|<[^>]*>|\[-?\d*\]", "", listing)


def of_ini(path):
    parser = configparser.ConfigParser()
    parser.read_string(text_of(path))
    return repr({section: dict(parser[section]) for section in parser})


def of_toml(path):
    import tomllib
    return repr(tomllib.loads(text_of(path)))


def of_yaml(path):
    import yaml
    return json.dumps(list(yaml.safe_load_all(text_of(path))), default=str)


def of_xml(path):
    import xml.etree.ElementTree
    return re.sub(r">\s+|\s+<", lambda blank: blank[0].strip(), xml.etree.ElementTree.canonicalize(text_of(path)))


def of_haskell(path):
    parsed = subprocess.run(["ghc", "-v0", "-fno-code", "-ddump-parsed", "-dsuppress-all", path], capture_output=True, text=True)
    return None if "parse error" in parsed.stderr else parsed.stdout


def of_rust(path):
    printed = output(["rustc", "-Zunpretty=normal", "--edition", "2021", "--crate-type", "lib", path], more={"RUSTC_BOOTSTRAP": "1"})
    return re.sub(r"\n\s*\n", "\n", printed)


def built(command, program):
    if shutil.which(command[0]):
        subprocess.run(command, check=True, env={**env, "GOFLAGS": "-mod=mod", "GO111MODULE": "off"}, cwd=here)
    return program


node, java = by_lines(["node", here + "/judge.cjs"]), by_lines(["java", "-cp", work, "Judge"])
JUDGES = {  # ending: the program that must be there, the judge
    "py": ("python3", each(lambda path: ast.dump(ast.parse(text_of(path))))),
    **{ending: ("node", node) for ending in ("js", "ts", "css", "scss", "less", "html", "md")},
    **{ending: ("javac", java) for ending in ("java", "properties")},
    "c": ("gcc", each(lambda path: re.sub(r"\.file.*", "", output(["gcc", "-w", "-S", "-o", "-", "-x", "c", path])))),
    "go": ("go", by_lines([work + "/judge-go"])),
    "rb": ("ruby", by_lines(["ruby", here + "/judge.rb"])),
    "php": ("php", by_lines(["php", here + "/judge.php"])),
    "pl": ("perl", each(lambda path: output(["perl", "-MO=Deparse,-p", path]))),
    "lua": ("luac5.4", each(of_lua)),
    "sh": ("bash", each(lambda path: output(["bash", "--pretty-print", path]))),
    "json": ("python3", each(lambda path: json.dumps(json.loads(text_of(path))))),
    "ini": ("python3", each(of_ini)),
    "toml": ("python3", each(of_toml)),
    "yaml": ("python3", each(of_yaml)),
    "xml": ("python3", each(of_xml)),
    "rs": ("rustc", each(of_rust)),
    "hs": ("ghc", each(of_haskell)),
    "f90": ("gfortran", each(lambda path: output(["gfortran", "-fdump-fortran-original", "-fsyntax-only", path]))),
    "ex": ("elixir", by_lines(["elixir", here + "/judge.exs"])),
    "erl": ("escript", by_lines(["escript", here + "/judge.escript"])),
}
# Lines in which a judge sees more than the program: text of a custom property, a list of words, a comment that is a value,
# an empty statement.
EXAGGERATED = {"css": r"--\w+:", "less": r"--\w+:|nth-child|url|^ *;", "scss": r"--\w+:", "ex": r"~w", "py": r'""" ?Doc', "pl": r"/x;|m\{",
               "rs": r"stringify|macro_rules|derive", "sh": r"\(\(", "js": r"\};|;;", "ts": r"\{;", "php": r"\[1\]|\[1,\]", "html": r"script|b\(\)", "md": r"  $"}
# Characters that are blanks are not read yet.
EXAGGERATED["erl"] = r"\$( |$)"

# ---- changes ----


def changed(text):
    """One change of white space or separators, at random; None: it did not apply."""
    lines, blanks = text.split("\n"), list(re.finditer(r"[ \t]+", text))
    at, blank, line = random.randrange(len(text)), random.choice(blanks), random.randrange(len(lines) - 1)
    kind = random.choice("space join break widen remove feed indent outdent add drop empty trail".split())
    if kind == "space":
        return text[:at] + " " + text[at:]
    if kind in ("break", "widen", "remove"):
        return text[:blank.start()] + {"break": "\n", "widen": blank[0] + "  ", "remove": ""}[kind] + text[blank.end():]
    if kind == "feed":
        at = random.choice([place.start() for place in re.finditer(r"(?<=\W)(?=\S)|(?<=\S)(?=\W)", text)])
        return text[:at] + "\n" + text[at:]
    if kind == "drop":
        marks = list(re.finditer("[;,]", text))
        mark = random.choice(marks) if marks else None
        return text[:mark.start()] + text[mark.end():] if mark else None
    if kind == "join":
        lines[line:line + 2] = [lines[line] + " " + lines[line + 1].lstrip()]
    elif kind == "empty":
        lines.insert(line, "")
    else:
        lines[line] = {"indent": "  " + lines[line], "outdent": lines[line].lstrip(), "trail": lines[line] + "  ",
                       "add": lines[line] + random.choice(";,")}[kind]
    return "\n".join(lines)


def variants(text):
    found = []
    for _ in range(args.n * 20):
        other = changed(text)
        if other and other != text and other not in found:
            found.append(other)
        if len(found) == args.n:
            break
    return found


# ---- what fovea says ----


def called(folder, names):
    """By name: whether diff calls the file's change format, comment or nothing."""
    said = {}
    for i in range(0, len(names), 20):
        answer = json.loads(output([fovea, "diff", "--format", "json", "--limit", "100", "HEAD", "WORKING"] + names[i:i + 20], more={"PWD": folder}))
        for file in answer["files"]:
            kinds = {symbol["change"] for symbol in file["symbols"]}
            said[file["path"]] = kinds <= {"format", "comment"} and not file["other_lines"]
    return said


def try_language(ending):
    base = f"{here}/base/sample.{ending}"
    text, judge = text_of(base), JUDGES[ending][1]
    meaning, folder = judge([base])[0], f"{work}/{ending}"
    assert meaning is not None, f"{base} is no program"
    texts = variants(text)
    names = [f"m{i}.{ending}" for i in range(len(texts))]
    os.makedirs(folder)
    os.chdir(folder)
    for name in names:
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "base"]):
        subprocess.run(["git"] + words, check=True, env=env)
    for name, other in zip(names, texts):
        with open(name, "w", encoding="utf-8") as file:
            file.write(other)
    said, count, wrong = called(folder, names), collections.Counter(), []
    for name, other, now in zip(names, texts, judge([os.path.join(folder, name) for name in names])):
        verdict = "none" if now is None else "same" if now == meaning else "other"
        count[verdict, said.get(name, True)] += 1
        if verdict == "other" and said.get(name, True):
            lines = set(other.split("\n")) ^ set(text.split("\n"))
            if not any(re.search(EXAGGERATED.get(ending, "$^"), line) for line in lines):
                wrong.append("\n    ".join(sorted(lines)))
    print(f"{ending:12} same {count['same', True] + count['same', False]:4}, called format {count['same', True]:4}"
          f" | another program {count['other', True] + count['other', False]:4}, called format {len(wrong):3}"
          f" | no program {count['none', True] + count['none', False]:4}, called format {count['none', True]:3}", flush=True)
    for lines in wrong:
        print(f"  wrong:\n    {lines}")
    return len(wrong)


random.seed(args.seed)
print(f"seed {args.seed}, {args.n} changes a language")
built(["go", "build", "-o", work + "/judge-go", here + "/judge.go"], None)
built(["javac", "-d", work, here + "/Judge.java"], None)
faults = 0
try:
    for ending in args.languages or sorted(JUDGES):
        if shutil.which(JUDGES[ending][0]):
            faults += try_language(ending)
        else:
            print(f"{ending:12} skipped: {JUDGES[ending][0]} is not installed")
finally:
    os.chdir("/")
    shutil.rmtree(work, ignore_errors=True)
sys.exit(faults > 0)
