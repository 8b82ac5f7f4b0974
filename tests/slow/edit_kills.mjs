// `fovea edit` under faults, with the real program: killed at random moments, on a full disk, two agents
// on one tree, an editor that saves at the same time. After each, all files are old or all are new, no
// byte that anybody saved is missing, and nothing is left behind.
//     node edit_kills.mjs PROGRAM [KILLS] [SECONDS]
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const [program, kills = '200', seconds = '10'] = process.argv.slice(2)
const work = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'fovea-edit-kills-')))
let failures = 0
let seed = Number(process.env.SEED ?? 20261127)

console.log(`seed ${seed}`)
function random(below) {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * below)
}
function expect(condition, what) {
    if (condition) return true
    if (++failures <= 20) console.error(`FAILED ${what}`)
    return false
}
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

class Tree {
    constructor(name, directory = work) {
        this.root = join(directory, name)
        this.state = join(work, `${name}-state`)
        fs.mkdirSync(this.root, { recursive: true })
    }
    env() {
        return { ...process.env, XDG_STATE_HOME: this.state }
    }
    write(path, text) {
        fs.mkdirSync(dirname(join(this.root, path)), { recursive: true })
        fs.writeFileSync(join(this.root, path), text)
    }
    read(path) {
        return fs.readFileSync(join(this.root, path), 'utf8')
    }
    fovea(args, input = '') {
        return spawnSync(program, ['edit', ...args], { cwd: this.root, env: this.env(), input, encoding: 'utf8' })
    }
    start(args, input = '') {
        const child = spawn(program, ['edit', ...args], { cwd: this.root, env: this.env(), stdio: ['pipe', 'pipe', 'pipe'] })
        child.text = ''
        child.stdout.on('data', piece => (child.text += piece))
        child.stderr.on('data', piece => (child.text += piece))
        child.stdin.on('error', () => {})
        child.stdin.end(input)
        child.ended = new Promise(resolve => child.on('close', (code, signal) => resolve({ code, signal, text: child.text })))
        return child
    }
    // Every file and directory, with its content and mode.
    snapshot() {
        const all = []
        for (const entry of fs.readdirSync(this.root, { recursive: true }).sort()) {
            const info = fs.lstatSync(join(this.root, entry))
            all.push(`${entry} ${info.mode} ${info.isFile() ? fs.readFileSync(join(this.root, entry), 'latin1') : ''}`)
        }
        return all.join('\n')
    }
    // What was saved at the moment of an exchange, and saved again before it was undone.
    kept() {
        return fs.readdirSync(this.state, { recursive: true }).filter(name => /kept\//.test(name))
    }
    leftovers() {
        const left = fs.readdirSync(this.root, { recursive: true }).filter(name => name.includes('.fovea-'))
        const states = fs.existsSync(this.state) ? fs.readdirSync(this.state, { recursive: true }) : []
        return left.concat(states.filter(name => /pending|\.[A-Za-z0-9]{6}$/.test(name)))
    }
}

const block = (path, from, to) => `${path}\n<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE\n\n`

// A tree of 40 files, and an envelope that changes 30, creates 4, deletes 3 and moves 3.
function bigTree(tree) {
    const lines = ['*** Begin Patch']
    for (let i = 0; i < 36; i++) {
        const path = `d${i % 5}/f${i}.c`
        const filler = Array.from({ length: 50 + random(400) }, (_, k) => `int filler_${i}_${k};`).join('\n')
        tree.write(path, `int value = ${i};\n${filler}\n`)
        if (i < 30) lines.push(`*** Update File: ${path}`, '@@', `-int value = ${i};`, `+int value = ${i + 1000};`)
        else if (i < 33) lines.push(`*** Delete File: ${path}`)
        else lines.push(`*** Update File: ${path}`, `*** Move to: moved/${i}.c`, '@@', `-int value = ${i};`, `+int value = ${i + 1000};`)
    }
    fs.chmodSync(join(tree.root, 'd0/f0.c'), 0o755)
    for (let i = 0; i < 4; i++) lines.push(`*** Add File: new${i}/deep/file.c`, `+int created_${i};`)
    return lines.concat('*** End Patch', '').join('\n')
}

async function testKills() {
    const tree = new Tree('kills')
    const patch = bigTree(tree)
    const before = tree.snapshot()
    expect(tree.fovea(['apply'], patch).status === 0, 'the edit is applied')
    const after = tree.snapshot()
    let begun = Date.now()
    expect(tree.fovea(['rollback']).status === 0 && tree.snapshot() === before, 'and taken back')
    const took = Date.now() - begun
    let isNew = false, cut = 0, said = 0
    for (let i = 0; cut < Number(kills) && i < 5 * Number(kills); i++) {
        const action = isNew ? ['rollback'] : i % 3 === 2 && i ? ['redo'] : ['apply']
        const child = tree.start(action, patch)
        await sleep(random(took))
        child.kill('SIGKILL')
        const { signal } = await child.ended
        cut += signal === 'SIGKILL'
        const log = tree.fovea(['log'])
        said += /interrupted/.test(log.stdout)
        expect(log.status === 0, `kill ${i + 1}: the log is shown: ${log.stderr}`)
        const now = tree.snapshot()
        expect(now === before || now === after, `kill ${i + 1} of ${action}: all old or all new`)
        expect(!tree.leftovers().length, `kill ${i + 1}: nothing is left: ${tree.leftovers()}`)
        isNew = now === after
        if (failures > 3) break
    }
    console.log(`killed ${cut} times within ${took} ms; ${said} were undone or finished by the next start`)
}

function testFullDisk() {
    const mounted = join(work, 'small')
    fs.mkdirSync(mounted)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', mounted]).status !== 0) {
        console.log('full disk: not tried (mounting a tmpfs needs root)')
        return
    }
    const counts = {}
    try {
        for (const where of ['tree', 'state']) {
            const tree = new Tree(`full-${where}`, where === 'tree' ? mounted : work)
            if (where === 'state') tree.state = join(mounted, 'state')
            const patch = bigTree(tree)
            const before = tree.snapshot()
            const filler = join(mounted, 'filler')
            for (let free = 0; free <= 400; free += 20) {
                fs.writeFileSync(filler, '')
                const { bavail, bsize } = fs.statfsSync(mounted)
                const fill = spawnSync('fallocate', ['-l', String(Math.max(bavail * bsize - free * 1024, 1)), filler])
                expect(fill.status === 0, 'the disk is filled')
                const applied = tree.fovea(['apply'], patch)
                const now = tree.snapshot()
                counts[applied.status] = (counts[applied.status] ?? 0) + 1
                if (applied.status) {
                    expect(/^Error: /.test(applied.stderr) && /Hint: /.test(applied.stderr), `full ${where}: ${applied.stderr}`)
                    expect(now === before, `full ${where}, ${free} KB: all files are old`)
                }
                fs.rmSync(filler)
                const log = tree.fovea(['log'])
                expect(log.status === 0 && !tree.leftovers().filter(name => !/[0-9a-f]{32}/.test(name)).length, `full ${where}: nothing is left`)
                if (!applied.status) expect(tree.fovea(['rollback']).status === 0, `full ${where}: taken back`)
                expect(tree.snapshot() === before, `full ${where}, ${free} KB: as before`)
            }
            const applied = tree.fovea(['apply'], patch)
            expect(applied.status === 0, `with room it is applied: ${applied.stderr}`)
        }
    } finally {
        execFileSync('umount', [mounted])
    }
    console.log(`full disk: exit codes ${JSON.stringify(counts)}`)
}

// Each agent counts in its own line of shared files. What was reported as applied is there.
async function testAgents() {
    const tree = new Tree('agents')
    const files = [0, 1, 2, 3].map(i => `f${i}.c`)
    const filler = Array.from({ length: 8 }, (_, k) => `int filler_${k};`).join('\n')
    for (const file of files) tree.write(file, `int first = 0;\n${filler}\nint second = 0;\n`)
    const end = Date.now() + Number(seconds) * 1000
    const counts = {}
    async function agent(name) {
        const done = Object.fromEntries(files.map(file => [file, 0]))
        while (Date.now() < end) {
            const chosen = files.filter(() => random(2))
            if (!chosen.length) continue
            const patch = chosen.map(file => block(file, `int ${name} = ${done[file]};`, `int ${name} = ${done[file] + 1};`)).join('')
            const { code, text } = await tree.start(['apply'], patch).ended
            counts[`${name} ${code}`] = (counts[`${name} ${code}`] ?? 0) + 1
            expect(code === 0 || code === 4, `agent ${name}: exit ${code}: ${text}`)
            if (code === 0) for (const file of chosen) done[file]++
            for (const file of files)
                expect(tree.read(file).includes(`int ${name} = ${done[file]};`), `agent ${name}: ${file} has ${done[file]}`)
        }
    }
    await Promise.all([agent('first'), agent('second')])
    expect(!tree.leftovers().length, 'agents: nothing is left')
    console.log(`two agents: ${JSON.stringify(counts)}`)
}

// An editor saves files, in place or by renaming, while edits are applied to them. Its last save of each
// file is there whenever both rest.
async function testEditor() {
    const tree = new Tree('editor')
    const files = [0, 1, 2].map(i => `f${i}.c`)
    const filler = Array.from({ length: 300 }, (_, k) => `int filler_${k};`).join('\n')
    for (const file of files) tree.write(file, `int user = 0;\n${filler}\nint agent = 0;\n`)
    const saved = Object.fromEntries(files.map(file => [file, 0]))
    const counts = {}
    let saves = 0
    function save() {
        const file = files[random(files.length)], path = join(tree.root, file)
        const text = tree.read(file).replace(/int user = \d+;/, `int user = ${++saved[file]};`)
        if (!text.endsWith(';\n')) expect(false, `editor: ${file} is whole`)
        if (random(2)) {
            fs.writeFileSync(path, text)
        } else {
            fs.writeFileSync(path + '~', text)
            fs.renameSync(path + '~', path)
        }
        saves++
    }
    const end = Date.now() + Number(seconds) * 1000
    for (let round = 0; Date.now() < end; round++) {
        const agent = Object.fromEntries(files.map(file => [file, Number(tree.read(file).match(/int agent = (\d+);/)[1])]))
        const patch = files.map(file => block(file, `int agent = ${agent[file]};`, `int agent = ${agent[file] + 1};`)).join('')
        let running = true
        const child = tree.start(round % 4 === 3 ? ['rollback'] : ['apply'], patch)
        const ended = child.ended.then(result => {
            running = false
            return result
        })
        const rest = [2, 40, 400][round % 3] // how long the editor rests between saves, at most
        await sleep(random(60))
        while (running) {
            for (let i = rest > 2 ? 1 : random(20); i > 0; i--) save()
            await sleep(random(rest))
        }
        const { code, text } = await ended
        counts[code] = (counts[code] ?? 0) + 1
        expect([0, 3, 4].includes(code), `editor: exit ${code}: ${text}`)
        for (const file of files)
            expect(tree.read(file).includes(`int user = ${saved[file]};\n`), `editor: the last save of ${file} (${saved[file]}) is there, round ${round}, exit ${code}: ${text}`)
        if (failures > 3) break
    }
    console.log(`editor: ${saves} saves during edits: exit codes ${JSON.stringify(counts)}; ${tree.kept().length} saves kept apart`)
    expect(!tree.leftovers().length, `editor: nothing is left: ${tree.leftovers()}`)
}

try {
    await testKills()
    testFullDisk()
    await testAgents()
    await testEditor()
} finally {
    fs.rmSync(work, { recursive: true, force: true })
}
console.log(failures ? `${failures} failed` : 'nothing was lost')
process.exit(failures ? 1 : 0)
