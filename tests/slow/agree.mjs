// agree.mjs PROGRAM TREE [N]: of N symbols of TREE the answers agree: callers lists as many as its head counts, over
// all of its pages, and symbol and analyze say the same numbers; impact lists as many symbols, files and tests as its
// head counts, says of tests nothing that it takes back, and has the tests that `tests` has. Exit code 1 when two differ.
import { spawnSync } from 'node:child_process'

const [program, tree, count = '60'] = process.argv.slice(2)
function run(...args) {
    const { stdout, status } = spawnSync(program, args, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 28 })
    if (status) throw new Error(`fovea ${args.join(' ')}: exit code ${status}`)
    return stdout
}
run('index')
const ask = (...args) => JSON.parse(run(...args, '--format', 'json'))
let random = 1
const next = () => (random = (random * 1103515245 + 12345) % 2147483648)
const all = ['fan-in', 'risk', 'place'].flatMap(sort => ask('symbols', '--sort', sort, '--limit', '100').symbols)

// Callers by what they surely do, and those that only may.
function listed(hash) {
    const sure = new Set(), perhaps = new Set()
    let head
    for (let cursor; ;) {
        const graph = ask('callers', hash, '--limit', '2000', ...(cursor ? ['--cursor', cursor] : []))
        const id = Object.fromEntries(graph.nodes.map(node => [node.n, node.id]))
        head ??= graph
        for (const edge of graph.edges)
            if (id[edge.to] === hash && id[edge.from] !== hash)
                (edge.confidence === 'ambiguous' ? perhaps : sure).add(id[edge.from])
        cursor = graph.leftOut?.show?.match(/--cursor (\S+)/)?.[1]
        if (!cursor) break
    }
    return { head, sure: sure.size, perhaps: [...perhaps].filter(one => !sure.has(one)).length }
}

// The rows of all pages under a key, and the first page; of more than 20 pages only the number that the head says.
function pages(key, total, ...args) {
    const rows = []
    let head
    for (let cursor, left = 20; ; left--) {
        const page = ask(...args, '--limit', '100', ...(cursor ? ['--cursor', cursor] : []))
        head ??= page
        rows.push(...page[key])
        cursor = page.cursor
        if (!cursor || !left) return { head, rows, all: cursor ? head[total] : rows.length, whole: !cursor }
    }
}
const sum = (rows, key) => rows.reduce((total, row) => total + row[key], 0)
const paths = rows => new Set(rows.map(row => row.path)).size

let differ = 0
function same(name, hash, ...pairs) {
    for (const [what, one, other] of pairs)
        if (one !== other) {
            differ++
            console.log(`${name} ${hash}: ${what}: ${one} and ${other}`)
        }
}
function checkCallers({ hash, name }) {
    const { symbol } = ask('symbol', hash), { head, sure, perhaps } = listed(hash)
    const file = ask('analyze', symbol.path, '--start', `${symbol.start}`, '--end', `${symbol.end}`)
    const row = file.symbols?.find(one => one.name === symbol.name && one.start === symbol.start && one.kind === symbol.kind)
    same(name, hash, ['callers listed and in the head', sure, head.callers],
        ['ambiguous callers', perhaps, head.ambiguous ?? 0],
        ['callers of symbol and callers', symbol.fan_in, head.callers],
        ['mentions of symbol and callers', symbol.mentions ?? 0, head.mentions ?? 0],
        ...(row ? [['callers of analyze', row.callers, head.callers], ['mentions of analyze', row.mentions, head.mentions ?? 0]] : []))
    return head
}
function checkImpact({ hash, name, kind }, callers) {
    const { head, rows, all, whole } = pages('nearest', 'symbols', 'impact', hash)
    const tests = pages('tests', 'total', 'tests', hash)
    const near = ask('impact', hash, '--depth', '1'), text = run('impact', hash)
    const plain = kind === 'function' && !head.stands_in_for && !head.only_candidate
    same(name, hash, ['symbols of impact and rows', head.symbols, all],
        ...(whole ? [['files of impact', head.files, paths(rows)]] : []),
        ...(head.modules.length < 6 ? [['symbols of modules', sum(head.modules, 'symbols'), head.symbols]] : []),
        ...(head.modules.length < 6 ? [['tests of modules', sum(head.modules, 'tests'), head.tests]] : []),
        ...(plain ? [['impact at one step has the callers', near.symbols >= callers.callers, true]] : []),
        ['tests and rows', tests.head.total, tests.all],
        ...(tests.whole ? [['files of tests', tests.head.files, paths(tests.rows)]] : []),
        ['tests but none in impact', tests.rows.some(row => row.hash !== hash) && !head.tests_all, false],
        ['tests in impact within the steps and in all', head.tests <= head.tests_all, true],
        ['"0 in tests" without a look', /\b0 in tests/.test(text), false],
        ['no word of tests', head.symbols > 0 && !/test/.test(text.split('\n')[1]), false])
}
for (let i = 0; i < Number(count); i++) {
    const symbol = all[next() % all.length]
    checkImpact(symbol, checkCallers(symbol))
}
console.log(`${count} symbols, ${differ} differ`)
process.exit(differ ? 1 : 0)
