// Reasoning that goes back to its model with the answer. For each API a server that thinks first, and refuses the next request
// with the provider's own words unless the reasoning comes back as the provider wants it: unchanged, in its place, or not at all.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { expect, finish } from './mcp_client.mjs'

const driver = process.argv[2], KEY = 'key-0123456789-abcdefghij'
const env = { PATH: process.env.PATH, HOME: '/nonexistent', ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? '', ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, OPENROUTER_API_KEY: KEY, FOVEA_MODEL_KEY: KEY, AWS_BEARER_TOKEN_BEDROCK: KEY, AWS_REGION: 'eu-west-1' }
const requests = []
let events = [], rule = () => '', framed = false
const server = createServer((request, response) => {
    const parts = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
        const body = JSON.parse(Buffer.concat(parts)), wrong = rule(body)
        requests.push(body)
        response.writeHead(wrong ? 400 : 200, { 'content-type': wrong ? 'application/json' : framed ? 'application/vnd.amazon.eventstream' : 'text/event-stream' })
        if (wrong) return response.end(JSON.stringify({ error: { message: wrong, type: 'invalid_request_error' }, message: wrong }))
        for (const event of events) response.write(framed ? frame(event) : typeof event === 'string' ? event : `${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
        response.end()
    })
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`
function crc(bytes) {
    let sum = 0xFFFFFFFF
    for (const byte of bytes) {
        sum ^= byte
        for (let i = 0; i < 8; i++) sum = sum >>> 1 ^ (sum & 1 ? 0xEDB88320 : 0)
    }
    return ~sum >>> 0
}
const number = value => { const bytes = Buffer.alloc(4); bytes.writeUInt32BE(value >>> 0); return bytes }
function frame([type, payload]) {
    const header = (name, value) => Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7, 0, value.length]), Buffer.from(value)])
    const headers = Buffer.concat([header(':event-type', type), header(':message-type', 'event')]), body = Buffer.from(JSON.stringify(payload)), length = 16 + headers.length + body.length
    const prelude = Buffer.concat([number(length), number(headers.length)]), most = Buffer.concat([prelude, number(crc(prelude)), headers, body])
    return Buffer.concat([most, number(crc(most))])
}
async function ask(model, args) {
    requests.length = 0
    const child = spawn(driver, [model, url, 'send', ...args, '--retries', '0'], { env })
    let out = ''
    child.stdout.on('data', piece => { out += piece })
    child.stderr.on('data', piece => { out += piece })
    await new Promise(resolve => child.on('close', resolve))
    const lines = out.split('\n').filter(Boolean).map(line => JSON.parse(line))
    return { ...Object.assign({}, ...lines.filter(line => line.text === undefined && line.thought === undefined && line.waiting === undefined)), bodies: [...requests] }
}
// One question, then another with the first answer and its reasoning.
async function twice(model, first, strict) {
    rule = () => ''
    events = first
    const done = await ask(model, ['--system', 'Be brief.', '--user', 'one', '--keep', '-'])
    rule = strict
    const next = await ask(model, ['--system', 'Be brief.', '--user', 'one', '--assistant', done.reply ?? '', ...(done.reasoning ? ['--reasoning', done.reasoning] : []), '--user', 'more', '--keep', '-'])
    return { done, next }
}
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)
const odd = 'I "look" at 世界\n🎉 \\ '

// ---- Anthropic: blocks with their signatures, before the text, unchanged ----
const block = (index, start, ...deltas) => [{ type: 'content_block_start', index, content_block: start }, ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })), { type: 'content_block_stop', index }]
const claudeEnd = [{ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } }, { type: 'message_stop' }]
const claudeStart = { type: 'message_start', message: { usage: { input_tokens: 3, output_tokens: 1 } } }
const text = (index, words) => block(index, { type: 'text', text: '' }, { type: 'text_delta', text: words })
const thinking = (index, words, signature) => block(index, { type: 'thinking', thinking: '', signature: '' }, ...[...words].map(c => ({ type: 'thinking_delta', thinking: c })), ...(signature ? [{ type: 'signature_delta', signature: signature.slice(0, 3) }, { type: 'signature_delta', signature: signature.slice(3) }] : []))
const wanted = [{ type: 'thinking', thinking: odd, signature: 'EqQBCgIYAhIk' }, { type: 'redacted_thinking', data: 'EmwKAhgBEgy3' }]
const claude = body => same(body.messages[1]?.content.slice(0, 2), wanted) && same(body.messages[1].content[2].text, 'Answer.') ? '' : 'messages.1.content.0: Invalid `signature` in `thinking` block'
let { done, next } = await twice('anthropic/m', [claudeStart, ...thinking(0, odd, wanted[0].signature), ...block(1, wanted[1]), ...text(2, 'Answer.'), ...claudeEnd], claude)
expect(done.reply === 'Answer.' && next.reply === 'Answer.' && next.attempts === 1, `anthropic: blocks go back unchanged: ${next.error} ${JSON.stringify(next.bodies?.[0]?.messages)}`)
expect(!JSON.stringify(next.bodies[0].messages[0]).includes('thinking') && next.bodies[0].messages[2].content.length === 1, 'anthropic: the user has no thoughts')
;({ done, next } = await twice('anthropic/m', [claudeStart, ...thinking(0, 'a', 'c2ln'), ...text(1, 'A.'), ...thinking(2, 'b', 'c2ln'), ...text(3, 'B.'), ...claudeEnd], () => ''))
expect(done.reply === 'A.B.' && !done.reasoning && next.bodies[0].messages[1].content.length === 1, `anthropic: thoughts between texts have no place, so none goes back: ${done.reasoning}`)
;({ done, next } = await twice('anthropic/m', [claudeStart, ...thinking(0, 'a', ''), ...text(1, 'A.'), ...claudeEnd], () => ''))
expect(done.reply === 'A.' && !done.reasoning, 'anthropic: a thought without its signature stays')
;({ done, next } = await twice('anthropic/m', [claudeStart, ...thinking(0, 'a', 'c2ln'), ...text(1, 'A.'), ...claudeEnd], body => JSON.stringify(body).includes('signature') ? 'messages.1.content.0: Invalid `signature` in `thinking` block' : ''))
expect(next.reply === 'A.' && next.attempts === 2 && next.bodies[1].messages[1].content.length === 1, `anthropic: where a signature is refused, once more without: ${next.error}`)
;({ done, next } = await twice('anthropic/m', [claudeStart, ...thinking(0, 'a', 'c2ln'), ...text(1, 'A.'), ...claudeEnd], () => 'thinking is never right'))
expect(next.attempts === 2 && next.error, 'anthropic: once more only')
;({ done, next } = await twice('anthropic/m', [claudeStart, ...thinking(0, 'x'.repeat(3000), KEY), ...text(1, 'A.'), ...claudeEnd], () => ''))
expect(!done.reasoning && !JSON.stringify(done).includes(KEY), 'anthropic: a thought with the key is not kept')
;({ done, next } = await twice('anthropic/m', [claudeStart, ...block(0, { type: 'thinking', thinking: '', signature: '' }, ...Array.from({ length: 40 }, () => ({ type: 'thinking_delta', thinking: 'y'.repeat(10000) })), { type: 'signature_delta', signature: 'c2ln' }), ...text(1, 'A.'), ...claudeEnd], () => ''))
expect(done.reply === 'A.' && !done.reasoning, 'anthropic: a thought that is too large is not kept in part')
rule = () => ''
events = [claudeStart, ...thinking(0, 'a', 'c2ln'), ...text(1, 'A.'), ...claudeEnd]
done = await ask('anthropic/m', ['--user', 'one', '--keep', '-'])
next = await ask('anthropic/other', ['--user', 'one', '--assistant', 'A.', '--reasoning', done.reasoning, '--user', 'two'])
expect(done.reasoning && next.bodies[0].messages[1].content.length === 1, 'anthropic: another model gets none')
for (const bad of ['{', '[]', '{"model":"anthropic/m"}', '{"model":"anthropic/m","items":7}']) {
    next = await ask('anthropic/m', ['--user', 'one', '--assistant', 'A.', '--reasoning', bad, '--user', 'two'])
    expect(next.reply === 'A.' && next.bodies[0].messages[1].content.length === 1, `no form: ${bad}`)
}

// ---- OpenAI's responses: encrypted items without numbers, before their message ----
const item = { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: odd }], encrypted_content: 'gAAAAABo', status: 'completed' }
const done1 = { type: 'response.completed', response: { status: 'completed', usage: { input_tokens: 1, output_tokens: 2 } } }
const responses = body => {
    if (!same(body.include, ['reasoning.encrypted_content']) || body.store !== false) return 'include is wanted'
    const at = body.input.findIndex(one => one.type === 'reasoning')
    if (at < 0 || body.input[at].id) return "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false."
    if (body.input[at + 1]?.role !== 'assistant') return "Item 'rs_1' of type 'reasoning' was provided without its required following item."
    return same(body.input[at], { type: 'reasoning', summary: item.summary, encrypted_content: item.encrypted_content }) ? '' : 'The encrypted content could not be verified.'
}
const added = type => ({ type: 'response.output_item.added', item: { type } })
;({ done, next } = await twice('openai-responses/m', [added('reasoning'), { type: 'response.output_item.done', item }, added('message'), { type: 'response.output_text.delta', delta: 'Answer.' }, done1], responses))
expect(next.reply === 'Answer.' && next.attempts === 1, `responses: the encrypted item goes back: ${next.error} ${JSON.stringify(next.bodies?.at(-1)?.input)}`)
;({ done, next } = await twice('openai-responses/m', [added('reasoning'), { type: 'response.output_item.done', item: { ...item, encrypted_content: null } }, added('message'), { type: 'response.output_text.delta', delta: 'A.' }, done1], () => ''))
expect(!done.reasoning && !next.bodies[0].input.some(one => one.type === 'reasoning'), 'responses: without its content an item stays')
rule = body => body.include ? 'Encrypted content is not supported with this model.' : ''
done = await ask('openai-responses/m', ['--user', 'one', '--keep', '-'])
expect(done.reply === 'A.' && done.attempts === 2, `responses: a model without encrypted content: ${done.error}`)

// ---- chat completions: servers disagree ----
const delta = fields => ({ choices: [{ index: 0, delta: fields }] }), stop = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
const fields = [...odd].map(c => delta({ content: null, reasoning_content: c }))
const assistants = body => body.messages.filter(one => one.role === 'assistant')
const never = body => assistants(body).some(one => 'reasoning_content' in one) ? 'reasoning_content is not allowed in input messages' : ''
const always = words => body => assistants(body).every(one => one.reasoning_content === odd) ? '' : words
;({ done, next } = await twice('compatible/deepseek-reasoner', [...fields, delta({ content: 'A.' }), stop, 'data: [DONE]\n\n'], never))
expect(done.reasoning && next.reply === 'A.' && next.attempts === 1, `a server that refuses it gets none: ${next.error}`)
for (const words of ['The `reasoning_content` in the thinking mode must be passed back to the API.', 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2']) {
    ;({ done, next } = await twice('compatible/deepseek-v4', [...fields, delta({ content: 'A.' }), stop], always(words)))
    expect(next.reply === 'A.' && next.attempts === 2 && same(assistants(next.bodies[1])[0], { role: 'assistant', content: 'A.', reasoning_content: odd }), `a server that demands it gets it: ${next.error}`)
}
;({ done, next } = await twice('compatible/deepseek-v4', [delta({ content: 'A.' }), stop], body => assistants(body).every(one => 'reasoning_content' in one) ? '' : 'reasoning_content must be passed back'))
expect(next.reply === 'A.' && assistants(next.bodies[1])[0].reasoning_content === '', 'also where the model did not think')
;({ done, next } = await twice('compatible/m', [...fields, delta({ content: 'A.' }), stop], () => 'reasoning_content is missing'))
expect(next.attempts <= 3 && next.error, `no loop: ${next.attempts}`)
const details = [{ type: 'reasoning.summary', summary: 'short', index: 0, format: 'x' }, { type: 'reasoning.text', text: odd, index: 1, format: 'anthropic-claude-v1', signature: 'c2ln' }, { type: 'reasoning.encrypted', data: 'gAAA', index: 2 }]
const cut = [details[0], ...[...odd].map((c, i) => ({ type: 'reasoning.text', text: c, index: 1, ...(!i && { format: 'anthropic-claude-v1' }) })), { type: 'reasoning.text', text: '', index: 1, signature: 'c2ln' }, details[2]]
const router = body => {
    const [given] = assistants(body), sorted = one => JSON.stringify(Object.entries(one).sort())
    return same(given.reasoning_details?.map(sorted), details.map(sorted)) && given.reasoning === undefined ? '' : 'reasoning_details: the sequence was changed'
}
;({ done, next } = await twice('openrouter/m', [...cut.map(one => delta({ content: '', reasoning: one.text ?? null, reasoning_details: [one] })), delta({ content: 'A.' }), stop], router))
expect(next.reply === 'A.' && next.attempts === 1, `openrouter: details go back as one sequence: ${next.error} ${JSON.stringify(assistants(next.bodies?.[0] ?? { messages: [] }))}`)
;({ done, next } = await twice('openrouter/m', [delta({ reasoning: 'because' }), delta({ content: 'A.' }), stop], body => assistants(body)[0].reasoning === 'because' ? '' : 'reasoning'))
expect(next.attempts === 1, 'openrouter: or the field that came')

// ---- Bedrock ----
framed = true
const bedrockEnd = [['messageStop', { stopReason: 'end_turn' }], ['metadata', { usage: { inputTokens: 1, outputTokens: 2 } }]]
const part = (index, content) => ['contentBlockDelta', { contentBlockIndex: index, delta: content }]
const thought = [...[...odd].map(c => part(0, { reasoningContent: { text: c } })), part(0, { reasoningContent: { signature: 'c2ln' } }), ['contentBlockStop', { contentBlockIndex: 0 }], part(1, { reasoningContent: { redactedContent: 'UmVk' } }), ['contentBlockStop', { contentBlockIndex: 1 }]]
;({ done, next } = await twice('bedrock/m', [...thought, part(2, { text: 'A.' }), ['contentBlockStop', { contentBlockIndex: 2 }], ...bedrockEnd],
    body => same(body.messages[1]?.content, [{ reasoningContent: { reasoningText: { text: odd, signature: 'c2ln' } } }, { reasoningContent: { redactedContent: 'UmVk' } }, { text: 'A.' }]) ? '' : 'The model returned the following errors: messages.1.content.0.thinking.signature'))
expect(done.reply === 'A.' && next.reply === 'A.' && next.attempts === 1, `bedrock: blocks go back unchanged: ${next.error} ${JSON.stringify(next.bodies?.[0]?.messages)}`)
server.closeAllConnections()
server.close()
finish()
