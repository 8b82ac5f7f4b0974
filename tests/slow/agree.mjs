// agree.mjs PROGRAM TREE [N]: of N symbols of TREE, callers lists as many as its head counts, over all of its pages,
// and symbol says the same numbers. Exit code 1 when two differ.
import { spawnSync } from 'node:child_process'

const [program, tree, count = '60'] = process.argv.slice(2)
function ask(...args) {
    const { stdout, status } = spawnSync(program, [...args, '--format', 'json'],
        { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 28 })
    if (status) throw new Error(`fovea ${args.join(' ')}: exit code ${status}`)
    return JSON.parse(stdout)
}
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
let differ = 0
for (let i = 0; i < Number(count); i++) {
    const { hash, name } = all[next() % all.length], { symbol } = ask('symbol', hash), { head, sure, perhaps } = listed(hash)
    if (sure === head.callers && perhaps === (head.ambiguous ?? 0) && symbol.fan_in === head.callers &&
        (symbol.mentions ?? 0) === (head.mentions ?? 0)) continue
    differ++
    console.log(`${name} ${hash}: listed ${sure} and ${perhaps}, head ${head.callers} and ${head.ambiguous ?? 0}, symbol ${symbol.fan_in}`)
}
console.log(`${count} symbols, ${differ} differ`)
process.exit(differ ? 1 : 0)
