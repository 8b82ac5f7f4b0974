// fovea embed and search by vectors against a server that does what servers do. Nothing that is embedded is lost or paid
// for twice, the cap holds, a key goes to the configured host alone, and no secret is in any request.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, expect, finish } from './mcp_client.mjs'
import { serve } from './embed_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-embed-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const config = join(directory, 'config', 'fovea'), KEY = 'test-key-0123456789abcdef'
const SECRETS = ['AKIAIOSFODNN7SECRETS', 'hunter2hunter2hunter2', 'ghp_0123456789abcdefghijABCDEFGHIJ012345', 'MIIEvQIBADANBgkq', 'npm_0123456789abcdefghijABCDEFGHIJ012345']
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), TERM: 'dumb', EMBED_KEY: KEY }
for (const name of ['OPENAI_API_KEY', 'http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete env[name]

function write(path, text) {
    mkdirSync(join(tree, path, '..'), { recursive: true })
    writeFileSync(join(tree, path), text)
}
function plant() {
    rmSync(tree, { recursive: true, force: true })
    for (let i = 0; i < 40; i++)
        write(`src/m${i}.py`, Array.from({ length: 5 }, (_, k) =>
            `def task_${i}_${k}(queue):\n    """Takes number ${i * 5 + k} from the queue."""\n    return queue.take(${i}, ${k})\n\n\n`).join(''))
    write('src/login.py', `def sign_in(user):\n    password = "${SECRETS[1]}"\n    return user, password\n\n\ndef sign_out(user):\n    """Ends the session."""\n    return None\n`)
    write('src/cloud.py', `KEY = """\n${SECRETS[0]}\n"""\n\n\ndef upload(file):\n    """Sends ${SECRETS[2]} along."""\n    return file\n`)
    write('src/pair.py', `def key():\n    return """-----BEGIN PRIVATE KEY-----\n${SECRETS[3]}\n-----END PRIVATE KEY-----"""\n`)
    write('.npmrc', `//registry.example.com/:_authToken=${SECRETS[4]}\n`)
    write('.env', `DATABASE_PASSWORD=${SECRETS[1]}\n`)
    write('.gitignore', 'ignored/\n')
    write('ignored/secret_plan.py', 'def ignored_plan():\n    return "an ignored file"\n')
    write('config/secrets.yml', `token: ${SECRETS[2]}\n`)
}
const settings = (server, more = '') => {
    mkdirSync(config, { recursive: true })
    writeFileSync(join(config, 'config.toml'), `[embedder]\nprovider = "openai"\nmodel = "words"\nurl = "${server.url}"\nkey_variable = "EMBED_KEY"\nbatch = 16\nprice = 0.02\n${more}`)
}
const start = (args, more = {}) => spawn(program, args, { cwd: tree, env: { ...env, ...more } })
function fovea(args, more) {
    const child = start(args, more)
    let stdout = '', stderr = ''
    child.stdout.on('data', piece => { stdout += piece })
    child.stderr.on('data', piece => { stderr += piece })
    return new Promise(resolve => child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr })))
}
const embed = async (...args) => { const done = await fovea(['embed', '--format', 'json', ...args]); return { ...done, value: done.status ? {} : JSON.parse(done.stdout) } }
const search = async (...args) => { const done = await fovea(['search', '--format', 'json', ...args]); return { ...done, value: done.status ? {} : JSON.parse(done.stdout) } }
const forget = () => rmSync(env.XDG_CACHE_HOME, { recursive: true, force: true })
const texts = server => server.seen.flatMap(asked => { try { return [JSON.parse(asked.body).input].flat() } catch { return [] } }).filter(text => !text.startsWith('fovea: a reader'))
function expectClean(server, what) {
    const sent = server.seen.map(asked => asked.body + JSON.stringify(asked.headers) + asked.path).join('\n')
    for (const secret of SECRETS) expect(!sent.includes(secret), `${what}: ${secret} is in no request`)
    expect(!sent.includes('ignored_plan') && !sent.includes('an ignored file'), `${what}: nothing ignored is in a request`)
}
const answer = (response, status, body = '{}', headers = {}) => { response.writeHead(status, { 'content-type': 'application/json', ...headers }); response.end(body); return true }

// ---- preview, cap, going on ----
plant()
const server = await serve()
settings(server)
const preview = await embed()
expect(preview.status === 0 && server.seen.length === 0, `the preview asks nobody: ${preview.stderr}`)
expect(preview.value.declarations_new > 200 && preview.value.tokens > 1000 && preview.value.price > 0, `it says how much: ${preview.stdout}`)
expect(preview.value.secret_files >= 2 && preview.value.secret_declarations === 3, `and what is left out: ${preview.stdout}`)
const shown = await fovea(['embed'])
expect(/src\/login\.py:1  a value that is called a secret/.test(shown.stdout) && /\.npmrc  the name of a secret/.test(shown.stdout), `by name: ${shown.stdout}`)

const ignoring = await embed('--apply', '--no-ignore')
expect(ignoring.status === 2 && server.seen.length === 0, `what is ignored is not sent on request either: ${ignoring.stderr}`)
const half = await embed('--apply', '--max-tokens', '4000')
expect(half.value.capped && half.value.tokens <= 4000 && server.answered <= 4000, `the cap holds: ${half.stdout} ${half.stderr} ${server.answered}`)
expect(half.value.files_embedded > 0 && half.value.files_embedded < half.value.files, 'what was sent is kept')
const rest = await embed('--apply')
expect(!rest.value.capped && rest.value.files_embedded === rest.value.files, `the rest follows: ${rest.stdout}`)
expect(new Set(texts(server)).size === texts(server).length, 'nothing is sent twice')
expect(half.value.declarations_new + rest.value.declarations_new === preview.value.declarations_new, 'all is sent that was announced')
const before = server.seen.length
const none = await embed('--apply')
expect(none.value.declarations_new === 0 && server.seen.length <= before + 1, 'unchanged files cost nothing')
expect(server.seen.every(asked => asked.headers.authorization === `Bearer ${KEY}` && asked.path === '/v1/embeddings'), 'the key goes along')
expectClean(server, 'embed')

write('src/m3.py', 'def task_3_0(queue):\n    """Takes number 15 from the queue."""\n    return queue.take(3, 0)\n\n\ndef brand_new(queue):\n    return None if not queue else queue\n')
const edited = await embed('--apply')
expect(edited.value.declarations_new === 1 && edited.value.declarations_reused >= 1, `an edit costs what it changed: ${edited.stdout}`)

// ---- search ----
const found = await search('ends the session', '-n', '3')
expect(found.value.embedded === '100%' && found.value.results?.some(result => result.why.includes('near in meaning')), `a question: ${found.stdout.slice(0, 400)} ${found.stderr}`)
const vector = await search('ends the session sign out', '--mode', 'vector', '-n', '3', '--level', 'method')
expect(vector.value.results?.[0]?.name === 'sign_out', `by vectors: ${vector.stdout.slice(0, 400)}`)
const asked = server.seen.length
await search('ends the session', '--mode', 'lexical')
expect(server.seen.length === asked, 'lexical asks nobody')
await search('another question about queues')
expect(server.seen.length === asked + 1, 'a question is one request')
const again = await search('another question about queues')
expect(server.seen.length === asked + 1 && again.value.progressive?.cache_hit, 'the same one again is none')
const leaking = await search(`where is ${SECRETS[2]} used`)
expect(leaking.status === 0 && /not sent/.test(leaking.value.embedder) && server.seen.length === asked + 1, `a secret in a question stays here: ${leaking.value.embedder}`)
expect((await search(`where is ${SECRETS[2]} used`, '--mode', 'vector')).status === 2, 'by vectors alone it is an error')

// ---- the server for agents ----
const client = new Client(program, ['--profile', 'full', '--root', tree], { cwd: tree, env })
await client.initialize()
const tools = (await client.request('tools/list', {})).result.tools.map(tool => tool.name)
expect(!tools.includes('embed'), 'agents cannot spend money')
const told = await client.call('search_code', { query: 'ends the session sign out', search_mode: 'vector', level: 'method', semantic_cache: false })
expect(/^src\/login\.py:6-8 .*sign_out/m.test(told.result.content[0].text), `search_mode: ${JSON.stringify(told).slice(0, 400)}`)
const wrong = await client.call('search_code', { query: 'x', search_mode: 'fuzzy' })
expect(wrong.result.isError && /hybrid, lexical, vector/.test(wrong.result.content[0].text), `a mode that is none: ${JSON.stringify(wrong)}`)
client.process.stdin.end()
await client.exited

// ---- another model under the same name ----
server.salt = 'another'
const other = await embed('--apply')
expect(other.status === 4 && /another model/.test(other.stderr) && /--replace/.test(other.stderr), `noticed: ${other.stderr}`)
const mixed = await search('ends the session', '--no-semantic-cache')
expect(/another model/.test(mixed.value.embedder), `a search says so: ${mixed.value.embedder}`)
expect((await embed('--apply', '--replace')).value.files_embedded === rest.value.files, 'and begins again when asked')
server.salt = ''
forget()

// ---- servers that fail ----
let failures = 0
server.trouble = (asked, response) => {
    if (failures > 9) return false
    if (failures++ % 4 === 1) return answer(response, 429, '{"error":{"message":"slow down"}}', { 'retry-after-ms': '300' })
    if (failures % 4 === 3) return answer(response, 500, '<html>oops</html>')
    if (failures % 4 === 0) { response.socket.destroy(); return true }
    return false
}
const through = await embed('--apply')
expect(through.status === 0 && through.value.files_embedded === through.value.files, `through 429, 500 and cut connections: ${through.stderr}`)
forget()

server.trouble = (asked, response) => answer(response, 401, `{"error":{"message":"Incorrect API key provided: ${KEY}"}}`)
const refused = await embed('--apply')
expect(refused.status === 1 && /status 401/.test(refused.stderr) && !refused.stderr.includes(KEY), `a key is not repeated: ${refused.stderr}`)

for (const [what, body] of [['HTML', '<html></html>'], ['too few', '{"data":[]}'], ['NaN', '{"data":[{"index":0,"embedding":[NaN,1]}]}'], ['cut', '{"data":[{"index":0,"embedding":[0.1,']]) {
    server.trouble = (asked, response) => answer(response, 200, body)
    const lied = await embed('--apply')
    expect(lied.status === 1 && /^Error: .+\nHint: ./m.test(lied.stderr), `${what}: ${lied.stderr}`)
}
const thief = await serve()
server.trouble = (asked, response) => answer(response, 307, '', { location: `${thief.url}/v1/embeddings` })
const redirected = await embed('--apply')
expect(redirected.status === 1 && /not followed/.test(redirected.stderr) && thief.seen.length === 0, `a redirect is not followed: ${redirected.stderr}`)
server.trouble = undefined

// A text that is too long is halved; the others of its request are not lost.
server.trouble = (asked, response) => JSON.parse(asked.body).input.some?.(text => text.length > 600) && answer(response, 400, '{"error":"input length exceeds the context length"}')
write('src/long.py', `def long():\n${'    call(1)\n'.repeat(200)}    return 1\n`)
const long = await embed('--apply')
expect(long.status === 0 && long.value.files_embedded === long.value.files && long.value.too_large === 0, `a long text is cut: ${long.stderr}${long.stdout}`)
server.trouble = undefined
forget()

// ---- one request for all ----
settings(server, '')
writeFileSync(join(config, 'config.toml'), readFileSync(join(config, 'config.toml'), 'utf8').replace('batch = 16', 'batch = 2000'))
write('src/wide.py', Array.from({ length: 400 }, (_, k) => `def wide_${k}(queue):\n    # ${`@word${k} "quoted" \\ `.repeat(40)}\n    return ${k}\n\n\n`).join(''))
server.seen.length = 0
const wide = await embed('--apply')
expect(wide.status === 0 && server.seen.some(asked => asked.body.length > 300000 && asked.body.includes('@word7 \\"quoted\\" \\\\ ')), `a large request: ${wide.stderr}`)
rmSync(join(tree, 'src/wide.py'))
settings(server)
forget()

// ---- interrupted while it waits ----
server.trouble = (asked, response) => server.seen.length > 3 // no answer
server.seen.length = 0
const waiting = start(['embed', '--apply'])
let said = ''
waiting.stderr.on('data', piece => { said += piece })
await new Promise(resolve => { const look = setInterval(() => { if (server.seen.length > 3) { clearInterval(look); resolve() } }, 20) })
const pressed = Date.now()
waiting.kill('SIGINT')
const ended = await new Promise(resolve => waiting.on('close', resolve))
expect(ended === 130 && Date.now() - pressed < 3000 && /are embedded and kept/.test(said), `SIGINT ends it: ${ended} after ${Date.now() - pressed} ms: ${said}`)
server.trouble = undefined

// ---- kill -9 in the middle ----
let hold = 0
server.trouble = (asked, response) => { if (++hold < 8) return false; return true } // no answer
const child = start(['embed', '--apply'])
await new Promise(resolve => { const look = setInterval(() => { if (hold >= 8) { clearInterval(look); resolve() } }, 20) })
child.kill('SIGKILL')
await new Promise(resolve => child.on('close', resolve))
server.trouble = undefined
server.seen.length = 0
const resumed = await embed('--apply')
expect(resumed.value.files_embedded === resumed.value.files && resumed.value.declarations_new < preview.value.declarations_new, `it goes on where it was killed: ${resumed.stdout}${resumed.stderr}`)

// ---- nobody there, no curl, a project's file ----
server.close()
const gone = await search('ends the session', '--no-semantic-cache')
expect(gone.status === 0 && /words alone/.test(gone.value.embedder) && gone.value.results.length > 0, `without the server by words: ${gone.stdout.slice(0, 300)}`)
const strict = await search('ends the session', '--mode', 'vector')
expect(strict.status === 1 && /^Error: .*\nHint: /m.test(strict.stderr), `by vectors an error: ${strict.stderr}`)
const bin = join(directory, 'bin')
mkdirSync(bin)
const bare = await fovea(['embed', '--apply'], { PATH: bin })
expect(bare.status === 1 && /no program 'curl'/.test(bare.stderr) && /Hint: install curl/.test(bare.stderr), `without curl: ${bare.stderr}`)
writeFileSync(join(bin, 'curl'), '#!/bin/sh\ntr "\\000" " " </proc/$$/cmdline >"$CURL_ARGS"\nexit 7\n')
chmodSync(join(bin, 'curl'), 0o755)
for (const name of ['sh', 'tr']) symlinkSync(`/bin/${name}`, join(bin, name))
const args = join(directory, 'args')
await fovea(['search', 'ends the session', '--no-semantic-cache'], { PATH: bin, CURL_ARGS: args })
expect(/-q --config -/.test(readFileSync(args, 'utf8')) && !readFileSync(args, 'utf8').includes(KEY), 'no key stands in the words of curl')

const evil = await serve()
writeFileSync(join(tree, '.fovea.toml'), `[embedder]\nprovider = "openai"\nurl = "${evil.url}"\nmodel = "evil"\n`)
rmSync(join(config, 'config.toml'))
const project = await search('ends the session')
expect(project.status === 0 && evil.seen.length === 0 && /only read from your own file/.test(project.stderr), `a project names no server: ${project.stderr}`)
evil.close()
thief.close()
finish()
