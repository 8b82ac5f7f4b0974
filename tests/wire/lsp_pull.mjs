// fovea lsp: diagnostics that the client asks for, progress, folders that come and go, commands. (docs/lsp.md)
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LspClient } from './lsp_client.mjs'
import { expect, finish } from './mcp_client.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-lsp-pull-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), GIT_CONFIG_GLOBAL: '/dev/null' }
const helper = 'def helper(n):\n    return n * 2\n', broken = helper.replace('(n)', '(n, m)')
const user = 'from b import helper\n\n\ndef use():\n    return helper(1)\n'
const makeTree = name => {
    const tree = join(directory, name)
    mkdirSync(tree)
    writeFileSync(join(tree, 'a.py'), user)
    writeFileSync(join(tree, 'b.py'), helper)
    for (const words of [['init', '-q'], ['add', '-A'], ['commit', '-qm', 'one']])
        execFileSync('git', ['-C', tree, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { env })
    return { tree, uri: `file://${tree}`, b: `file://${tree}/b.py` }
}
const start = () => new LspClient(program, { cwd: '/', env })
const one = makeTree('one'), two = makeTree('two')
const ask = (client, uri, previousResultId) => client.ask('textDocument/diagnostic', { textDocument: { uri }, previousResultId })

// A client that cannot ask again when findings change: they are sent, and may be asked for as well.
{
    const client = start(), { capabilities } = await client.initialize(one.uri, { textDocument: { diagnostic: {} } })
    expect(capabilities.diagnosticProvider.interFileDependencies && capabilities.diagnosticProvider.workspaceDiagnostics, 'it says that it can be asked')
    await client.open(one.b, broken)
    const first = await ask(client, one.b)
    expect(first.result?.kind === 'full' && first.result.items[0]?.code === 'callers-not-updated', `the findings: ${JSON.stringify(first)}`)
    const again = await ask(client, one.b, first.result.resultId)
    expect(again.result?.kind === 'unchanged' && again.result.resultId === first.result.resultId && !again.result.items, 'the same findings')
    expect(await client.until(() => client.diagnostics(one.b)?.length === 1), 'they are sent, too')
    const all = await client.result('workspace/diagnostic', { previousResultIds: [] })
    expect(all.items.length === 1 && all.items[0].uri === one.b && all.items[0].version === 1 && all.items[0].items.length === 1, `those of the tree: ${JSON.stringify(all)}`)
    await client.change(one.b, 2, { text: helper })
    const mended = await ask(client, one.b, first.result.resultId)
    expect(mended.result?.kind === 'full' && mended.result.items.length === 0, `none when it is mended: ${JSON.stringify(mended)}`)
    const gone = await client.result('workspace/diagnostic', { previousResultIds: [{ uri: one.b, value: first.result.resultId }] })
    expect(gone.items.length === 1 && gone.items[0].kind === 'full' && gone.items[0].items.length === 0, `what the client still has: ${JSON.stringify(gone)}`)
    expect((await ask(client, one.b, mended.result.resultId)).result?.kind === 'unchanged', 'no findings twice')
    await client.end()
}
// A client that asks again on request: nothing is sent for what it has open; files that are not open are sent.
{
    const client = start()
    await client.initialize(one.uri, { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } })
    writeFileSync(join(one.tree, 'b.py'), broken)
    expect(await client.until(() => client.diagnostics(one.b)?.length === 1), 'a file that is not open')
    await client.open(one.b, broken)
    expect(await client.until(() => client.diagnostics(one.b)?.length === 0), 'it is cleared once it is open')
    expect((await ask(client, one.b)).result?.items.length === 1, 'since it is asked for')
    const refreshed = () => client.messages.filter(message => message.method === 'workspace/diagnostic/refresh').length
    const before = refreshed()
    await client.change(one.b, 2, { text: helper })
    expect(await client.until(() => refreshed() > before), 'the client is asked to ask again')
    expect((await ask(client, one.b)).result?.items.length === 0 && client.diagnostics(one.b).length === 0, 'and gets none')
    writeFileSync(join(one.tree, 'b.py'), helper)
    await client.end()
}
// A directory that cannot be reviewed has no empty answer.
{
    const client = start(), plain = join(directory, 'plain')
    mkdirSync(plain)
    writeFileSync(join(plain, 'x.py'), 'x = 1\n')
    await client.initialize(`file://${plain}`)
    const answer = await ask(client, `file://${plain}/x.py`)
    expect(answer.error?.code === -32803 && /not reviewed: ./.test(answer.error.message), `it says why: ${JSON.stringify(answer)}`)
    await client.end()
}
// Progress of a first index: asked for, begun when the client agrees, ended.
{
    const client = start(), large = makeTree('large')
    for (let i = 0; i < 3000; i++) writeFileSync(join(large.tree, `m${i}.py`), `def f${i}(n):\n    return f${(i + 1) % 3000}(n)\n`.repeat(20))
    await client.initialize(large.uri, { window: { workDoneProgress: true } })
    const created = () => client.messages.find(message => message.method === 'window/workDoneProgress/create')
    expect(await client.until(created), 'it asks')
    const kinds = () => client.messages.filter(message => message.method === '$/progress' && message.params.token === created().params.token).map(message => message.params.value.kind)
    expect(kinds().length === 0, 'and shows nothing before')
    await client.send({ id: created().id, result: null })
    expect(await client.until(() => kinds().at(-1) === 'end', 30000) && kinds()[0] === 'begin', `from begin to end: ${kinds()}`)
    await client.end()
    const quiet = start()
    await quiet.initialize(two.uri)
    await quiet.result('workspace/symbol', { query: 'helper' })
    expect(!quiet.messages.some(message => /rogress/.test(message.method)), 'nothing for a client without progress')
    await quiet.end()
}
// Folders that come and go; what belongs to a closed one is cleared or refused.
{
    const client = start(), folder = ({ uri }) => ({ uri, name: uri })
    const change = event => client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [], ...event } })
    await client.initialize(null, {}, { workspaceFolders: [folder(one)] })
    await change({ added: [folder(two)] })
    writeFileSync(join(two.tree, 'b.py'), broken)
    expect(await client.until(() => client.diagnostics(two.b)?.length === 1), 'findings of a folder that was added')
    await change({ removed: [folder(two)] })
    expect(await client.until(() => client.diagnostics(two.b)?.length === 0), 'they are cleared when it is closed')
    expect((await client.result('workspace/symbol', { query: 'helper' })).length === 1, 'the other folder is served')
    await change({ removed: [folder(one)] })
    const none = await client.ask('workspace/symbol', { query: 'helper' })
    expect(none.error?.code === -32803 && /no folder/.test(none.error.message), `without a folder: ${JSON.stringify(none)}`)
    await change({ added: [folder(two)] })
    expect(await client.until(() => client.diagnostics(two.b)?.length === 1), 'it is opened again')
    writeFileSync(join(two.tree, 'b.py'), helper)
    await client.end()
}
// Commands: the text of the command line; wrong ones are refused.
{
    const client = start(), { capabilities } = await client.initialize(one.uri)
    expect(capabilities.executeCommandProvider.commands.includes('fovea.callers'), 'they are named')
    const run = (command, ...words) => client.ask('workspace/executeCommand', { command, arguments: words })
    expect(/use/.test((await run('fovea.callers', 'helper')).result), 'callers')
    expect(/helper/.test((await run('fovea.explore', 'where is a number doubled by helper')).result), 'explore')
    expect((await run('fovea.callers', 'nothing_of_that_name')).error?.code === -32803, 'a name that does not exist')
    expect((await run('fovea.callers')).error?.code === -32602 && (await run('rm', '-rf')).error?.code === -32602, 'wrong commands')
    await client.end()
}
finish()
