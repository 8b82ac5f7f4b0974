// The client of chat models (src/model/chat.h, by chat_driver) against the scripted server, in both APIs: what goes out, what
// comes back in whatever pieces, every fault, cancellation, and that a key goes to its host alone and is seen nowhere.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createProxy } from 'node:http'
import { createServer as createTls } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf, expect, finish, within } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const driver = process.argv[2], KEY = 'sk-test-0123456789abcdefghij', WIDTH = 20
const directory = mkdtempSync(join(tmpdir(), 'fovea-chat-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
const env = { PATH: process.env.PATH, HOME: directory, ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? '', ANTHROPIC_API_KEY: KEY, FOVEA_MODEL_KEY: KEY }
const server = await serve()
const everything = []

function start(model, question, args = [], { url = server.url, more = {} } = {}) {
    const child = spawn(driver, [model, url, question, ...args.map(String)], { env: { ...env, ...more } })
    let out = ''
    child.stdout.on('data', piece => { out += piece })
    child.stderr.on('data', piece => { out += piece })
    const done = new Promise(resolve => child.on('close', (status, signal) => {
        everything.push(out)
        const lines = out.split('\n').filter(Boolean).map(line => { try { return JSON.parse(line) } catch { return { odd: line } } })
        const texts = lines.filter(line => line.text !== undefined), end = Object.assign({}, ...lines.filter(line => line.text === undefined && line.waiting === undefined && line.thought === undefined))
        resolve({ status: signal ?? status, texts, text: texts.map(line => line.text).join(''), waits: lines.filter(line => line.waiting).map(line => line.waiting), ...end })
    }))
    return { child, done }
}
async function ask(model, script, args = [], more) {
    server.script = Array.isArray(script) ? { replies: script } : script
    server.requests.length = 0
    return start(model, 'send', ['--user', 'hi', ...args], more).done
}
// The shortest of a few runs, since other tests take the processor meanwhile.
async function shortest(limit, run) {
    let best = Infinity
    for (let i = 0; i < 5 && best >= limit; i++) best = Math.min(best, await run())
    return best
}
const models = { anthropic: 'anthropic/claude-x', openai: 'compatible/some/model' }
const long = 'Grüße, 世界 🎉! '.repeat(40)

// ---- what goes out ----
{
    const said = ['--system', 'Be brief.', '--user', 'one', '--stable', '-', '--assistant', 'two', '--stable', '-', '--user', 'three', '--stable', '-', '--user', 'three more', '--stable', '-', '--user', 'four', '--max-tokens', 77]
    server.script = { replies: [{ text: 'x', repeat: true }] }
    let done = await start(models.anthropic, 'send', said).done
    let [{ path, headers, body }] = server.requests.splice(0)
    expect(done.status === 0 && path === '/v1/messages', 'anthropic: the path')
    expect(headers['x-api-key'] === KEY && headers['anthropic-version'] === '2023-06-01' && !headers.authorization && headers['content-type'] === 'application/json', 'anthropic: headers')
    expect(!headers.expect && headers['user-agent'] === 'fovea', 'curl waits for no 100')
    expect(body.model === 'claude-x' && body.stream === true && body.max_tokens === 77 && Object.keys(body).join() === 'model,system,messages,max_tokens,stream', 'anthropic: members')
    expect(body.messages.map(m => m.role).join() === 'user,assistant,user,user,user' && body.messages[4].content[0].text === 'four', 'anthropic: messages')
    const marks = [...body.system, ...body.messages.flatMap(m => m.content)].map(block => block.cache_control?.type === 'ephemeral' ? 1 : 0)
    expect(marks.join('') === '101110', `anthropic: four marks, of the system and the last stable messages (${marks.join('')})`)
    done = await start(models.openai, 'send', said).done
    ;[{ path, headers, body }] = server.requests.splice(0)
    expect(path === '/v1/chat/completions' && headers.authorization === `Bearer ${KEY}` && !headers['x-api-key'], 'openai: path and key')
    expect(body.model === 'some/model' && body.max_tokens === 77 && body.max_completion_tokens === undefined && body.stream_options.include_usage === true, 'openai: members')
    expect(JSON.stringify(body.messages) === JSON.stringify([{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'one' }, { role: 'assistant', content: 'two' }, { role: 'user', content: 'three\n\nthree more\n\nfour' }]), 'openai: messages alternate')
    done = await start('openai/m', 'send', ['--user', 'a', '--max-tokens', 5], { more: { OPENAI_API_KEY: KEY } }).done
    expect(server.requests[0].body.max_completion_tokens === 5 && server.requests[0].body.max_tokens === undefined, 'openai itself: max_completion_tokens')
    done = await start('ollama/m', 'send', ['--user', 'a']).done
    expect(done.status === 0 && !server.requests[1].headers.authorization, 'ollama: no key')
    server.requests.length = 0
    done = await start(models.anthropic, 'send', ['--system', ' \n', '--user', 'a', '--assistant', '', '--stable', '-', '--user', 'b\x01"\\']).done
    ;[{ body }] = server.requests.splice(0)
    expect(body.system === undefined && body.messages.length === 2 && body.messages[1].content[0].text === 'b\x01"\\', 'anthropic: nothing blank is sent')
}

for (const [api, model] of Object.entries(models)) {
    const is = what => `${api}: ${what}`
    // ---- answers in all kinds of pieces ----
    for (const form of [{}, { bytes: 1 }, { bytes: 3, line: '\r\n' }, { bytes: 7, line: '\r', bom: true }, { chunk: 1 }, { chunk: 100000 }, { pings: 5, thinking: 'hm, hm' }, { plain: true }, { plain: true, bytes: 5 }]) {
        const text = form.bytes ? long.slice(0, 90) : long
        const done = await ask(model, [{ text, usage: { input: 11, output: 22, cache_read: 33, cache_write: 44 }, ...form }])
        expect(done.status === 0 && done.reply === text && done.text === text && done.stop === 'ended' && done.why === '' && done.attempts === 1, is(`an answer as ${JSON.stringify(form)}`))
        expect(done.known && done.input === 11 && done.output === 22 && done.cache_read === 33 && done.cache_write === (api === 'anthropic' ? 44 : 0), is(`usage of ${JSON.stringify(form)}`))
    }
    let done = await ask(model, [{ text: long, delay: 20 }])
    expect(done.texts.length >= 20 && done.texts[0].ms < done.ms - 100, is('text is passed on as it comes'))
    done = await ask(model, [{ text: 'late', first: 600 }], ['--silence', 5000])
    expect(done.reply === 'late', is('a late first byte'))
    done = await ask(model, [{ text: long, usage: null }])
    expect(done.reply === long && !done.known && done.output >= long.length / 4 && done.input > 0, is('without usage: estimates'))
    done = await ask(model, [{ text: 'x'.repeat(2_000_000), chunk: 5000 }])
    expect(done.reply.length === 2_000_000 && done.stop === 'ended', is('a huge answer'))
    done = await ask(model, [''])
    expect(done.status === 0 && done.reply === '' && done.stop === 'ended' && done.attempts === 1, is('an empty answer'))

    // ---- how answers end ----
    for (const [stop, wanted, why] of [['max_tokens', 'max_tokens', ''], ['odd_reason', 'other', 'odd_reason'], ...(api === 'anthropic' ? [['window', 'window', ''], ['refusal', 'refused', 'No\nway']] : [['content_filter', 'refused', ''], ['refusal', 'refused', 'No\nway'], ['tool_calls', 'called', '']])]) {
        done = await ask(model, [{ text: 'partly', stop, ...(stop === 'refusal' && { why }) }])
        expect(done.status === 0 && done.reply === 'partly' && done.stop === wanted && done.why === why.replace('\n', ' ') && done.attempts === 1, is(`stop ${stop}: ${done.stop}, ${done.why}`))
    }
    done = await ask(model, [{ text: '', stop: 'refusal', why: 'I will not.' }])
    expect(done.status === 0 && done.reply === '' && done.stop === 'refused' && done.why === 'I will not.', is('a refusal without text'))

    // ---- statuses ----
    for (const [status, code] of [[400, 2], [401, 1], [402, 1], [403, 1], [404, 2], [413, 2], [422, 2]]) {
        done = await ask(model, [{ status, message: `no ${status}, ${'long '.repeat(100)}` }])
        expect(done.status === code && done.code === code && done.attempts === 1 && server.requests.length === 1, is(`${status} is final`))
        expect(done.error.includes(`status ${status}: no ${status}`) && done.error.length < 300 && done.hint.length > 10 && done.text === '', is(`${status}: ${done.error}`))
    }
    for (const status of [408, 409, 429, 500, 502, 503, 529]) {
        done = await ask(model, [{ status, headers: { 'retry-after-ms': '30' } }, { status, headers: { 'retry-after-ms': '30' } }, 'fine'])
        expect(done.reply === 'fine' && done.attempts === 3 && done.waits.join() === `${status}, again in 1 s,${status}, again in 1 s`, is(`${status} is tried again`))
    }
    done = await ask(model, [{ status: 529, repeat: true, headers: { 'retry-after-ms': '10' }, type: 'overloaded_error', message: 'busy' }])
    expect(done.status === 1 && done.attempts === 3 && server.requests.length === 3 && done.error.endsWith('status 529: busy'), is('at most two more attempts'))
    done = await ask(model, [{ status: 429, headers: { 'retry-after': '1' } }, 'fine'])
    expect(done.reply === 'fine' && server.requests[1].at - server.requests[0].at >= 1000, is('retry-after is obeyed'))
    done = await ask(model, [{ status: 429, headers: { 'retry-after': '3600' } }, 'fine'])
    expect(done.status === 1 && done.attempts === 1, is('no wait of an hour'))
    done = await ask(model, [{ status: 400, headers: { 'x-should-retry': 'true', 'retry-after-ms': '1' } }, 'fine'])
    expect(done.reply === 'fine', is('x-should-retry: true'))
    done = await ask(model, [{ status: 500, headers: { 'x-should-retry': 'false' } }, 'fine'])
    expect(done.status === 1 && done.attempts === 1, is('x-should-retry: false'))
    done = await ask(model, [{ status: 500, body: '<html>', headers: { 'x-should-retry': 'false' } }])
    expect(done.error.endsWith('status 500'), is('an error that is no JSON'))
    done = await ask(model, [{ status: 307, headers: { location: 'http://example.com/' } }])
    expect(done.status === 1 && done.error.includes('redirects') && done.attempts === 1, is('a redirect is not followed'))
    done = await ask(model, [{ status: 401, message: `\x1b[31mred\x07 ${'\u202e'}` }])
    expect(!/[\x00-\x1f\u202e]/.test(done.error), is('no control characters in errors'))

    // ---- broken answers ----
    for (const cut of ['accept', 'head', 'start']) {
        done = await ask(model, [{ text: long, cut }, 'fine'])
        expect(done.reply === 'fine' && done.attempts === 2 && done.text === 'fine', is(`cut at ${cut}: tried again`))
        done = await ask(model, [{ text: long, cut, repeat: true }], ['--retries', 0])
        expect(done.status === 1 && done.attempts === 1 && done.error && done.hint, is(`cut at ${cut}: ${done.error}`))
    }
    done = await ask(model, [{ text: long, cut: 6, delay: 5 }, 'not asked'])
    expect(done.status === 0 && done.stop === 'cut' && done.attempts === 1 && done.text.length > 20 && done.reply === done.text && done.why.includes('broke off'), is(`cut after text: ${done.why}`))
    expect(!done.known && done.output > 0 && done.input > 0, is('cut: estimates of usage'))
    done = await ask(model, [{ text: 'all', cut: 'stop' }, 'not asked'])
    expect(done.stop === 'cut' && done.reply === 'all' && done.why === 'the answer broke off', is('an end without a reason'))
    for (const broken of ['json', 'html']) {
        done = await ask(model, [{ text: long, broken }, 'fine'])
        if (broken === 'json') expect(done.stop === 'cut' && done.reply === done.text && done.why.includes('not valid JSON') && done.attempts === 1, is(`broken ${broken}`))
        else expect(done.status === 1 && done.error.endsWith('the answer is no stream of events') && done.attempts === 1, is(`broken ${broken}: ${done.error}`))
    }
    done = await ask(model, [{ text: long, broken: 'sse' }])
    expect(done.reply === long && done.stop === 'ended', is('lines that are no event are passed over'))
    done = await ask(model, [{ text: long, error: { after: 1, type: 'overloaded_error', code: 529, message: 'busy' } }, 'fine'])
    expect(done.reply === 'fine' && done.attempts === 2 && done.waits[0].startsWith('529, again'), is('an error before text: tried again'))
    done = await ask(model, [{ text: long, error: { after: 5, type: 'overloaded_error', code: 529, message: 'busy' } }, 'not asked'])
    expect(done.stop === 'cut' && done.why === 'busy' && done.attempts === 1 && done.text.length > 0, is('an error after text'))
    done = await ask(model, [{ text: long, error: { after: 1, type: 'invalid_request_error', code: 400, message: 'too long' } }, 'not asked'])
    expect(done.status === 2 && done.error.endsWith('status 400: too long') && done.attempts === 1, is('a rejection within the answer'))

    // ---- answers without end ----
    done = await ask(model, [{ text: 'so ', endless: 'silence' }], ['--silence', 400])
    expect(done.stop === 'cut' && done.why.includes('no answer in time') && done.ms >= 400 && done.ms < 8000, is(`silence after text: ${done.ms} ms, ${done.why}`))
    done = await ask(model, [{ text: '', endless: 'silence', repeat: true }], ['--silence', 300, '--retries', 0])
    expect(done.status === 1 && done.error.includes('no answer in time') && done.ms < 8000, is('silence before text'))
    done = await ask(model, [{ text: '', endless: 'text' }], ['--take', 5])
    expect(done.stop === 'cut' && done.texts.length === 5 && done.why === 'stopped', is('the receiver stops an endless answer'))

    // ---- cancelling ----
    for (const endless of ['text', 'pings', 'silence']) {
        const after = await shortest(100, async () => {
            done = await ask(model, [{ text: 'so ', endless }], ['--cancel-text', 150])
            return done.ms - done.texts[0].ms - 150
        })
        expect(done.status === 0 && done.stop === 'cut' && done.why === 'interrupted' && done.reply.startsWith('so '), is(`cancelled during ${endless}: what came is kept`))
        expect(after < 100, is(`cancelled during ${endless}: within 100 ms (${after})`))
        await within(30000, () => server.requests[0].closed !== null)
        expect(server.requests[0].closed !== null, is(`cancelled during ${endless}: the connection is closed`))
    }
    let ms = await shortest(300, async () => (done = await ask(model, [{ text: 'late', first: 3000 }], ['--cancel', 200])).ms)
    expect(done.status === 130 && ms < 300, is(`cancelled before text (${ms} ms)`))
    ms = await shortest(400, async () => (done = await ask(model, [{ status: 429, headers: { 'retry-after': '30' } }], ['--cancel', 300])).ms)
    expect(done.status === 130 && ms < 400, is(`cancelled while waiting (${ms} ms)`))

    // ---- a server that repeats the key ----
    done = await ask(model, [{ status: 401, message: 'invalid key $KEY, $KEY' }])
    expect(done.error.endsWith('invalid key …, …'), is(`the key in an error: ${done.error}`))
    done = await ask(model, [{ text: `your key is $KEY, I think`, chunk: 3 }])
    expect(done.reply === 'your key is …, I think' && done.text === done.reply, is('the key in an answer'))
    done = await ask(model, [{ text: 'x', error: { after: 99, message: `odd key ${KEY}` } }])
    expect(done.why === 'odd key …' || done.stop === 'ended', is(`the key in an error within an answer: ${done.why}`))
    done = await ask(model, [{ text: '', stop: 'refusal', why: `no: ${KEY}` }])
    expect(done.why === 'no: …', is(`the key in a refusal: ${done.why}`))
}

// ---- fields that servers reject ----
{
    const other = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    let done = await ask(models.openai, [{ status: 400, message: other, code: 'unsupported_parameter', param: 'max_tokens' }, 'fine'])
    expect(done.reply === 'fine' && done.attempts === 2 && server.requests[1].body.max_completion_tokens === 1000 && server.requests[1].body.max_tokens === undefined, 'max_tokens is rejected')
    done = await ask(models.openai, [{ status: 400, message: other, repeat: true }])
    expect(done.status === 2 && done.attempts === 2, 'asked once more only')
    done = await ask(models.openai, [{ status: 422, message: 'stream_options: Extra inputs are not permitted' }, 'fine'])
    expect(done.reply === 'fine' && server.requests[1].body.stream_options === undefined && !done.known, 'stream_options is rejected')
    done = await ask(models.openai, [{ status: 400, message: 'System role not supported' }, 'fine'], ['--system', 'Be brief.'])
    expect(done.reply === 'fine' && done.attempts === 2 && !server.requests[1].body.messages.some(one => one.role === 'system') && server.requests[1].body.messages[0].content.startsWith(server.requests[0].body.messages[0].content), 'a model without a system role')
    done = await ask(models.openai, [{ status: 400, message: 'max_tokens is too large: 1000. This model supports at most 500.' }, 'not asked'])
    expect(done.status === 2 && done.attempts === 1, 'a limit that is too large is final')
    done = await ask(models.anthropic, [{ status: 400, message: 'max_tokens: unknown' }, 'not asked'])
    expect(done.status === 2 && done.attempts === 1, 'anthropic knows its fields')
}

// ---- counting and listing ----
{
    const list = (model, args) => start(model, 'list', args).done, count = model => start(model, 'count', ['--system', 's', '--user', long]).done
    server.script = { count: 1234 }
    server.requests.length = 0
    let done = await count(models.anthropic)
    expect(done.count === 1234 && done.counted && server.requests[0].path === '/v1/messages/count_tokens' && Object.keys(server.requests[0].body).join() === 'model,system,messages', 'count_tokens')
    for (const fault of [{ status: 404 }, { status: 400 }, { status: 401 }]) {
        server.script = { count: fault }
        done = await count(models.anthropic)
        expect(done.status === 0 && !done.counted && done.count > long.length / 4, `a counter that fails with ${fault.status}`)
    }
    done = await count(models.openai)
    expect(!done.counted && done.count > long.length / 4, 'openai: an estimate')
    server.script = { page: 3, models: Array.from({ length: 8 }, (_, i) => ({ id: `claude-${i}`, max_input_tokens: 1000 * i })) }
    server.requests.length = 0
    done = await list(models.anthropic)
    expect(done.offers.map(offer => offer.name).join() === Array.from({ length: 8 }, (_, i) => `claude-${i}`).join() && done.offers[7].window === 7000 && server.requests.length === 3, 'anthropic: models, page by page')
    server.script = { models: [{ id: 'a/b', context_length: 4096 }, { id: 'v', max_model_len: 32768 }, { id: 'odd\nname' }, { name: 'none' }, { id: 'l', meta: { n_ctx_train: 131072 } }, { id: '' }, { id: 'w', context_length: -1 }] }
    done = await list(models.openai)
    expect(JSON.stringify(done.offers) === JSON.stringify([{ name: 'a/b', window: 4096 }, { name: 'v', window: 32768 }, { name: 'l', window: 0 }, { name: 'w', window: 0 }]), 'openai: models')
    const window = async name => (await start(name, 'window').done).window
    expect(await window('compatible/v') === 32768 && await window('compatible/l') === 0 && await window('compatible/x') === 0, 'windows as listed')
    server.script = { loaded: [{ model: 'other', context_length: 9 }, { model: 'm:latest', context_length: 8192 }, { model: 'n:7b', context_length: 16384 }] }
    server.requests.length = 0
    expect(await window('ollama/m') === 8192 && await window('ollama/n:7b') === 16384 && await window('ollama/n') === 0 && await window('ollama/m:other') === 0, 'ollama: the window of a loaded model')
    expect(server.requests[0].path === '/api/generate' && JSON.stringify(server.requests[0].body) === '{"model":"m","stream":false}' && server.requests[1].path === '/api/ps', 'ollama: the model is loaded first')
    server.script = {}
    expect(await window('ollama/m') === 0, 'ollama without its own API')
    done = await start('ollama/m', 'list', [], { url: `${server.url}/nowhere` }).done
    expect(done.status === 0, 'models below another path')
    done = await start('ollama/m', 'send', ['--user', 'a'], { url: 'http://127.0.0.1:1' }).done
    expect(done.status === 1 && done.error === '127.0.0.1:1: cannot connect' && done.attempts === 1 && !done.waits.length, 'nobody listens')
}

// ---- keys ----
{
    const file = join(directory, 'key')
    writeFileSync(file, 'file-key-0123456789\n')
    chmodSync(file, 0o600)
    server.script = { replies: [{ text: 'x', repeat: true }] }
    server.requests.length = 0
    let done = await start('lmstudio/m', 'send', ['--user', 'a', '--key-file', file]).done
    expect(done.status === 0 && server.requests[0].key === 'file-key-0123456789', 'a key of a file')
    done = await start('anthropic/m', 'send', ['--user', 'a', '--key-file', file]).done
    expect(server.requests[1].key === KEY, 'the variable comes first')
    chmodSync(file, 0o640)
    done = await start('lmstudio/m', 'send', ['--user', 'a', '--key-file', file]).done
    expect(done.status === 2 && done.error.includes('is accessible to other users (mode 0640)') && server.requests.length === 2, 'a key file that others may read')
    done = await start('compatible/m', 'send', ['--user', 'a'], { url: 'http://model.test' }).done
    expect(done.status === 2 && done.error === 'model.url: a key would be sent to model.test without encryption', 'no key without encryption')
    // While it runs, the key is in no command line and no file that a command line names.
    server.script = { replies: [{ text: 'x', endless: 'pings' }] }
    const running = start(models.anthropic, 'send', ['--user', 'a secret question', '--cancel', 4000])
    const wordsOf = pid => { try { return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim() } catch { return '' } }
    let words = ''
    await within(30000, () => /curl/.test(words = childrenOf(running.child.pid).map(wordsOf).join()))
    expect(words.endsWith('curl -q --config -'), `curl's command line: ${words}`)
    await running.done
    expect(!readdirSync(directory).some(name => name !== 'key'), 'no file is left')
}

// ---- TLS, certificates and proxies ----
{
    const pem = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, 'chat_tls.pem'), text = readFileSync(pem, 'utf8')
    const tls = createTls({ key: text, cert: text }, (request, response) => request.pipe(forward(request, response)))
    const seen = []
    const forward = (request, response) => {
        const target = new URL(server.url)
        return requestTo({ port: target.port, method: request.method, path: request.url, headers: request.headers }, answer => { response.writeHead(answer.statusCode, answer.headers); answer.pipe(response) })
    }
    const { request: requestTo } = await import('node:http')
    const proxy = createProxy((request, response) => { seen.push(`${request.method} ${request.url}`); request.pipe(forward(request, response)) })
    proxy.on('connect', (request, socket) => {
        seen.push(`CONNECT ${request.url}`)
        const other = connect(tls.address().port, '127.0.0.1', () => { socket.write('HTTP/1.1 200 OK\r\n\r\n'); other.pipe(socket).pipe(other) })
        other.on('error', () => socket.destroy())
        socket.on('error', () => other.destroy())
    })
    for (const listener of [tls, proxy]) await new Promise(resolve => listener.listen(0, '127.0.0.1', resolve))
    const address = `https://localhost:${tls.address().port}`, through = `http://127.0.0.1:${proxy.address().port}`
    const send = (url, more, model = models.openai) => start(model, 'send', ['--user', 'a', '--retries', 0], { url, more }).done
    server.script = { replies: [{ text: 'x', repeat: true }] }
    server.requests.length = 0
    let done = await send(address)
    expect(done.status === 1 && done.error.endsWith("the server's certificate is not trusted") && !server.requests.length && done.attempts === 1, `TLS is verified: ${done.error}`)
    for (const name of ['SSL_CERT_FILE', 'CURL_CA_BUNDLE']) {
        done = await send(address, { [name]: pem })
        expect(done.reply === 'x' && server.requests.at(-1).key === KEY, `${name}: ${done.error}`)
    }
    done = await send(address, { SSL_CERT_FILE: pem, HTTPS_PROXY: through, ALL_PROXY: through })
    expect(done.reply === 'x' && !seen.length, 'what is for this machine passes no proxy')
    done = await send(server.url, { http_proxy: through })
    expect(done.reply === 'x' && !seen.length, 'nor does plain HTTP')
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']) {
        done = await send('https://model.test', { SSL_CERT_FILE: pem, [name]: through })
        expect(done.reply === 'x' && seen.splice(0).join() === 'CONNECT model.test:443', `${name}: ${done.error}`)
    }
    done = await send('https://model.test', { SSL_CERT_FILE: pem, HTTPS_PROXY: through, NO_PROXY: 'model.test' })
    expect(done.status === 1 && done.error.endsWith("the host's name cannot be resolved") && !seen.length, `NO_PROXY: ${done.error}`)
    done = await send('https://other.test', { SSL_CERT_FILE: pem, HTTPS_PROXY: through })
    expect(done.status === 1 && done.error.endsWith("the server's certificate is not trusted"), `a certificate of another host: ${done.error}`)
    seen.length = 0
    done = await send('http://model.test', { http_proxy: through }, 'ollama/m')
    expect(done.reply === 'x' && seen.join() === 'POST http://model.test/v1/chat/completions', `http_proxy: ${done.error}`)
    for (const listener of [tls, proxy]) { listener.closeAllConnections(); listener.close() }
}

server.close()
expect(everything.every(out => !out.includes(KEY) && !out.includes('file-key-')), 'no key is printed')
finish()
