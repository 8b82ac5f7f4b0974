// mcp_answers.mjs PROGRAM [FILE]: the server that `PROGRAM mcp` starts answers initialize, tools/list and a map
// of FILE, which is below its folder, and ends with its input.
import assert from 'node:assert'
import { Client } from '../wire/mcp_client.mjs'

const client = new Client(process.argv[2], [])
const hello = await client.initialize()
assert.equal(hello.serverInfo.name, 'fovea')
const { result } = await client.request('tools/list', {})
assert(result.tools.some(tool => tool.name === 'map'))
if (process.argv[3]) {
    const answer = await client.call('map', { path: process.argv[3] })
    assert(!answer.result.isError, answer.result.content[0].text)
    assert.match(answer.result.content[0].text, /File Map: /)
}
client.process.stdin.end()
assert.deepEqual(await client.exited, { code: 0, signal: null })
