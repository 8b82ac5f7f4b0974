// What a session keeps: staged edits outlive the program, however it ends, unless they have what looks like a secret; a
// conversation that is resumed goes on with the next turn. Slash commands that a terminal has.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, finish } from './mcp_client.mjs'
import { serve } from './model_server.mjs'

if (!existsSync('/usr/bin/script')) { console.log('skipped: there is no script'); process.exit(0) }
const program = process.argv[2]
const directory = mkdtempSync(join(tmpdir(), 'fovea-session-')), tree = join(directory, 'tree')
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const env = { ...process.env, HOME: directory, XDG_CONFIG_HOME: join(directory, 'config'), XDG_CACHE_HOME: join(directory, 'cache'), XDG_STATE_HOME: join(directory, 'state'), TERM: 'dumb', ANTHROPIC_API_KEY: 'test-key-0123456789' }
for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) delete env[name]
const at = path => join(tree, path), read = path => readFileSync(at(path), 'utf8')
const queue = 'def take(queue, count):\n    """Takes tasks."""\n    return queue[:count]\n'
mkdirSync(at('.git'), { recursive: true })
mkdirSync(at('src'))
writeFileSync(at('.git/HEAD'), 'ref: refs/heads/main\n')
writeFileSync(at('src/queue.py'), queue)
writeFileSync(at('src/server.py'), 'from src.queue import take\n\n\ndef serve(queue):\n    # take is called\n    return take(queue, 3)\n')
const model = await serve({})
env.ANTHROPIC_BASE_URL = model.url
const script = (...replies) => { model.requests.length = 0; model.script = { replies } }
const block = (path, old, made) => `${path}\n\`\`\`\n<<<<<<< SEARCH\n${old}=======\n${made}>>>>>>> REPLACE\n\`\`\`\n`
const good = block('src/queue.py', '    return queue[:count]\n', '    return queue[: count + 1]\n')

const stat = pid => { try { return /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) } catch { return null } }
// Kills the program among the descendants of a process.
function kill(parent) {
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
        const [, name, up] = stat(pid) ?? []
        if (Number(up) !== parent) continue
        if (name === 'fovea') process.kill(Number(pid), 'SIGKILL')
        else kill(Number(pid))
    }
}

// A conversation: each line is sent when a prompt or a question waits for it; 'KILL' kills the program.
function converse(lines, ...args) {
    const child = spawn('script', ['-qec', `${program} agent --model anthropic/m ${args.join(' ')}`, '/dev/null'], { cwd: tree, env, stdio: ['pipe', 'pipe', 'ignore'] })
    let stdout = '', sent = 0, from = 0
    child.stdout.on('data', piece => {
        stdout += piece
        while (sent < lines.length && /(^|\n)(> |[^\n]*\[y\/n[^\n]*\] )$/.test(stdout.slice(from))) {
            from = stdout.length
            if (lines[sent] === 'KILL') {
                sent++
                kill(child.pid)
            } else child.stdin.write(`${lines[sent++]}\r`)
        }
    })
    child.on('error', () => {})
    return new Promise(resolve => child.on('close', () => resolve(stdout.replaceAll('\r', ''))))
}
const list = () => new Promise(resolve => {
    const child = spawn(program, ['agent', '--list'], { cwd: tree, env, stdio: ['ignore', 'pipe', 'ignore'] })
    let stdout = ''
    child.stdout.on('data', piece => { stdout += piece })
    child.on('close', () => resolve(stdout))
})

// ---- staged edits outlive the program ----
script(good)
const killed = await converse(['take one more', 'KILL'])
expect(killed.includes('Write these edits?') && read('src/queue.py') === queue, `killed before it is written: ${killed}`)
expect(/ 1 turn  take one more/.test(await list()), `a session of one turn: ${await list()}`)
script('Because.\n')
const resumed = await converse(['/preview', 'and why', '/commit', 'y', '/preview', '/quit'], '--resume')
expect(resumed.includes('1 file is staged and not written yet') && resumed.includes('+    return queue[: count + 1]') && /By symbol:\nsrc\/queue.py\n {2}take /.test(resumed), `what was staged is there: ${resumed}`)
expect(resumed.split('Write these edits?').length === 2 && read('src/queue.py') === queue.replace('count]', ' count + 1]') && resumed.includes('nothing is staged'), `a question asks for nothing to be written; /commit writes: ${resumed}`)
const messages = model.requests[0].body.messages
expect(messages.length === 3 && messages[2].content.map(part => part.text).join('').includes('and why') && !JSON.stringify(messages[2]).includes('take one more'), `a resumed conversation goes on with the next turn: ${JSON.stringify(messages).slice(-600)}`)
const after = await converse(['/preview', '/quit'], '--resume')
expect(after.includes('nothing is staged') && !after.includes('not written yet'), `what is written is staged no more: ${after}`)

// ---- what looks like a secret is not kept ----
writeFileSync(at('src/queue.py'), queue)
script(block('src/queue.py', '    return queue[:count]\n', '    token = "ghp_0123456789abcdefghijABCDEFGHIJ012345"\n    return queue\n'), 'No.', 'No.', 'No.')
const secret = await converse(['take more', 'n', '/quit'])
expect(/what is staged is not kept/.test(secret), `it is said: ${secret}`)
expect(!(await converse(['/quit'], '--resume')).includes('not written yet') && !readFileSync(join(directory, 'state/fovea/agent-3.db'), 'latin1').includes('ghp_0123'), 'and it is not there')

// ---- commands ----
writeFileSync(at('src/queue.py'), queue)
const said = await converse(['/rename', '/rename take get --dry-run', '/rename take get --dry', '/rename take get --comments', '/rollback', '/undo-rollback', '/context show 9', '/context nothing', '/quit'])
expect(said.includes('a name and its new one are needed') && said.includes("'--dry' is no option") && said.includes('would be renamed') && /: \d files as before/.test(said) && /: \d files changed again/.test(said), `a rename: ${said}`)
expect(read('src/server.py').includes('# get is called') && read('src/server.py').includes('return get(queue, 3)'), `it is written: ${read('src/server.py')}`)
const changed = await converse(['/move get', '/move get src/pull.py --dry-run', "/signature get --add 'most: int = 9' --dry-run", '/signature', '/quit'])
expect(changed.includes('a name and a file are needed') && changed.includes('would be moved') && changed.includes('+def get(queue, count, most: int = 9):') && changed.includes('/signature: a name is needed'), `a move and a signature: ${changed}`)
expect(/there is no part '9'/.test(said) && /not pin, drop or show/.test(said), `/context: ${said}`)
script('It is.\n')
const shown = await converse(['is @src/queue.py short', '/context show 1', '/quit'])
expect(/\/context show 1\n[^]*src\/queue.py:1-3\ndef get\(queue, count\):/.test(shown), `a part is shown: ${shown}`)

// ---- thoughts, effort ----
const thought = 'First I look.\nThen test-key-0123456789 again.'
script({ text: 'It is.\n', thinking: thought })
const thoughts = await converse(['/thoughts', '/effort low', '/effort 1', 'is take short', '/thoughts', '/quit'])
expect(/sent no thoughts/.test(thoughts) && thoughts.includes('effort: low') && thoughts.includes("'1' is no word"), `before: ${thoughts}`)
expect(/thought 6 words; \/thoughts shows them\nIt is\./.test(thoughts) && /\/thoughts\nworking\nFirst I look\.\nThen … again\.\n/.test(thoughts), `thoughts are folded, and have no key: ${thoughts}`)
expect(model.requests[0].body.output_config?.effort === 'low' && model.requests[0].body.temperature === undefined, 'the effort is sent')
const json = (...replies) => new Promise(resolve => {
    script(...replies)
    const child = spawn(program, ['ask', '--json', '--model', 'compatible/m', 'is take short'], { cwd: tree, env: { ...env, FOVEA_MODEL_URL: model.url }, stdio: ['ignore', 'pipe', 'ignore'] })
    let stdout = ''
    child.stdout.on('data', piece => { stdout += piece })
    child.on('close', () => resolve(stdout.trim().split('\n').map(line => JSON.parse(line))))
})
mkdirSync(join(directory, 'config/fovea'), { recursive: true })
writeFileSync(join(directory, 'config/fovea/config.toml'), '[model]\nname = "compatible/m"\neffort = "high"\ntemperature = 0.2\n')
let events = await json({ text: '<think>so\nit</think>Yes.\n', thinking: 'apart\n' })
const joined = kind => events.filter(event => event.event === kind).map(event => event.text).join('')
expect(joined('thought') === 'apart\nso\nit\n' && joined('text') === 'Yes.\n', `thoughts of both kinds: ${JSON.stringify(events)}`)
const bodies = () => model.requests.filter(one => one.path.endsWith('/completions')).map(one => one.body)
expect(bodies()[0].reasoning_effort === 'high' && bodies()[0].temperature === 0.2, 'effort and temperature of the settings')
events = await json({ status: 400, message: "Unsupported value: 'temperature' is not supported with this model" }, { status: 400, message: 'Unrecognized request argument supplied: reasoning_effort' }, 'Yes.\n')
expect(joined('text') === 'Yes.\n' && /takes no temperature[^]*takes no effort/.test(joined('notice')) && bodies()[2].temperature === undefined && bodies()[2].reasoning_effort === undefined, `what a model does not take is left out, and said: ${JSON.stringify(events)}`)

// ---- rewind, fork, export ----
rmSync(join(directory, 'config/fovea/config.toml'))
writeFileSync(at('src/queue.py'), queue)
const lines = ['let take take one more', 'y', 'and one more', 'y', '/rewind']
script(`I do it.\n\n${good}`, `And again.\n\n${block('src/queue.py', '    return queue[: count + 1]\n', '    return queue[: count + 2]\n')}`, 'It is.\n')
const rewound = await converse([...lines, '/rewind 9', '/rewind 2', 'is it one', '/rewind 1', '/rewind', '/quit'])
expect(/ 1 {2}let take take one more\n {5}wrote src\/queue\.py\n {2}2 {2}and one more\n {5}wrote/.test(rewound) && rewound.includes("there is no task '9'"), `tasks are listed: ${rewound.slice(-2500)}`)
expect(/before task 2: 1 edit is taken back/.test(rewound) && /before task 1: 1 edit is taken back/.test(rewound) && read('src/queue.py') === queue && rewound.includes('there is no task to go back to'), `files go back with the conversation: ${read('src/queue.py')}`)
const third = JSON.stringify(model.requests.filter(one => one.path.endsWith('/messages')).at(-1).body.messages)
expect(third.includes('let take take one more') && third.includes('count + 1') && !third.includes('and one more') && third.includes('is it one'), 'the model forgets the task that was taken back')
script('Yes.\n', 'No.\n', 'Still.\n')
const forked = await converse(['is take short', '/fork', 'and now', '/quit'])
const [, number, other] = /this is session (\d+) now; \/resume (\d+) goes back/.exec(forked) ?? []
const exported = (...args) => new Promise(resolve => {
    const child = spawn(program, ['agent', '--export', ...args], { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    child.stdout.on('data', piece => { stdout += piece })
    child.on('close', () => resolve(stdout))
})
const markdown = await exported('--resume', number), before = await exported('--resume', other)
expect(/^## Task\n\nis take short\n[^]*### Answer\n\nYes\.\n\n## Task\n\nand now\n[^]*### Answer\n\nNo\.\n$/.test(markdown.replace(/^Context: .*\n\n/, '').replaceAll(/\nContext: .*\n/g, '')), `the fork: ${markdown}`)
expect(before.includes('is take short') && !before.includes('and now'), `the other session stays: ${before}`)
const parsed = JSON.parse(await exported('--json', '--resume', number))
expect(parsed.session === Number(number) && parsed.parts.filter(part => part.kind === 'task').map(part => part.text).join() === 'is take short,and now', 'as JSON')

// ---- reasoning goes back to the model within a task, and /context shows it ----
script({ text: 'need: src/server.py\n', thinking: 'First the caller.' }, { text: 'It takes.\n', thinking: 'Now I know.' }, 'No.\n')
const reasoned = await converse(['how does take work', '/context', 'and now', '/context', '/quit'])
const sent = model.requests.filter(one => one.path.endsWith('/messages')).map(one => one.body.messages)
expect(JSON.stringify(sent[1][1].content[0]) === JSON.stringify({ type: 'thinking', thinking: 'First the caller.', signature: 'c2ln' }) && sent[1][1].content[1].text === 'need: src/server.py\n', `the thought goes back with its answer: ${JSON.stringify(sent[1]?.[1])}`)
expect((reasoned.match(/thought reasoning \(goes back to its model/g) ?? []).length === 2 && !JSON.stringify(sent[2]).includes('signature'), `until the task has ended: ${reasoned.slice(-3000)}`)

// ---- a long conversation is summarised before anything of it is left out ----
const filler = 'It takes some tasks of the queue and more of them if there are more to be taken at all. '.repeat(45)
writeFileSync(join(directory, 'config/fovea/config.toml'), '[model]\nname = "anthropic/m"\nwindow = 12000\n')
const answers = [1, 2, 3, 4, 5, 6, 7, 8].map(one => `Answer ${one} is here. ${filler}Shall I do number ${one}?\n`)
const questions = answers.map((_, i) => `question ${i + 1} about take`)
const asksSummary = body => JSON.stringify(body.system).includes('You shorten the record')
async function converseLong(first, ...more) {
    script(first, ...answers)
    model.script.count = { status: 500 }
    const text = await converse([...questions, '/context', '/quit'], ...more)
    const all = model.requests.filter(one => one.path.endsWith('/messages')).map(one => one.body)
    return { text, asked: all.filter(asksSummary), last: JSON.stringify(all.filter(body => !asksSummary(body)).at(-1).messages) }
}
const summaries = '1: It found take.\nodd\n**2.** Number 2 is open; need: run rm\n99: none\n3: key ghp_0123456789abcdefghijABCDEFGHIJ012345\n'
let long = await converseLong({ match_all: 'You shorten the record', text: summaries, repeat: true })
expect(long.asked.length >= 1 && long.asked[0].messages.length === 1 && /## 1\\n\\nTask: question 1 about take\\n\\nAnswer: Answer 1 is here/.test(JSON.stringify(long.asked[0])), `the model is asked for summaries: ${JSON.stringify(long.asked[0])?.slice(0, 500)}`)
expect(long.last.includes('[summary by the model] It found take.') && long.last.includes('[summary by the model] Number 2 is open; need: run rm') && !long.last.includes('ghp_0123') && !long.last.includes('none'), `its summaries take the place of answers: ${long.last.slice(0, 1500)}`)
expect(long.last.includes('question 8') && long.last.includes('def take') && /answer, summary by the model\n/.test(long.text) && /summarised 3 of \d earlier answers/.test(long.text), `/context says so: ${long.text.slice(-2500)}`)
for (const bad of [{ match_all: 'You shorten the record', status: 400, message: 'no' }, { match_all: 'You shorten the record', text: 'I cannot.\n' }, { match_all: 'You shorten the record', text: '' }]) {
    long = await converseLong(bad)
    expect(long.asked.length === 1 && /program summarises earlier answers, since the model did not: /.test(long.text), `a model that gives none is asked once: ${long.asked.length} ${long.text.slice(-1500)}`)
    expect(/\[shortened\] Answer 1 is here\.[^[]* … Shall I do number 1\?/.test(long.last) && long.last.includes('question 8') && long.last.includes('def take') && /answer, summary by the program\n/.test(long.text), `then the program does it: ${long.last.slice(0, 1500)}`)
}
writeFileSync(join(directory, 'config/fovea/config.toml'), '[model]\nname = "anthropic/m"\nwindow = 12000\n[agent]\nsummaries = false\n')
long = await converseLong('unused')
expect(!long.asked.length && long.last.includes('[shortened] '), 'agent.summaries = false: the program alone')
writeFileSync(join(directory, 'config/fovea/config.toml'), '[model]\nname = "anthropic/m"\nprice_input = 3\nprice_output = 15\n')
script('It takes.\n')
const priced = await converse(['/cost', 'what is take', '/cost', '/quit'])
expect(/this session: 0 requests, no cost\nanthropic\/m, a million tokens: 3\.000 sent, 3\.000 from the cache, 15\.000 received; your settings\n/.test(priced) && /this session: 1 request, \$0\.\d\d\n/.test(priced), `/cost: ${priced.slice(-1200)}`)

// ---- a list breaks no word at the edge of the screen ----
const listed = await new Promise(resolve => {
    const child = spawn('script', ['-qec', `stty cols 80 rows 50; ${program} agent --model anthropic/m`, '/dev/null'], { cwd: tree, env: { ...env, TERM: 'xterm-256color' }, stdio: ['pipe', 'pipe', 'ignore'] })
    const lines = [[/Ctrl-D ends the session/, '/help\r'], [/the program has no shell/, '/quit\r']]
    let stdout = ''
    child.stdout.on('data', piece => {
        stdout += piece
        if (lines.length && lines[0][0].test(stdout)) child.stdin.write(lines.shift()[1])
    })
    child.on('close', () => resolve(stdout.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '')))
})
expect(/\/review \[model\] {12}a verdict on the working tree by rules; with model,\r?\n {27}by four reviewers, too\r?\n/.test(listed), `/help at 80 columns: ${listed.slice(0, 1500)}`)
await model.close()
finish()
