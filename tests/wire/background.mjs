// An index that a question starts: it is told of, listed and ended, ends with the server that started it, and with its
// cache.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, expect, finish, isAlive, within } from './mcp_client.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-background-')), tree = join(directory, 'tree')
process.on('exit', () => { try { rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) } catch { /* a child still writes there */ } })
// A home directory has no daemon: the server's calls start it.
const env = { ...process.env, XDG_CACHE_HOME: join(directory, 'cache'), HOME: tree }
const body = Array.from({ length: 60 }, (_, k) => `def name_${k}(a):\n    return [b for b in name_${k}(a) if b]\n\n\n`).join('')
const aside = join(directory, 'big'), big = join(tree, 'big')
mkdirSync(tree)
writeFileSync(join(tree, 'one.py'), body)
for (let d = 0; d < 30; d++) {
    mkdirSync(join(aside, `d${d}`), { recursive: true })
    for (let i = 0; i < 150; i++) writeFileSync(join(aside, `d${d}/m${i}.py`), `${body}V = ${d * 1000 + i}\n`)
}
const fovea = (...args) => spawnSync(program, args, { cwd: tree, env, encoding: 'utf8' })
// Files may come while it goes.
const forget = () => { while (spawnSync('rm', ['-rf', env.XDG_CACHE_HOME], { stdio: 'ignore' }).status !== 0); }
const pidOf = text => Number(/process (\d+)/.exec(text)?.[1])
// Made by name while it is small; then much comes.
function begin() {
    forget()
    if (existsSync(big)) renameSync(big, aside)
    fovea('index', '--quiet', tree)
    renameSync(aside, big)
}
const isIndexer = pid => isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--background')
const running = () => readdirSync('/proc').filter(pid => {
    try { return /^\d+$/.test(pid) && isIndexer(Number(pid)) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(tree) } catch { return false }
})

begin()
const first = fovea('find', 'name_3'), pid = pidOf(first.stderr)
expect(first.status === 0 && pid, `the command says that it goes on: ${first.stderr}`)
expect(await within(30000, () => isIndexer(pid)), 'and it does') // its words come a moment after it
const status = fovea('status').stdout
expect(status.includes(`(${pid})`), `status names it: ${status}`)
// It is paused meanwhile, so that it cannot end by itself.
process.kill(pid, 'SIGSTOP')
spawn('sh', ['-c', `sleep 0.3; kill -CONT ${pid}`])
const stopped = fovea('index', '--stop')
expect(stopped.stdout.includes(`ended process ${pid}`) && !isAlive(pid), `--stop ends it: ${stopped.stdout}${stopped.stderr}`)
expect(fovea('index', '--stop').stdout === 'no process is making this index\n', 'there is none then')

begin()
const second = pidOf(fovea('find', 'name_3').stderr)
expect(await within(30000, () => isIndexer(second)), 'a question begins again')
forget()
expect(await within(15000, () => !isAlive(second)), 'it ends with its cache') // 6 s with sanitizers

for (const signal of ['SIGKILL', 'SIGTERM']) {
    begin()
    const client = new Client(program, ['--profile', 'full', '--root', tree], { cwd: tree, env })
    await client.initialize()
    const answer = await client.call('search_symbols', { query: 'name_3' })
    expect(/goes on in the background/.test(answer.result.content[0].text), `the answer says so: ${answer.result.content[0].text.slice(-300)}`)
    let started
    expect(await within(30000, () => ([started] = running()).length), 'the server has started one')
    client.process.kill(signal)
    await client.exited
    expect(await within(15000, () => !isAlive(Number(started))), `it ends with the server, ${signal}`)
}

// A hint names no tool that the profile lacks.
forget()
for (const profile of ['core', 'full']) {
    const client = new Client(program, ['--profile', profile, '--root', tree], { cwd: tree, env })
    await client.initialize()
    const { result } = await client.call('get_repo_overview', {})
    expect(result.isError && /is not a repository/.test(result.content[0].text), 'a home directory is not looked through')
    expect(/generate_index/.test(result.content[0].text) === (profile === 'full'), `${profile}: ${result.content[0].text}`)
    client.process.stdin.end()
    await client.exited
}
finish()
