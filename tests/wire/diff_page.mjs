// fovea diff --format html of a change whose names and texts try to break out, in a browser too where there is one.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'

const program = process.argv[2]
const home = mkdtempSync(join(tmpdir(), 'fovea-page-')), tree = join(home, 'tree')
process.on('exit', () => {
    try {
        rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    } catch {} // an indexer may still write
})
const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache'), TERM: 'dumb',
    GIT_CONFIG_GLOBAL: '/dev/null', GIT_AUTHOR_NAME: 'n', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'n', GIT_COMMITTER_EMAIL: 'a@b' }
const git = (...args) => execFileSync('git', args, { cwd: tree, env, encoding: 'utf8', maxBuffer: 1 << 28 })

const files = version => ({
    '<script>alert(1)<.py': `def f(a):\n    return "</p></div><script>alert(${version})</script><!--"\n`,
    '"\' onload=x id=main.js': `function g() { return \`&lt;\${${version}}\`; } // \u202e} if \u2066 x\n`,
    'bidi\u202ename.c': `int f(void) { return ${version}; /* \u200b \u202e */ }\n`,
    'nl\nname.py': `x = ${version}\n`,
    'bad.py': Buffer.concat([Buffer.from('def f():\n    s = "'), Buffer.from([0xff, 0xfe, 1, 27]), Buffer.from(`[31m" + ${version}\n`)]),
    main: `def seen(): return ${version}\n`,
    'nul.py': `def f():\n    s = "\0${version}"\n`,
    'long.py': `def f():\n    return "${'x'.repeat(500000)}${version}${'y'.repeat(500000)}"\n`,
    'long.js': `function f() { ${Array.from({ length: 60000 }, (_, i) => `var a${i}=${i};`).join('')} return ${version}; }\n`,
    'crlf.py': version === 2 ? 'def f():\r\n    return 2\r\n' : 'def f():\n    return 1\n',
    'end.py': `def f():\n    return 1${version === 2 ? '\n' : ''}`,
    ']]>.md': `# <!-- ${version} --> <title> </style>\n\ntext ${version}\n`,
    'ZWJ.py': `def f():\n    return "\u{1F468}\u200d\u{1F469} ${version}"\n`,
    'moved.py': version === 1 ? 'class A:\n    def one(self):\n        return 1\n\n    def two(self):\n        return self.one() + 2\n' : '# gone\n',
    'new.py': version === 2 ? 'import os\n\n\nclass B:\n    def two(self):\n        return self.one() + 2\n\n    def three(self): return 3\n' : 'import sys\n',
    'lines.ts': version === 1 ? 'export function a(x: number) { return x; } export function a2(x: string) { return x; }\n'
        : 'export function a(x: number) { return x + 1; } export function a2(x: string) { return x + "1"; }\n\nlet other = 1;\n',
})
const write = version => Object.entries(files(version)).forEach(([name, text]) => writeFileSync(join(tree, name), text))
execFileSync('mkdir', [tree])
git('init', '-q', '-b', 'main', '.')
write(1), git('add', '-A'), git('commit', '-qm', 'one')
write(2), git('add', '-A'), git('commit', '-qm', 'two')

const run = spawnSync(program, ['diff', 'HEAD~1', 'HEAD', '--format', 'html'], { cwd: tree, env, maxBuffer: 1 << 28 })
expect(run.status === 0 && !run.stderr.length, `exit code ${run.status}, ${run.stderr}`)
const page = run.stdout.toString('utf8')
expect(Buffer.from(page).equals(run.stdout), 'it is UTF-8')
expect(page.length < 200000, `${page.length} bytes for a change of lines of 1 MB`)
expect(!/[\x00-\x08\x0b-\x1f\x7f\u200b\u202a-\u202e\u2066-\u2069]/.test(page), 'a character that is not seen')

// The policy names what is there, and that is all that can run.
const between = (open, close) => page.slice(page.indexOf(open) + open.length, page.indexOf(close))
const hash = text => createHash('sha256').update(text).digest('base64')
expect(page.includes(`style-src 'sha256-${hash(between('<style>', '</style>'))}'`), 'the hash of the style')
expect(page.includes(`script-src 'sha256-${hash(between('<script>', '</script>'))}'`), 'the hash of the script')
expect(page.includes("default-src 'none'") && page.match(/<script/g).length === 1 && page.match(/<style/g).length === 1, 'one script')

// Every tag is one of ours with attributes of ours, opened and closed in order; every link leads somewhere.
const body = page.replace(/<style>[^]*?<\/style>/, '').replace(/<script>[^]*?<\/script>/, '')
const ATTRIBUTES = /^(?: (?:class|id|href|title|lang|charset|http-equiv|content|name|aria-label|data-n|type|placeholder|autocomplete|spellcheck|tabindex)="[^"<>]*"| open| hidden)*$/
const VOID = ['meta', 'br', 'input']
const open = [], ids = new Set(), links = new Set()
for (const [, slash, name, attributes] of body.replace('<!doctype html>', '').matchAll(/<(\/?)([^\s>]*)([^>]*)>/g)) {
    expect(/^[a-z][a-z0-9]*$/.test(name) && ATTRIBUTES.test(attributes), `tag <${slash}${name}${attributes}>`)
    if (slash) expect(open.pop() === name, `</${name}> closes it`)
    else if (!VOID.includes(name)) open.push(name)
    for (const [, id] of attributes.matchAll(/ id="([^"]*)"/g)) expect(!ids.has(id) && ids.add(id), `id ${id} twice`)
    for (const [, link] of attributes.matchAll(/ href="([^"]*)"/g)) links.add(link)
}
expect(!open.length, `not closed: ${open}`)
for (const link of links) expect(link.startsWith('#') && ids.has(link.slice(1)), `link ${link}`)
expect(ids.has('%3Cscript%3Ealert%281%29%3C.py::f') && ids.has('new.py::B'), [...ids].join(' '))
expect(!/<(?!\/?[a-z!])/.test(body), 'a bare <')

// No changed line is lost: each stands on its side with its number, or the file was not compared.
const shown = new Map()
const count = (lines, key) => lines.set(key, (lines.get(key) ?? 0) + 1)
for (const [, side, cell] of body.matchAll(/<div class="(l|r)(?: [xac])?">([^]*?)<\/div>/g))
    for (const [, number] of cell.matchAll(/<p data-n="(\d+)">/g)) count(shown, `${side}${number}`)
const wanted = new Map()
for (const part of git('-c', 'core.quotePath=true', 'diff', '-U0', '--no-renames', 'HEAD~1', 'HEAD').split(/^diff --git /m).slice(1))
    for (const [, old, oldCount = '1', now, nowCount = '1'] of part.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)) {
        for (let i = 0; i < +oldCount; i++) count(wanted, `l${+old + i}`)
        for (let i = 0; i < +nowCount; i++) count(wanted, `r${+now + i}`)
    }
expect(wanted.size > 10, 'there are changed lines')
for (const [key, times] of wanted) expect((shown.get(key) ?? 0) >= times, `line ${key}: ${shown.get(key) ?? 0} of ${times} are shown`)

// In a browser its script runs, and no other.
const browser = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(path => existsSync(path))
if (browser && process.env.FOVEA_BROWSER) {
    const file = join(home, 'page.html')
    writeFileSync(file, run.stdout)
    const { stdout } = spawnSync(browser, ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${join(home, 'browser')}`, '--dump-dom',
        `file://${file}`], { env, encoding: 'utf8', timeout: 60000, maxBuffer: 1 << 28 })
    expect(/<span id="seen">0 of \d+ seen<\/span>/.test(stdout) && stdout.includes('type="checkbox"'), 'its script ran')
    expect(stdout.match(/<script/g).length === 1 && !/<[^>]* onload=/.test(stdout), 'no other is there')
}
finish()
