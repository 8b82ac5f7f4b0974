// The three forms of an answer say the same. Every name in the made tree has "zq", so that what is shown of the tree can be told
// from the words of the answer. A name, a figure, a note or a cursor that only one form shows is a difference; those that are
// meant are rows of MEANT, each with its reason.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, finish } from './mcp_client.mjs'

const program = process.argv[2]
const home = mkdtempSync(join(tmpdir(), 'fovea-forms-')), tree = join(home, 'zqtree')
process.on('exit', () => {
    try {
        rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    } catch {} // an indexer may still write
})
const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache'), TERM: 'dumb', GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'zqann', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'zqann', GIT_COMMITTER_EMAIL: 'a@b' }

const FILES = {
    'README.md': '# zqtree\n\nA zqtree mixes zqseeds.\n',
    'pyproject.toml': '[project]\nname = "zqtree"\ndependencies = ["zqlib>=1"]\n[project.scripts]\nzqrun = "zqcore.zqmain:zqstart"\n',
    'zqcore/__init__.py': '',
    'zqcore/zqmain.py': 'import os\nfrom zqcore.zqmix import zqblend, ZqBowl\nfrom zqutil import zqtext\n\n\ndef zqstart():\n    zqbowl = ZqBowl()\n' +
        '    zqbowl.zqfill(7)\n    return zqblend(zqtext.zqtrim(os.getcwd()))\n\n\ndef zqloop(zqn):\n    return zqback(zqn - 1)\n\n\ndef zqback(zqn):\n    return zqloop(zqn) if zqn else 0\n',
    'zqcore/zqmix.py': '"""Mixing of zqseeds."""\nfrom zqutil import zqtext\n\n\nclass ZqBase:\n    def zqfill(self, zqn):\n        """Fills zqn times."""\n        return zqn\n\n\n' +
        'class ZqBowl(ZqBase):\n    def zqfill(self, zqn):\n        return zqblend(zqn)\n\n\ndef zqblend(zqvalue):\n    return zqtext.zqtrim(str(zqvalue))\n\n\ndef zqidle(zqa):\n    return zqa\n',
    'zqutil/__init__.py': '',
    'zqutil/zqtext.py': 'import zqcore\n\nZQ_WIDTH = 9\n\n\ndef zqtrim(zqtext_in):\n    return zqtext_in[:ZQ_WIDTH]\n\n\ndef zqspare():\n    return zqcore.zqmix.zqblend(1)\n',
    'tests/test_zqmix.py': 'from zqcore.zqmix import zqblend\n\n\ndef test_zqblend():\n    assert zqblend(3)\n\n\ndef test_zqtwice():\n    assert zqblend(zqblend(3))\n',
    'zqweb/zqpage.ts': 'import { zqdraw } from "./zqdraw"\nexport interface ZqShape { zqarea(): number }\nexport class ZqSquare implements ZqShape { zqarea() { return zqdraw(4) } }\n',
    'zqweb/zqdraw.ts': 'export function zqdraw(zqsize: number) {\n    return zqsize * 2\n}\n',
}
const put = (path, text) => (mkdirSync(dirname(join(tree, path)), { recursive: true }), writeFileSync(join(tree, path), text))
let time = 1700000000
function commit(subject) {
    const date = `${(time += 86400)} +0000`
    const git = (...args) => execFileSync('git', args, { cwd: tree, env: { ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }, stdio: 'ignore' })
    git('add', '-A'), git('commit', '-qm', subject)
}
mkdirSync(tree, { recursive: true })
execFileSync('git', ['init', '-q', '-b', 'main', '.'], { cwd: tree, env })
for (const [path, text] of Object.entries(FILES)) put(path, text)
commit('zqfirst tree')
put('zqcore/zqmix.py', FILES['zqcore/zqmix.py'].replace('def zqblend(zqvalue)', 'def zqblend(zqvalue, zqtimes=1)'))
put('zqutil/zqtext.py', FILES['zqutil/zqtext.py'] + '\n\ndef zqlate(zqa):\n    return zqtrim(zqa)\n')
commit('zqsecond step')
put('zqutil/zqtext.py', FILES['zqutil/zqtext.py'].replace('def zqtrim(zqtext_in)', 'def zqtrim(zqtext_in, zqmore)'))

const run = (args, input) => spawnSync(program, args, { cwd: tree, env, input, encoding: 'utf8', maxBuffer: 1 << 26 })
run(['index', '--quiet'])

const QUESTIONS = [
    'overview', 'overview zqutil', 'review', 'find zqblend', 'find *zqnowhere*', 'find zq --limit 2', 'find zqnowhere', 'search zqblend', 'search zqnowhere', 'search zqtrim --level file', 'search zqtrim --level full', 'explore zqblend', 'symbol zqblend', 'symbol ZqBowl', 'symbol ZqBase zqtrim zqnone',
    'symbol zqblend --include-source',     'source zqblend', 'symbols', 'symbols --limit 2', 'symbols --kind macro', 'symbols --kind class', 'symbols --risk low', 'modules', 'modules --limit 1', 'module zqcore', 'analyze zqcore', 'analyze zqcore/zqmix.py', 'status',
    'callers zqblend', 'callers zqtrim --depth 2', 'callers zqtrim --limit 1', 'callers zqidle', 'callers zqtrim --types', 'callers zqcore', 'callers zqutil/zqtext.py --limit 1', 'callers zqcore/zqmix.py', 'callers zqweb/zqpage.ts', 'callees zqstart', 'callees zqstart --external',
    'callees zqcore/zqmain.py', 'implementations ZqBase', 'implementations ZqShape', 'implementations zqidle', 'impact zqtrim', 'impact zqidle', 'impact ZqBowl', 'impact zqcore', 'impact zqutil/zqtext.py', 'impact --diff HEAD', 'tests zqblend',
    'tests zqblend --limit 1', 'tests zqdraw', 'tests zqcore', 'tests --diff HEAD', 'diff', 'diff --groups', 'diff HEAD~1 HEAD', 'diff --consequences', 'log zqblend', 'log zqutil/zqtext.py --limit 1', 'blame zqcore/zqmix.py',
    'path zqstart zqtrim', 'path zqtrim zqstart', 'path zqstart zqstart', 'cycles', 'cycles --of modules', 'cycles --limit 1', 'unused', 'unused --certain', 'unused --limit 1', 'grep zqblend', 'grep zqblend --limit 1', 'grep zqblend --files-only', 'grep zqnowhere', 'grep ZQ_ --files-only',
    'map zqcore/zqmix.py', 'read zqutil/zqtext.py', 'languages', 'languages python', 'config', 'cache', 'index', 'remote', 'graph --symbol zqblend', 'graph --module zqcore', 'move zqspare zqutil/zqspare.py --dry-run', 'move ZqBase zqcore/zqbase.py --dry-run',
]

// What only one form shows, and why: [command, form, what]. "all" are all commands.
const MEANT = [
    ['all', 'json', /^(version|n|from|to|weight|moreIn|moreOut) /, 'the frame, and a graph that programs draw'],
    ['all', 'json', /^similarity 100$/, 'text says how alike two are where they differ'],
    ['all', 'json', /^(query|pattern) /, 'the caller knows the question'],
    ['all', 'text', /^\[.* (more|in all)\b/, 'the cursor, or the total beside the rows, says it'],
    ['map', 'toon', /^value$/, 'one table with depths instead of nested lists'],
    ['map', 'json', /^line /, 'text has the names of imports'],
    ['find', 'json', /^risk /, 'text is one line for each symbol'],
    ['analyze', 'json', /^risk /, 'text names medium and high risk'],
    ['search', 'json', /^(name|start|end|score|token_estimate|relevance|confidence) /, 'neighbours and weights for programs'],
    ['search', 'text', /^\[(no word says|next: )/, 'sentences over query_intent and expansion_options'],
    ['source', 'json', /^end /, 'the text ends there'],
    ['symbol', 'json', /^line /, 'text has the place of the caller'],
    ['impact', 'json', /^end /, 'a file has no lines in text'],
    ['log', 'json', /^looked_at /, 'how many commits were compared'],
    ['index', 'json', /^milliseconds /, 'it differs from call to call'],
    ['index', 'text', /^\d+$/, 'it differs from call to call'],
    ['index', 'toon', /^value$/, 'it differs from call to call'],
    ['read', 'json', /^(path|endLine|(total|output|max)(Lines|Bytes)) /, 'text is the file'],
    ['explore', 'json', /^end /, 'heads have the line where they begin'],
    ['explore', 'text', /^\[looked for /, 'looked_for and not_found list them'],
    ['diff', 'json', /^(before|after) /, 'text names risk where its level changes'],
    ['config', 'json', /^value 10000000$/, 'the default is written out'],
    ['cache', 'json', /^bytes /, 'text rounds to KB'],
    ['cache', 'text', /^[\d.]+$/, 'text rounds to KB'],
    ['move', 'text', /./, 'a dry run shows the diff'],
    ['move', 'json', /^(start|end) /, 'the diff has the lines'],
    ['grep', 'text', /^\d+$/, 'numbers of the lines of a block after its first'],
    ['status', 'json', /^bytes /, 'text rounds to KB'],
    ['status', 'text', /^[\d.]+$/, 'text rounds to KB'],
]

// Whose text writes a figure a second time.
const REPEATS = ['blame', 'callers', 'diff', 'graph', 'review', 'tests']

const names = text => new Set(text.match(/\w*zq\w*/gi) ?? [])
const figures = text => count((text.replace(/\b[0-9a-f]{8,}\b/g, ' ').match(/\d+(,\d{3})*(\.\d+)?/g) ?? []).map(figure => figure.replaceAll(',', '')))
function count(list) {
    const found = new Map()
    for (const item of list) found.set(item, (found.get(item) ?? 0) + 1)
    return found
}
function* leaves(value, key = '') {
    if (value && typeof value === 'object') {
        if (Array.isArray(value)) yield ['length', value.length]
        if (value.total) for (const list of Object.values(value).filter(Array.isArray)) yield ['length', value.total - list.length]
        for (const [name, child] of Object.entries(value)) yield* leaves(child, Array.isArray(value) ? key : name)
    } else yield [key, value]
}
const is_meant = (question, form, what) => MEANT.some(([command, where, shown]) => ['all', question.split(' ')[0]].includes(command) && where === form && shown.test(what))

function compare(question, text, value) {
    const all = [...leaves(value)], shown = all.map(([, leaf]) => String(leaf)).join('\n'), faults = new Set()
    const cut = value.cursor && !text.includes(value.cursor) // rows of JSON are longer, so fewer fit
    const only = (form, what) => is_meant(question, form, what) || (cut && (form === 'text' || what.startsWith('total '))) || faults.add(`only in ${form}: ${what}`)
    const [in_text, in_json, counted, listed] = [names(text), names(shown), figures(text), figures(shown)]
    for (const name of in_text) if (!in_json.has(name)) only('text', name)
    const repeats = REPEATS.includes(question.split(' ')[0])
    for (const [figure, times] of counted) if ((listed.get(figure) ?? 0) < (repeats ? 1 : times)) only('text', figure)
    for (const [, line] of text.matchAll(/^\[(.*)\]$/gm)) if (!shown.includes(line)) only('text', `[${line}]`)
    const counts_rows = ([key, leaf]) => key === 'total' && all.some(([other, count]) => other === 'length' && (count === leaf || counted.has(String(leaf - count))))
    for (const leaf of all) {
        if (leaf[0] === 'length' || counts_rows(leaf)) continue
        for (const name of names(String(leaf[1]))) if (!in_text.has(name)) only('json', `${leaf[0]} ${name}`)
        if (typeof leaf[1] === 'number' && leaf[1] && !counted.has(String(leaf[1]))) only('json', leaf.join(' '))
        if (leaf[0] === 'note' && !text.includes(leaf[1])) only('json', leaf.join(' '))
        if (leaf[0] === 'cursor' && !cut && !text.includes(leaf[1])) only('json', leaf.join(' '))
    }
    return [...faults]
}

for (const question of QUESTIONS) {
    const words = question.split(' ')
    const ask = format => run([...words, '--format', format])
    let [text, json, toon] = ['text', 'json', 'toon'].map(ask)
    // A cache may have grown meanwhile: the work of a question ends after its answer.
    for (let i = 0; i < 3 && words[0] === 'cache' && ask('json').stdout !== json.stdout; i++) [text, json, toon] = ['text', 'json', 'toon'].map(ask)
    if (!text.stdout || !json.stdout || !toon.stdout) {
        expect(false, `${question}: ${text.stderr}${json.stderr}${toon.stderr}`)
        continue
    }
    const value = JSON.parse(json.stdout), decoded = run(['toon', 'decode'], toon.stdout)
    const same = isDeepStrictEqual(JSON.parse(decoded.stdout || 'null'), value) || is_meant(question, 'toon', 'value')
    expect(same || value.cursor, `${question}: TOON is another value than JSON`)
    const faults = compare(question, text.stdout, value)
    expect(!faults.length, `${question}:\n    ${faults.join('\n    ')}`)
}
finish()
