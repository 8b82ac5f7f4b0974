// compare.mjs PROGRAM ROOT PLACES SEED SUFFIXES -- SERVER ARGS: asks `PROGRAM lsp` and another language server for the
// definition, and with REFERENCES=N for the references, of the same names of a tree, and says where they differ.
// A place counts where the other server finds a definition inside the tree. FILES=N: names of N files. ONLY=FOLDER: only
// references in that folder count, for a server whose build settings leave others out. WAIT=SECONDS before the first question.
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const split = process.argv.indexOf('--')
const [program, tree, count, seed, suffixes] = process.argv.slice(2, split), [server, ...serverArgs] = process.argv.slice(split + 1)
const root = realpathSync(tree), files = +(process.env.FILES ?? 40), references = +(process.env.REFERENCES ?? 0)
const languages = { c: 'c', h: 'c', cc: 'cpp', cpp: 'cpp', ts: 'typescript', tsx: 'typescriptreact', js: 'javascript', mjs: 'javascript', go: 'go', py: 'python' }

let state = +seed || 1
const random = below => (state = (Math.imul(state, 1103515245) + 12345) >>> 0, Math.floor(state / 4294967296 * below))
const keywords = new Set('return export import function const let case default struct union enum typedef static inline extern if else for while switch break continue new class interface type extends implements async await typeof void int char long unsigned double float include define ifdef ifndef endif goto sizeof func package var def from'.split(' '))
const shuffled = list => { const all = [...list]; for (let i = all.length - 1; i > 0; i--) { const k = random(i + 1);[all[i], all[k]] = [all[k], all[i]] } return all }

class Server {
    constructor(command, args) {
        this.process = spawn(command, args, { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] })
        this.bytes = Buffer.alloc(0), this.waiting = new Map(), this.next = 1, this.busy = 0
        this.process.stdout.on('data', piece => { this.bytes = Buffer.concat([this.bytes, piece]); while (this.take()) { /* the next frame */ } })
        this.process.stdin.on('error', () => {})
    }
    take() {
        const end = this.bytes.indexOf('\r\n\r\n')
        if (end < 0) return false
        const length = +/Content-Length: (\d+)/.exec(this.bytes.subarray(0, end))[1]
        if (this.bytes.length < end + 4 + length) return false
        const message = JSON.parse(this.bytes.subarray(end + 4, end + 4 + length))
        this.bytes = this.bytes.subarray(end + 4 + length)
        if (message.method && message.id !== undefined) this.send({ id: message.id, result: message.method === 'workspace/configuration' ? message.params.items.map(() => null) : null })
        else if (message.method === '$/progress') this.busy += message.params.value.kind === 'begin' ? 1 : message.params.value.kind === 'end' ? -1 : 0
        else if (this.waiting.has(message.id)) { this.waiting.get(message.id)(message); this.waiting.delete(message.id) }
        return true
    }
    send(message) {
        const text = JSON.stringify({ jsonrpc: '2.0', ...message })
        this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
    }
    ask(method, params) {
        const id = this.next++
        this.send({ id, method, params })
        return new Promise(resolve => {
            const timer = setTimeout(() => resolve({ error: { message: 'no answer' } }), 60000)
            this.waiting.set(id, message => { clearTimeout(timer); resolve(message) })
        })
    }
    async begin() {
        await this.ask('initialize', { processId: process.pid, rootUri: pathToFileURL(root).href, capabilities: { window: { workDoneProgress: true }, textDocument: { definition: { linkSupport: false } } },
            workspaceFolders: [{ uri: pathToFileURL(root).href, name: 'tree' }] })
        this.send({ method: 'initialized', params: {} })
    }
    open(path) {
        this.send({ method: 'textDocument/didOpen', params: { textDocument: { uri: pathToFileURL(path).href, languageId: languages[path.split('.').pop()] ?? '', version: 1, text: readFileSync(path, 'utf8') } } })
    }
    close(path) {
        this.send({ method: 'textDocument/didClose', params: { textDocument: { uri: pathToFileURL(path).href } } })
    }
    async places(method, path, position, more = {}) {
        const answer = await this.ask(method, { textDocument: { uri: pathToFileURL(path).href }, position, ...more })
        if (answer.error) return { error: answer.error.message, places: [] }
        const list = (Array.isArray(answer.result) ? answer.result : answer.result ? [answer.result] : []).map(one => {
            const path = fileURLToPath(one.uri ?? one.targetUri), range = one.range ?? one.targetSelectionRange
            return `${relative(root, path)}:${range.start.line + 1}`
        })
        return { places: list }
    }
}

function sources(directory, found = []) {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
        if (entry.name.startsWith('.') || ['node_modules', 'deps', 'dist', 'build', 'vendor'].includes(entry.name)) continue
        if (entry.isDirectory()) sources(join(directory, entry.name), found)
        else if (entry.isFile() && suffixes.split(',').some(suffix => entry.name.endsWith('.' + suffix))) found.push(join(directory, entry.name))
    }
    return found
}

// Names that are not obviously in a comment or string; what is no reference is left out since no server resolves it.
function names(path) {
    const lines = readFileSync(path, 'utf8').split('\n'), found = []
    lines.forEach((line, number) => {
        const code = line.replace(/"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, text => ' '.repeat(text.length)).replace(/\/\/.*|^\s*\*.*|\/\*.*?(\*\/|$)/g, text => ' '.repeat(text.length))
        for (const match of code.matchAll(/[A-Za-z_]\w{2,}/g)) if (!keywords.has(match[0])) found.push({ path, line: number, character: match.index, name: match[0], text: line })
    })
    return found
}

const chosen = shuffled(sources(root).sort()).slice(0, files), each = Math.ceil(+count / chosen.length)
const places = chosen.flatMap(path => shuffled(names(path)).slice(0, each))
const ours = new Server(program, ['lsp']), theirs = new Server(server, serverArgs)
await Promise.all([ours.begin(), theirs.begin()])
const wait = +(process.env.WAIT ?? 0)
await new Promise(resolve => setTimeout(resolve, wait * 1000))
const tally = { asked: 0, theirs: 0, same: 0, none: 0, other: 0, more: 0 }, differences = []
const refs = { asked: 0, right: 0, ours: 0, theirs: 0 }
let last
for (const place of places) {
    if (place.path !== last) {
        if (last) { ours.close(last); theirs.close(last) }
        ours.open(place.path); theirs.open(place.path); last = place.path
    }
    const position = { line: place.line, character: place.character + 1 }
    const [mine, other] = await Promise.all([ours.places('textDocument/definition', place.path, position), theirs.places('textDocument/definition', place.path, position)])
    tally.asked++
    const inside = other.places.filter(one => !one.startsWith('..') && !one.includes('node_modules/'))
    if (!inside.length) continue
    tally.theirs++
    const here = `${relative(root, place.path)}:${place.line + 1}:${place.character + 1} ${place.name}`
    const kind = !mine.places.length ? 'none' : inside.some(one => mine.places.includes(one)) ? (mine.places.length > inside.length ? 'more' : 'same') : 'other'
    tally[kind]++
    if (kind !== 'same') differences.push(`${kind}\t${here}\ttheirs ${inside.slice(0, 3).join(' ')}\tours ${mine.error ?? mine.places.slice(0, 3).join(' ')}\t${place.text.trim().slice(0, 100)}`)
    if (refs.asked < references && kind === 'same' && refs.asked * 4 < tally.same) {
        const context = { context: { includeDeclaration: true } }
        const [a, b] = await Promise.all([ours.places('textDocument/references', place.path, position, context), theirs.places('textDocument/references', place.path, position, context)])
        const counts = one => !one.startsWith('..') && one.startsWith(process.env.ONLY ?? '')
            const set = new Set(a.places.filter(counts)), wanted = new Set(b.places.filter(counts))
        if (wanted.size && !a.error) {
            refs.asked++
            const right = [...set].filter(one => wanted.has(one)).length
            refs.ours += set.size; refs.theirs += wanted.size; refs.right += right
            if (right < set.size || right < wanted.size)
                differences.push(`references\t${here}\tright ${right} of ours ${set.size}, theirs ${wanted.size}\tonly ours ${[...set].filter(one => !wanted.has(one)).slice(0, 3).join(' ')}\tonly theirs ${[...wanted].filter(one => !set.has(one)).slice(0, 3).join(' ')}`)
        }
    }
}
for (const line of differences) console.log(line)
const share = (part, whole) => whole ? (part / whole).toFixed(3) : '-'
console.log(`definition: ${tally.asked} places asked, ${tally.theirs} that the other server resolves in the tree; equal ${share(tally.same + tally.more, tally.theirs)} (with more places ${tally.more}), no answer ${tally.none}, another ${tally.other}`)
if (refs.asked) console.log(`references: ${refs.asked} names; precision ${share(refs.right, refs.ours)} (${refs.right} of ${refs.ours}), recall ${share(refs.right, refs.theirs)} (of ${refs.theirs})`)
ours.process.kill(); theirs.process.kill()
process.exit(0)
