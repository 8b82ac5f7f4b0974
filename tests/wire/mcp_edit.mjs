import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { Client, expect, finish } from './mcp_client.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-mcp-edit-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const tree = join(directory, 'tree')
const env = { ...process.env, XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state') }
const file = join(tree, 'a.c')
mkdirSync(tree)
writeFileSync(file, 'int a;\nint b;\n')
writeFileSync(join(directory, 'outside'), 'a.c\n```c\nint x;\n```\n')
const block = (from, to) => `a.c\n<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE\n`

async function start(...args) {
    const client = new Client(program, args, { cwd: tree, env })
    await client.initialize()
    const { result } = await client.request('tools/list')
    client.tools = result.tools
    return client
}
async function stop(client) {
    client.process.stdin.end()
    await client.exited
}
const textOf = answer => answer.result?.content?.[0]?.text ?? answer.error?.message ?? ''

// Without the option: neither listed nor callable, in any profile.
for (const profile of ['core', 'full']) {
    const client = await start('--profile', profile)
    expect(!client.tools.some(tool => tool.name === 'edit'), `${profile}: edit is not listed`)
    expect(client.tools.every(tool => tool.annotations.readOnlyHint), `${profile}: all tools only read`)
    const answer = await client.call('edit', { action: 'apply', text: block('int a;', 'int c;') })
    expect(answer.error || answer.result.isError, `${profile}: edit cannot be called`)
    expect(/--allow-edits/.test(textOf(answer)), `${profile}: the answer says why: ${textOf(answer)}`)
    expect(readFileSync(file, 'utf8') === 'int a;\nint b;\n', `${profile}: the file is as it was`)
    await stop(client)
}
const listed = spawnSync(program, ['mcp', '--profile', 'list:map,edit'], { cwd: tree, env, input: '', encoding: 'utf8' })
expect(listed.status === 2 && /--allow-edits/.test(listed.stderr), `a list needs the option: ${listed.stderr}`)

for (const profile of ['core', 'full', 'list:read,edit']) {
    const client = await start('--allow-edits', '--profile', profile)
    const tool = client.tools.find(tool => tool.name === 'edit')
    expect(tool, `${profile}: edit is listed`)
    expect(tool?.annotations.readOnlyHint === false && tool?.annotations.destructiveHint === true, `${profile}: it is marked`)
    expect(tool?.inputSchema.properties.text && !tool?.inputSchema.properties.file, `${profile}: it takes a text and no file`)
    const call = args => client.call('edit', args)

    const shown = await call({ action: 'apply', text: block('int a;', 'int c;'), dry_run: true })
    expect(textOf(shown).includes('-int a;\n+int c;\n'), `a diff: ${textOf(shown)}`)
    expect(readFileSync(file, 'utf8') === 'int a;\nint b;\n', 'a dry run writes nothing')

    const applied = await call({ action: 'apply', text: block('int a;', 'int c;'), format: 'json' })
    const value = JSON.parse(textOf(applied))
    expect(value._type === 'edit' && value.applied && value.files[0].path === 'a.c' && value.files[0].start === 1, textOf(applied))
    expect(readFileSync(file, 'utf8') === 'int c;\nint b;\n', 'the file has the edit')

    const refused = JSON.parse(textOf(await call({ action: 'apply', text: block('int z;', 'int y;'), format: 'json' })))
    expect(!refused.applied && refused.refused[0].reason === 'missing' && refused.refused[0].nearest.hash, JSON.stringify(refused))

    writeFileSync(file, 'int c;\nint b;\nint mine;\n')
    const taken = textOf(await call({ action: 'rollback', id: value.id }))
    expect(/was taken back/.test(taken) && /\[edit redo/.test(taken), taken)
    expect(readFileSync(file, 'utf8') === 'int a;\nint b;\nint mine;\n', 'what was changed since stays')
    writeFileSync(file, 'int a;\nint b;\n')

    expect(/edits?$/.test(textOf(await call({ action: 'log' })).trim()), 'the log')
    for (const args of [{ action: 'apply' }, { action: 'apply', file: '../outside' }, { action: 'apply', id: '../outside' }])
        expect((await call(args)).result?.isError, `refused: ${JSON.stringify(args)}`)
    const away = textOf(await call({ action: 'apply', text: '*** Begin Patch\n*** Add File: ../new\n+1\n*** End Patch\n' }))
    expect(/outside/.test(away) && !existsSync(join(directory, 'new')), away)
    await stop(client)
}
finish()
