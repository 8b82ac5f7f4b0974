// A client over standard input and output, for tests.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export class Client {
    constructor(program, args, options = {}) {
        this.process = spawn(program, ['mcp', ...args], { stdio: ['pipe', 'pipe', 'inherit'], ...options })
        this.process.stdin.on('error', () => {}) // a server that has ended
        this.waiting = new Map()
        this.others = [] // notifications and requests of the server, in order
        this.next = 1
        this.exited = new Promise(resolve => this.process.on('exit', (code, signal) => resolve({ code, signal })))
        let text = ''
        this.process.stdout.setEncoding('utf8').on('data', piece => {
            text += piece
            for (let end; (end = text.indexOf('\n')) >= 0; text = text.slice(end + 1))
                this.take(JSON.parse(text.slice(0, end)))
        })
    }
    take(message) {
        const resolve = !message.method && this.waiting.get(message.id)
        if (!resolve) return this.others.push(message)
        this.waiting.delete(message.id)
        resolve(message)
    }
    send(message) {
        this.process.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n')
    }
    request(method, params, id = this.next++) {
        this.send({ id, method, params })
        return new Promise(resolve => this.waiting.set(id, resolve))
    }
    notify(method, params) {
        this.send({ method, params })
    }
    call(name, args, more = {}, id = this.next++) {
        return this.request('tools/call', { name, arguments: args, ...more }, id)
    }
    async initialize(capabilities = {}) {
        const answer = await this.request('initialize', { protocolVersion: '2025-11-25', capabilities })
        this.notify('notifications/initialized')
        return answer.result
    }
    children() {
        return childrenOf(this.process.pid)
    }
    // The processes that a server has without calls, when they are there.
    async kept() {
        await this.request('tools/list')
        return keptBy(this.process.pid)
    }
}

// State and parent of a process; state Z (ended, not yet waited for) where there is none.
function status(pid) {
    try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return { state, parent: Number(parent) }
    } catch {
        return { state: 'Z' }
    }
}

export const isAlive = pid => status(pid).state !== 'Z'

// What the kernel lists for each thread; it may leave one out while others end, so the list is read twice.
export function childrenOf(parent) {
    const found = new Set()
    for (let i = 0; i < 2; i++)
        try {
            for (const thread of readdirSync(`/proc/${parent}/task`))
                for (const pid of readFileSync(`/proc/${parent}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean)) found.add(Number(pid))
        } catch {} // the process or a thread has ended
    return [...found].filter(isAlive).sort((a, b) => a - b)
}

// The daemon of the repository, and the process that waits for the next call, when they have come to rest.
export async function keptBy(server) {
    let kept = '', since = Date.now()
    await within(30000, () => {
        const now = childrenOf(server)
        if (now.length !== 2 || now.join() !== kept) [kept, since] = [now.join(), Date.now()]
        return Date.now() - since > 1200
    })
    return childrenOf(server)
}

export const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

// Waits until the condition holds; false when it does not within ms.
export async function within(ms, condition) {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(5))
        if (await condition()) return true
    return false
}

let failures = 0
export function expect(holds, what) {
    if (holds) return
    failures++
    console.log(`failed: ${what}`)
}
export const finish = () => process.exit(failures ? 1 : 0)
