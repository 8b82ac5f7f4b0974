// Streams as providers and gateways really send them, by public reports, byte for byte. The law for each: no byte of the answer is
// lost, what ends early is called cut, and an answer without text or edits is no success. The second half asks the agent with
// --yes, and looks at the file.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'

const [driver, program] = process.argv.slice(2), KEY = 'key-0123456789-abcdefghij'
let stream = [], requests = 0
const server = createServer((request, response) => {
    request.resume().on('end', async () => {
        requests++
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const piece of stream) {
            response.write(piece)
            await new Promise(resolve => setImmediate(resolve))
        }
        response.end()
    })
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`, directory = mkdtempSync(join(tmpdir(), 'fovea-dialects-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const env = { PATH: process.env.PATH, HOME: directory, TERM: 'dumb', ASAN_OPTIONS: process.env.ASAN_OPTIONS ?? '', ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, FOVEA_MODEL_KEY: KEY, ANTHROPIC_BASE_URL: url, FOVEA_MODEL_URL: url, OPENAI_BASE_URL: url }
function run(command, args, cwd) {
    requests = 0
    const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let out = '', errors = ''
    child.stdout.on('data', piece => { out += piece })
    child.stderr.on('data', piece => { errors += piece })
    return new Promise(resolve => child.on('close', status => resolve({ status, out, errors, requests })))
}
async function ask(model, pieces) {
    stream = pieces
    const { status, out, requests } = await run(driver, [model, url, 'send', '--user', 'hi', '--retries', '0'])
    const lines = out.split('\n').filter(Boolean).map(line => JSON.parse(line))
    return { status, requests, ...Object.assign({}, ...lines.filter(line => line.text === undefined && line.thought === undefined)) }
}

const raw = text => `data: ${text}\n\n`, event = value => raw(JSON.stringify(value)), done = raw('[DONE]')
const chunk = (delta, finish_reason = null, more = {}) => event({ choices: [{ index: 0, delta, finish_reason }], ...more })
const say = content => chunk({ content }), stop = chunk({}, 'stop'), half = text => raw(`{"choices":[{"index":0,"delta":{"content":"${text}"}}]}`)
const claude = (type, more = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const words = text => claude('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }), begin = claude('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
const ends = (stop_reason = 'end_turn') => claude('message_delta', { delta: { stop_reason }, usage: { output_tokens: 2 } }) + claude('message_stop')
const responses = (type, more = {}) => claude(`response.${type}`, more), completed = (more = {}) => responses('completed', { response: { status: 'completed', usage: { input_tokens: 1, output_tokens: 1 }, ...more } })
const o = 'compatible/m', a = 'anthropic/m', r = 'openai-responses/m'

// [what, model, pieces, the text, why it ended, or an error in place of both]
const cases = [
    ['a pair in two deltas', o, [half('a\\ud83d'), half('\\ude00b'), stop, done], 'a😀b', 'ended'],
    ['a pair in two deltas, with an empty one between', o, [half('a\\ud83d'), chunk({ content: '' }), half('\\ude00b'), stop, done], 'a😀b', 'ended'],
    ['a first half at the end', o, [half('a\\ud83d'), stop, done], 'a�', 'ended'],
    ['a second half alone', o, [half('\\ude00b'), stop, done], '�b', 'ended'],
    ['a NUL', o, [half('a\\u0000b'), stop, done], 'a�b', 'ended'],
    ['bytes that are no UTF-8', o, [Buffer.concat([Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"a'), Buffer.from([0xE4, 0xB8]), Buffer.from('b"}}]}\n\n')]), stop, done], 'a��b', 'ended'],
    ['a line separator of Unicode', o, [say('a\u2028b\u2029\u0085c'), stop, done], 'a\u2028b\u2029\u0085c', 'ended'],
    ['<think> cut into deltas', o, ['<th', 'ink>hm', '</thi', 'nk>\n\nA.'].map(say).concat(stop, done), 'A.', 'ended'],
    ['</think> alone', o, [say('hm\n</think>\n\nA.'), stop, done], 'A.', 'ended'],
    ['<think> in a code span is text', o, [say('The mark `<think>` begins it.'), stop, done], 'The mark `<think>` begins it.', 'ended'],
    ['reasoning alone', o, [chunk({ reasoning_content: 'hm' }), stop, done], '', 'ended'],
    ['empty choices first, in the middle, last', o, [event({ choices: [], prompt_filter_results: [] }), say('a'), event({ choices: [] }), say('b'), stop, event({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }), done], 'ab', 'ended'],
    ['choices that are null', o, [event({ choices: null }), say('a'), stop, done], 'a', 'ended'],
    ['comments that keep the connection alive', o, [': OPENROUTER PROCESSING\n\n'.repeat(50), say('a'), ': ping\n\n', say('b'), stop, done], 'ab', 'ended'],
    ['a comment within an event', o, [`: x\nevent: message\nid: 7\nretry: 10\n${say('a')}`, stop, done], 'a', 'ended'],
    ['no blank after the colon', o, [say('a').replace('data: ', 'data:'), stop.replace('data: ', 'data:'), 'data:[DONE]\n\n'], 'a', 'ended'],
    ['lines that end with CR LF, and with CR', o, [say('a').replaceAll('\n', '\r\n'), say('b').replaceAll('\n', '\r'), stop, done], 'ab', 'ended'],
    ['an event in two lines of data', o, ['data: {"choices":[{"index":0,\ndata: "delta":{"content":"a"}}]}\n\n', stop, done], 'a', 'ended'],
    ['the last event without its blank line', o, [say('a'), stop.trimEnd()], 'a', 'ended'],
    ['no [DONE]', o, [say('a'), stop], 'a', 'ended'],
    ['[DONE] without a reason', o, [say('a'), done], 'a', 'cut'],
    ['text with the reason, and after it', o, [say('a'), chunk({ content: 'b' }, 'stop'), say('c'), done], 'abc', 'ended'],
    ['a reason that is empty at first', o, [chunk({ content: 'a' }, ''), chunk({ content: 'b' }, 'stop'), done], 'ab', 'ended'],
    ['a delta that is null', o, [event({ choices: [{ index: 0, delta: null }] }), say('a'), stop, done], 'a', 'ended'],
    ['a list of parts', o, [chunk({ content: [{ type: 'text', text: 'a' }, { type: 'image_url' }, { type: 'text', text: 'b' }] }), stop, done], 'ab', 'ended'],
    ['another choice', o, [say('a'), event({ choices: [{ index: 1, delta: { content: 'x' } }] }), say('b'), stop, done], 'ab', 'ended'],
    ['a message in place of the deltas', o, [event({ choices: [{ index: 0, message: { role: 'assistant', content: 'ab' }, finish_reason: 'stop' }] }), done], 'ab', 'ended'],
    ['a message after the deltas repeats them', o, [say('a'), say('b'), event({ choices: [{ index: 0, delta: {}, message: { content: 'ab' }, finish_reason: 'stop' }] }), done], 'ab', 'ended'],
    ['text of the former completions', o, [event({ choices: [{ index: 0, text: 'ab', finish_reason: 'stop' }] }), done], 'ab', 'ended'],
    ['an error in place of a choice', o, [say('a'), event({ error: { code: 502, message: 'upstream gone' }, choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] })], 'a', 'cut'],
    ['an error as text', o, [say('a'), event({ error: 'overloaded' })], 'a', 'cut'],
    ['an error by name', o, [say('a'), 'event: error\ndata: {"message":"gone"}\n\n'], 'a', 'cut'],
    ['an error first', o, [event({ error: { message: 'gone', code: 400 } })], null, 'gone'],
    ['an object that is an error, not a stream', o, ['{"error":{"message":"no such model","code":404}}'], null, 'no such model'],
    ['a page', o, ['<!doctype html><title>Login</title>'], null, 'no stream of events'],
    ['nothing', o, [''], null, 'broke off'],
    ['half of an event', o, [say('a'), 'data: {"choices":[{"index":0,"del'], 'a', 'cut'],
    ['an event that is a number', o, [say('a'), raw('7'), stop], 'a', 'cut'],
    ['a JSON bomb', o, [say('a'), raw('['.repeat(5000))], 'a', 'cut'],
    ['tool calls with text', o, [say('I look.'), chunk({ tool_calls: [{ index: 0, function: { name: 'read', arguments: '{}' } }] }), chunk({}, 'tool_calls'), done], 'I look.', 'called'],
    ...Object.entries({ STOP: 'ended', eos: 'ended', end_turn: 'ended', COMPLETE: 'ended', length: 'max_tokens', MAX_TOKENS: 'max_tokens', max_output_tokens: 'max_tokens', model_length: 'window', content_filter: 'refused', SAFETY: 'refused', RECITATION: 'refused', tool_use: 'called', function_call: 'called', insufficient_system_resource: 'other', abort: 'other', pause_turn: 'other' }).map(([name, wanted]) => [`it ends with ${name}`, o, [say('a'), chunk({}, name), done], 'a', wanted]),
    ['text in the beginning of a block', a, [claude('content_block_start', { index: 0, content_block: { type: 'text', text: 'a' } }), words('b'), ends()], 'ab', 'ended'],
    ['no names of events', a, [begin, words('a'), ends()].map(text => text.replace(/event: .*\n/g, '')), 'a', 'ended'],
    ['unknown events, deltas and blocks', a, [claude('ping'), claude('new_thing', { deep: [[{}]] }), claude('content_block_start', { index: 0, content_block: { type: 'server_tool_use', name: 'x' } }), claude('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: '{"text":"no"}' } }), claude('content_block_delta', { index: 1, delta: { type: 'citations_delta', citation: { cited_text: 'no' } } }), words('a'), ends()], 'a', 'ended'],
    ['no end of the message', a, [begin, words('a'), claude('message_delta', { delta: { stop_reason: 'end_turn' } })], 'a', 'ended'],
    ['an end without a reason', a, [begin, words('a'), claude('message_stop')], 'a', 'cut'],
    ['an error within', a, [begin, words('a'), claude('error', { error: { type: 'overloaded_error', message: 'Overloaded' } })], 'a', 'cut'],
    ['a thought alone', a, [claude('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }), claude('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } }), ends()], '', 'ended'],
    ['it pauses', a, [begin, words('a'), ends('pause_turn')], 'a', 'other'],
    ['a message in place of a stream', a, [JSON.stringify({ type: 'message', content: [{ type: 'text', text: 'a' }, { type: 'tool_use' }, { type: 'text', text: 'b' }], stop_reason: 'end_turn' })], 'ab', 'ended'],
    ['text in the last event alone', r, [responses('created'), completed({ output: [{ type: 'reasoning', summary: [] }, { type: 'message', content: [{ type: 'output_text', text: 'ab' }] }] })], 'ab', 'ended'],
    ['text in deltas and in the last event', r, [responses('output_text.delta', { delta: 'ab' }), completed({ output: [{ type: 'message', content: [{ type: 'output_text', text: 'ab' }] }] })], 'ab', 'ended'],
    ['no last event', r, [responses('output_text.delta', { delta: 'a' })], 'a', 'cut'],
    ['an error within', r, [responses('output_text.delta', { delta: 'a' }), claude('error', { code: 'server_error', message: 'gone' })], 'a', 'cut'],
]
for (const [what, model, pieces, text, ended] of cases) {
    const got = await ask(model, pieces)
    const right = text === null ? got.status !== 0 && got.error?.includes(ended) : got.status === 0 && got.reply === text && got.stop === ended
    expect(right && got.requests === 1, `${model}: ${what}: ${JSON.stringify(got.reply)} ${got.stop} ${got.why} ${got.error ?? ''}`)
}
// Bytes in writes of one.
const all = Buffer.from([say('Grüße 世界 🎉'), half('\\ud83d'), half('\\ude00'), stop, done].join(''))
const one = await ask(o, [...all].map(byte => Buffer.from([byte])))
expect(one.reply === 'Grüße 世界 🎉😀' && one.stop === 'ended', `a byte at a time: ${one.reply}`)

// ---- the agent writes nothing of an answer that is not whole ----
const before = 'def take(queue, count):\n    """Takes tasks."""\n    return queue[:count]\n'
mkdirSync(join(tree, '.git'), { recursive: true })
writeFileSync(join(tree, '.git/HEAD'), 'ref: refs/heads/main\n')
const edit = 'I set it.\n\nq.py\n```\n<<<<<<< SEARCH\n    """Takes tasks."""\n=======\n    """Takes some."""\n>>>>>>> REPLACE\n```\n'
const cutEdit = edit.slice(0, edit.indexOf('>>>>>>>')), hmm = `<think>\n${edit}`
const unwritten = [
    ['an edit, then an error', o, [say(edit), event({ error: { message: 'gone', code: 502 } })]],
    ['an edit, then nothing', o, [say(edit)]],
    ['an edit, then [DONE] alone', o, [say(edit), done]],
    ['an edit, then length', o, [say(edit), chunk({}, 'length'), done]],
    ['an edit, then a filter', o, [say(edit), chunk({}, 'content_filter'), done]],
    ['an edit, then a word that is not known', o, [say(edit), chunk({}, 'insufficient_system_resource'), done]],
    ['half an edit, and a good end', o, [say(cutEdit), stop, done]],
    ['an edit in a thought', o, [say(hmm), stop, done]],
    ['an edit in a field of thoughts', o, [chunk({ reasoning_content: edit }), stop, done]],
    ['an edit in the arguments of a tool', o, [chunk({ tool_calls: [{ index: 0, function: { name: 'edit', arguments: JSON.stringify({ text: edit }) } }] }), chunk({}, 'tool_calls'), done]],
    ['a tool call in the text', o, [say('<tool_call>\n{"name": "write_file", "arguments": {"path": "q.py", "content": ""}}\n</tool_call>\n'), stop, done]],
    ['a function in the text', o, [say('<function=edit>\n<parameter=path>q.py</parameter>\n</function>\n'), stop, done]],
    ['no text', o, [stop, done]],
    ['blanks', o, [say(' \n\n'), stop, done]],
    ['an edit, then a pause', a, [begin, words(edit), ends('pause_turn')]],
    ['an edit, then an error', a, [begin, words(edit), claude('error', { error: { type: 'overloaded_error', message: 'busy' } })]],
    ['an edit, then no last event', r, [responses('output_text.delta', { delta: edit })]],
    ['an edit, then incomplete', r, [responses('output_text.delta', { delta: edit }), responses('incomplete', { response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } } })]],
]
const agent = (model, task) => run(program, ['agent', '--yes', '--model', model, task], tree)
for (const [what, model, pieces] of unwritten) {
    writeFileSync(join(tree, 'q.py'), before)
    stream = pieces
    const got = await agent(model, 'let take say some')
    expect(got.status !== 0 && readFileSync(join(tree, 'q.py'), 'utf8') === before, `${model}: ${what}: ${got.status} ${got.out} ${got.errors}`)
}
stream = [': ping\n\n', say(edit.slice(0, 30)), event({ choices: [] }), say(edit.slice(30)), chunk({}, 'STOP'), done]
writeFileSync(join(tree, 'q.py'), before)
const good = await agent(o, 'let take say some')
expect(good.status === 0 && readFileSync(join(tree, 'q.py'), 'utf8').includes('Takes some'), `the whole edit is written: ${good.status} ${good.out} ${good.errors}`)
server.closeAllConnections()
server.close()
finish()
