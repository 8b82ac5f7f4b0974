// How the programs of a language are compiled and run: a shell command in the program's folder.
export const programs = {
    c: 'gcc -std=gnu17 -w -o prog $(find . -name "*.c") && ./prog',
    cpp: 'g++ -std=c++20 -w -o prog $(find . -name "*.cpp") && ./prog',
    csharp: 'mcs -nowarn:0649,0169,0219 -langversion:experimental -out:prog.exe $(find . -name "*.cs") && mono prog.exe',
    go: '[ -f go.mod ] || printf "module example.com/m\\ngo 1.21\\n" > go.mod; GOFLAGS=-mod=mod go vet ./... && go run .',
    java: 'javac -nowarn -d out $(find . -name "*.java") && java -cp out Main',
    javascript: 'node main.js',
    typescript: '"${TSC:-tsc}" --strict --target es2022 --module commonjs --lib es2022,dom --outDir out $(find . -name "*.ts") && node out/main.js',
    kotlin: 'kotlinc -nowarn -include-runtime -d prog.jar $(find . -name "*.kt") && java -jar prog.jar',
    php: 'php main.php',
    python: 'python3 -B main.py',
    ruby: 'ruby main.rb',
    rust: 'rustc --edition 2021 -A warnings -o prog $(find . -name main.rs) && ./prog',
};
