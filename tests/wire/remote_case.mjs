// What the tests of remotes share: remote_driver, blobs in files, temporary folders.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const directory = mkdtempSync(join(tmpdir(), 'fovea-remote-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
export const home = join(directory, 'home')
mkdirSync(home)
mkdirSync(join(directory, 'tmp'))
export const environment = { PATH: process.env.PATH, HOME: home, TMPDIR: join(directory, 'tmp'), ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? '' }
export const everything = [] // all that the driver printed

// Runs a program: { status, out }.
export function run(program, words, { env = environment, cwd = directory } = {}) {
    return new Promise(resolve => {
        const child = spawn(program, words.map(String), { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
        let out = ''
        child.stdout.on('data', piece => { out += piece })
        child.stderr.on('data', piece => { out += piece })
        child.on('error', error => resolve({ status: -1, out: String(error) }))
        child.on('close', (status, signal) => resolve({ status: signal ?? status, out }))
    })
}

// Runs remote_driver; the members of all lines that it prints, and its status.
export async function ask(target, command, words = [], { repo = '-', more = {}, cwd = directory } = {}) {
    const driver = process.env.REMOTE_DRIVER ?? process.argv[2]
    const { status, out } = await run(driver, [target, repo, command, ...words], { env: { ...environment, ...more }, cwd })
    everything.push(out)
    const lines = out.split('\n').filter(Boolean).map(line => { try { return JSON.parse(line) } catch { return { odd: line } } })
    return Object.assign({ status }, ...lines)
}

let files = 0
// A file with these bytes, or with so many random ones.
export function blob(content) {
    const path = join(directory, `blob${files++}`)
    writeFileSync(path, typeof content === 'number' ? randomBytes(content) : content)
    return path
}

// Gets the blobs of these files, and compares what came.
export async function same(target, paths, options) {
    const to = mkdtempSync(join(directory, 'got-'))
    const done = await ask(target, 'get', [to, ...paths], options)
    const equal = done.status === 0 && paths.every((path, i) => readFileSync(path).equals(readFileSync(join(to, String(i)))))
    return { ...done, equal }
}
