// An embedding server whose vectors follow from the words of a text, so that texts with the same words are near. What it
// is asked is kept for the test; `trouble` answers before it does, when it returns true.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

export const DIMENSIONS = 64

// `salt` makes another model of it.
function vectorOf(text, salt) {
    const vector = new Array(DIMENSIONS).fill(0)
    for (const word of text.toLowerCase().match(/[a-z]+/g) ?? ['none']) {
        const hash = createHash('sha256').update(salt + word).digest()
        for (let i = 0; i < DIMENSIONS; i++) vector[i] += (hash[i % 32] ^ i * 7 & 255) / 128 - 1
    }
    return vector
}

export async function serve({ salt = '', trouble } = {}) {
    const seen = [], state = { salt, trouble, seen }
    const server = createServer((request, response) => {
        let body = ''
        request.on('data', piece => { body += piece })
        request.on('end', () => {
            const asked = { path: request.url, headers: request.headers, body, number: seen.length }
            seen.push(asked)
            if (state.trouble?.(asked, response, request)) return
            const { input, model } = JSON.parse(body)
            const texts = [input].flat()
            response.setHeader('content-type', 'application/json')
            const vectors = texts.map(text => vectorOf(text, state.salt))
            const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
            state.answered = (state.answered ?? 0) + tokens
            if (request.url === '/api/embed')
                response.end(JSON.stringify({ model, embeddings: vectors, prompt_eval_count: tokens }))
            else
                response.end(JSON.stringify({ // in another order than it was asked
                    object: 'list', model, usage: { prompt_tokens: tokens, total_tokens: tokens },
                    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse(),
                }))
        })
    })
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
    state.url = `http://127.0.0.1:${server.address().port}`
    state.close = () => { server.closeAllConnections(); server.close() }
    return state
}
