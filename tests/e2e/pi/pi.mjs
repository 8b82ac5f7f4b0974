// The real pi as a child process, with a home of its own and a model that plays back a script.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ModelServer } from '../model_server.mjs'

const packages = join(process.env.FOVEA_TEST_PI, 'node_modules')
process.setMaxListeners(100)
export const root = resolve(import.meta.dirname, '../../..')
export const fovea = join(process.env.FOVEA_TEST_BUILD, 'fovea')
export const extension = join(root, 'integrations/pi/src/read.ts')
export const programs = {
    present: join(packages, '@earendil-works/pi-coding-agent/dist/bundle/cli.js'),
    former: join(packages, '@mariozechner/pi-coding-agent/dist/cli.js'),
}

// A folder that goes with the process: work/ for the files, home/ for pi.
export function makePlace() {
    const place = mkdtempSync(join(tmpdir(), 'fovea-pi.'))
    process.on('exit', () => { try { rmSync(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }) } catch { /* a child still writes there */ } })
    for (const folder of ['work', 'home/.pi/agent', 'home/.config', 'home/.cache'])
        mkdirSync(join(place, folder), { recursive: true })
    return { work: join(place, 'work'), home: join(place, 'home') }
}

const urlOf = { 'anthropic-messages': '', 'openai-completions': '/v1', 'openai-responses': '/v1', 'google-generative-ai': '/v1beta' }

// options: pi, script, args or a subcommand, env, api, screen: on a terminal of its own. The child, its model and its events as they come.
export async function startPi(place, { pi = 'present', script, args = [], subcommand, env = {}, api = 'anthropic-messages', screen = false }) {
    const model = await new ModelServer(script).listen()
    const provider = { baseUrl: model.url + urlOf[api], apiKey: 'k', api, models: [{ id: 'fake', input: ['text', 'image'] }] }
    writeFileSync(join(place.home, '.pi/agent/models.json'), JSON.stringify({ providers: { fake: provider } }))
    const command = [process.execPath, programs[pi], ...(subcommand ?? ['--no-session', '--provider', 'fake', '--model', 'fake', ...args])]
    const quoted = command.map((word) => `'${word}'`).join(' ')
    const [program, ...words] = screen ? ['script', '-qec', `stty rows 60 cols 100; exec ${quoted}`, '/dev/null'] : command
    const child = spawn(program, words, {
        cwd: place.work,
        env: {
            PATH: process.env.PATH, HOME: place.home, TMPDIR: tmpdir(), LC_ALL: 'C.UTF-8', TERM: screen ? 'xterm-256color' : 'dumb',
            PI_OFFLINE: '1', FOVEA_BINARY: fovea, ...env,
        },
    })
    process.on('exit', () => child.kill('SIGKILL'))
    const run = { model, child, events: [], stdout: '', stderr: '' }
    let rest = ''
    child.stderr.setEncoding('utf8').on('data', (piece) => (run.stderr += piece))
    child.stdout.setEncoding('utf8').on('data', (piece) => {
        run.stdout += piece
        const lines = (rest + piece).split('\n')
        rest = lines.pop()
        for (const line of lines) if (line.startsWith('{')) run.events.push(JSON.parse(line))
    })
    run.ended = new Promise((done) => child.on('close', (code) => done(code)))
    return run
}

// Runs the calls in one turn. What the model saw and what pi kept of each: { args, text, images, isError, details }.
export async function runCalls(place, calls, options = {}) {
    const { extensions = [extension], args = [], name = 'read', ...rest } = options
    const script = [{ text: 'Reading.', calls: calls.map((call) => ({ name, args: call })) }, 'Done.']
    const run = await startPi(place, {
        ...rest, script, args: ['--mode', 'json', ...extensions.flatMap((path) => ['-e', path]), ...args, 'go'],
    })
    run.child.stdin.end()
    const code = await run.ended
    await run.model.close()
    if (code !== 0 || run.model.requests.length !== 2) throw new Error(`pi ended with ${code}: ${run.stderr}${run.stdout.slice(-2000)}`)
    const kept = new Map(run.events.filter((event) => event.type === 'tool_execution_end').map((event) => [event.toolCallId, event]))
    run.results = run.model.results.map((result) => ({ ...result, details: kept.get(result.id)?.result?.details, kept: kept.get(result.id) }))
    return run
}

export async function until(what, test, ms = 20_000) {
    for (const end = Date.now() + ms; Date.now() < end; await new Promise((done) => setTimeout(done, 20)))
        if (await test()) return
    throw new Error(`not within ${ms} ms: ${what}`)
}
