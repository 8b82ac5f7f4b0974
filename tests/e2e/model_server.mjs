// A model that plays back a script, for tests that drive real agents without a network. It speaks
// the four protocols they use: Anthropic messages, OpenAI chat completions, OpenAI responses, Gemini.
// How to use it: tests/e2e/README.md.
//
// Which turn of the script answers a request follows from the request alone: it is the number of the
// model's turns in its history. Retries, and requests beside the conversation, therefore shift nothing.
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

const usageTokens = { input: 10, output: 10 }
const list = value => (Array.isArray(value) ? value : [])
const textOf = value => (typeof value === 'string' ? value : list(value).map(part => part.text ?? '').join(''))
const object = text => {
    try {
        return JSON.parse(text)
    } catch {
        return text
    }
}
const image = (mime, data) => ({ mime, data })
// `data:image/png;base64,…`
const imageOfUrl = url => {
    const [, mime, data] = /^data:([^;,]*);base64,(.*)$/s.exec(url ?? '') ?? []
    return data ? [image(mime, data)] : []
}

// How often the list goes from something else to the model's part.
function countTurns(items, isModel) {
    return items.filter((item, i) => isModel(item) && !(i && isModel(items[i - 1]))).length
}

// Each protocol: `read` takes a request's body apart into { stream, model, system, tools, turn, calls,
// results }, `write` gives the events of a stream or, without one, [the whole answer].
const anthropic = {
    read(body) {
        const messages = list(body.messages)
        const parts = messages.flatMap(message => list(message.content))
        return {
            stream: body.stream === true,
            system: textOf(body.system),
            tools: list(body.tools).map(tool => ({ name: tool.name, description: tool.description, schema: tool.input_schema })),
            turn: messages.filter(message => message.role === 'assistant').length,
            calls: parts.filter(part => part.type === 'tool_use').map(part => ({ id: part.id, name: part.name, args: part.input })),
            results: parts.filter(part => part.type === 'tool_result').map(part => ({
                id: part.tool_use_id,
                text: textOf(part.content),
                images: list(part.content).filter(item => item.source?.data).map(item => image(item.source.media_type, item.source.data)),
                isError: part.is_error === true,
            })),
        }
    },
    write(request, turn) {
        const content = [
            ...(turn.text ? [{ type: 'text', text: turn.text }] : []),
            ...turn.calls.map(call => ({ type: 'tool_use', id: call.id, name: call.name, input: call.args })),
        ]
        const stop_reason = turn.calls.length ? 'tool_use' : 'end_turn'
        const usage = { input_tokens: usageTokens.input, output_tokens: usageTokens.output }
        const message = { id: request.id, type: 'message', role: 'assistant', model: request.model, content: [], stop_reason: null, stop_sequence: null, usage }
        if (!request.stream) return [{ ...message, content, stop_reason }]
        const events = [{ type: 'message_start', message }]
        content.forEach((part, index) => {
            const [start, delta] = part.type === 'text'
                ? [{ type: 'text', text: '' }, { type: 'text_delta', text: part.text }]
                : [{ ...part, input: {} }, { type: 'input_json_delta', partial_json: JSON.stringify(part.input) }]
            events.push({ type: 'content_block_start', index, content_block: start },
                { type: 'content_block_delta', index, delta }, { type: 'content_block_stop', index })
        })
        return [...events, { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage }, { type: 'message_stop' }]
    },
    frame: event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
}

const chat = {
    read(body) {
        const messages = list(body.messages)
        return {
            stream: body.stream === true,
            system: messages.filter(message => /system|developer/.test(message.role)).map(message => textOf(message.content)).join('\n'),
            tools: list(body.tools).map(({ function: tool }) => ({ name: tool?.name, description: tool?.description, schema: tool?.parameters })),
            turn: messages.filter(message => message.role === 'assistant').length,
            calls: messages.flatMap(message => list(message.tool_calls)).map(call => ({ id: call.id, name: call.function.name, args: object(call.function.arguments) })),
            // Images cannot be in a tool's result here: clients send them in a user's message after it.
            results: messages.flatMap((message, i) => {
                if (message.role !== 'tool') return []
                const after = messages.slice(i + 1).find(other => other.role !== 'tool')
                const images = [message, after?.role === 'user' ? after : {}]
                    .flatMap(other => list(other.content)).flatMap(part => imageOfUrl(part.image_url?.url))
                return [{ id: message.tool_call_id, text: textOf(message.content), images, isError: false }]
            }),
        }
    },
    write(request, turn) {
        const calls = turn.calls.map((call, index) => ({ index, id: call.id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.args) } }))
        const finish_reason = calls.length ? 'tool_calls' : 'stop'
        const message = { role: 'assistant', content: turn.text || null, ...(calls.length ? { tool_calls: calls } : {}) }
        const usage = { prompt_tokens: usageTokens.input, completion_tokens: usageTokens.output, total_tokens: usageTokens.input + usageTokens.output }
        const head = { id: request.id, created: 1, model: request.model }
        if (!request.stream) return [{ ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage }]
        const chunk = (delta, reason) => ({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] })
        return [chunk(message, null), chunk({}, finish_reason), { ...head, object: 'chat.completion.chunk', choices: [], usage }, '[DONE]']
    },
    frame: event => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`,
}

const responses = {
    read(body) {
        const items = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : list(body.input)
        const isModel = item => item.role === 'assistant' || /^(reasoning|\w+_call)$/.test(item.type)
        const flat = tool => (tool.type === 'namespace' ? list(tool.tools).map(inner => ({ ...inner, namespace: tool.name })) : [tool])
        return {
            stream: body.stream === true,
            system: [body.instructions ?? '', ...items.filter(item => /system|developer/.test(item.role)).map(item => textOf(item.content))].join('\n'),
            tools: list(body.tools).flatMap(flat).map(tool => ({ name: tool.name ?? tool.type, namespace: tool.namespace, custom: tool.type === 'custom', description: tool.description, schema: tool.parameters })),
            turn: countTurns(items, isModel),
            calls: items.filter(item => /^(function|custom_tool)_call$/.test(item.type)).map(item => ({ id: item.call_id, name: item.name, args: object(item.arguments ?? item.input) })),
            results: items.filter(item => /_call_output$/.test(item.type)).map(item => ({
                id: item.call_id,
                text: textOf(item.output),
                images: list(item.output).flatMap(part => imageOfUrl(part.image_url)),
                isError: false,
            })),
        }
    },
    write(request, turn) {
        const output = turn.calls.map(call => (call.custom
            ? { type: 'custom_tool_call', id: 'i' + call.id, call_id: call.id, name: call.name, input: String(call.args), status: 'completed' }
            : { type: 'function_call', id: 'i' + call.id, call_id: call.id, name: call.name, ...(call.namespace ? { namespace: call.namespace } : {}), arguments: JSON.stringify(call.args), status: 'completed' }))
        const text = { type: 'output_text', text: turn.text, annotations: [] }
        if (turn.text) output.unshift({ type: 'message', id: 'm' + request.id, role: 'assistant', status: 'completed', content: [text] })
        const usage = {
            input_tokens: usageTokens.input, input_tokens_details: { cached_tokens: 0 },
            output_tokens: usageTokens.output, output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: usageTokens.input + usageTokens.output,
        }
        const response = { id: request.id, object: 'response', created_at: 1, model: request.model, status: 'completed', output, usage }
        if (!request.stream) return [response]
        const events = [{ type: 'response.created', response: { ...response, status: 'in_progress', output: [] } }]
        output.forEach((item, output_index) => {
            const place = { output_index, item_id: item.id, content_index: 0 }
            const begun = { ...item, status: 'in_progress', ...(item.content ? { content: [] } : item.type === 'function_call' ? { arguments: '' } : { input: '' }) }
            events.push({ type: 'response.output_item.added', output_index, item: begun })
            if (item.content) {
                events.push({ type: 'response.content_part.added', ...place, part: { ...text, text: '' } },
                    { type: 'response.output_text.delta', ...place, delta: text.text },
                    { type: 'response.output_text.done', ...place, text: text.text },
                    { type: 'response.content_part.done', ...place, part: text })
            } else if (item.type === 'function_call') {
                events.push({ type: 'response.function_call_arguments.delta', ...place, delta: item.arguments },
                    { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments })
            }
            events.push({ type: 'response.output_item.done', output_index, item })
        })
        return [...events, { type: 'response.completed', response }].map((event, sequence_number) => ({ ...event, sequence_number }))
    },
    frame: event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
}

const gemini = {
    read(body, path) {
        const contents = list(body.contents)
        const parts = contents.flatMap((content, turn) => list(content.parts).map(part => ({ ...part, turn })))
        const images = part => [...list(part.functionResponse?.parts), ...list(contents[part.turn].parts)]
            .filter(other => other.inlineData).map(other => image(other.inlineData.mimeType, other.inlineData.data))
        return {
            stream: path.includes(':stream'),
            system: textOf(body.systemInstruction?.parts),
            tools: list(body.tools).flatMap(tool => list(tool.functionDeclarations)).map(tool => ({ name: tool.name, description: tool.description, schema: tool.parametersJsonSchema ?? tool.parameters })),
            turn: countTurns(contents, content => content.role === 'model'),
            calls: parts.filter(part => part.functionCall).map(({ functionCall: call }) => ({ id: call.id, name: call.name, args: call.args })),
            results: parts.filter(part => part.functionResponse).map(part => {
                const { id, name, response } = part.functionResponse
                const text = response?.output ?? response?.result ?? response?.error ?? JSON.stringify(response)
                return { id, name, text: typeof text === 'string' ? text : JSON.stringify(text), images: images(part), isError: response?.error !== undefined }
            }),
        }
    },
    write(request, turn) {
        const parts = [
            ...(turn.text ? [{ text: turn.text }] : []),
            ...turn.calls.map(call => ({ functionCall: { id: call.id, name: call.name, args: call.args } })),
        ]
        const usageMetadata = { promptTokenCount: usageTokens.input, candidatesTokenCount: usageTokens.output, totalTokenCount: usageTokens.input + usageTokens.output }
        return [{ candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }], usageMetadata, modelVersion: request.model, responseId: request.id }]
    },
    frame: event => `data: ${JSON.stringify(event)}\n\n`,
}

const routes = [
    [/\/messages$/, 'anthropic', anthropic],
    [/\/chat\/completions$/, 'chat', chat],
    [/\/responses$/, 'responses', responses],
    [/:(stream)?generateContent$/i, 'gemini', gemini],
]

// What clients ask beside the conversation.
const constants = [
    [/\/count_tokens$/, { input_tokens: 1000 }],
    [/:countTokens$/, { totalTokens: 1000 }],
    [/\/models$/, { object: 'list', data: [{ id: 'fake', object: 'model' }], models: [] }],
]

// The tool that the client offers for a name in the script: of that name, or one that ends in it
// (`mcp__server__name`, `mcp_server_name`, `server_name`, a namespace).
export function findTool(tools, name) {
    const full = tool => (tool.namespace ? `${tool.namespace}__${tool.name}` : tool.name)
    return tools.find(tool => tool.name === name && !tool.namespace) ?? tools.find(tool => full(tool) === name) ??
        tools.find(tool => full(tool).endsWith('_' + name)) ?? { name }
}

const unpackers = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }

async function readBody(message) {
    const pieces = []
    for await (const piece of message) pieces.push(piece)
    const bytes = Buffer.concat(pieces)
    const unpack = unpackers[message.headers['content-encoding']]
    const text = (unpack ? unpack(bytes) : bytes).toString()
    return text ? JSON.parse(text) : {}
}

export class ModelServer {
    // script: the turns; a function of a request may stand for the list or for any turn of it.
    // options: { aside: the answer to a request that offers no tools ('ok'), log: file for one JSON
    // line a request }
    constructor(script = [], options = {}) {
        this.script = script
        this.options = { aside: 'ok', ...options }
        this.requests = [] // of the conversation
        this.asides = [] // requests that offer no tools: titles, summaries, checks
        this.others = [] // every other path: { method, path }
        this.server = createServer((message, answer) => this.#take(message, answer).catch(error => {
            answer.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: String(error.stack) } }))
        }))
    }

    async listen(port = 0) {
        await new Promise((resolve, reject) => this.server.once('error', reject).listen(port, '127.0.0.1', resolve))
        this.url = `http://127.0.0.1:${this.server.address().port}`
        return this
    }

    close() {
        this.server.closeAllConnections()
        return new Promise(resolve => this.server.close(resolve))
    }

    // Every tool result that the client has sent, in order: { id, name, args, text, images, isError }.
    get results() {
        const last = this.requests.at(-1)
        const callOf = (result, i) => last.calls[result.id ? last.calls.findIndex(call => call.id === result.id) : i]
        return list(last?.results).map((result, i) => ({ ...callOf(result, i), ...result }))
    }

    async #take(message, answer) {
        const path = new URL(message.url, 'http://x').pathname
        const [, api, protocol] = routes.find(([pattern]) => pattern.test(path)) ?? []
        if (message.method !== 'POST' || !protocol) return this.#takeOther(message, answer, path)
        const body = await readBody(message)
        const request = { api, path, body, headers: message.headers, ...protocol.read(body, path) }
        request.model = body.model ?? /models\/([^:]*):/.exec(path)?.[1] ?? 'fake'
        request.id = `r${this.requests.length + this.asides.length}`
        const aside = request.tools.length === 0 && this.options.aside !== null
        ;(aside ? this.asides : this.requests).push(request)
        if (this.options.log) appendFileSync(this.options.log, JSON.stringify({ ...request, headers: undefined }) + '\n')
        const turn = await this.#turn(request, aside)
        if (turn.waitMs) await new Promise(resolve => setTimeout(resolve, turn.waitMs))
        if (turn.drop) return answer.destroy()
        if (turn.status) return this.#json(answer, { type: 'error', error: { type: 'api_error', message: turn.text, code: turn.status } }, turn.status)
        const events = protocol.write(request, turn)
        if (!request.stream) return this.#json(answer, events[0])
        answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
        for (const event of events) answer.write(protocol.frame(event))
        answer.end()
    }

    async #turn(request, aside) {
        let turn = typeof this.script === 'function' ? this.script : aside ? this.options.aside : this.script[request.turn]
        if (typeof turn === 'function') turn = await turn(request)
        if (turn === undefined) turn = 'The script has ended.'
        if (typeof turn === 'string') turn = { text: turn }
        if (turn.name) turn = { calls: [turn] }
        if (Array.isArray(turn)) turn = { calls: turn }
        const calls = list(turn.calls).map(({ name, args = {} }, i) =>
            ({ ...findTool(request.tools, name), args, id: `call_${request.turn}_${i}` }))
        return { text: '', ...turn, calls }
    }

    async #takeOther(message, answer, path) {
        this.others.push({ method: message.method, path })
        const [, constant] = constants.find(([pattern]) => pattern.test(path)) ?? []
        if (constant) return this.#json(answer, constant)
        if (message.method === 'HEAD') return answer.writeHead(200).end()
        this.#json(answer, { type: 'error', error: { type: 'not_found_error', message: `no ${path}` } }, 404)
    }

    #json(answer, value, status = 200) {
        answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
}

// model_server.mjs SCRIPT.json [LOG [PORT]]: prints its address, runs until it is ended.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [script, log, port] = process.argv.slice(2)
    const server = new ModelServer(JSON.parse(readFileSync(script)), { log })
    console.log((await server.listen(Number(port ?? 0))).url)
}
