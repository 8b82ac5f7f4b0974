// read, as pi's model sees it with the extension and without.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { cSource, lines, makeSmall, png } from './files.mjs'
import { extension, fovea, makePlace, root, runCalls, startPi, until } from './pi.mjs'

const seen = ({ args, text, images, isError, details, kept }) =>
    ({ args, text, images, isError, details, structured: kept?.result?.structuredContent })
// Without the differences of long texts, which take assert minutes to find.
function assertSame(got, wanted, what = '') {
    const differ = Object.keys({ ...got, ...wanted }).filter((key) => !isDeepStrictEqual(got[key], wanted[key]))
    const show = (value) => differ.map((key) => `${key}: ${JSON.stringify(value[key])?.slice(-400)}`).join('\n')
    assert.ok(!differ.length, `${what}\n--- got\n${show(got)}\n--- wanted\n${show(wanted)}`)
}
const frame = '─'.repeat(39)

// A program in the place of fovea.
function makeProgram(place, script) {
    const path = join(place.work, 'program.sh')
    writeFileSync(path, '#!/bin/sh\n' + script)
    chmodSync(path, 0o755)
    return path
}

for (const pi of ['present', 'former']) {
    describe(`${pi} pi`, { concurrency: 2 }, () => {
        test('small files, ranges, images and errors are those of the built-in read, byte for byte', async () => {
            const place = makePlace()
            const calls = makeSmall(place, fovea)
            const plain = await runCalls(place, calls, { pi, extensions: [] })
            const ours = await runCalls(place, calls, { pi })
            assert.equal(ours.results.length, calls.length)
            for (const [i, result] of ours.results.entries()) assertSame(seen(result), seen(plain.results[i]), JSON.stringify(calls[i]))
            const wide = ours.results.find(({ args }) => args.path === 'wide.png')
            assert.ok(wide.images[0].data !== png(3000, 20).toString('base64'), 'resized')
            assert.ok(ours.results.filter((result) => result.isError).length >= 8)
        })

        test('large files: first lines, notice and map in one result', async () => {
            const place = makePlace()
            writeFileSync(join(place.work, 'big.c'), cSource(500))
            writeFileSync(join(place.work, 'one.json'), JSON.stringify({ items: Array.from({ length: 9000 }, (_, id) => ({ id, name: 'n' })) }))
            writeFileSync(join(place.work, 'program'), readFileSync(fovea).subarray(0, 300_000))
            const calls = ['big.c', 'one.json', 'program'].map((path) => ({ path }))
            const ours = await runCalls(place, calls, { pi }), plain = await runCalls(place, calls, { pi, extensions: [] })
            const [big, oneLine, binary] = ours.results, [plainBig, plainOneLine] = plain.results

            assert.equal(big.isError, false)
            const [first, rest] = big.text.split('\n\n[Truncated: ')
            assert.ok(first === plainBig.text.split('\n\n[Showing lines')[0])
            assert.equal(first.split('\n').length, 2000)
            assert.ok(rest.startsWith('showing lines 1-2000 of 3,502 ('), rest.slice(0, 80))
            assert.ok(rest.includes(`\n\n${frame}\nFile Map: big.c\n3,502 lines │ `), rest.slice(0, 300))
            assert.ok(rest.includes('\nwork_500(): [3497-3501]\n'))
            assert.ok(rest.endsWith(`\nUse read(path, offset=LINE, limit=N) for targeted reads.\n${frame}`))
            assert.doesNotMatch(big.text, /to continue/)
            // The former pi counts a line after the last line end.
            if (pi === 'former') plainBig.details.truncation.totalLines--
            assertSame(big.details.truncation, plainBig.details.truncation)
            if (pi === 'present') assert.ok(big.kept.result.structuredContent === big.text)

            // No line fits: how pi itself goes on, and the map.
            assert.ok(oneLine.text.startsWith(plainOneLine.text + `\n\n${frame}\nFile Map: one.json\n1 line │ `), oneLine.text)
            assert.match(oneLine.text, /items: \[\]\(9000\)/)
            assertSame(oneLine.details.truncation, plainOneLine.details.truncation)

            // A binary file is named, not decoded.
            assert.equal(binary.text, 'program: ELF program or library, 292.9 KB')
            assert.equal(binary.details, undefined)
            assert.equal(binary.isError, false)

            // The model is told of the map; the rest of the tool is the built-in one.
            const [ourRequest, plainRequest] = [ours, plain].map(({ model }) => model.requests[0])
            const [ourTool, plainTool] = [ourRequest, plainRequest].map(({ tools }) => tools.find(({ name }) => name === 'read'))
            assert.ok(ourTool.description.startsWith(plainTool.description + ' Of a file over these limits a map'))
            assert.deepEqual({ ...ourTool, description: '' }, { ...plainTool, description: '' })
            assert.equal(ourRequest.tools.length, plainRequest.tools.length)
            assert.equal(ourRequest.system, plainRequest.system)
        })

        test('large files by every way to write a path', async () => {
            const place = makePlace()
            const big = lines(2100)
            const names = ['with space.txt', 'ünïcode-日本.txt', 'Shot 9.41\u202fAM.txt', 'Capture d\u2019écran.txt',
                'decomposed-' + 'é'.normalize('NFD') + '.txt', '-dash.txt', 'lines:12-40', 'a::b.txt']
            for (const name of names) writeFileSync(join(place.work, name), big)
            writeFileSync(join(place.home, 'in-home.txt'), big)
            const paths = [...names, join(place.work, 'with space.txt'), '@with space.txt', './-dash.txt', '../work/-dash.txt',
                '~/in-home.txt', '@~/in-home.txt', 'with\u00a0space.txt', 'Shot 9.41 AM.txt', "Capture d'écran.txt", 'decomposed-é.txt']
            const { results } = await runCalls(place, paths.map((path) => ({ path })), { pi })
            assert.equal(results.length, paths.length)
            for (const { args, text } of results) {
                assert.ok(text.startsWith(lines(2000) + '\n[Truncated: showing lines 1-2000 of 2,100 ('), `${args.path}: ${text.slice(-300)}`)
                assert.match(text, /\nFile Map: .*\n2,100 lines │ /, args.path)
            }
        })

        test('what fovea is configured not to map, or pi not to resize, is left alone', async () => {
            const place = makePlace()
            writeFileSync(join(place.work, 'big.c'), cSource(500))
            writeFileSync(join(place.work, 'big.txt'), lines(3000))
            writeFileSync(join(place.work, 'wide.png'), png(3000, 20))
            writeFileSync(join(place.home, '.pi/agent/settings.json'), '{"images": {"autoResize": false}}')
            const calls = ['big.c', 'big.txt', 'wide.png'].map((path) => ({ path }))
            const plain = (await runCalls(place, calls, { pi, extensions: [] })).results
            writeFileSync(join(place.work, '.fovea.toml'), '[languages]\ndisabled = ["c"]\n')
            const project = (await runCalls(place, calls, { pi })).results
            assertSame(seen(project[0]), seen(plain[0]))
            assert.match(project[1].text, /File Map: big\.txt/)
            assert.ok(project[2].images[0].data === png(3000, 20).toString('base64'))
            writeFileSync(join(place.work, '.fovea.toml'), '')
            mkdirSync(join(place.home, '.config/fovea'))
            writeFileSync(join(place.home, '.config/fovea/config.toml'), '[map]\nenabled = false\n')
            const user = (await runCalls(place, calls, { pi })).results
            for (const [i, result] of user.entries()) assertSame(seen(result), seen(plain[i]))
        })

        test('a program that crashes, fails, hangs or talks nonsense: the built-in read', async () => {
            const place = makePlace()
            const faults = {
                crash: 'kill -SEGV $$',
                fail: 'echo "Error: no" >&2; exit 1',
                nothing: 'exit 0',
                garbage: 'echo "{"',
                other: 'echo "[]"',
                flood: 'exec yes',
                // What it has started keeps its output open.
                hang: 'trap "" TERM; sleep 200 & echo $! >left; exec sleep 200',
            }
            const calls = Object.keys(faults).map((fault) => ({ path: fault + '.c' }))
            for (const { path } of calls) writeFileSync(join(place.work, path), cSource(500))
            const cases = Object.entries(faults).map(([fault, script]) => `${fault}.c) ${script} ;;\n`)
            const env = { FOVEA_BINARY: makeProgram(place, `case $5 in\n${cases.join('')}*) exit 9 ;;\nesac`) }
            const plain = (await runCalls(place, calls, { pi, extensions: [] })).results
            const began = Date.now()
            const ours = (await runCalls(place, calls, { pi, env })).results
            assert.ok(Date.now() - began < 100_000, 'waits for the program')
            process.kill(Number(readFileSync(join(place.work, 'left'), 'utf8')), 'SIGKILL')
            for (const [i, result] of ours.entries()) assertSame(seen(result), seen(plain[i]), calls[i].path)
        })

        test('aborting ends the call and the program at once', async () => {
            const place = makePlace()
            writeFileSync(join(place.work, 'big.c'), cSource(500))
            const marker = join(place.work, 'started')
            const slow = makeProgram(place, `echo $$ > ${marker}.new; mv ${marker}.new ${marker}; trap "" TERM; exec sleep 60`)
            const call = { name: 'read', args: { path: 'big.c' } }
            const run = await startPi(place, { pi, script: [call], args: ['--mode', 'rpc', '-e', extension], env: { FOVEA_BINARY: slow } })
            const send = (message) => run.child.stdin.write(JSON.stringify(message) + '\n')
            const find = (type) => run.events.find((event) => event.type === type)
            send({ id: '1', type: 'prompt', message: 'go' })
            await until('the program runs', () => existsSync(marker))
            const began = Date.now()
            send({ id: '2', type: 'abort' })
            await until('the call ends', () => find('tool_execution_end'))
            assert.ok(Date.now() - began < 5000)
            const end = find('tool_execution_end')
            assert.equal(end.isError, true)
            assert.equal(end.result.content[0].text, 'Operation aborted')
            const pid = Number(readFileSync(marker, 'utf8'))
            await until('the program is gone', () => !existsSync(`/proc/${pid}`), 2000)
            run.child.stdin.end()
            await run.ended
            await run.model.close()
        })

        test('why there are no maps is told to the user, once; the built-in read', async () => {
            const tell = async (env, config) => {
                const place = makePlace()
                for (const name of ['a.c', 'b.c']) writeFileSync(join(place.work, name), cSource(500))
                mkdirSync(join(place.home, '.config/fovea'))
                writeFileSync(join(place.home, '.config/fovea/config.toml'), config)
                const calls = ['a.c', 'b.c'].map((path) => ({ name: 'read', args: { path } }))
                const run = await startPi(place, { pi, script: [calls, 'Done.'], args: ['--mode', 'rpc', '-e', extension], env })
                run.child.stdin.write(JSON.stringify({ id: '1', type: 'prompt', message: 'go' }) + '\n')
                await until('the agent ends', () => run.events.some((event) => event.type === 'agent_end'))
                assert.equal(run.model.results.length, 2)
                for (const { text } of run.model.results) assert.match(text, /\n\n\[Showing lines 1-2000 of 3503\. Use offset=2001 to continue\.\]$/)
                run.child.stdin.end()
                await run.ended
                await run.model.close()
                return run.events.filter((event) => event.type === 'extension_ui_request' && event.method === 'notify').map(({ message }) => message)
            }
            assert.deepEqual(await tell({ FOVEA_BINARY: '/nonexistent/fovea' }, ''),
                ["fovea: '/nonexistent/fovea' was not found. Large files are read without a map."])
            assert.deepEqual(await tell({}, '[map]\nbugdet = 1\n'),
                ["fovea: ~/.config/fovea/config.toml:2: unknown setting 'map.bugdet'. Large files are read without a map."])
        })

        test('drawn as the built-in read draws', async () => {
            const place = makePlace()
            writeFileSync(join(place.work, 'big.c'), cSource(500))
            // Colours stay; what moves about does not.
            const draw = async (extensions) => {
                const script = [{ name: 'read', args: { path: 'big.c' } }, 'All is done.']
                const run = await startPi(place, { pi, script, args: [...extensions.flatMap((path) => ['-e', path]), 'go'], screen: true })
                await until('the answer is drawn', () => run.stdout.includes('All is done.'))
                const folded = run.stdout.length
                run.child.stdin.write('\x0f') // unfold
                await until('it is unfolded', () => /\[Truncated: showing 2000 of 350[23] lines \(2000 line limit\)\]/.test(run.stdout.slice(folded)))
                run.child.kill('SIGKILL')
                await run.ended
                await run.model.close()
                // Rows end at a line end or where the cursor is sent elsewhere.
                const rows = run.stdout.split(/\r?\n|\x1b\[\d+(?:;\d+)?H/)
                const find = (pattern) => rows.find((row) => pattern.test(row))?.replace('3503', '3502')
                return { call: find(/read.*big\.c/), warning: find(/\[Truncated: showing 2000 of/), isMapped: /\bwork_500\b/.test(run.stdout.replace(/\x1b\[[\d;]*m/g, '')) }
            }
            const ours = await draw([extension]), plain = await draw([])
            assert.match(ours.call, /\x1b\[/)
            assert.equal(ours.call, plain.call)
            assert.equal(ours.warning, plain.warning)
            assert.deepEqual([ours.isMapped, plain.isMapped], [true, false])
        })

        test('installed as a package', async () => {
            const place = makePlace()
            writeFileSync(join(place.work, 'big.c'), cSource(500))
            const install = await startPi(place, { pi, subcommand: ['install', join(root, 'integrations/pi')], script: [] })
            assert.equal(await install.ended, 0, install.stderr)
            await install.model.close()
            const [ours] = (await runCalls(place, [{ path: 'big.c' }], { pi, extensions: [] })).results
            assert.match(ours.text, /File Map: big\.c/)
        })
    })
}

test('where read is switched off it stays off', async () => {
    const offered = async (settings, args) => {
        const place = makePlace()
        writeFileSync(join(place.home, '.pi/agent/settings.json'), JSON.stringify(settings))
        const run = await startPi(place, { script: ['Done.'], args: ['-p', '-e', extension, ...args, 'go'] })
        run.child.stdin.end()
        assert.equal(await run.ended, 0, run.stderr)
        await run.model.close()
        return [...run.model.requests, ...run.model.asides][0].tools.map(({ name }) => name)
    }
    assert.deepEqual(await offered({ defaultTools: ['-read'] }, []), ['bash', 'edit', 'write'])
    assert.deepEqual(await offered({}, ['--no-builtin-tools']), [])
    assert.deepEqual(await offered({}, ['--tools', 'read']), ['read'])
})

for (const api of ['openai-completions', 'openai-responses', 'google-generative-ai']) {
    test(`the scripted model speaks ${api}`, async () => {
        const place = makePlace()
        makeSmall(place, fovea)
        const calls = ['big.c', 'dot.png', 'missing'].map((path) => ({ path }))
        const { results } = await runCalls(place, calls, { api })
        assert.deepEqual(results.map(({ args }) => args), calls)
        assert.match(results[0].text, /File Map: big\.c/)
        assert.equal(results[1].images[0].mime, 'image/png')
        assert.match(results[2].text, /ENOENT/)
    })
}
