// Images: only what the user names goes out, as its bytes are, in the form of each API. A file that is no image, that is ignored,
// that looks secret or that a task names outside of the repository stays here.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'

const program = process.argv[2], directory = mkdtempSync(join(tmpdir(), 'fovea-image-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const bodies = []
const server = createServer((request, response) => {
    const parts = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
        if (request.method === 'POST' && !request.url.includes('count_tokens')) bodies.push(JSON.parse(Buffer.concat(parts)))
        response.writeHead(400, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { message: 'this model takes no images' }, message: 'this model takes no images' }))
    })
})
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`, KEY = 'key-0123456789-abcdefghij'
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb', ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: KEY, AWS_BEARER_TOKEN_BEDROCK: KEY, AWS_REGION: 'eu-west-1', ANTHROPIC_BASE_URL: url, OPENAI_BASE_URL: url, FOVEA_MODEL_URL: url, AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete env[name]
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('odd \0 bytes')]), jpeg = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(20, 7)])
mkdirSync(join(tree, '.git'), { recursive: true })
mkdirSync(join(tree, 'docs'))
const write = (path, bytes) => writeFileSync(join(tree, path), bytes)
write('.git/HEAD', 'ref: refs/heads/main\n')
write('.gitignore', 'hidden.png\n')
write('q.py', 'def take(queue, count):\n    return queue[:count]\n')
write('docs/shot.png', png)
write('photo.png', jpeg)
write('hidden.png', png)
write('text.png', 'ghp_0123 not an image\n')
write('large.png', Buffer.concat([png, Buffer.alloc(4 << 20)]))
writeFileSync(join(directory, 'outside.png'), png)
symlinkSync(join(directory, 'outside.png'), join(tree, 'link.png'))
function ask(model, question) {
    bodies.length = 0
    const child = spawn(program, ['ask', '--model', model, question], { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    child.stdout.on('data', piece => { text += piece })
    child.stderr.on('data', piece => { text += piece })
    return new Promise(resolve => child.on('close', status => resolve({ status, text, body: bodies.at(-1) })))
}
const data = png.toString('base64')
const forms = {
    'anthropic/m': body => body.messages.at(-1).content[0], 'compatible/m': body => body.messages.at(-1).content[0],
    'openai-responses/m': body => body.input.at(-1).content[0], 'bedrock/m': body => body.messages.at(-1).content[0],
}
const wanted = {
    'anthropic/m': { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
    'compatible/m': { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
    'openai-responses/m': { type: 'input_image', image_url: `data:image/png;base64,${data}` },
    'bedrock/m': { image: { format: 'png', source: { bytes: data } } },
}
for (const model of Object.keys(forms)) {
    const got = await ask(model, 'what is wrong in @docs/shot.png with take')
    expect(got.body && JSON.stringify(forms[model](got.body)) === JSON.stringify(wanted[model]), `${model}: the form: ${JSON.stringify(got.body)?.slice(0, 600)} ${got.text}`)
    expect(JSON.stringify(got.body).includes('[image docs/shot.png: image/png, 19 B]') && got.status !== 0 && got.text.includes('takes no images'), `${model}: it is named, and a refusal is said: ${got.text}`)
}
const photo = await ask('anthropic/m', 'what is on @photo.png')
expect(forms['anthropic/m'](photo.body).source.media_type === 'image/jpeg', 'the type is that of the bytes')
for (const [path, why] of [['hidden.png', 'may not see'], ['text.png', 'no image'], ['large.png', 'larger'], ['none.png', 'no such file'], ['link.png', 'may not see'], ['../outside.png', 'may not see'], [join(directory, 'outside.png'), 'may not see']]) {
    const got = await ask('anthropic/m', `what is on @${path}`)
    expect(got.status !== 0 && got.text.includes(why) && !bodies.length, `@${path}: ${got.status} ${got.text}`)
}
if (existsSync('/usr/bin/script')) {
    const lines = ['/image', '/image text.png', '/image hidden.png', `/image ${join(directory, 'outside.png')}`, '/context', 'what is it', '/quit']
    bodies.length = 0
    const child = spawn('script', ['-qec', `${program} agent --model anthropic/m`, '/dev/null'], { cwd: tree, env, stdio: ['pipe', 'pipe', 'ignore'] })
    let text = '', sent = 0, from = 0
    child.stdout.on('data', piece => {
        text += piece
        while (sent < lines.length && /(^|\n)> $/.test(text.slice(from))) {
            from = text.length
            child.stdin.write(`${lines[sent++]}\r`)
        }
    })
    await new Promise(resolve => child.on('close', resolve))
    expect(/which file\?[^]*no image[^]*may not see[^]*outside\.png: image\/png, 19 B\]/.test(text), `/image: ${text}`)
    expect(/ 50\d\d {2}high {5}context image .*outside\.png \(named by the user\)/.test(text) && JSON.stringify(bodies[0]?.messages).includes(data), `/context shows it, and it goes with the next task: ${text}`)
}
server.closeAllConnections()
server.close()
finish()
