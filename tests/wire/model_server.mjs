// A chat model that plays back a script: Anthropic's Messages and OpenAI's chat completions, streamed, with the faults that
// real servers have. (tests/e2e/model_server.mjs plays MCP agents' models, which call tools; this one only talks.)
//
// As a module:     const server = await serve(script); server.url; server.requests; server.script = other; server.close()
// As a program:    node model_server.mjs [SCRIPT.json] [--port N]     prints its address as the first line and serves until
//                  it is killed; GET /_requests gives what was recorded, PUT /_script replaces the script.
//
// Use `URL` as the base address: `fovea …` with model = "anthropic/x" or "compatible/x" and model.url = URL.
//
// script = { replies: [reply…], otherwise: reply, models: [{ id, … }…], page: N, count: N | reply, loaded: [{ model, context_length }…] }
//   A request gets the first reply that is not used up and whose `match` (a regular expression over the last user message,
//   or over the whole body with `match_all`) fits; then `otherwise`; then status 500. `models` is what GET /v1/models
//   lists, `page` its length of a page. `count` answers count_tokens: a number (default: bytes / 4), or a reply with a fault.
//   `loaded` is what ollama's own GET /api/ps lists after POST /api/generate has loaded a model; without it there is no such API.
// reply = a string (that text), or
//   { text, or file (a path, beside the script), repeat: true (or a number of times),
//     usage: { input, output, cache_read, cache_write } (default: bytes / 4) or null for none,
//     stop: 'end' (default) | 'max_tokens' | 'refusal' | 'window' | any reason of the API's own, or null for none,
//     why: text of a refusal,
//     chunk: characters of an event (default 20), delay: ms between events, first: ms before the first byte,
//     bytes: length of a write, which cuts events and characters anywhere (with `delay` between writes),
//     line: '\n' (default) | '\r\n' | '\r', bom: true, thinking: text, pings: how many before the text,
//     plain: true (one JSON value, no stream) }
//   and faults:
//     status: 400…599 with type, message, code, param, headers (retry-after, …), body (instead of JSON);
//       $KEY in a message or text is replaced by the key that came with the request
//     cut: 'accept' (no answer) | 'head' (after the headers) | 'start' (before any text) | number of events after which the
//       connection breaks | 'stop' (without the last events, but in order)
//     error: { after: number of events, type, message, code }: an error within the stream
//     broken: 'json' | 'sse' | 'html': the next thing after half of the text is no JSON, no event; or all is a page
//     endless: 'text' | 'pings' | 'silence': after the text it goes on for ever
//
// Each recorded request: { method, path, headers, body (parsed, or text), key, at, reply (its number), closed (ms until
// the connection was closed by the client before the end; null: it was not) }.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const wait = ms => new Promise(resolve => setTimeout(resolve, ms))
const bytesOf = text => Buffer.byteLength(text ?? '')
const textOf = content => typeof content === 'string' ? content : (content ?? []).map(part => part.text ?? '').join('')
const parsed = text => { try { return JSON.parse(text) } catch { return text } }
const pieces = (text, length) => {
    const characters = [...text], list = []
    for (let i = 0; i < characters.length; i += length) list.push(characters.slice(i, i + length).join(''))
    return list
}

// What the APIs differ in: the events of an answer, as [name or null, data], in three parts; an answer without a stream; an
// error. `use` has the counts, or is null.
const anthropic = {
    stops: { end: 'end_turn', window: 'model_context_window_exceeded' },
    start(reply, use, model) {
        const usage = use && { input_tokens: use.input, output_tokens: 1, cache_read_input_tokens: use.cache_read, cache_creation_input_tokens: use.cache_write }
        const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, ...(usage && { usage }) }
        const events = [['message_start', { type: 'message_start', message }]]
        if (reply.thinking !== undefined) {
            events.push(['content_block_start', { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }])
            for (const piece of pieces(reply.thinking, 20)) events.push(['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: piece } }])
            events.push(['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } }])
            events.push(['content_block_stop', { type: 'content_block_stop', index: 0 }])
        }
        events.push(['content_block_start', { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } }])
        return events
    },
    ping: () => ['ping', { type: 'ping' }],
    text: piece => ['content_block_delta', { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: piece } }],
    end(reply, use, stop) {
        const delta = { stop_reason: stop, stop_sequence: null, ...(reply.why && { stop_details: { type: 'refusal', explanation: reply.why } }) }
        return [['content_block_stop', { type: 'content_block_stop', index: 1 }],
            ['something_new', { type: 'something_new', value: [1, { deep: null }] }],
            ...(stop ? [['message_delta', { type: 'message_delta', delta, ...(use && { usage: { output_tokens: use.output } }) }]] : []),
            ['message_stop', { type: 'message_stop' }]]
    },
    whole: (reply, use, stop, text, model) => ({ id: 'msg_1', type: 'message', role: 'assistant', model, content: [{ type: 'text', text }], stop_reason: stop,
        ...(use && { usage: { input_tokens: use.input, output_tokens: use.output, cache_read_input_tokens: use.cache_read, cache_creation_input_tokens: use.cache_write } }) }),
    error: fault => ({ type: 'error', error: { type: fault.type ?? 'api_error', message: fault.message ?? 'trouble' }, request_id: 'req_1' }),
    errorEvent: fault => ['error', anthropic.error(fault)],
    models: (list, more) => ({ data: list.map(item => ({ type: 'model', display_name: item.id, ...item })), has_more: more, first_id: list[0]?.id ?? null, last_id: list.at(-1)?.id ?? null }),
}
const chunkOf = (model, choices, more) => [null, { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices, ...more }]
const usageOf = use => ({ prompt_tokens: use.input + use.cache_read, completion_tokens: use.output, total_tokens: use.input + use.cache_read + use.output, prompt_tokens_details: { cached_tokens: use.cache_read } })
const openai = {
    stops: { end: 'stop', max_tokens: 'length', refusal: 'stop', window: 'length' },
    start(reply, use, model) {
        const events = [chunkOf(model, [{ index: 0, delta: { role: 'assistant', content: null, refusal: null }, finish_reason: null }])]
        for (const piece of pieces(reply.thinking ?? '', 20)) events.push(chunkOf(model, [{ index: 0, delta: { content: null, reasoning_content: piece, reasoning: piece }, finish_reason: null }]))
        return events
    },
    ping: () => [null, undefined], // a comment
    text: (piece, model) => chunkOf(model, [{ index: 0, delta: { content: piece }, finish_reason: null }]),
    end(reply, use, stop, model, body) {
        const refusal = reply.stop === 'refusal' ? [chunkOf(model, [{ index: 0, delta: { refusal: reply.why ?? 'I cannot.' }, finish_reason: null }])] : []
        return [...refusal, ...(stop ? [chunkOf(model, [{ index: 0, delta: {}, finish_reason: stop }])] : []),
            ...(use && body.stream_options?.include_usage ? [chunkOf(model, [], { usage: usageOf(use) })] : []), [null, '[DONE]']]
    },
    whole: (reply, use, stop, text, model) => ({ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, ...(use && { usage: usageOf(use) }),
        choices: [{ index: 0, message: { role: 'assistant', content: text, refusal: reply.stop === 'refusal' ? reply.why ?? 'I cannot.' : null }, finish_reason: stop }] }),
    error: fault => ({ error: { message: fault.message ?? 'trouble', type: fault.type ?? 'server_error', param: fault.param ?? null, code: fault.code ?? null } }),
    errorEvent: fault => [null, openai.error(fault)],
    models: list => ({ object: 'list', data: list.map(item => ({ object: 'model', owned_by: 'test', ...item })) }),
}

const lastUser = body => textOf((body.messages ?? []).filter(message => message.role === 'user').at(-1)?.content)
const keyOf = headers => headers['x-api-key'] ?? /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1] ?? ''

function choose(state, asked) {
    const { replies = [], otherwise } = state.script
    const whole = reply => typeof reply === 'string' ? { text: reply } : reply
    for (const [number, reply] of replies.map(whole).entries()) {
        const most = reply.repeat === true ? Infinity : reply.repeat || 1
        if ((state.used[number] ?? 0) >= most) continue
        if (reply.match && !new RegExp(reply.match).test(lastUser(asked.body))) continue
        if (reply.match_all && !new RegExp(reply.match_all).test(JSON.stringify(asked.body))) continue
        state.used[number] = (state.used[number] ?? 0) + 1
        asked.reply = number
        return reply
    }
    asked.reply = -1
    return whole(otherwise) ?? { status: 500, message: 'the script has no reply for this request', headers: { 'x-should-retry': 'false' } }
}

// Writes one event; false when the client is gone.
async function put(response, reply, [name, data]) {
    const line = reply.line ?? '\n'
    const body = data === undefined ? [': ping'] : [...(name ? [`event: ${name}`] : []), `data: ${typeof data === 'string' ? data : JSON.stringify(data)}`]
    return write(response, reply, body.concat('', '').join(line))
}

async function write(response, reply, text) {
    const bytes = Buffer.from(text), length = reply.bytes ?? bytes.length
    for (let i = 0; i < bytes.length; i += length) {
        if (response.destroyed || !response.write(bytes.subarray(i, i + length)) && response.destroyed) return false
        if (reply.bytes || reply.delay) await wait(reply.delay ?? 0)
    }
    return !response.destroyed
}

const broken = { json: 'data: {"type": "content_block_delta", "choices": [}\n\n', sse: 'this is no event\n\x00\xFF\ndata\n\n' }

async function endless(response, reply, api, model) {
    while (!response.destroyed) {
        const event = reply.endless === 'text' ? api.text('and on ', model) : api.ping()
        if (reply.endless !== 'silence' && !await put(response, reply, event)) return
        await wait(reply.delay || 5)
    }
}

async function stream(response, reply, api, asked, use, text) {
    const { model } = asked.body, stop = reply.stop === null ? null : api.stops[reply.stop ?? 'end'] ?? reply.stop
    const events = api.start(reply, use, model), begun = events.length
    for (let i = 0; i < (reply.pings ?? 0); i++) events.push(api.ping())
    for (const piece of pieces(text, reply.chunk ?? 20)) events.push(api.text(piece, model))
    const half = Math.ceil((events.length + begun) / 2)
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.flushHeaders()
    if (reply.cut === 'head') return response.destroy()
    if (reply.bom) await write(response, {}, '\uFEFF')
    for (const [i, event] of events.entries()) {
        if (reply.cut === i || (reply.cut === 'start' && i === begun)) return response.destroy()
        if (reply.error && i === (reply.error.after ?? 1)) await put(response, reply, api.errorEvent(reply.error))
        if (reply.broken && i === half) await write(response, reply, broken[reply.broken])
        if (!await put(response, reply, event)) return
    }
    if (reply.error && (reply.error.after ?? 1) >= events.length) await put(response, reply, api.errorEvent(reply.error))
    if (reply.endless) return endless(response, reply, api, model)
    if (reply.cut !== 'stop') for (const event of api.end(reply, use, stop, model, asked.body)) if (!await put(response, reply, event)) return
    response.end()
}

async function answer(state, asked, response, api) {
    const reply = choose(state, asked)
    const fill = text => text.replaceAll('$KEY', asked.key)
    const text = fill(reply.text ?? (reply.file ? readFileSync(join(state.directory, reply.file), 'utf8') : ''))
    const counts = { input: Math.ceil(bytesOf(JSON.stringify(asked.body.messages ?? '')) / 4), output: Math.ceil(bytesOf(text) / 4), cache_read: 0, cache_write: 0 }
    const use = reply.usage === null ? null : { ...counts, ...reply.usage }
    if (reply.first) await wait(reply.first)
    if (reply.cut === 'accept') return response.destroy()
    if (reply.status) {
        response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
        return response.end(fill(reply.body ?? JSON.stringify(api.error(reply))))
    }
    if (reply.broken === 'html') {
        response.writeHead(200, { 'content-type': 'text/html' })
        return response.end('<!doctype html>\n<title>Welcome</title>\n')
    }
    if (reply.plain || !asked.body.stream) {
        response.writeHead(200, { 'content-type': 'application/json' })
        await write(response, reply, JSON.stringify(api.whole(reply, use, api.stops[reply.stop ?? 'end'] ?? reply.stop, text, asked.body.model)))
        return response.end()
    }
    await stream(response, reply, api, asked, use, text)
}

function list(state, url, response, api) {
    const all = state.script.models ?? [{ id: 'model-1' }], page = state.script.page ?? all.length
    const after = url.searchParams.get('after_id'), from = after ? all.findIndex(item => item.id === after) + 1 : 0
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(api.models(all.slice(from, from + page), from + page < all.length)))
}

function count(state, asked, response) {
    const given = state.script.count
    const fault = typeof given === 'object' && given
    response.writeHead(fault?.status ?? 200, { 'content-type': 'application/json', ...fault?.headers })
    response.end(fault ? JSON.stringify(anthropic.error(fault)) : JSON.stringify({ input_tokens: given ?? Math.ceil(bytesOf(JSON.stringify(asked.body)) / 4) }))
}

async function handle(state, asked, request, response) {
    const url = new URL(request.url, 'http://host'), path = url.pathname
    const api = asked.headers['anthropic-version'] ? anthropic : openai
    if (path === '/_requests') return response.end(JSON.stringify(state.requests))
    if (path === '/_script') {
        state.script = asked.body
        return response.end()
    }
    state.requests.push(asked)
    const at = Date.now()
    response.on('close', () => { if (!response.writableEnded) asked.closed = Date.now() - at })
    if (state.script.loaded && (path === '/api/generate' || path === '/api/ps')) {
        response.writeHead(200, { 'content-type': 'application/json' })
        if (path === '/api/generate') state.hasLoaded = true
        return response.end(JSON.stringify(path === '/api/ps' ? { models: state.hasLoaded ? state.script.loaded : [] } : { model: asked.body.model, response: '', done: true, done_reason: 'load' }))
    }
    if (path.endsWith('/models')) return list(state, url, response, api)
    if (path.endsWith('/messages/count_tokens')) return count(state, asked, response)
    if (path.endsWith('/messages') || path.endsWith('/chat/completions')) return answer(state, asked, response, api)
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(api.error({ type: 'not_found_error', message: 'no such path' })))
}

export async function serve(script = {}, { port = 0, directory = '.' } = {}) {
    const state = { requests: [], used: [], directory }
    let current = script
    Object.defineProperty(state, 'script', { get: () => current, set: value => { current = value; state.used = [] } })
    const server = createServer((request, response) => {
        const parts = []
        request.on('data', part => parts.push(part))
        request.on('end', () => {
            const { method, url: path, headers } = request
            const asked = { method, path, headers, body: parsed(Buffer.concat(parts).toString()), key: keyOf(headers), at: Date.now(), closed: null }
            handle(state, asked, request, response).catch(() => response.destroy())
        })
    })
    await new Promise(resolve => server.listen(port, '127.0.0.1', resolve))
    state.url = `http://127.0.0.1:${server.address().port}`
    state.close = () => { server.closeAllConnections(); server.close() }
    return state
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const args = process.argv.slice(2), at = args.indexOf('--port')
    const [, port] = at < 0 ? [] : args.splice(at, 2)
    const [file] = args
    const server = await serve(file ? JSON.parse(readFileSync(file, 'utf8')) : {}, { port: Number(port ?? 0), directory: file ? dirname(file) : '.' })
    console.log(server.url)
}
