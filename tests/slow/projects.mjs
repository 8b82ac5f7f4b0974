// Real projects for measures of edits: symbols drawn at random, and the findings of the project's own compiler or
// checker. rename.mjs and move.mjs use it; both take PROGRAM [options] KIND:DIRECTORY ...
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
export const args = process.argv.slice(2)
export function option(name, fallback) {
    const at = args.indexOf(`--${name}`)
    return at < 0 ? fallback : args.splice(at, 2)[1]
}
export function flag(name) {
    const at = args.indexOf(`--${name}`)
    return at >= 0 && args.splice(at, 1).length > 0
}
let seed = Number(option('seed', 1))
const kinds = new Set(option('kinds', 'function,method,class,struct,interface,type,enum,union,macro,trait').split(','))
export const program = () => path ??= resolve(args.shift())
let path
export const work = fs.mkdtempSync(join(tmpdir(), 'fovea-edits-'))
const env = { ...process.env, XDG_CACHE_HOME: join(work, 'cache'), XDG_STATE_HOME: join(work, 'state') }

export function random() { // mulberry32
    seed = (seed + 0x6D2B79F5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

export function run(command, words, options = {}) {
    return spawnSync(command, words, { encoding: 'utf8', maxBuffer: 1 << 28, env, ...options })
}

// ---- checkers: each gives the findings in a tree, as lines without positions ----

export const bare = line => line.replace(/:\d+(:\d+)?:/g, ':').replace(/\(\d+,\d+\)/g, '')

function filesWith(tree, words, pattern) {
    const { stdout } = run('git', ['grep', '-lwE', words.join('|'), '--', pattern], { cwd: tree })
    return stdout.split('\n').filter(Boolean)
}

const cFlags = {
    redis: ['-Isrc', '-Ideps/hiredis', '-Ideps/linenoise', '-Ideps/lua/src', '-Ideps/hdr_histogram', '-Ideps/fpconv',
        '-Ideps/fast_float', '-Ideps/xxhash', '-std=gnu11', '-Werror=deprecated-declarations'],
    libuv: ['-Iinclude', '-Isrc', '-Itest', '-D_GNU_SOURCE'],
    curl: ['-Iinclude', '-Ilib', '-Isrc', '-DBUILDING_LIBCURL', '-DHAVE_CONFIG_H', '-Ilib/curlx', '-Itests/libtest'],
    git: ['-I.', '-Icompat', '-DSHA1_DC', '-DSHA256_BLK', '-DNO_OPENSSL', '-D_GNU_SOURCE'],
}
function checkC(tree, source) {
    const known = new Map() // content before: findings
    const flags = cFlags[basename(source)] ?? readFlags(tree, source)
    const check = file => run('gcc', ['-fsyntax-only', '-Werror=implicit-function-declaration', ...flags, file],
        { cwd: tree }).stderr.split('\n').filter(l => /: (fatal )?(error|warning):/.test(l)).map(bare)
    return (words, changed) => {
        const files = [...new Set([...changed.filter(f => f.endsWith('.c')), ...filesWith(tree, words, '*.c')])].slice(0, 40)
        return files.flatMap(file => {
            if (changed.length) return check(file)
            if (!known.has(file)) known.set(file, check(file))
            return known.get(file)
        })
    }
}
// The flags of this repository's own build, whose generated files are in the build folder.
function readFlags(tree, source) {
    const list = join(source, 'build/compile_commands.json')
    if (!fs.existsSync(list)) return ['-I.', '-Isrc', '-Iinclude']
    const own = JSON.parse(fs.readFileSync(list)).find(e => e.file.endsWith('/src/tools/tool.c'))
    const words = own.command.split(' '), flags = []
    for (let i = 0; i < words.length; i++) {
        const [, name, path] = words[i].match(/^-(I|isystem)(.*)$/) ?? []
        if (name) {
            const full = resolve(own.directory, path || words[++i])
            flags.push(`-${name}`, full.startsWith(join(source, 'build')) ? full : full.replace(source, tree))
        } else if (/^-(D|std)/.test(words[i])) {
            flags.push(words[i])
        }
    }
    return flags
}

function checkGo(tree) {
    const checker = join(work, 'gocheck')
    if (!fs.existsSync(checker)) {
        const { status, stderr } = run('go', ['build', '-o', checker, join(here, 'rename_check.go')],
            { env: { ...env, GO111MODULE: 'off', GOCACHE: join(work, 'gocache') } })
        if (status) throw new Error(stderr)
    }
    return () => run(checker, [tree]).stdout.split('\n')
        .filter(l => l && !/could not import|redeclared|other declaration|already declared/.test(l)).map(bare)
}

export const rootFiles = new RegExp(option('roots', '')) // of TypeScript: which files are checked at least
function checkTypescript(tree) {
    const ts = createRequire(process.env.TYPESCRIPT ?? import.meta.url)('typescript')
    const options = { noEmit: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext, skipLibCheck: true, strict: true, esModuleInterop: true,
        allowImportingTsExtensions: true, customConditions: ['@zod/source'], resolveJsonModule: true, types: [],
        lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'] }
    const roots = run('git', ['ls-files', '*.ts', '*.tsx'], { cwd: tree }).stdout.split('\n')
        .filter(f => f && !/^(docs|apps|packages\/(docs|bench|integration|resolution|treeshake|tsc|docs-v3))/.test(f))
        .filter(f => rootFiles.test(f)).map(f => join(tree, f))
    let old
    const check = (words, changed = []) => {
        for (const file of changed.filter(f => /\.tsx?$/.test(f)).map(f => join(tree, f)))
            if (!roots.includes(file)) check.grown = roots.push(file) > 0
        const host = ts.createIncrementalCompilerHost(options)
        const builder = ts.createSemanticDiagnosticsBuilderProgram(roots.filter(f => fs.existsSync(f)), options, host, old)
        const found = [...builder.getSyntacticDiagnostics(), ...builder.getSemanticDiagnostics()]
        old = builder
        return found.map(d => bare(`${d.file ? d.file.fileName.slice(tree.length + 1) : ''}: ` +
            `TS${d.code} ${ts.flattenDiagnosticMessageText(d.messageText, ' ').slice(0, 300)}`))
    }
    return check
}

function checkPython(tree) {
    const src = fs.existsSync(join(tree, 'src')) ? ['src'] : ['.']
    const dirs = [...src, 'tests', 'examples'].filter(d => fs.existsSync(join(tree, d)))
    const suite = basename(tree) === 'click'
    return () => {
        const flakes = run('python3', ['-m', 'pyflakes', ...dirs], { cwd: tree, env: { ...env, PATH: `/usr/bin:${env.PATH}` } })
        const types = run('/usr/bin/mypy', ['--ignore-missing-imports', '--check-untyped-defs', '--no-error-summary',
            '--show-error-codes', ...src], { cwd: tree })
        const tests = suite ? run('/usr/bin/python3', ['-m', 'pytest', '-q', '--collect-only', '-p', 'no:cacheprovider', 'tests'],
            { cwd: tree, env: { ...env, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' } }) : { stdout: '' }
        return [...flakes.stdout.split('\n'), ...types.stdout.split('\n').filter(l => / error: /.test(l)),
            ...tests.stdout.split('\n').filter(l => /^(FAILED|ERROR)/.test(l))].filter(Boolean).map(bare)
    }
}

function checkJava(tree) {
    const out = join(work, 'classes')
    return () => {
        const sources = run('git', ['ls-files', '*.java'], { cwd: tree }).stdout.split('\n')
            .filter(f => f.includes('src/main/java') && !/module-info|^(extras|metrics|proto|test-)/.test(f))
        fs.rmSync(out, { recursive: true, force: true })
        fs.mkdirSync(out)
        const { stderr } = run('javac', ['-d', out, '-proc:none', '-nowarn', '-Xmaxerrs', '10000',
            '-XDshould-stop.ifError=FLOW', ...sources], { cwd: tree })
        return stderr.split('\n').filter(l => / error: /.test(l)).map(bare)
    }
}

// What is found in the tree as it is. A checker of the whole tree is asked once, and again when it looks at more files.
export function baseline(check, words, changed) {
    if (check.length === 2) return check(words, changed)
    if (!check.known || check.grown) check.known = check()
    check.grown = false
    return check.known
}

export const checkers = { c: checkC, go: checkGo, ts: checkTypescript, py: checkPython, java: checkJava }

// ---- symbols and findings ----

export function symbolsOf(tree, kind) {
    const shards = join(work, 'export')
    run(program(), ['export', '--shards', shards, '--force'], { cwd: tree })
    const extensions = { c: /\.[ch]$/, go: /\.go$/, ts: /\.tsx?$/, py: /\.py$/, java: /\.java$/ }[kind]
    const rows = fs.readFileSync(join(shards, 'symbol_index.jsonl'), 'utf8').split('\n').filter(Boolean)
        .map(l => JSON.parse(l))
    fs.rmSync(shards, { recursive: true, force: true })
    return rows.filter(s => extensions.test(s.file) && kinds.has(s.kind) && !/^(deps|docs|examples|_examples)\//.test(s.file) &&
        /^[A-Za-z_]\w{2,}$/.test(last(s.name)))
}
export const last = name => name.split(/[.:#]+/).pop()

export function subtract(after, before) {
    const left = new Map()
    for (const line of before) left.set(line, (left.get(line) ?? 0) + 1)
    return after.filter(line => {
        const count = left.get(line) ?? 0
        left.set(line, count - 1)
        return count <= 0
    })
}
