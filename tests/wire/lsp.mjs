// fovea lsp: the life cycle, texts, places, diagnostics, and hostile input. (docs/lsp.md)
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LspClient } from './lsp_client.mjs'
import { expect, finish, sleep } from './mcp_client.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-lsp-')), tree = join(directory, 'tr ee'), root = `file://${directory}/tr%20ee`
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), GIT_CONFIG_GLOBAL: '/dev/null' }
const git = (...words) => execFileSync('git', ['-C', tree, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { env })
const helper = 'def helper(n):\n    """Doubles n."""\n    return n * 2\n\n\ndef other():\n    return helper(1)\n'
const main = 'from b import helper\n\n\nclass Dog:\n    def bark(self, times):\n        return helper(times)\n\n\ndef run(cat):\n    count = 3\n    é = "𝒳"; Dog().bark(count)\n    cat.miaow()\n    cat.bark(1)\n'
mkdirSync(tree)
git('init', '-q')
writeFileSync(join(tree, 'a.py'), main)
writeFileSync(join(tree, 'b.py'), helper)
writeFileSync(join(tree, 'grow.h'), 'struct shape { int width; };\nstruct other { int width; };\nextern int (*grower)(int);\n')
writeFileSync(join(tree, 'grow.c'), '#include "grow.h"\nint grow(struct shape *s, struct other *o)\n{\n    int height = o->width;\n    s->width = grower(height);\n    return s->width;\n}\n')
const shelf = 'export type Deep<Item> = Item extends Array<infer In> ? Deep<In> : Item\nconst { left, right } = pair()\nexport class Shelf<Item> {\n    put(item: Item) { return { item, level: left } }\n}\n'
writeFileSync(join(tree, 'shelf.ts'), shelf)
git('add', '-A')
git('commit', '-qm', 'one')
const a = `${root}/a.py`, b = `${root}/b.py`
const full = { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true }, hover: { contentFormat: ['markdown', 'plaintext'] }, publishDiagnostics: { relatedInformation: true } } }
const start = (...args) => new LspClient(program, { cwd: '/', env, args })
const place = one => one && `${one.uri.slice(root.length + 1)}:${one.range.start.line}:${one.range.start.character}-${one.range.end.character}`
const places = list => (list ?? []).map(place).sort().join(' ')

// The life cycle: requests before initialize, twice initialize, after shutdown; the exit code says whether shutdown came.
{
    const client = start()
    expect((await client.ask('textDocument/hover', {})).error?.code === -32002, 'a request before initialize')
    const { capabilities, serverInfo } = await client.initialize(root)
    expect(capabilities.positionEncoding === 'utf-16' && serverInfo.name === 'fovea', 'what it says of itself')
    expect((await client.ask('initialize', { processId: null, rootUri: null, capabilities: {} })).error?.code === -32600, 'initialize twice')
    expect((await client.ask('textDocument/unknown', {})).error?.code === -32601, 'an unknown method')
    await client.notify('$/unknown', {})
    expect((await client.ask('shutdown')).result === null, 'shutdown')
    expect((await client.ask('textDocument/hover', {})).error?.code === -32600, 'a request after shutdown')
    await client.notify('exit')
    expect((await client.exited).code === 0, 'the exit code after shutdown')
    const other = start()
    await other.initialize(root)
    await other.notify('exit')
    expect((await other.exited).code === 1, 'the exit code without shutdown')
    const third = start()
    await third.initialize(root)
    third.process.stdin.end()
    expect((await Promise.race([third.exited, sleep(5000)])) !== undefined, 'it ends with its input')
}
// The encodings of positions.
for (const [offered, chosen, column] of [[['utf-16', 'utf-8'], 'utf-8', 24], [['utf-32'], 'utf-32', 20], [['utf-16', 'utf-32'], 'utf-16', 21], [undefined, 'utf-16', 21]]) {
    const client = start()
    const { capabilities } = await client.initialize(root, { ...full, general: { positionEncodings: offered } })
    expect(capabilities.positionEncoding === chosen, `the encoding of ${offered}: ${capabilities.positionEncoding}`)
    expect(places(await client.at('textDocument/definition', a, 10, column)) === 'a.py:4:8-12', `a definition in ${chosen}`)
    await client.end()
}
// Places, in the texts of the client.
{
    const client = start()
    await client.initialize(root, full)
    await client.open(a, main)
    const symbols = await client.result('textDocument/documentSymbol', { textDocument: { uri: a } })
    expect(symbols.map(one => one.name).join() === 'Dog,run' && symbols[0].children[0].name === 'bark', 'the outline')
    expect(places(await client.at('textDocument/definition', a, 5, 18)) === 'b.py:0:4-10', 'the definition of a call')
    expect(places(await client.at('textDocument/definition', a, 10, 26)) === 'a.py:9:4-9', 'the definition of a local variable')
    expect(places(await client.at('textDocument/definition', a, 11, 9)) === '', 'what is not known has no definition')
    const unknown = await client.at('textDocument/hover', a, 11, 9)
    expect(/not followed/.test(unknown?.contents.value), `the hover says so: ${unknown?.contents.value}`)
    expect(places(await client.at('textDocument/references', b, 0, 5, { context: { includeDeclaration: true } })) === 'a.py:0:14-20 a.py:5:15-21 b.py:0:4-10 b.py:6:11-17', 'references')
    expect(places(await client.at('textDocument/references', b, 0, 5, { context: { includeDeclaration: false } })) === 'a.py:0:14-20 a.py:5:15-21 b.py:6:11-17', 'references without the declaration')
    const hover = (await client.at('textDocument/hover', b, 0, 5)).contents.value
    expect(/def helper\(n\)/.test(hover) && /Doubles n\./.test(hover) && /2 callers/.test(hover) && hover.length <= 600, `the hover: ${hover}`)
    const found = await client.result('workspace/symbol', { query: 'help' })
    expect(found.length === 1 && place(found[0].location) === 'b.py:0:4-10', 'symbols of the tree')
    const [most] = await client.result('workspace/symbol', { query: '' })
    expect(most.name === 'helper', `an empty query finds what is used most: ${most.name}`)
    // Names that a part of a file declares: type parameters, keys, patterns outside of functions, a type in itself.
    for (const [line, column, where] of [[0, 26, '0:17-21'], [0, 58, '0:12-16'], [3, 15, '2:19-23'], [3, 38, '3:37-42'], [3, 44, '1:8-12']])
        expect(places(await client.at('textDocument/definition', `${root}/shelf.ts`, line, column)) === `shelf.ts:${where}`, `the definition at ${line}:${column}: ${places(await client.at('textDocument/definition', `${root}/shelf.ts`, line, column))}`)
    expect(places(await client.at('textDocument/references', `${root}/shelf.ts`, 2, 20, { context: { includeDeclaration: true } })) === 'shelf.ts:2:19-23 shelf.ts:3:14-18', 'the references of a type parameter')
    // A call that only the buffer has.
    await client.change(a, 5, { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: '# new\n' }, { range: { start: { line: 13, character: 0 }, end: { line: 13, character: 0 } }, text: '    return helper(count)\n' })
    expect(places(await client.at('textDocument/definition', a, 14, 14)) === 'b.py:0:4-10' || places(await client.at('textDocument/definition', a, 13, 14)) === 'b.py:0:4-10', 'a call in the buffer')
    expect(places(await client.at('textDocument/references', b, 0, 5, { context: { includeDeclaration: false } })).includes('a.py:6:15-21'), 'references are about the buffer')
    await client.notify('textDocument/didClose', { textDocument: { uri: a } })
    expect(places(await client.at('textDocument/definition', a, 5, 18)) === 'b.py:0:4-10', 'after it was closed, the file counts')
    expect(client.faults.length === 0, client.faults.join())
    await client.end()
}
// Hierarchies, highlights, lenses, ranges, renames.
{
    const client = start()
    await client.initialize(root, full)
    expect(places(await client.at('textDocument/definition', a, 0, 16)) === 'b.py:0:4-10', 'the definition of an imported name')
    const [called] = await client.at('textDocument/prepareCallHierarchy', b, 0, 5)
    const incoming = await client.result('callHierarchy/incomingCalls', { item: called })
    expect(incoming.map(one => `${one.from.name} ${one.fromRanges.map(range => range.start.line)}`).sort().join() === 'bark 5,other 6', 'incoming calls')
    const [caller] = await client.at('textDocument/prepareCallHierarchy', b, 5, 5)
    const outgoing = await client.result('callHierarchy/outgoingCalls', { item: caller })
    expect(outgoing.length === 1 && outgoing[0].to.name === 'helper' && outgoing[0].fromRanges[0].start.line === 6, 'outgoing calls')
    const shapes = `${root}/shapes.ts`, source = 'interface Shape { area(): number }\nclass Round implements Shape { area() { return 3 } }\nclass Disc extends Round {}\n'
    await client.open(shapes, source, 1, 'typescript')
    const [type] = await client.at('textDocument/prepareTypeHierarchy', shapes, 1, 7)
    expect((await client.result('typeHierarchy/supertypes', { item: type })).map(one => one.name).join() === 'Shape', 'supertypes')
    expect((await client.result('typeHierarchy/subtypes', { item: type })).map(one => one.name).join() === 'Disc', 'subtypes')
    expect(places(await client.at('textDocument/implementation', shapes, 0, 11)).startsWith('shapes.ts:1:6-11'), 'implementations')
    await client.notify('textDocument/didClose', { textDocument: { uri: shapes } })
    expect((await client.at('textDocument/documentHighlight', a, 9, 5)).map(one => one.range.start.line).join() === '9,10', 'highlights of a local variable')
    expect(places(await client.at('textDocument/references', a, 9, 5, { context: { includeDeclaration: false } })) === 'a.py:10:25-30', 'references of a local variable')
    expect((await client.ask('textDocument/references', { textDocument: { uri: a }, position: { line: 11, character: 9 }, context: { includeDeclaration: true } })).error?.code === -32803, 'references of what is not known')
    const lenses = await client.result('textDocument/codeLens', { textDocument: { uri: b } })
    expect(/^2 callers/.test(lenses[0].command.title) && lenses[0].range.start.line === 0, 'lenses')
    expect((await client.result('textDocument/foldingRange', { textDocument: { uri: a } })).some(one => one.startLine === 3 && one.endLine === 5), 'folding')
    const [selection] = await client.result('textDocument/selectionRange', { textDocument: { uri: a }, positions: [{ line: 5, character: 17 }] })
    expect(selection.range.start.character === 15 && selection.parent.range.start.line === 4, 'selections')
    expect((await client.at('textDocument/prepareRename', b, 0, 5)).placeholder === 'helper', 'a name that can be renamed')
    const edit = await client.at('textDocument/rename', b, 0, 5, { newName: 'double' })
    expect(edit.documentChanges.map(one => `${one.textDocument.uri.slice(-4)} ${one.edits.map(edit => edit.range.start.line)}`).join('; ') === 'a.py 0,5; b.py 0,6', 'a rename')
    const refused = await client.ask('textDocument/rename', { textDocument: { uri: b }, position: { line: 0, character: 5 }, newName: 'other' })
    expect(refused.error?.code === -32803 && /other/.test(refused.error.message), 'a rename that is refused says why')
    const moved = await client.result('workspace/willRenameFiles', { files: [{ oldUri: b, newUri: b.replace(/b\.py$/, 'c.py') }] })
    expect(moved.documentChanges.map(one => `${one.textDocument.uri.slice(-4)} ${one.edits.map(edit => edit.newText)}`).join('; ') === 'a.py c', `a file that is renamed: ${JSON.stringify(moved)}`)
    expect((await client.ask('workspace/willRenameFiles', { files: [{ oldUri: b, newUri: b.replace(/b\.py$/, 'json.py') }] })).error?.code === -32803, 'a name of the library')
    await client.open(b, helper + '# not saved\n')
    expect(/save/.test((await client.ask('textDocument/rename', { textDocument: { uri: b }, position: { line: 0, character: 5 }, newName: 'double' })).error?.message), 'texts that are not saved')
    expect(client.faults.length === 0, client.faults.join())
    await client.end()
}
// Fields and variables, whose uses have no edges.
{
    const client = start(), c = `${root}/grow.c`, include = { context: { includeDeclaration: true } }
    await client.initialize(root, full)
    expect(places(await client.at('textDocument/definition', c, 5, 15)) === 'grow.h:0:19-24', 'the definition of a field')
    expect(places(await client.at('textDocument/definition', c, 3, 20)) === 'grow.h:1:19-24', 'a field of the same name')
    expect(places(await client.at('textDocument/definition', c, 4, 17)) === 'grow.h:2:13-19', 'a function pointer that is called')
    expect(places(await client.at('textDocument/definition', c, 4, 24)) === 'grow.c:3:8-14', 'a local variable')
    expect(places(await client.at('textDocument/references', c, 5, 15, include)) === 'grow.c:4:7-12 grow.c:5:14-19 grow.h:0:19-24', 'references of a field')
    const hover = (await client.at('textDocument/hover', c, 5, 15)).contents.value
    expect(/int width/.test(hover) && !/no caller/.test(hover), `a field denies no callers: ${hover}`)
    expect(client.faults.length === 0, client.faults.join())
    await client.end()
}
// Documents that are opened, changed and closed in any order keep the texts that the client gave them.
{
    const client = start(), open = new Map()
    let state = 7
    const random = below => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 2147483648 * below) }
    await client.initialize(root, full)
    for (let round = 0; round < 60; round++) {
        const uri = `${root}/open${random(6)}.py`, name = `f${round}`, text = `def ${name}():\n    return ${'1 + '.repeat(random(900))}1\n`
        if (open.has(uri) && random(2)) {
            await client.notify('textDocument/didClose', { textDocument: { uri } })
            open.delete(uri)
        } else {
            await (open.has(uri) ? client.change(uri, round, { text }) : client.open(uri, text, round))
            open.set(uri, name)
        }
        if (round % 6 === 5)
            for (const [uri, name] of open)
                expect((await client.result('textDocument/documentSymbol', { textDocument: { uri } }))?.[0]?.name === name, `round ${round}: the text of ${uri}`)
    }
    expect(client.faults.length === 0, client.faults.join())
    await client.end()
}
// Random changes of a document leave the same symbols as opening it with the whole text.
{
    const client = start(), seed = Number(process.env.SEED ?? 1), pieces = ['def f():\n    pass\n', 'é', '𝒳', '\r\n', '\n', '\r', 'class C:\n', '    def m(self):\n        return 1\n', '(', '"', '# x', '']
    let state = seed, text = 'def first():\n    return 1\n', version = 1
    const random = below => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 2147483648 * below) }
    const position = offset => {
        const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
        return { line: lines.length - 1, character: lines.at(-1).length }
    }
    const whole = offset => offset > 0 && ((text[offset - 1] === '\r' && text[offset] === '\n') || /[\uD800-\uDBFF]/.test(text[offset - 1])) ? offset - 1 : offset
    await client.initialize(root, full)
    const uri = `${root}/edited.py`, other = `${root}/opened.py`
    await client.open(uri, text)
    for (let round = 0; round < 40; round++) {
        const changes = []
        for (let i = random(3); i >= 0; i--) {
            const from = whole(random(text.length + 1)), to = whole(Math.min(text.length, from + random(8))), piece = pieces[random(pieces.length)]
            changes.push({ range: { start: position(from), end: position(Math.max(from, to)) }, text: piece })
            text = text.slice(0, from) + piece + text.slice(Math.max(from, to))
        }
        await client.change(uri, ++version, ...changes)
        await client.open(other, text)
        const [edited, opened] = [await client.result('textDocument/documentSymbol', { textDocument: { uri } }), await client.result('textDocument/documentSymbol', { textDocument: { uri: other } })]
        expect(JSON.stringify(edited) === JSON.stringify(opened), `seed ${seed}, round ${round}: ${JSON.stringify(text)}`)
    }
    await client.end()
}
// A client without hierarchy, a text that is no file, a path outside of the root.
{
    const client = start()
    await client.initialize(root)
    const flat = await client.result('textDocument/documentSymbol', { textDocument: { uri: a } })
    expect(flat.some(one => one.name === 'bark' && one.containerName === 'Dog' && one.location.uri === a), 'a flat outline')
    await client.open('untitled:Untitled-1', 'int f(void)\n{\n}\n', 1, 'c')
    expect((await client.result('textDocument/documentSymbol', { textDocument: { uri: 'untitled:Untitled-1' } }))[0]?.name === 'f', 'a text that is no file')
    expect((await client.ask('textDocument/documentSymbol', { textDocument: { uri: 'file:///etc/nothing' } })).error?.code === -32803, 'a file that does not exist')
    expect((await client.ask('textDocument/hover', { textDocument: { uri: a } })).error?.code === -32602, 'a position is missing')
    expect((await client.ask('textDocument/hover', {})).error?.code === -32602, 'the document is missing')
    await client.end()
}
// Diagnostics: of the buffer, cleared when it is mended, of the disk, whoever changes it; cleared by a commit.
{
    const client = start(), broken = helper.replace('helper(n)', 'helper(n, m)')
    await client.initialize(root, full)
    await client.open(b, helper)
    await client.change(b, 2, { text: broken })
    expect(await client.until(() => client.diagnostics(b)?.length), 'a broken caller is told')
    const one = client.diagnostics(b)[0]
    expect(one.code === 'callers-not-updated' && one.severity === 1 && one.source === 'fovea' && one.range.start.line === 0, JSON.stringify(one))
    expect(one.relatedInformation.some(place => place.location.uri === a && place.location.range.start.line === 5), 'with its place')
    await client.change(b, 3, { text: helper })
    expect(await client.until(() => client.diagnostics(b)?.length === 0), 'it is cleared when mended')
    await client.notify('textDocument/didClose', { textDocument: { uri: b } })
    writeFileSync(join(tree, 'b.py'), broken)
    expect(await client.until(() => client.diagnostics(b)?.length), 'a change by a shell is seen')
    git('checkout', '-q', 'b.py')
    expect(await client.until(() => client.diagnostics(b)?.length === 0), 'and that it is gone')
    writeFileSync(join(tree, 'b.py'), broken)
    expect(await client.until(() => client.diagnostics(b)?.length), 'once more')
    git('commit', '-qam', 'two')
    expect(await client.until(() => client.diagnostics(b)?.length === 0), 'a commit makes it the base')
    git('reset', '-q', '--hard', 'HEAD~1')
    await client.end()
}
// Cancelling: a request that waits or runs is answered.
{
    const client = start()
    await client.initialize(root)
    const id = 77
    await client.send({ id, method: 'workspace/symbol', params: { query: 'x' } })
    await client.notify('$/cancelRequest', { id })
    const answer = await client.answer(id)
    expect(answer.error?.code === -32800 || answer.result, 'a cancelled request is answered')
    await client.notify('$/cancelRequest', { id: 'never' })
    expect((await client.result('workspace/symbol', { query: 'helper' })).length === 1, 'the next one, too')
    await client.end()
}
// Hostile input: one answer at most for each, and the session goes on.
{
    const client = start()
    await client.initialize(root)
    const faults = () => client.messages.filter(message => message.error && message.id === null).length
    const served = async what => expect((await client.result('workspace/symbol', { query: 'helper' }))?.length === 1, `served after ${what}`)
    const hostile = [['garbage', 'garbage\r\n\r\n'], ['a length that is no number', 'Content-Length: x\r\n\r\n{}'], ['a length that is too short', 'Content-Length: 3\r\n\r\n{"jsonrpc":"2.0","id":9,"method":"shutdown"}'], ['an endless header', 'X'.repeat(20000)], ['no JSON', 'Content-Length: 4\r\n\r\n{{{{'], ['an array', 'Content-Length: 2\r\n\r\n[]'], ['deep nesting', `Content-Length: 20000\r\n\r\n${'['.repeat(20000)}`], ['a message that is too long', `Content-Length: 70000000\r\n\r\n${' '.repeat(70000000)}`]]
    for (const [what, bytes] of hostile) {
        const before = faults()
        await client.write(bytes)
        await served(what)
        expect(faults() - before <= 1, `${what}: ${faults() - before} answers`)
    }
    const split = Buffer.from('{"jsonrpc":"2.0","id":"split","method":"workspace/symbol","params":{"query":"helper"}}')
    for (const byte of Buffer.concat([Buffer.from(`Content-Length: ${split.length}\r\n\r\n`), split])) await client.write(Buffer.from([byte]))
    expect((await client.answer('split')).result?.length === 1, 'a frame byte by byte')
    for (let i = 0; i < 3000; i++) client.send({ id: `flood ${i}`, method: 'textDocument/documentSymbol', params: { textDocument: { uri: a } } })
    expect(await client.until(() => client.messages.filter(message => String(message.id).startsWith('flood')).length === 3000, 60000), 'every request of a flood is answered')
    await client.open(`${root}/huge.py`, 'x = 1\n'.repeat(6000000))
    await client.change(`${root}/huge.py`, 2, { range: { start: { line: 5, character: 0 }, end: { line: 5, character: 1 } }, text: 'y' })
    await served('a gigantic document')
    for (const params of [{}, { textDocument: {} }, { textDocument: { uri: 7 } }, { textDocument: { uri: 'file:///%00' }, contentChanges: 3 }, { textDocument: { uri: b, version: 'x' }, contentChanges: [{ range: 1, text: 2 }] }])
        for (const method of ['didOpen', 'didChange', 'didClose', 'didSave', 'hover', 'documentSymbol']) await (method.startsWith('did') ? client.notify(`textDocument/${method}`, params) : client.ask(`textDocument/${method}`, params))
    await served('parameters of wrong types')
    for (const uri of ['file:///../../etc/passwd', `${root}/../../outside.py`, 'file:///dev/zero', 'http://x/y', ''])
        expect((await client.ask('textDocument/documentSymbol', { textDocument: { uri } })).error || uri.includes('passwd'), `no outline of ${uri}`)
    await served('paths outside')
    const { code } = await client.end()
    expect(code === 0 && !client.log, `it ends: ${code} ${client.log}`)
}
finish()
