// The tables of docs/performance.md; see bench/run.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync, openSync, writeSync, closeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const build = join(root, 'build')
const fovea = join(build, 'fovea')
const RUNS = 7
const LOG_LINE = Buffer.from('2026-01-01T00:00:00.000Z INFO  worker-17 request served in 12 ms path=/api/v1/items status=200 bytes=5120\n')
const args = process.argv.slice(2)
const markdown = args.includes('--markdown')
const wanted = args.filter((word) => !word.startsWith('--'))

// language, tree of corpora.list, a large file in it
const FILES = [
    ['C', 'redis', 'src/server.c'],
    ['C', 'linux', 'fs/ext4/inode.c'],
    ['C++', 'rocksdb', 'db/db_test.cc'],
    ['Python', 'python', 'Lib/typing.py'],
    ['TypeScript', 'typescript', 'src/compiler/checker.ts'],
    ['JavaScript', 'three', 'renderers/WebGLRenderer.js'],
    ['Go', 'go', 'src/net/http/server.go'],
    ['Rust', 'ripgrep', 'crates/core/args.rs'],
    ['Java', 'commons', 'lang3/StringUtils.java'],
    ['Ruby', 'ruby', 'lib/optparse.rb'],
    ['PHP', 'wordpress', 'wp-includes/post.php'],
    ['Perl', 'perl', 'CPAN.pm'],
    ['Perl', 'perl', 'Module/CoreList.pm'],
    ['Scala', 'scala', 'typechecker/Typers.scala'],
    ['Lua', 'lua', 'awful/placement.lua'],
    ['Elixir', 'elixir', 'lib/enum.ex'],
    ['OCaml', 'ocaml', 'typing/ctype.ml'],
    ['Haskell', 'pandoc', 'Writers/Markdown.hs'],
    ['R', 'rbase', 'tools/R/QC.R'],
    ['Emacs Lisp', 'org', 'org.el'],
    ['Bash', 'bash', '/bash_completion'],
]

function run(command, ...rest) {
    return execFileSync(command, rest, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] })
}

function numbers(command, ...rest) {
    return run(command, ...rest).trim().split(/\s+/).map(Number)
}

const spawn = (runs, ...command) => {
    const [wall, cpu, memory, code, bytes] = numbers(join(build, 'bench/bench_spawn'), String(runs), ...command)
    return { wall, cpu, memory, code, bytes }
}

const warm = (what, runs, ...files) => numbers(join(build, 'bench/bench_warm'), what, String(runs), ...files)

function* walk(folder) {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const path = join(folder, entry.name)
        if (entry.isDirectory()) yield* walk(path)
        else if (entry.isFile()) yield path
    }
}

const trees = new Map()
function tree(name) {
    if (!trees.has(name)) {
        let folder = null
        try {
            folder = run(join(root, 'bench/corpora.sh'), name).trim().split('\n')[0]
        } catch {
            process.stderr.write(`bench: the tree ${name} could not be fetched; its rows are left out\n`)
        }
        trees.set(name, folder)
    }
    return trees.get(name)
}

function files() {
    return FILES.flatMap(([language, name, ending]) => {
        const folder = tree(name)
        const path = folder && [...walk(folder)].find((file) => file.endsWith('/' + ending))
        return path ? [{ language, name: ending.split('/').pop(), path, bytes: statSync(path).size }] : []
    })
}

const ms = (value) => value.toFixed(value < 10 ? 2 : 1)
const kb = (bytes) => (bytes < 1e6 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1048576).toFixed(1)} MB`)
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1]

function table(title, note, head, rows) {
    const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => String(row[column]).length)))
    const line = (row) => row.map((cell, column) => (column ? String(cell).padStart(widths[column]) : String(cell).padEnd(widths[column]))).join(markdown ? ' | ' : '  ')
    const edge = (text) => (markdown ? `| ${text} |` : text)
    console.log(`\n${markdown ? '## ' : ''}${title}\n\n${note}\n`)
    console.log(edge(line(head)))
    if (markdown) console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
    for (const row of rows) console.log(edge(line(row)))
}

function astGrep() {
    const folder = join(build, 'bench/ast-grep')
    const program = join(folder, 'node_modules/@ast-grep/cli-linux-x64-gnu/ast-grep')
    if (!existsSync(program)) {
        mkdirSync(folder, { recursive: true })
        try {
            execFileSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '@ast-grep/cli@0.51.1'], { stdio: 'ignore' })
        } catch {
            process.stderr.write('bench: @ast-grep/cli could not be installed; its column is empty\n')
        }
    }
    return existsSync(program) ? program : null
}

const parts = {
    warm() {
        const rows = files().map((file) => {
            const [map, peak, kept] = warm('map', RUNS, file.path)
            const [parse, parsePeak] = warm('parse', RUNS, file.path)
            return [`${file.language} ${file.name}`, kb(file.bytes), ms(parse), ms(map), (map / parse).toFixed(2),
                `${(parsePeak / file.bytes).toFixed(0)} x`, `${(peak / file.bytes).toFixed(0)} x`, kb(kept)]
        })
        table('Warm map of a large file', `Median CPU milliseconds of ${RUNS} runs in one process; memory that a second map takes above the process's own, as a multiple of the file.`,
            ['file', 'size', 'bare parse', 'map', 'ratio', 'parse memory', 'map memory', 'kept after'], rows)
    },
    memory() {
        const folder = join(process.env.FOVEA_CORPORA ?? join(process.env.HOME, '.cache/fovea-corpora'), 'trees')
        const all = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
        const rows = run(join(build, 'bench/bench_memory'), ...all).trim().split('\n').slice(1).map((line) => {
            const [language, count, above, middle, worst, size, unit, path] = line.trim().split(/\s+/)
            return [language, count, above, `${middle} x`, `${worst} x`, `${size} ${unit}`, path.slice(folder.length + 1)]
        })
        table('Memory of maps', 'The 20 largest files of at least 20 KB of a language in all trees that were fetched, and some 100 others: what a second map takes, as a multiple of the file.',
            ['language', 'files', 'above 20 x', 'median', 'worst', 'its size', 'it'], rows)
    },
    fresh() {
        const peer = astGrep()
        const rows = files().map((file) => {
            const [parse] = warm('parse', RUNS, file.path)
            const own = spawn(RUNS, fovea, 'map', file.path)
            const ctags = spawn(RUNS, 'ctags', '--options=NONE', '--fields=+neKS', '--sort=no', '-f', '-', file.path)
            const other = peer ? spawn(RUNS, peer, 'outline', file.path) : null
            return [`${file.language} ${file.name}`, kb(file.bytes), ms(parse), ms(own.cpu), ms(own.cpu - 1.3 * parse), ms(own.wall), `${own.bytes} B`,
                `${ms(ctags.cpu)} / ${ctags.bytes} B`, other && other.code === 0 ? `${ms(other.cpu)} / ${other.bytes} B` : '-']
        })
        table('fovea map as a fresh process', `Median of ${RUNS}: CPU milliseconds, and bytes of the answer. "above 1.3 x parse" may be 10 at most.`,
            ['file', 'size', 'bare parse', 'map', 'above 1.3 x parse', 'wall', 'answer', 'ctags', 'ast-grep outline'], rows)
    },
    start() {
        const version = spawn(51, fovea, '--version')
        const tiny = join(build, 'bench/tiny.c')
        writeFileSync(tiny, 'int main(void) { return 0; }\n')
        const map = spawn(51, fovea, 'map', tiny)
        table('Start', 'Median of 51 fresh processes, milliseconds.', ['command', 'wall', 'CPU', 'memory'],
            [['fovea --version', ms(version.wall), ms(version.cpu), kb(version.memory * 1024)], ['fovea map (one line of C)', ms(map.wall), ms(map.cpu), kb(map.memory * 1024)]])
    },
    small() {
        const lines = (file) => readFileSync(file).reduce((count, byte) => count + (byte === 10), 0)
        const rows = [['Python', 'django', '.py'], ['C', 'linux', '.c'], ['TypeScript', 'rxjs', '.ts'], ['Go', 'go', '.go'], ['Java', 'guava-main', '.java'], ['Rust', 'cargo', '.rs'], ['PHP', 'symfony', '.php'],
            ['Ruby', 'ruby', '.rb'], ['C#', 'mono', '.cs'], ['Perl', 'perl', '.pm'], ['Bash', 'git', '.sh'], ['JavaScript', 'webpack', '.js'], ['C++', 'rocksdb', '.cc'],
            ['Scala', 'scala', '.scala'], ['Swift', 'expo', '.swift'], ['Kotlin', 'expo', '.kt'], ['Elixir', 'elixir', '.exs'], ['Haskell', 'pandoc', '.hs'], ['OCaml', 'ocaml', '.ml'],
            ['Lua', 'lua', '.lua'], ['R', 'rbase', '.R']].flatMap(([language, name, ending]) => {
            const folder = tree(name)
            const all = folder ? [...walk(folder)].filter((file) => file.endsWith(ending) && statSync(file).size < 10000) : []
            const small = all.filter((file) => Math.abs(lines(file) - 50) <= 10)
            const step = Math.max(1, Math.floor(small.length / 200))
            const list = small.filter((_, index) => index % step === 0).slice(0, 200)
            return list.length ? [[language, ...warm('small', 5, ...list)]] : []
        })
        table('Small files', 'Up to 200 whole files of 40 to 60 lines from a tree: maps a second in one process, one core.', ['language', 'maps/s', 'files'], rows)
    },
    scan() {
        const log = join(build, 'bench/large.log')
        const size = 1 << 30
        if (!existsSync(log) || statSync(log).size !== size) {
            const block = Buffer.alloc(1 << 20)
            for (let at = 0; at < block.length; at += LOG_LINE.length) LOG_LINE.copy(block, at)
            block[block.length - 1] = 10
            const file = openSync(log, 'w')
            for (let i = 0; i < 1024; i++) writeSync(file, block)
            closeSync(file)
        }
        const lines = 1024 * Math.floor((1 << 20) / LOG_LINE.length)
        const rows = [
            ['read, first 100 lines', ['read', log, '--offset', '1', '--limit', '100']],
            ['read, 100 lines near the end', ['read', log, '--offset', String(lines - 20000), '--limit', '100']],
            ['page, first 4,000 characters', ['page', log, '--root', '/', '--offset', '0']],
            ['page, 4,000 characters near the end', ['page', log, '--root', '/', '--offset', String(size - 1000000)]],
        ].map(([name, command]) => {
            const result = spawn(5, fovea, ...command)
            return [name, ms(result.wall), ms(result.cpu), `${(size / 1e6 / result.wall).toFixed(1)} GB/s`, kb(result.memory * 1024), result.code]
        })
        table('Part of a 1 GB log', 'Median of 5 fresh processes, page cache warm, milliseconds; speed is the whole file over the wall time.',
            ['command', 'wall', 'CPU', 'speed', 'memory', 'exit'], rows)
    },
    tokens() {
        const sources = [['python', '.py'], ['redis', '.c'], ['typescript', '.ts'], ['go', '.go'], ['commons', '.java'], ['ruby', '.rb'], ['wordpress', '.php'], ['perl', '.pm'], ['rocksdb', '.cc'], ['three', '.js'], ['ripgrep', '.rs']]
        const large = sources.map(([name, ending]) => {
            const folder = tree(name)
            return folder ? [...walk(folder)].filter((file) => file.endsWith(ending) && statSync(file).size > 51200) : []
        })
        const spread = large.flatMap((list) => list.filter((_, index) => index % Math.max(1, Math.floor(list.length / 5)) === 0).slice(0, 5))
        const largest = large.flatMap((list) => [...list].sort((a, b) => statSync(b).size - statSync(a).size).slice(0, 5))
        tokensOf('the five largest of each language', largest.slice(0, 50))
        tokensOf('five of each language, evenly over the tree', spread.slice(0, 50))
    },
}

function tokensOf(which, picked) {
    const rows = picked.map((path) => {
        const size = statSync(path).size
        const map = run(fovea, 'map', path)
        const least = run(fovea, 'map', path, '--detail', 'minimal', '--budget', 'none')
        const record = JSON.parse(run(fovea, 'map', path, '--format', 'json', '--budget', 'none'))
        const functions = []
        const collect = (symbols) => symbols.forEach((symbol) => {
            if (/function|method/.test(symbol.kind)) functions.push(symbol)
            collect(symbol.children ?? [])
        })
        collect(record.symbols)
        const asked = functions[functions.length >> 1]
        const text = readFileSync(path, 'latin1').split('\n')
        const part = asked ? text.slice(asked.start - 1, asked.end).join('\n').length : 0
        const mapBytes = Buffer.byteLength(map)
        return { path, size, share: mapBytes / size, least: Buffer.byteLength(least) / size, both: (mapBytes + part) / size, level: record.level }
    })
    if (process.env.BENCH_DETAIL) rows.forEach((row) => console.log((100 * row.share).toFixed(1), row.level, row.size, row.path.split('/').slice(-2).join('/')))
    const total = (pick) => rows.reduce((sum, row) => sum + pick(row), 0)
    table(`Tokens: ${rows.length} files over 50 KB, ${which}`, 'Map, and map plus the one function asked for (the middle one), against the whole file.', ['figure', 'value'], [
        ['map as a share of the file, median', `${(100 * median(rows.map((row) => row.share))).toFixed(1)} %`],
        ['map as a share of the file, largest', `${(100 * Math.max(...rows.map((row) => row.share))).toFixed(1)} %`],
        ['every name with its lines and nothing else, median', `${(100 * median(rows.map((row) => row.least))).toFixed(1)} %`],
        ['map + one function, median share', `${(100 * median(rows.map((row) => row.both))).toFixed(1)} %`],
        ['tokens of the whole files', Math.round(total((row) => row.size) / 4)],
        ['tokens of map + one function', Math.round(total((row) => row.both * row.size) / 4)],
    ])
}

for (const [name, part] of Object.entries(parts)) if (!wanted.length || wanted.includes(name)) part()
