// share_link.mjs FOLDER BYTES: a folder as a server of files whose answers together take at most so many bytes a second, as
// over a slow link. Prints its port, and ends with its standard input.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'

const [folder, rate] = process.argv.slice(2)
const PIECE = 16 << 10
let free = 0 // when the link is free again, in ms
async function pass(bytes) {
    const now = performance.now()
    free = Math.max(free, now) + bytes / Number(rate) * 1000
    if (free - now > 2) await new Promise(resolve => setTimeout(resolve, free - now))
}
const server = createServer(async (request, response) => {
    const path = join(folder, normalize(new URL(request.url, 'http://x').pathname))
    let size
    try { size = statSync(path).size } catch { return response.writeHead(404).end() }
    response.writeHead(200, { 'content-length': size })
    if (request.method === 'GET')
        for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
            await pass(piece.length)
            response.write(piece)
        }
    response.end()
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.stdin.resume().on('end', () => process.exit(0))
