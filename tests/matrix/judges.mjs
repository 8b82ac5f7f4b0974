// How the tools of a language check a program of the matrix: a shell command in the program's folder. A first line
// "# needs TOOL" names the tool if the first word is not it.
const each = (pattern, command) => `find . -name '${pattern}' | sort | while read -r f; do ${command} || exit 1; done`;
export const judges = {
    c: `# needs gcc\n${each('*.c', 'gcc -std=c17 -fsyntax-only -I. "$f"')}`,
    cpp: `# needs g++\n${each('*.cpp', 'g++ -std=c++20 -fsyntax-only -I. "$f"')}`,
    csharp: '# needs mcs\nmcs -langversion:experimental -target:library -out:"$(mktemp)" $(find . -name "*.cs")',
    go: '# needs go\n[ -f go.mod ] || printf "module example.com/m\\ngo 1.19\\n" > go.mod; GOFLAGS=-mod=mod go vet ./...',
    java: '# needs javac\njavac -d "$(mktemp -d)" $(find . -name "*.java")',
    javascript: `# needs node\n${each('*.js', 'node --check "$f"')}`,
    typescript: '# needs tsc\ntsc --noEmit --target es2022 --module nodenext --moduleResolution nodenext --skipLibCheck $(find . -name "*.ts" -o -name "*.tsx")',
    kotlin: '# needs kotlinc\nkotlinc -nowarn -d "$(mktemp -d)" $(find . -name "*.kt")',
    lua: `# needs luac5.4\n${each('*.lua', 'luac5.4 -p "$f"')}`,
    perl: `# needs perl\n${each('*.p[lm]', 'perl -I. -Ilib -c "$f"')}`,
    php: `# needs php\n${each('*.php', 'php -l "$f"')}`,
    python: `# needs python3\n${each('*.py', 'python3 -m py_compile "$f"')}`,
    ruby: `# needs ruby\n${each('*.rb', 'ruby -c "$f"')}`,
    rust: '# needs rustc\nr=$(find . -name main.rs -o -name lib.rs | sort | head -1); rustc --edition 2021 --emit metadata --crate-type lib -A warnings --out-dir "$(mktemp -d)" "${r:-$(find . -name "*.rs" | head -1)}"',
    scala: '# needs scalac\nscalac -d "$(mktemp -d)" $(find . -name "*.scala")',
    haskell: '# needs ghc\nghc -fno-code -v0 $(find . -name "*.hs")',
    elixir: '# needs elixirc\nelixirc -o "$(mktemp -d)" $(find . -name "*.ex")',
    groovy: '# needs groovyc\ngroovyc -d "$(mktemp -d)" $(find . -name "*.groovy")',
    r: `# needs Rscript\n${each('*.R', 'Rscript -e "invisible(parse(commandArgs(TRUE)[1]))" "$f"')}`,
    bash: `# needs bash\n${each('*.sh', 'bash -n "$f"')}`,
};
