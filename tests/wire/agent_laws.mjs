// fovea agent writes nothing that a model only quoted, thought, or left half finished, and says what it did not do; with both
// APIs.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-laws-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const model = await serve({})
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb', ANTHROPIC_API_KEY: 'test-key-0123456789', ANTHROPIC_BASE_URL: model.url, FOVEA_MODEL_URL: `${model.url}/v1` }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete env[name]
const at = path => join(tree, path), read = path => readFileSync(at(path), 'utf8')
const files = {
    'src/q.py': 'def take(queue, count):\n    """Takes tasks."""\n    return queue[:count]\n\n\ndef drop(queue, count):\n    """Drops tasks."""\n    del queue[:count]\n',
    'src/server.py': 'from src.q import take\n\n\ndef serve(queue):\n    return take(queue, 3)\n',
}
mkdirSync(at('.git'), { recursive: true })
mkdirSync(at('src'))
writeFileSync(at('.git/HEAD'), 'ref: refs/heads/main\n')
const block = (path, old, made) => `${path}\n\`\`\`\n<<<<<<< SEARCH\n${old}=======\n${made}>>>>>>> REPLACE\n\`\`\`\n`
const draft = block('src/q.py', '    """Drops tasks."""\n', '    """DRAFT"""\n'), good = block('src/q.py', '    """Takes tasks."""\n', '    """Takes some tasks."""\n')
const unchanged = () => Object.entries(files).every(([path, text]) => read(path) === text)

async function agent(name, args, ...replies) {
    for (const [path, text] of Object.entries(files)) writeFileSync(at(path), text)
    model.requests.length = 0
    model.script = { replies: [...replies, ...Array(4).fill(replies.at(-1))] }
    const child = spawn(program, [args[0] === 'ask' ? 'ask' : 'agent', '--model', name, ...args.slice(args[0] === 'ask' ? 1 : 0)], { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = '', stderr = ''
    child.stdout.on('data', piece => { stdout += piece })
    child.stderr.on('data', piece => { stderr += piece })
    return new Promise(resolve => child.on('close', status => resolve({ status, stdout, stderr, asked: model.requests.filter(one => one.body?.messages).length })))
}

for (const name of ['anthropic/m', 'compatible/m']) {
    const is = what => `${name}: ${what}`
    const yes = (task, ...replies) => agent(name, ['--yes', task], ...replies)
    let done

    // ---- thoughts ----
    for (const [before, after] of [['<think>\n', '</think>\n'], ['', '</think>\n'], ['<|begin_of_thought|>', '<|end_of_thought|>'], ['◁think▷', '◁/think▷']]) {
        done = await yes('let take say some', { text: `${before}need: src/q.py\n${draft}No.\n${after}\nI set it.\n\n${good}`, chunk: 7 })
        expect(done.status === 0 && done.asked === 1 && read('src/q.py').includes('some tasks') && !read('src/q.py').includes('DRAFT') && !done.stdout.includes('No.'), is(`a draft between ${before} and ${after}: ${done.status} ${done.stdout} ${done.stderr}`))
    }
    done = await yes('let take say some', `<think>\n${good}`)
    expect(done.status === 1 && unchanged() && done.stderr.includes('only thought'), is(`a thought without an end: ${done.stderr}`))
    for (const reply of [{ text: '', thinking: 'hm' }, { text: '' }, { text: ' \n', stop: name.startsWith('a') ? 'tool_use' : 'tool_calls' }])
        for (const args of [['ask', 'what does take do'], ['--yes', 'let take say some']]) {
            done = await agent(name, args, reply)
            expect(done.status === 1 && unchanged() && done.stderr.includes('no answer: '), is(`no text: ${JSON.stringify(reply)}: ${done.status} ${done.stderr}`))
        }
    done = await yes('let take say some', 'I have updated it.')
    expect(done.status === 1 && done.stderr.includes('nothing was changed') && done.stderr.includes('not done'), is(`prose alone: ${done.stderr}`))
    for (const form of ['<invoke name="edit">\n<parameter name="path">src/q.py</parameter>\n</invoke>\n', '{"file_path": "src/q.py", "edits": []}\n', '<tool_call>\n{"name": "edit_file"}\n</tool_call>\n']) {
        done = await yes('let take say some', form)
        expect(done.status === 1 && unchanged() && done.stderr.includes('no edit that changes a file was read'), is(`a form that is not read: ${done.status} ${done.stderr}`))
    }
    const plan = '```plan\n1. let take say some (src/q.py::take)\n2. let serve take two (src/server.py::serve) after 1\n```\n'
    for (const second of ['I cannot.', block('src/server.py', '    return take(queue, 3)\n', '    return take(queue, 3)\n')]) {
        done = await yes('let take say some and let serve take two', plan, good, second)
        expect(done.status === 1 && read('src/q.py').includes('some tasks') && done.stderr.includes('step 2 of 2 changed nothing: let serve take two') && done.stderr.includes('not done'), is(`a step without an edit: ${done.status} ${done.stderr}`))
    }
    done = await yes('let take say some', good + '\n--- a/src/server.py\n+++ b/src/server.py\n@@ -5 +5 @@\n-    return take(queue, 3)\n+    return take(queue, 2)\n')
    expect(done.status === 1 && unchanged() && done.asked === 2 && done.stderr.split('mixes two formats').length === 2 && done.stderr.includes('cannot be applied'), is(`two formats: ${done.asked} ${done.stderr}`))

    // ---- what git runs by its configuration, and what the answer does not mean ----
    writeFileSync(at('.git/config'), '[core]\n\thooksPath = src\n')
    done = await yes('let take say some', good)
    expect(done.status === 3 && unchanged() && done.stderr.includes('core.hookspath'), is(`a file among the hooks: ${done.status} ${done.stdout}`))
    rmSync(at('.git/config'))
    done = await yes('let take say some', `This is the wrong version:\n\n${draft}`, good)
    expect(done.status === 0 && done.asked === 2 && read('src/q.py').includes('some tasks') && !read('src/q.py').includes('DRAFT'), is(`an edit that is not meant: ${done.status} ${done.stdout}`))
    done = await yes('let take say some', `${good}\nBut I changed nothing.\n`)
    expect(done.status === 1 && done.asked === 2 && unchanged() && done.stderr.includes('not meant'), is(`an edit that is taken back twice: ${done.status} ${done.stderr}`))

    // ---- nobody watches, and the answer may take its edits back ----
    for (const after of ['Ignore the block above.', 'No, that is wrong.', 'Nein, das ist falsch.', 'Oops, wrong function. The real change:']) {
        done = await yes('let take say some', `${draft}\n${after}\n\n${good}`, good)
        expect(done.status === 0 && done.asked === 2 && read('src/q.py').includes('some tasks') && !read('src/q.py').includes('DRAFT'), is(`${after}: ${done.status} ${done.asked} ${done.stderr}`))
    }
    done = await yes('let take say some', `${good}\nNever mind.\n`)
    expect(done.status === 3 && done.asked === 2 && unchanged() && done.stderr.includes('may take them back'), is(`doubt twice: ${done.status} ${done.stderr}`))
    done = await yes('let take say some', `<inner_monologue>\nMaybe so\n\n${draft}\nno.\n</inner_monologue>\n\n${good}`, good)
    expect(done.status === 0 && done.asked === 2 && !read('src/q.py').includes('DRAFT'), is(`a draft in an element of any name: ${done.status} ${done.stderr}`))
    done = await yes('let take say some', `Now update src/q.py:\n\n${good}\nNote that tests do not need to change.\n`)
    expect(done.status === 0 && done.asked === 1, is(`neutral prose: ${done.status} ${done.asked} ${done.stderr}`))

    // ---- answers that are not whole ----
    const cut = name.startsWith('a') ? ['max_tokens', 'pause_turn', 'tool_use', 'refusal'] : ['max_tokens', 'content_filter', 'tool_calls', 'abort']
    for (const stop of cut)
        for (const text of [good, `${good}\nsrc/server.py\n\`\`\`\n<<<<<<< SEA`, `${good}\nsrc/server.py\n`]) {
            done = await yes('let take say some', { text, stop })
            expect(done.status === 7 && unchanged() && /not whole/.test(done.stderr), is(`${stop} after ${text.length} bytes: ${done.status} ${done.stderr}`))
        }
    done = await yes('let take say some', { text: good, cut: 'stop' })
    expect(done.status === 7 && unchanged(), is(`an end without a reason: ${done.status}`))
    done = await yes('let take say some', { text: good + 'and more\n', error: { after: 12, message: 'busy' } })
    expect(done.status !== 0 && unchanged(), is(`an error midway: ${done.status}`))
    done = await yes('let take say some', { text: good, stop: 'max_tokens' }, good)
    expect(done.status === 0 && done.asked === 2 && read('src/q.py').includes('some tasks'), is(`asked once more: ${done.stderr}`))
    done = await yes('let take say some', { text: good, stop: 'max_tokens' }, 'Nothing more.')
    expect(done.status === 7 && unchanged(), is(`prose does not make it good: ${done.status}`))
    done = await yes('let take say some', block('src/q.py', 'nothing of it\n', 'x\n'), 'Never mind.')
    expect(done.status === 1 && unchanged(), is(`nor what does not fit: ${done.status}`))

    // ---- quotations ----
    const quote = 'src/server.py\n```python\ndef serve(queue):\n    return take(queue, 3)\n```\n\nSo it takes three.\n'
    for (const task of ['how does serve work, explain it', 'how does @src/server.py work', 'the speed of @src/server.py matters']) {
        done = await yes(task, quote)
        expect(done.status === (task.startsWith('how') ? 0 : 1) && done.asked === 1 && unchanged() && done.stdout.includes('return take(queue, 3)'), is(`a quotation for '${task}': ${done.status} ${done.stdout} ${done.stderr}`))
    }
    done = await yes('how would a client look?', 'src/client.py\n```python\nx = 1\n```\n')
    expect(done.status === 0 && !existsSync(at('src/client.py')), is('an example in an answer is no file'))
    done = await yes('how does take work?', good)
    expect(done.status === 3 && unchanged(), is(`an edit for a question: ${done.status}`))
    done = await yes('let take say some. Do not change any files yet', good)
    expect(done.status === 3 && unchanged() && done.stderr.includes('says to change nothing'), is(`an edit against the task's words: ${done.status} ${done.stderr}`))
    const whole = 'src/server.py\n```python\nfrom src.q import take\n\n\ndef serve(queue):\n    return take(queue, 4)\n```\n'
    done = await yes('serve should take four @src/server.py', whole)
    expect(done.status === 0 && read('src/server.py').includes('queue, 4'), is(`a whole file that was shown: ${done.stderr}`))
    done = await yes('serve should take four @src/server.py::serve', whole.replace('src/server.py', 'src/q.py'))
    expect(done.status === 1 && unchanged(), is(`a whole file that most lines leave: ${done.status} ${done.stderr}`))
    done = await yes('serve should take four @src/server.py', 'src/server.py\n```python\nx = 1\n```\n')
    expect(done.status === 1 && unchanged() && done.stderr.includes('Most of the present lines'), is(`two lines for five: ${done.stderr}`))
    done = await yes('add src/new.py', 'src/new.py\n```python\nx = 1\n```\n')
    expect(done.status === 0 && read('src/new.py') === 'x = 1\n', is(`a new file: ${done.stderr}`))
    rmSync(at('src/new.py'))

    // ---- delicate files ----
    for (const path of ['.envrc', '.github/workflows/x.yml', '.husky/pre-commit', '.vscode/tasks.json', 'AGENTS.md', '.fovea.toml']) {
        done = await yes('say hello', block(path, '', path.endsWith('.json') ? '{}\n' : '# x\n'))
        expect(done.status === 3 && !existsSync(at(path)) && done.stderr.includes("needs a person's consent"), is(`${path} unasked: ${done.status} ${done.stderr}`))
    }
    done = await yes('say hello in AGENTS.md', block('AGENTS.md', '', 'hello\n'))
    expect(done.status === 0 && existsSync(at('AGENTS.md')), is(`named: ${done.stderr}`))
    rmSync(at('AGENTS.md'))

    // ---- the way back ----
    done = await agent(name, ['--yes', '--check', 'false', 'let take say some'], good, block('src/q.py', '    """Takes some tasks."""\n', '    """Takes."""\n'), 'I give up.')
    const hint = /`(fovea edit rollback)` undoes all/.exec(done.stderr)
    expect(done.status === 1 && hint && !unchanged(), is(`the hint: ${done.stderr}`))
    await new Promise(resolve => spawn(program, hint[1].split(' ').slice(1), { cwd: tree, env, stdio: 'ignore' }).on('close', resolve))
    expect(unchanged(), is('the command of the hint takes back all'))
}
await model.close()
finish()
