// The client of chat models against a strict server of the other APIs: OpenAI's responses, also at Azure; Bedrock's ConverseStream
// with a key and with signatures (AWS Signature Version 4, checked here by the reference's steps); Claude and Gemini on Vertex AI.
// The server checks method, path, headers and the members of each body, and answers 400 with what is wrong.
import { spawn } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'

const driver = process.argv[2], KEY = 'key-0123456789-abcdefghij', SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', TOKEN = 'session/token+of=the-user-0123456789'
const home = mkdtempSync(join(tmpdir(), 'fovea-clouds-'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))
const wait = ms => new Promise(resolve => setTimeout(resolve, ms))

// ---- the server ----

const requests = []
let reply = {}
const server = createServer((request, response) => {
    const parts = []
    request.on('data', part => parts.push(part))
    request.on('end', async () => {
        const bytes = Buffer.concat(parts)
        const asked = { method: request.method, path: request.url, headers: request.headers, bytes }
        try { asked.body = JSON.parse(bytes) } catch {}
        requests.push(asked)
        const wrong = faults(asked)
        if (wrong.length) {
            response.writeHead(400, { 'content-type': 'application/json' })
            return response.end(JSON.stringify({ message: `strict: ${wrong.join('; ')}` }))
        }
        const now = Array.isArray(reply) ? reply[Math.min(requests.length - 1, reply.length - 1)] : reply
        if (now.status) {
            response.writeHead(now.status, { 'content-type': 'application/json', 'x-should-retry': 'false' })
            return response.end(now.text ?? JSON.stringify(now.json))
        }
        const converse = asked.path.includes('/converse-stream')
        response.writeHead(200, { 'content-type': now.whole ? 'application/json' : converse ? 'application/vnd.amazon.eventstream' : 'text/event-stream' })
        const out = now.whole ? Buffer.from(JSON.stringify(now.whole)) : Buffer.concat(now.events.map(event => converse ? frame(event) : sse(event)))
        for (let i = 0; i < out.length && !response.destroyed; i += now.bytes ?? out.length) {
            response.write(out.subarray(i, i + (now.bytes ?? out.length)))
            if (now.bytes) await wait(0)
        }
        if (!now.cut) return response.end()
        await wait(100)
        response.destroy()
    })
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const place = `127.0.0.1:${server.address().port}`, url = `http://${place}`

const sse = event => Buffer.from(typeof event === 'string' ? event : `${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`)

function crc(bytes) {
    let sum = 0xFFFFFFFF
    for (const byte of bytes) {
        sum ^= byte
        for (let i = 0; i < 8; i++) sum = sum >>> 1 ^ (sum & 1 ? 0xEDB88320 : 0)
    }
    return ~sum >>> 0
}
const number = value => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(value >>> 0); return bytes }
function header(name, value) {
    const text = Buffer.from(value), length = Buffer.alloc(2)
    length.writeUInt16BE(text.length)
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, text])
}
// [type, payload], or bytes; { exception }, { error } are faults.
function frame(event) {
    if (Buffer.isBuffer(event)) return event
    const [type, payload, { exception, error, more = Buffer.alloc(0) } = {}] = event
    const headers = Buffer.concat([more, ...(error ? [header(':message-type', 'error'), header(':error-code', type), header(':error-message', error)]
        : exception ? [header(':message-type', 'exception'), header(':exception-type', type), header(':content-type', 'application/json')]
        : [header(':event-type', type), header(':content-type', 'application/json'), header(':message-type', 'event')])])
    const body = Buffer.from(payload === undefined ? '' : JSON.stringify(payload)), length = 16 + headers.length + body.length
    const prelude = Buffer.concat([number(length), number(headers.length)])
    const most = Buffer.concat([prelude, number(crc(prelude)), headers, body])
    return Buffer.concat([most, number(crc(most))])
}

// ---- what a request must be ----

const only = (body, ...names) => Object.keys(body ?? {}).filter(name => !names.includes(name)).map(name => `member ${name}`)
const rfc3986 = text => encodeURIComponent(text).replace(/[!'()*]/g, c => '%' + c.charCodeAt(0).toString(16).toUpperCase())
const sha = bytes => createHash('sha256').update(bytes).digest('hex'), hmac = (key, text) => createHmac('sha256', key).update(text).digest()

// The steps of the reference: canonical request, text to sign, key, signature.
function signature({ method, path, headers, bytes }) {
    const found = /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\d{8})\/([a-z0-9-]+)\/bedrock\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '')
    if (!found) return `authorization ${headers.authorization}`
    const [, day, region, names, given] = found
    const all = names.split(';')
    if (!['host', 'x-amz-date'].every(name => all.includes(name)) || Object.keys(headers).some(name => name.startsWith('x-amz-') && !all.includes(name))) return 'a header is not signed'
    if (headers['x-amz-date']?.slice(0, 8) !== day || Math.abs(Date.now() - Date.parse(headers['x-amz-date'].replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))) > 300_000) return 'the time'
    if (headers['x-amz-content-sha256'] !== sha(bytes)) return 'the digest'
    const canonical = [method, path.split('/').map(rfc3986).join('/'), '', ...all.map(name => `${name}:${headers[name].trim().replace(/ +/g, ' ')}`), '', names, sha(bytes)].join('\n')
    const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${region}/bedrock/aws4_request`, sha(canonical)].join('\n')
    const key = ['bedrock', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day), region))
    return hmac(key, text).toString('hex') === given ? '' : 'the signature'
}

function faults({ method, path, headers, body, bytes }) {
    const wrong = []
    const must = (holds, what) => { if (!holds) wrong.push(what) }
    must(method === 'POST' && headers['content-type'] === 'application/json' && body, 'no JSON was posted')
    if (/\/responses$/.test(path)) {
        must(path === (headers['api-key'] ? '/openai/v1/responses' : '/v1/responses'), `path ${path}`)
        must(headers['api-key'] ? !headers.authorization && headers['api-key'] === KEY : headers.authorization === `Bearer ${KEY}`, 'the key')
        wrong.push(...only(body, 'model', 'instructions', 'input', 'max_output_tokens', 'reasoning', 'include', 'temperature', 'stream', 'store'))
        must(body.stream === true && body.store === false && Number.isInteger(body.max_output_tokens), 'stream, store, max_output_tokens')
        must(Array.isArray(body.input) && body.input.every(item => item.type === 'reasoning' || (typeof item.content === 'string' || Array.isArray(item.content)) && ['user', 'assistant'].includes(item.role)), 'input')
    } else if (/\/chat\/completions$/.test(path)) {
        must(path === '/openai/v1/chat/completions' && headers['api-key'] === KEY || path === '/v1/projects/my-project/locations/global/endpoints/openapi/chat/completions' && headers.authorization === `Bearer ${KEY}`, `path ${path}, or the key`)
        must(!path.startsWith('/v1/projects') || /^[a-z]+\/.+/.test(body.model), 'the model has no publisher')
    } else if (path.includes('streamRawPredict')) {
        must(path === '/v1/projects/my-project/locations/global/publishers/anthropic/models/claude-x@20990101:streamRawPredict', `path ${path}`)
        must(headers.authorization === `Bearer ${KEY}` && !headers['anthropic-version'] && !headers['x-api-key'], 'headers')
        wrong.push(...only(body, 'anthropic_version', 'system', 'messages', 'max_tokens', 'output_config', 'temperature', 'stream'))
        must(body.anthropic_version === 'vertex-2023-10-16' && body.stream === true, 'anthropic_version, stream')
    } else if (path.includes('/converse-stream')) {
        must(path === '/model/anthropic.claude-x-v1%3A0/converse-stream', `path ${path}`)
        must(headers.accept === 'application/vnd.amazon.eventstream', 'accept')
        wrong.push(...only(body, 'messages', 'system', 'inferenceConfig'))
        must(body.messages?.every((message, i) => message.role === (i % 2 ? 'assistant' : 'user') && message.content.every(block => block.text?.trim() || block.image)), 'messages')
        must(Object.keys(body.inferenceConfig ?? {}).every(name => ['maxTokens', 'temperature'].includes(name)), 'inferenceConfig')
        if (headers.authorization === `Bearer ${KEY}`) must(!headers['x-amz-date'], 'signed, too')
        else { const why = signature({ method, path, headers, bytes }); must(!why, why) }
    } else wrong.push(`path ${path}`)
    return wrong
}

// ---- the client ----

const everything = []
function ask(model, base, env, args = [], question = 'send') {
    requests.length = 0
    const said = question === 'send' ? ['--system', 'Be brief.', '--user', 'one', '--assistant', 'two', '--user', 'three', '--user', 'four', '--max-tokens', '77'] : []
    const child = spawn(driver, [model, base, question, ...said, ...args.map(String)], { env: { PATH: process.env.PATH, HOME: home, ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? '', ...env } })
    let out = ''
    child.stdout.on('data', piece => { out += piece })
    child.stderr.on('data', piece => { out += piece })
    return new Promise(resolve => child.on('close', status => {
        everything.push(out)
        const lines = out.split('\n').filter(Boolean).map(line => { try { return JSON.parse(line) } catch { return { odd: line } } })
        resolve({ status, text: lines.map(line => line.text ?? '').join(''), waits: lines.filter(line => line.waiting).map(line => line.waiting), thought: lines.map(line => line.thought ?? '').join(''),
            ...Object.assign({}, ...lines.filter(line => line.text === undefined && line.waiting === undefined && line.thought === undefined)) })
    }))
}
const long = 'Grüße, 世界 🎉! '.repeat(9), pieces = long.match(/.{1,7}/gsu)

// ---- responses ----

const usage = { input_tokens: 44, input_tokens_details: { cached_tokens: 33 }, output_tokens: 22, output_tokens_details: { reasoning_tokens: 5 }, total_tokens: 66 }
const last = (status, more = {}) => ({ type: `response.${status}`, sequence_number: 99, response: { id: 'resp_1', object: 'response', status, error: null, incomplete_details: null, output: [], usage, ...more } })
const message = text => [
    { type: 'response.output_item.added', output_index: 1, item: { id: 'msg_1', type: 'message', status: 'in_progress', role: 'assistant', content: [] } },
    { type: 'response.content_part.added', item_id: 'msg_1', output_index: 1, content_index: 0, part: { type: 'output_text', text: '', annotations: [] } },
    ...text.map(delta => ({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, content_index: 0, delta, logprobs: [] })),
    { type: 'response.output_text.done', item_id: 'msg_1', output_index: 1, content_index: 0, text: text.join('') },
    { type: 'response.output_item.done', output_index: 1, item: { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content: [{ type: 'output_text', text: text.join(''), annotations: [] }] } }]
const begin = [{ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } }, { type: 'response.in_progress', response: { id: 'resp_1', status: 'in_progress' } }]
const thinking = [
    { type: 'response.output_item.added', output_index: 0, item: { id: 'rs_1', type: 'reasoning', summary: [] } },
    { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', output_index: 0, summary_index: 0, delta: 'I look at ' },
    { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', output_index: 0, summary_index: 0, delta: 'the caller.' },
    { type: 'response.reasoning_summary_part.done', item_id: 'rs_1', output_index: 0, summary_index: 0, part: { type: 'summary_text', text: 'I look at the caller.' } },
    { type: 'response.output_item.done', output_index: 0, item: { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'I look at the caller.' }], encrypted_content: 'gAAAA' } }]

for (const [model, base, env] of [['openai-responses/gpt-x', url, { OPENAI_API_KEY: KEY }], ['azure-responses/gpt-x', url, { AZURE_OPENAI_API_KEY: KEY }], ['azure-responses/gpt-x', '', { AZURE_OPENAI_API_KEY: KEY, AZURE_OPENAI_ENDPOINT: `${url}/` }]]) {
    const is = what => `${model}: ${what}`
    for (const bytes of [undefined, ...(base && model.startsWith('o') ? [3] : []), 100]) {
        reply = { events: [...begin, ...thinking, ...message(pieces), last('completed')], bytes }
        const done = await ask(model, base, env)
        expect(done.status === 0 && done.text === long && done.reply === long && done.stop === 'ended' && done.attempts === 1, is(`an answer (${done.error ?? done.stop})`))
        expect(done.known && done.input === 11 && done.cache_read === 33 && done.output === 22, is('usage'))
        expect(done.thought === 'I look at the caller.\n\n', is(`thoughts: ${done.thought}`))
    }
    const [{ body }] = requests
    expect(body.model === 'gpt-x' && body.instructions === 'Be brief.' && body.max_output_tokens === 77, is('members'))
    expect(JSON.stringify(body.input) === JSON.stringify([{ role: 'user', content: 'one' }, { role: 'assistant', content: 'two' }, { role: 'user', content: 'three\n\nfour' }]), is(`input ${JSON.stringify(body.input)}`))
    if (model !== 'openai-responses/gpt-x') continue
    let done
    for (const [name, more, stop, why] of [['max_output_tokens', {}, 'max_tokens', ''], ['content_filter', {}, 'refused', ''], ['odd', {}, 'other', 'odd']]) {
        reply = { events: [...begin, ...message(pieces), last('incomplete', { incomplete_details: { reason: name }, ...more })] }
        done = await ask(model, base, env)
        expect(done.status === 0 && done.stop === stop && done.why === why && done.reply === long, is(`incomplete: ${name}: ${done.stop}, ${done.why}`))
    }
    reply = { events: [...begin, ...message(pieces)] }
    done = await ask(model, base, env)
    expect(done.stop === 'cut' && done.reply === long && done.attempts === 1, is('without its last event an answer is cut'))
    reply = { events: [...begin, ...message(pieces)], cut: true }
    done = await ask(model, base, env)
    expect(done.stop === 'cut' && !done.known, is('a broken connection'))
    reply = { events: [...begin, { type: 'response.refusal.delta', delta: 'I ' }, { type: 'response.refusal.delta', delta: 'will not.' }, last('completed')] }
    done = await ask(model, base, env)
    expect(done.stop === 'refused' && done.why === 'I will not.', is('a refusal'))
    reply = { events: [...begin, ...message(['First.']), ...message(['Second.']), last('completed')] }
    expect((await ask(model, base, env)).reply === 'First.\n\nSecond.', is('two messages are two paragraphs'))
    reply = { events: [...begin, { type: 'response.output_item.added', item: { type: 'function_call', name: 'shell', arguments: '' } }, { type: 'response.function_call_arguments.delta', delta: '{}' }, last('completed')] }
    done = await ask(model, base, env)
    expect(done.status === 0 && done.reply === '' && done.called, is('a call that nobody offered is seen'))
    for (const [error, status, said] of [[{ code: 'rate_limit_exceeded', message: 'slow down' }, 1, '429'], [{ code: 'context_length_exceeded', message: 'Your input exceeds the context window of this model.' }, 2, 'context_length_exceeded'], [{ code: 'server_error', message: 'oh' }, 1, '500']]) {
        reply = { events: [...begin, last('failed', { error })] }
        done = await ask(model, base, env, ['--retries', 0])
        expect(done.status === status && done.error?.includes(said) && done.error.includes(error.message), is(`failed: ${done.error}`))
        reply = { events: [{ type: 'error', sequence_number: 1, param: null, ...error }] }
        done = await ask(model, base, env, ['--retries', 0])
        expect(done.status === status && done.error?.includes(error.message), is(`error event: ${done.error}`))
        reply = { events: [...begin, ...message(pieces), last('failed', { error })] }
        done = await ask(model, base, env)
        expect(done.stop === 'cut' && done.why.includes(error.message), is(`failed after text: ${done.why}`))
    }
    reply = { whole: { ...last('completed').response, output: [{ type: 'reasoning', summary: [] }, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: long }] }] } }
    done = await ask(model, base, env)
    expect(done.reply === long && done.stop === 'ended' && done.known, is('an answer that is not streamed'))
    reply = [{ status: 400, json: { error: { message: "Unsupported parameter: 'reasoning.summary' is not supported with this model.", type: 'invalid_request_error', param: 'reasoning.summary' } } }, { events: [...begin, ...message(pieces), last('completed')] }]
    done = await ask(model, base, env)
    expect(done.reply === long && done.attempts === 2 && requests[0].body.reasoning.summary === 'auto' && requests[1].body.reasoning === undefined, is('a model without summaries of thoughts'))
    for (const event of ['data: {"type":"response.output_text.delta","delta":7}\n\n', 'data: {"type":"response.completed"}\n\n', 'data: {"type":"response.completed","response":[]}\n\n', 'data: {"type":"error"}\n\n', 'data: {"type":"response.output_item.added","item":null}\n\n', 'data: []\n\n', 'data: \0\n\n']) {
        reply = { events: [event] }
        done = await ask(model, base, env, ['--retries', 0])
        expect(done.status !== undefined && done.status < 3 && !(done.stop === 'ended'), is(`odd event ${JSON.stringify(event)}: ${done.stop ?? done.error}`))
    }
}

// ---- Bedrock ----

const delta = text => ['contentBlockDelta', { contentBlockIndex: 0, delta: { text }, p: 'abcdefg' }]
const stop = stopReason => ['messageStop', { stopReason, p: 'ab' }], counts = ['metadata', { usage: { inputTokens: 11, outputTokens: 22, totalTokens: 33, cacheReadInputTokens: 7, cacheWriteInputTokens: 8 }, metrics: { latencyMs: 5 } }]
const answer = [['messageStart', { role: 'assistant' }], ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: 'I look.\n' } } }], ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { signature: 'c2ln' } } }], ['contentBlockStop', { contentBlockIndex: 0 }], ...pieces.map(delta), ['contentBlockStop', { contentBlockIndex: 1 }], stop('end_turn'), counts]
const bedrock = 'bedrock/anthropic.claude-x-v1:0', keys = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: SECRET, AWS_REGION: 'eu-west-1' }
mkdirSync(join(home, '.aws'))
writeFileSync(join(home, '.aws', 'credentials'), `[work]\naws_access_key_id = AKIDEXAMPLE\naws_secret_access_key = ${SECRET}\naws_session_token = ${TOKEN}\n`, { mode: 0o600 })
writeFileSync(join(home, '.aws', 'config'), '[profile work]\nregion = ap-southeast-2\n', { mode: 0o600 })
for (const [name, env] of [['a key', { AWS_BEARER_TOKEN_BEDROCK: KEY, AWS_REGION: 'eu-west-1' }], ['signed', keys], ['signed, with a session token', { ...keys, AWS_SESSION_TOKEN: TOKEN }], ['a profile', { AWS_PROFILE: 'work' }]]) {
    const is = what => `bedrock, ${name}: ${what}`
    for (const bytes of [undefined, ...(name === 'a key' ? [1] : []), 37]) {
        reply = { events: answer, bytes }
        const done = await ask(bedrock, url, env)
        expect(done.status === 0 && done.text === long && done.reply === long && done.stop === 'ended' && done.attempts === 1, is(`an answer in pieces of ${bytes} (${done.error ?? done.why})`))
        expect(done.known && done.input === 11 && done.output === 22 && done.cache_read === 7 && done.cache_write === 8 && done.thought === 'I look.\n', is('usage and thoughts'))
    }
    const [{ body, headers }] = requests
    expect(JSON.stringify(body) === JSON.stringify({ messages: [{ role: 'user', content: [{ text: 'one' }] }, { role: 'assistant', content: [{ text: 'two' }] }, { role: 'user', content: [{ text: 'three\n\nfour' }] }], system: [{ text: 'Be brief.' }], inferenceConfig: { maxTokens: 77 } }), is(`body ${JSON.stringify(body)}`))
    expect(!JSON.stringify(headers).includes(SECRET), is('the secret key stays here'))
}
{
    const is = what => `bedrock: ${what}`
    let done
    for (const [reason, wanted] of [['max_tokens', 'max_tokens'], ['guardrail_intervened', 'refused'], ['content_filtered', 'refused'], ['tool_use', 'called'], ['model_context_window_exceeded', 'window'], ['malformed_model_output', 'other']]) {
        reply = { events: [delta('partly'), stop(reason), counts] }
        done = await ask(bedrock, url, keys)
        expect(done.reply === 'partly' && done.stop === wanted, is(`${reason}: ${done.stop}`))
    }
    for (const events of [answer.slice(0, -2), [...answer.slice(0, -2), frame(stop('end_turn')).subarray(0, 20)]]) {
        reply = { events }
        done = await ask(bedrock, url, keys)
        expect(done.stop === 'cut' && done.reply === long && done.attempts === 1, is('without its stop an answer is cut'))
    }
    for (const [type, code] of [['throttlingException', '429'], ['modelStreamErrorException', '424'], ['validationException', '400'], ['internalServerException', '500']]) {
        reply = { events: [['messageStart', { role: 'assistant' }], [type, { message: 'the reason' }, { exception: true }]] }
        done = await ask(bedrock, url, keys, ['--retries', 0])
        expect(done.error?.includes(`status ${code}: the reason`), is(`${type}: ${done.error}`))
        reply = { events: [delta('begun'), [type, { message: 'the reason' }, { exception: true }]] }
        done = await ask(bedrock, url, keys)
        expect(done.stop === 'cut' && done.reply === 'begun' && done.why === 'the reason', is(`${type} after text: ${done.why}`))
    }
    reply = { events: [['InternalError', undefined, { error: 'the server is tired' }]] }
    done = await ask(bedrock, url, keys, ['--retries', 0])
    expect(done.error?.includes('the server is tired'), is(`an error frame: ${done.error}`))
    const good = frame(delta('x')), bent = at => { const bytes = Buffer.from(good); bytes[at] ^= 1; return bytes }
    for (const [what, bytes] of [['a wrong sum of the prelude', bent(8)], ['a wrong sum of the frame', bent(good.length - 1)], ['a changed payload', bent(good.length - 8)], ['a frame of 2 GB', Buffer.concat([number(0x7FFFFFFF), number(0), number(crc(Buffer.concat([number(0x7FFFFFFF), number(0)]))), Buffer.alloc(1000)])],
        ['headers beyond the frame', (() => { const prelude = Buffer.concat([number(20), number(400)]); return Buffer.concat([prelude, number(crc(prelude)), Buffer.alloc(100)]) })()],
        ['a header beyond the headers', frame(['contentBlockDelta', {}, { more: Buffer.from([200, 65]) }])], ['a header of an unknown type', frame(['contentBlockDelta', {}, { more: Buffer.from([1, 65, 77]) }])],
        ['no JSON', frame(['contentBlockDelta', undefined])], ['a page', Buffer.from('<!doctype html><title>Welcome</title>')]]) {
        reply = { events: [delta('begun'), bytes, delta('more'), stop('end_turn'), counts] }
        done = await ask(bedrock, url, keys)
        expect(done.status === 0 && done.reply.startsWith('begun') && (what === 'no JSON' || done.stop === 'cut') && done.attempts === 1, is(`${what}: ${done.stop}, ${done.reply}`))
        reply = { events: [bytes] }
        done = await ask(bedrock, url, keys, ['--retries', 0])
        expect(done.status === 1 && done.error, is(`${what}, alone`))
    }
    reply = { events: [['contentBlockDelta', { delta: { text: 'ok' } }, { more: Buffer.concat([Buffer.from([1, 65, 0]), Buffer.from([1, 66, 8]), Buffer.alloc(8), Buffer.from([1, 67, 6, 0, 2, 1, 2]), Buffer.from([1, 68, 9]), Buffer.alloc(16)]) }], stop('end_turn'), counts] }
    expect((await ask(bedrock, url, keys)).reply === 'ok', is('headers of all types are passed over'))
    reply = { whole: { output: { message: { role: 'assistant', content: [{ text: long }] } }, stopReason: 'end_turn', usage: { inputTokens: 1, outputTokens: 2 } } }
    expect((await ask(bedrock, url, keys)).reply === long, is('an answer of Converse'))
    reply = { status: 403, json: { Message: 'You do not have access to the model.' } }
    done = await ask(bedrock, url, keys)
    expect(done.error?.includes('status 403: You do not have access') && done.hint.includes('AWS_ACCESS_KEY_ID'), is(`403: ${done.error}; ${done.hint}`))
    reply = { status: 403, json: { message: `bad token ${TOKEN}` } }
    done = await ask(bedrock, url, { ...keys, AWS_SESSION_TOKEN: TOKEN })
    expect(done.error?.includes('bad token …'), is(`a token that the server repeats: ${done.error}`))
    reply = { status: 400, json: { message: 'Input is too long for requested model.' } }
    done = await ask(bedrock, url, keys)
    expect(done.status === 2, is('too long'))
    done = await ask(bedrock, url, {})
    expect(done.status === 2 && done.error.includes('AWS_BEARER_TOKEN_BEDROCK') && !requests.length, is(`no keys: ${done.error}`))
    done = await ask(bedrock, 'http://example.com', { ...keys, AWS_SESSION_TOKEN: TOKEN })
    expect(done.status === 2 && done.error.includes('without encryption'), is('a token needs TLS'))
    done = await ask(bedrock, '', keys, [], 'set')
    expect(done.url === 'https://bedrock-runtime.eu-west-1.amazonaws.com', is(`address ${done.url}`))
    done = await ask(bedrock, '', { ...keys, AWS_REGION: 'evil.example/' }, [], 'set')
    expect(done.status === 2 && done.error.includes('AWS_REGION'), is('a region is a name'))
    done = await ask(bedrock, '', keys, [], 'list')
    expect(done.status === 2 && done.error.includes('no list'), is('no list of models'))
}

// ---- Vertex, Azure ----

const claude = [['message_start', { message: { usage: { input_tokens: 11, output_tokens: 1 } } }], ...pieces.map(text => ['content_block_delta', { index: 0, delta: { type: 'text_delta', text } }]), ['message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 22 } }], ['message_stop', {}]].map(([type, data]) => ({ type, ...data }))
const chunks = [...pieces.map(content => ({ choices: [{ index: 0, delta: { content } }] })), { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 11, completion_tokens: 22 } }, 'data: [DONE]\n\n']
const google = { GOOGLE_OAUTH_ACCESS_TOKEN: KEY, GOOGLE_CLOUD_PROJECT: 'my-project' }, locations = `${url}/v1/projects/my-project/locations/global`
for (const [model, base, env, events] of [['vertex-claude/claude-x@20990101', locations, google, claude], ['vertex/google/gemini-x', `${locations}/endpoints/openapi`, google, chunks], ['azure/gpt-x', url, { AZURE_OPENAI_API_KEY: KEY }, chunks]]) {
    reply = { events }
    const done = await ask(model, base, env)
    expect(done.status === 0 && done.reply === long && done.stop === 'ended' && done.input === 11 && done.output === 22, `${model}: ${done.error ?? done.stop}`)
}
for (const [model, env, wanted] of [
    ['vertex-claude/m', google, 'https://aiplatform.googleapis.com/v1/projects/my-project/locations/global'],
    ['vertex-claude/m', { ...google, GOOGLE_CLOUD_LOCATION: 'eu' }, 'https://aiplatform.eu.rep.googleapis.com/v1/projects/my-project/locations/eu'],
    ['vertex/google/m', { ...google, GOOGLE_CLOUD_LOCATION: 'us-east5' }, 'https://us-east5-aiplatform.googleapis.com/v1/projects/my-project/locations/us-east5/endpoints/openapi'],
    ['azure/m', { AZURE_OPENAI_API_KEY: KEY, AZURE_OPENAI_ENDPOINT: 'https://me.openai.azure.com' }, 'https://me.openai.azure.com/openai/v1'],
    ['openai-responses/m', { OPENAI_API_KEY: KEY }, 'https://api.openai.com/v1'], ['openai-responses/m', { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: 'https://x.example/v1/responses' }, 'https://x.example/v1']]) {
    const done = await ask(model, '', env, [], 'set')
    expect(done.url === wanted, `${model}: ${done.url ?? done.error}`)
}
for (const [model, env, word] of [['vertex/google/m', { GOOGLE_OAUTH_ACCESS_TOKEN: KEY }, 'GOOGLE_CLOUD_PROJECT'], ['vertex/google/m', { ...google, GOOGLE_CLOUD_PROJECT: 'a/../b' }, 'GOOGLE_CLOUD_PROJECT'], ['vertex/google/m', { GOOGLE_CLOUD_PROJECT: 'p' }, 'GOOGLE_OAUTH_ACCESS_TOKEN'], ['azure/m', { AZURE_OPENAI_API_KEY: KEY }, 'model.url'], ['openai-responses/m', {}, 'OPENAI_API_KEY']]) {
    const done = await ask(model, '', env, [], 'set')
    expect(done.status === 2 && done.error.includes(word), `${model}: ${word}: ${done.error}`)
}
reply = { status: 401, text: JSON.stringify([{ error: { code: 401, message: 'Request had invalid authentication credentials.', status: 'UNAUTHENTICATED' } }]) }
const refused = await ask('vertex/google/m', `${locations}/endpoints/openapi`, google)
expect(refused.error?.includes('invalid authentication'), `an error in a list: ${refused.error}`)

expect(!everything.some(out => [KEY, SECRET, TOKEN].some(secret => out.includes(secret))), 'no key is in any output')
server.closeAllConnections()
server.close()
finish()
