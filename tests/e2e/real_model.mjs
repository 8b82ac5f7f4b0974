// The client of chat models (by chat_driver) against llama-server of llama.cpp, by both APIs that it offers. The model is a
// vocabulary with random weights: `real_model.mjs DRIVER SERVER DIRECTORY` writes it. See real_model.sh.
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const [driver, program, directory] = process.argv.slice(2)
const LAYERS = 2, WIDTH = 64, HEADS = 4, INNER = 128, WINDOW = 2048
let failures = 0
const expect = (holds, what) => {
    console.log(`${holds ? 'ok' : 'FAILED'}: ${what}`)
    if (!holds) failures++
}

// ---- a model: the keys of a vocabulary's GGUF file, and tensors of random numbers ----

const SIZES = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 }, STRING = 8, LIST = 9
function readKeys(file) {
    const keys = new Map()
    let at = 24
    const u32 = () => file.readUInt32LE((at += 4) - 4), u64 = () => Number(file.readBigUInt64LE((at += 8) - 8))
    const text = () => { const length = u64(); return file.toString('latin1', at, at += length) }
    const skip = type => {
        if (type === STRING) text()
        else if (type === LIST) for (let inner = u32(), n = u64(); n > 0; n--) skip(inner)
        else at += SIZES[type]
    }
    for (let n = Number(file.readBigUInt64LE(16)); n > 0; n--) {
        const name = text(), start = at
        skip(u32())
        keys.set(name, file.subarray(start, at))
    }
    return keys
}
const number = (value, type = 4) => {
    const bytes = Buffer.alloc(8)
    bytes.writeUInt32LE(type)
    type === 6 ? bytes.writeFloatLE(value, 4) : bytes.writeUInt32LE(value, 4)
    return bytes
}
const text = value => { const bytes = Buffer.from(value), length = Buffer.alloc(8); length.writeBigUInt64LE(BigInt(bytes.length)); return Buffer.concat([length, bytes]) }
const u64 = value => { const bytes = Buffer.alloc(8); bytes.writeBigUInt64LE(BigInt(value)); return bytes }
const u32 = value => { const bytes = Buffer.alloc(4); bytes.writeUInt32LE(value); return bytes }

function writeModel(vocabulary, path) {
    const keys = readKeys(readFileSync(vocabulary)), tokens = Number(keys.get('tokenizer.ggml.tokens').readBigUInt64LE(8))
    for (const [name, value] of Object.entries({ context_length: WINDOW, embedding_length: WIDTH, block_count: LAYERS, feed_forward_length: INNER, 'attention.head_count': HEADS, 'attention.head_count_kv': HEADS, 'rope.dimension_count': WIDTH / HEADS, vocab_size: tokens }))
        keys.set(`llama.${name}`, number(value))
    keys.set('llama.attention.layer_norm_rms_epsilon', number(1e-5, 6))
    keys.set('general.file_type', number(0))
    const tensors = [['token_embd.weight', WIDTH, tokens], ['output_norm.weight', WIDTH], ['output.weight', WIDTH, tokens]]
    for (let i = 0; i < LAYERS; i++)
        for (const [name, ...sides] of [['attn_norm', WIDTH], ['attn_q', WIDTH, WIDTH], ['attn_k', WIDTH, WIDTH], ['attn_v', WIDTH, WIDTH], ['attn_output', WIDTH, WIDTH], ['ffn_norm', WIDTH], ['ffn_gate', WIDTH, INNER], ['ffn_up', WIDTH, INNER], ['ffn_down', INNER, WIDTH]])
            tensors.push([`blk.${i}.${name}.weight`, ...sides])
    const parts = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(keys.size)]
    for (const [name, value] of keys) parts.push(text(name), value)
    let offset = 0
    for (const [name, ...sides] of tensors) {
        parts.push(text(name), u32(sides.length), ...sides.map(u64), u32(0), u64(offset))
        offset += sides.reduce((a, b) => a * b) * 4
    }
    const head = Buffer.concat(parts), file = openSync(path, 'w')
    writeSync(file, Buffer.concat([head, Buffer.alloc(-head.length & 31)]))
    let seed = 1
    for (const [name, ...sides] of tensors) {
        const values = new Float32Array(sides.reduce((a, b) => a * b))
        for (let i = 0; i < values.length; i++) {
            seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
            values[i] = name.includes('norm') ? 1 : (seed / 2 ** 32 - 0.5) / 2
        }
        writeSync(file, Buffer.from(values.buffer))
    }
    closeSync(file)
}

// ---- the server and the client ----

const model = join(directory, 'random.gguf'), port = 18000 + process.pid % 1000, url = `http://127.0.0.1:${port}`
if (!existsSync(model)) writeModel(join(directory, 'llama.cpp/models/ggml-vocab-llama-spm.gguf'), model)
const KEY = 'a-key-for-this-test-0123'
const server = spawn(program, ['-m', model, '--host', '127.0.0.1', '--port', String(port), '-c', String(WINDOW), '-np', '1', '-t', '1', '--chat-template', 'chatml', '--api-key', KEY, '--no-warmup'], { stdio: ['ignore', 'ignore', 'pipe'] })
let log = ''
server.stderr.on('data', piece => { log += piece })
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))
const healthy = async () => { try { return (await fetch(`${url}/health`)).ok } catch { return false } }
for (let i = 0; i < 300 && !await healthy() && server.exitCode === null; i++) await sleep(200)
if (!await healthy()) {
    console.log(`FAILED: the server does not start\n${log.slice(-2000)}`)
    process.exit(1)
}
const ask = (name, question, args = [], key = KEY) => new Promise(resolve => {
    const child = spawn(driver, [name, url, question, ...args.map(String)], { env: { PATH: process.env.PATH, HOME: directory, LLAMA_API_KEY: key, ANTHROPIC_API_KEY: key, FOVEA_MODEL_KEY: key } })
    let out = ''
    child.stdout.on('data', piece => { out += piece })
    child.on('close', status => {
        const lines = out.split('\n').filter(Boolean).map(line => JSON.parse(line)), texts = lines.filter(line => line.text !== undefined)
        resolve({ status, texts, text: texts.map(line => line.text).join(''), ...Object.assign({}, ...lines.filter(line => line.text === undefined)) })
    })
})
for (const [name, api] of [['llama/random', 'chat completions'], ['compatible/random', 'chat completions, any server'], ['anthropic/random', 'messages']]) {
    let done = await ask(name, 'send', ['--system', 'Be brief.', '--user', 'Hello, who are you?', '--max-tokens', 40])
    const input = done.input + done.cache_read
    console.log(`   ${JSON.stringify(done.reply)}, ${done.input} + ${done.cache_read} tokens in, ${done.output} out, ${done.texts.length} pieces, ${done.ms} ms`)
    expect(done.status === 0 && ['max_tokens', 'ended'].includes(done.stop) && done.text === done.reply && done.attempts === 1, `${api}: an answer (${done.error ?? done.stop})`)
    expect(done.known && done.output > 0 && done.output <= 40 && done.input + done.cache_read > 10, `${api}: usage`)
    expect(done.stop !== 'max_tokens' || done.output === 40, `${api}: as many tokens as asked for`)
    done = await ask(name, 'send', ['--user', 'Count.', '--max-tokens', 1500, '--cancel-text', 100])
    expect(done.status === 0 && done.stop === 'cut' && done.why === 'interrupted' && done.ms - done.texts[0].ms < 250, `${api}: cancelled`)
    done = await ask(name, 'send', ['--user', 'one', '--assistant', 'two', '--user', 'three', '--user', 'four', '--max-tokens', 5])
    expect(done.status === 0 && done.known, `${api}: several messages (${done.error ?? done.stop})`)
    done = await ask(name, 'send', ['--user', 'word '.repeat(3000), '--max-tokens', 5])
    expect(done.status === 2 && done.attempts === 1 && /context|size|token/i.test(done.error), `${api}: beyond the window: ${done.error}`)
    done = await ask(name, 'send', ['--user', 'a'], 'a-wrong-key-0123456789')
    expect(done.status === 1 && done.error.includes('status 401') && done.attempts === 1, `${api}: a wrong key: ${done.error}`)
    done = await ask(name, 'count', ['--system', 'Be brief.', '--user', 'Hello, who are you?'])
    expect(done.status === 0 && (done.counted ? done.count === input : done.count >= input), `${api}: ${done.count} tokens ${done.counted ? 'counted' : 'estimated'}, ${input} used`)
    done = await ask(name, 'window')
    expect(done.window === WINDOW, `${api}: a window of ${done.window}`)
    done = await ask(name, 'list')
    expect(done.status === 0 && done.offers.length === 1, `${api}: offers ${JSON.stringify(done.offers ?? done.error)}`)
}
server.kill()
process.exit(failures ? 1 : 0)
