// main.mjs PROGRAM MODULES [PATTERN]: an editor's conversations with `fovea acp`. See run.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../wire/model_server.mjs'
import { expect, finish, sleep, within } from '../../wire/mcp_client.mjs'
import { Editor, home, library, repository } from './editor.mjs'
import { Schema } from './schema.mjs'

const [program, modules, pattern = ''] = process.argv.slice(2)
const acp = await library(modules)
const schema = new Schema(modules)
const model = await serve({})

const ADD = 'int add(int a, int b)\n{\n    return a - b;\n}\n'
const files = { 'add.c': ADD, 'main.c': 'int add(int a, int b);\nint main(void)\n{\n    return add(1, 2);\n}\n' }
const block = (path, before, after) => `${path}\n\`\`\`c\n<<<<<<< SEARCH\n${before}\n=======\n${after}\n>>>>>>> REPLACE\n\`\`\`\n`
const FIX = 'Subtraction was meant to be addition.\n\n' + block('add.c', '    return a - b;', '    return a + b;')
const FIXED = ADD.replace('a - b', 'a + b')
const bodies = () => model.requests.filter(request => request.method === 'POST').map(request => JSON.stringify(request.body))
const text = path => readFileSync(path, 'utf8')

const editors = []
async function start(options) {
    const editor = new Editor(acp, schema, program, model, options)
    editors.push(editor)
    editor.initialized = await editor.initialize()
    return editor
}
async function open(options, content = files) {
    const editor = await start(options), cwd = repository(content)
    return { editor, cwd, id: await editor.session(cwd) }
}

const tests = {
    async 'initialize says what the agent can do'() {
        const { initialized } = await start()
        expect(initialized.protocolVersion === 1, 'version 1')
        expect(initialized.agentCapabilities.promptCapabilities.embeddedContext === true, 'embedded context')
        expect(!initialized.agentCapabilities.promptCapabilities.image, 'no images')
        expect(initialized.agentInfo.name === 'fovea' && initialized.authMethods.length === 0, 'its name, and no sign-in')
    },
    async 'commands come after the answer to session/new'() {
        const { editor } = await open()
        await within(30000, () => editor.of('available_commands_update').length)
        const answer = editor.messages.findIndex(message => message.result?.sessionId)
        const commands = editor.messages.findIndex(message => message.params?.update?.sessionUpdate === 'available_commands_update')
        expect(answer >= 0 && commands > answer, 'updates before the answer would be dropped')
        expect(editor.of('available_commands_update')[0].availableCommands.some(command => command.name === 'search') && !JSON.stringify(editor.updates).includes('"quit"'), '/search is offered, /quit is not')
    },
    async 'a question is answered from the repository'() {
        const { editor, id } = await open()
        model.script = { otherwise: { text: 'It subtracts, see `add.c:3`.\n', usage: { input: 100, output: 20, cache_read: 0, cache_write: 0 } } }
        const { stopReason } = await editor.prompt(id, 'What does add do?')
        expect(stopReason === 'end_turn', `stop reason ${stopReason}`)
        expect(editor.text(id).includes('It subtracts'), 'the answer')
        const search = editor.calls().find(call => call.kind === 'search')
        expect(search?.status === 'completed' && JSON.stringify(search.content).includes('add.c::add'), 'what was gathered is shown')
        expect(bodies().at(-1).includes('return a - b;'), 'the model saw the function')
        expect(editor.of('usage_update')[0]?.used === 120 && editor.of('usage_update')[0].size > 1000, 'usage')
        expect(editor.asked.length === 0, 'nobody was asked')
    },
    async 'edits are shown, allowed, written'() {
        const { editor, cwd, id } = await open()
        model.script = { otherwise: FIX }
        const { stopReason } = await editor.prompt(id, 'fix add')
        expect(stopReason === 'end_turn', `stop reason ${stopReason}`)
        const edit = editor.calls().find(call => call.kind === 'edit' && call.title === 'changed add.c')
        const diff = edit?.content[0]
        expect(diff?.type === 'diff' && diff.path === join(cwd, 'add.c') && diff.oldText === ADD && diff.newText === FIXED, 'a diff with an absolute path and both texts')
        expect(edit.status === 'completed' && edit.locations[0].line === 3, 'completed, with its place')
        expect(editor.asked.length === 1 && editor.asked[0].options.map(option => option.kind).join() === 'allow_once,reject_once', 'asked once')
        expect(editor.asked[0].toolCall.content.some(item => item.type === 'diff'), 'the question has the diff')
        expect(text(join(cwd, 'add.c')) === FIXED, 'the file is written')
        expect(editor.written.size === 0, 'a saved file is written by the transaction')
        expect(editor.text(id).includes('rollback'), 'how to take it back')
    },
    async 'a rejected edit is not written, then or later'() {
        const { editor, cwd, id } = await open()
        editor.answer = () => 'reject'
        model.script = { replies: [FIX], otherwise: block('main.c', '    return add(1, 2);', '    return add(3, 4);') }
        const { stopReason } = await editor.prompt(id, 'fix add')
        expect(stopReason === 'end_turn' && text(join(cwd, 'add.c')) === ADD, 'nothing written')
        expect(editor.calls().find(call => call.title === 'changed add.c').status === 'failed', 'its tool call failed')
        expect(editor.text(id).includes('not written; the edits are dropped'), 'it says so')
        editor.answer = () => 'allow'
        await editor.prompt(id, 'change main')
        expect(text(join(cwd, 'add.c')) === ADD && text(join(cwd, 'main.c')).includes('add(3, 4)'), 'only the second edit')
        editor.answer = () => null
        model.script = { otherwise: FIX }
        await editor.prompt(id, 'fix add')
        expect(text(join(cwd, 'add.c')) === ADD, 'the outcome cancelled means no')
        editor.answer = () => 'something else'
        await editor.prompt(id, 'fix add')
        expect(text(join(cwd, 'add.c')) === ADD, 'an unknown option means no')
    },
    async 'a prompt is cancelled while the model talks'() {
        const { editor, id } = await open()
        model.script = { otherwise: { text: 'begun\n', endless: 'text' } }
        const prompt = editor.prompt(id, 'What does add do?')
        await within(30000, () => editor.text(id).includes('begun'))
        const since = Date.now()
        await editor.cancel(id)
        const { stopReason } = await prompt
        const took = Date.now() - since
        expect(stopReason === 'cancelled', `stop reason ${stopReason}`)
        expect(took < 400, `it took ${took} ms`)
        expect(editor.text(id).includes('begun'), 'what came is kept')
        expect(await within(30000, () => model.requests.at(-1).closed !== null), 'the connection to the model was closed')
        model.script = { otherwise: 'Still here.\n' }
        const after = await editor.prompt(id, 'What does main do?')
        expect(after.stopReason === 'end_turn' && editor.text(id).includes('Still here'), 'the session goes on')
    },
    async 'a prompt is cancelled before the model says anything'() {
        const { editor, id } = await open()
        model.script = { otherwise: { text: 'late', first: 20000 } }
        const before = model.requests.length, prompt = editor.prompt(id, 'What does add do?')
        await within(30000, () => model.requests.length > before)
        const since = Date.now()
        await editor.cancel(id)
        const { stopReason } = await prompt
        expect(stopReason === 'cancelled' && Date.now() - since < 400, `${stopReason} after ${Date.now() - since} ms`)
    },
    async 'a prompt is cancelled while a permission is asked for'() {
        const { editor, cwd, id } = await open()
        model.script = { otherwise: FIX }
        let release
        editor.answer = () => new Promise(resolve => { release = resolve })
        const prompt = editor.prompt(id, 'fix add')
        await within(30000, () => release)
        await editor.cancel(id)
        const { stopReason } = await prompt
        release('allow') // too late
        await sleep(100)
        expect(stopReason === 'cancelled' && text(join(cwd, 'add.c')) === ADD, 'nothing is written')
    },
    async 'sessions do not wait for each other'() {
        const { editor, id } = await open()
        const cwd = repository({ 'sub.py': 'def sub(a, b):\n    return a - b\n' })
        const other = await editor.session(cwd)
        model.script = { replies: [{ match: 'add', text: 'slow\n', endless: 'text' }], otherwise: 'About sub.\n' }
        const slow = editor.prompt(id, 'What does add do?')
        await within(30000, () => editor.text(id).includes('slow'))
        const { stopReason } = await editor.prompt(other, 'What does sub do?')
        expect(stopReason === 'end_turn' && editor.text(other) === 'About sub.\n', 'the other one answers')
        expect(bodies().at(-1).includes('def sub') && !bodies().at(-1).includes('int add'), 'from its own directory')
        await editor.cancel(other)
        expect(await Promise.race([slow, sleep(200).then(() => 'runs')]) === 'runs', 'cancelling one leaves the other')
        await editor.cancel(id)
        expect((await slow).stopReason === 'cancelled', 'then it is cancelled')
    },
    async 'edits start from unsaved text and are written by the editor'() {
        const { editor, cwd, id } = await open()
        const path = join(cwd, 'add.c'), typed = '/* typed just now */\n' + ADD
        editor.buffers.set(path, typed)
        model.script = { otherwise: FIX }
        const { stopReason } = await editor.prompt(id, 'fix add')
        expect(stopReason === 'end_turn', `stop reason ${stopReason}`)
        expect(editor.written.get(path) === typed.replace('a - b', 'a + b'), 'what was typed is kept')
        const edit = editor.calls().find(call => call.title === 'changed add.c')
        expect(edit?.content[0].oldText === typed, 'the diff is against the unsaved text')
        expect(bodies().some(body => body.includes('typed just now')), 'the model saw it before its edit counted')
        expect(editor.text(id).includes("the editor's undo takes back add.c"), 'it says how to undo')
    },
    async 'a clean buffer with other line ends is written by the transaction'() {
        const crlf = ADD.replaceAll('\n', '\r\n')
        const { editor, cwd, id } = await open({}, { ...files, 'add.c': crlf })
        editor.buffers.set(join(cwd, 'add.c'), ADD) // as editors that normalise line ends have it
        model.script = { otherwise: FIX }
        await editor.prompt(id, 'fix add')
        expect(text(join(cwd, 'add.c')) === crlf.replace('a - b', 'a + b') && editor.written.size === 0, 'line ends are kept')
    },
    async 'text typed while the user is asked is not overwritten'() {
        for (const unsaved of [false, true]) {
            const { editor, cwd, id } = await open()
            const path = join(cwd, 'add.c')
            if (unsaved) editor.buffers.set(path, '/* first */\n' + ADD)
            editor.answer = () => { editor.buffers.set(path, '/* second */\n' + ADD); return 'allow' }
            model.script = { otherwise: FIX }
            const failure = await editor.prompt(id, 'fix add').catch(error => error)
            expect(/changed in the editor/.test(failure.message), `it fails: ${JSON.stringify(failure)}`)
            expect(text(path) === ADD && editor.written.size === 0, 'nothing is written')
        }
    },
    async 'an editor that cannot write keeps its unsaved text'() {
        const { editor, cwd, id } = await open({ writes: false })
        const path = join(cwd, 'add.c')
        editor.buffers.set(path, '/* typed */\n' + ADD)
        model.script = { otherwise: FIX }
        const failure = await editor.prompt(id, 'fix add').catch(error => error)
        expect(/not saved/.test(failure.message) && text(path) === ADD && editor.written.size === 0, `refused: ${failure.message}`)
    },
    async 'files that were written are taken back when the editor refuses'() {
        const { editor, cwd, id } = await open()
        editor.buffers.set(join(cwd, 'add.c'), '/* typed */\n' + ADD)
        editor.refusesToWrite = true
        model.script = { otherwise: FIX + block('main.c', '    return add(1, 2);', '    return add(3, 4);') }
        const failure = await editor.prompt(id, 'fix both').catch(error => error)
        expect(/did not write/.test(failure.message), `it fails: ${failure.message}`)
        expect(text(join(cwd, 'main.c')) === files['main.c'] && text(join(cwd, 'add.c')) === ADD, 'all is as it was')
    },
    async 'without file access the disk counts'() {
        const { editor, cwd, id } = await open({ reads: false, writes: false })
        editor.buffers.set(join(cwd, 'add.c'), 'never asked for')
        model.script = { otherwise: FIX }
        await editor.prompt(id, 'fix add')
        expect(editor.read.length === 0 && editor.written.size === 0 && text(join(cwd, 'add.c')) === FIXED, 'read and written on disk')
    },
    async 'new and deleted files'() {
        const { editor, cwd, id } = await open()
        model.script = { otherwise: '*** Begin Patch\n*** Add File: src/new.c\n+int added(void);\n*** Delete File: main.c\n*** End Patch\n' }
        await editor.prompt(id, 'replace main')
        const [created, deleted] = ['created src/new.c', 'deleted main.c'].map(title => editor.calls().find(call => call.title === title))
        expect(created?.content[0].oldText === null && created.content[0].newText === 'int added(void);\n', 'a new file has no old text')
        expect(deleted?.kind === 'delete' && deleted.content[0].newText === '', 'a deleted file has no new text')
    },
    async 'modes and models are chosen'() {
        const { editor, cwd } = await open({ args: ['--model', 'compatible/one', '--model', 'compatible/two'] })
        const created = await editor.agent.request('session/new', { cwd, mcpServers: [{ name: 'other', command: '/bin/false', args: [], env: [] }] })
        const id = created.sessionId
        expect(created.modes.currentModeId === 'change' && created.configOptions.map(option => option.id).join() === 'mode,model', 'both are offered')
        expect(created.configOptions[1].options.map(option => option.value).join() === 'compatible/one,compatible/two', 'both models')
        expect(await within(30000, () => editor.log.includes('MCP servers of the client are not used: other')), 'servers are not started')
        await editor.agent.request('session/set_mode', { sessionId: id, modeId: 'ask' })
        expect(await within(30000, () => editor.of('config_option_update').at(-1)?.configOptions[0].currentValue === 'ask'), 'the options follow')
        const { configOptions } = await editor.agent.request('session/set_config_option', { sessionId: id, configId: 'model', value: 'compatible/two' })
        expect(configOptions[1].currentValue === 'compatible/two', 'the answer has the new values')
        model.script = { otherwise: FIX }
        await editor.prompt(id, 'fix add')
        expect(model.requests.at(-1).body.model === 'two', 'the chosen model is asked')
        expect(editor.asked.length === 0 && text(join(cwd, 'add.c')) === ADD, 'the mode ask edits nothing')
        await editor.agent.request('session/set_config_option', { sessionId: id, configId: 'mode', value: 'change' })
        expect(await within(30000, () => editor.of('current_mode_update').at(-1)?.currentModeId === 'change'), 'the mode follows')
        await editor.prompt(id, '/ask fix add')
        expect(text(join(cwd, 'add.c')) === ADD, '/ask edits nothing')
        for (const wrong of [['session/set_mode', { modeId: 'x' }], ['session/set_config_option', { configId: 'model', value: 'x' }]])
            expect((await editor.agent.request(wrong[0], { sessionId: id, ...wrong[1] }).catch(error => error)).code === -32602, `${wrong[0]} with a wrong value`)
    },
    async 'modes are chosen while a prompt runs'() {
        const { editor, id } = await open()
        model.script = { otherwise: { text: 'begun\n', endless: 'text' } }
        const prompt = editor.prompt(id, 'What does add do?')
        await within(30000, () => editor.text(id).includes('begun'))
        const since = Date.now()
        await editor.agent.request('session/set_mode', { sessionId: id, modeId: 'ask' })
        expect(Date.now() - since < 400, 'at once')
        await editor.cancel(id)
        await prompt
    },
    async 'prompts of a session wait for each other'() {
        const { editor, id } = await open()
        model.script = { replies: ['One.\n', 'Two.\n'] }
        const answers = await Promise.all([editor.prompt(id, 'What does add do?'), editor.prompt(id, 'What does main do?')])
        expect(answers.every(answer => answer.stopReason === 'end_turn') && /One\.[^]*Two\./.test(editor.text(id)), 'in order')
        model.script = { otherwise: { text: 'begun\n', endless: 'text' } }
        const both = [editor.prompt(id, 'What does add do?'), editor.prompt(id, 'What does main do?')]
        await within(30000, () => editor.text(id).includes('begun'))
        await editor.cancel(id)
        expect((await Promise.all(both)).every(answer => answer.stopReason === 'cancelled'), 'cancel ends both')
    },
    async 'stop reasons and errors of the model'() {
        const { editor, id } = await open()
        model.script = { replies: [{ text: 'No.', stop: 'refusal', why: 'I cannot.' }, { text: 'and so on', stop: 'max_tokens' }] }
        expect((await editor.prompt(id, 'What does add do?')).stopReason === 'refusal', 'a refusal')
        expect((await editor.prompt(id, 'What does add do?')).stopReason === 'max_tokens', 'a cut answer')
        model.script = { otherwise: { status: 400, message: 'bad request' } }
        const failure = await editor.prompt(id, 'What does add do?').catch(error => error)
        expect(failure.code === -32603 && failure.message.includes('bad request'), `an error: ${failure.code} ${failure.message}`)
        expect(editor.calls().every(call => call.status === 'completed' || call.status === 'failed'), 'no tool call stays open')
        model.script = { otherwise: 'Fine.\n' }
        expect((await editor.prompt(id, 'What does add do?')).stopReason === 'end_turn', 'the session goes on')
        expect(!bodies().at(-1).includes('bad request'), 'the failed prompt is over')
    },
    async 'without a model'() {
        const { editor, id } = await open({ args: [] })
        const failure = await editor.prompt(id, 'What does add do?').catch(error => error)
        expect(/no model/.test(failure.message) && /ollama/.test(failure.data), 'it says how to get one')
        expect((await editor.prompt(id, '/map add.c')).stopReason === 'end_turn' && editor.text(id).includes('int add'), 'commands work')
    },
    async 'a plan is approved, and its steps are followed'() {
        const { editor, cwd, id } = await open()
        const plan = '```plan\n1. fix add (add.c)\n2. call it with other numbers (main.c) after 1\n```\n'
        model.script = { replies: [plan, FIX, block('main.c', '    return add(1, 2);', '    return add(3, 4);')] }
        await editor.prompt(id, 'fix everything')
        const plans = editor.of('plan').map(update => update.entries.map(entry => entry.status).join())
        expect(plans.join(' ') === 'pending,pending in_progress,pending completed,in_progress completed,completed', `plans: ${plans.join(' ')}`)
        expect(editor.of('plan')[0].entries[0].content === 'fix add', 'the words of the plan')
        expect(editor.asked.length === 2, 'asked for the plan and for the edits')
        expect(text(join(cwd, 'add.c')) === FIXED && text(join(cwd, 'main.c')).includes('add(3, 4)'), 'both are written')
        const before = model.requests.length
        editor.answer = () => 'reject'
        model.script = { replies: [plan] }
        await editor.prompt(id, 'fix everything again')
        expect(model.requests.length === before + 1, 'a rejected plan is not begun')
    },
    async 'commands are answered without a model'() {
        const { editor, id } = await open({ args: [] })
        const say = async prompt => { editor.forget(); await editor.prompt(id, prompt); return editor.text(id) }
        expect(/^```\n[^]*int add[^]*```\n$/.test(await say('/map add.c')), '/map')
        expect((await say('/search what adds numbers')).includes('add.c'), '/search')
        expect((await say('/explore add')).includes('return a - b'), '/explore')
        expect((await say('/help')).includes('/rollback'), '/help')
        expect(/own way/.test(await say('/rename add sum')) && /own way/.test(await say('/quit')), 'what the editor does itself')
        expect((await say('/serch add')).includes('did you mean /search'), 'an unknown command')
        const short = await say('/search')
        expect(/QUESTION|query|missing|needs/.test(short), `a command that needs words: ${short}`)
        expect((await say('/context')).includes('tokens'), '/context')
        expect((await say('/status')).includes('0 files staged'), '/status')
        const failure = await editor.prompt(id, '/usr/lib is full').catch(error => error)
        expect(/no model/.test(failure.message), 'a path is no command')
    },
    async 'written edits are taken back'() {
        const { editor, cwd, id } = await open()
        model.script = { otherwise: FIX }
        await editor.prompt(id, 'fix add')
        await editor.prompt(id, '/rollback')
        expect(text(join(cwd, 'add.c')) === ADD, 'the file is as it was')
    },
    async 'attached files are in the context'() {
        const { editor, cwd, id } = await open({}, { ...files, 'docs/a b.md': 'first\nsecond\nthird\n' })
        const outside = join(home, 'outside.txt')
        writeFileSync(outside, 'a text from elsewhere')
        model.script = { otherwise: 'Yes.\n' }
        const link = (path, more = '') => ({ type: 'resource_link', name: 'x', uri: `file://${encodeURI(path)}${more}` })
        await editor.prompt(id, 'Is this right? ', link(join(cwd, 'docs/a b.md'), '#L2:2'), ' ', link(outside), ' ', link(join(cwd, 'gone.c')), ' ',
            { type: 'resource', resource: { uri: `file://${join(cwd, 'scratch.txt')}`, text: 'text that is in no file' } }, ' ',
            { type: 'resource', resource: { uri: 'zed:///agent/thread/1', text: 'an earlier thread' } })
        const body = bodies().at(-1)
        expect(body.includes('second') && !body.includes('third'), 'the lines of the link')
        expect(body.includes('text that is in no file') && body.includes('an earlier thread'), 'embedded texts')
        expect(!body.includes('from elsewhere'), 'a file outside is not read')
        expect(editor.text(id).includes('outside of the session') && editor.text(id).includes('no such file'), 'it says what was not read')
    },
    async 'sessions are stored, listed, loaded, deleted'() {
        const { editor, cwd, id } = await open()
        expect(editor.initialized.agentCapabilities.loadSession === true && editor.initialized.agentCapabilities.sessionCapabilities.list, 'it says so')
        const unused = await editor.session(cwd)
        model.script = { replies: ['It subtracts.\n', 'need: main.c::main\n', 'It is called once.\n'] }
        await editor.prompt(id, 'What does add do?\nIn short.')
        await editor.prompt(id, 'Who calls it?')
        expect(editor.of('session_info_update').map(update => update.title).join() === 'What does add do?', 'the title is the first line of the first prompt')
        await editor.close()
        const later = await start()
        const { sessions } = await later.agent.request('session/list', { cwd })
        expect(sessions.length === 1 && sessions[0].sessionId === id && sessions[0].cwd === cwd && sessions[0].title === 'What does add do?', `what was used is listed: ${JSON.stringify(sessions)} ${unused}`)
        expect(Math.abs(Date.parse(sessions[0].updatedAt) - Date.now()) < 60000, 'with its time')
        const loaded = await later.agent.request('session/load', { sessionId: id, cwd, mcpServers: [] })
        expect(loaded.configOptions.length === 2, 'with its options')
        const told = later.updates.filter(({ sessionId }) => sessionId === id).map(({ update }) => `${update.sessionUpdate}: ${update.content?.text?.trim().replaceAll('\n', ' ')}`)
        expect(told.slice(0, 2).join() === 'user_message_chunk: What does add do? In short.,agent_message_chunk: It subtracts.', `the conversation is told: ${told}`)
        expect(told.filter(line => line.startsWith('user')).length === 2 && told.join().includes('It is called once.'), `without what the program asked: ${told}`)
        model.script = { otherwise: 'Yes.\n' }
        await later.prompt(id, 'Are you sure?')
        expect(bodies().at(-1).includes('It subtracts.'), 'the model knows the conversation')
        expect(await within(30000, () => later.of('available_commands_update').length), 'commands are told')
        await later.agent.request('session/close', { sessionId: id })
        later.forget()
        await later.agent.request('session/resume', { sessionId: id, cwd, mcpServers: [] })
        expect(!later.of('user_message_chunk').length, 'resuming tells nothing')
        for (const wrong of [{ sessionId: 'fovea-999999' }, { sessionId: 'no-such' }, { sessionId: unused }, { sessionId: id, cwd: home }]) {
            const failure = await later.agent.request('session/load', { cwd, mcpServers: [], ...wrong }).catch(error => error)
            expect(failure.code === -32002, `${JSON.stringify(wrong)} is not loaded: ${JSON.stringify(failure)}`)
        }
        await later.agent.request('session/resume', { sessionId: id, cwd, mcpServers: [] })
        await later.agent.request('session/delete', { sessionId: id })
        expect((await later.agent.request('session/list', {})).sessions.every(session => session.sessionId !== id), 'it is deleted')
        await later.agent.request('session/delete', { sessionId: id })
        expect((await later.agent.request('session/load', { sessionId: id, cwd, mcpServers: [] }).catch(error => error)).code === -32002, 'and gone')
        expect((await later.session(cwd)) !== id, 'its number is not given again')
    },
    async 'a session is closed'() {
        const { editor, id } = await open()
        model.script = { otherwise: { text: 'begun\n', endless: 'text' } }
        const prompt = editor.prompt(id, 'What does add do?')
        await within(30000, () => editor.text(id).includes('begun'))
        await editor.agent.request('session/close', { sessionId: id })
        expect((await prompt).stopReason === 'cancelled', 'its prompt is cancelled')
        expect((await editor.prompt(id, 'Still there?').catch(error => error)).code === -32002, 'it is gone')
    },
}

for (const [name, test] of Object.entries(tests)) {
    if (!name.includes(pattern)) continue
    model.requests.length = 0
    try {
        await test()
    } catch (error) {
        expect(false, `${name}: ${error.stack ?? JSON.stringify(error)}`)
    }
    for (const editor of editors.splice(0)) {
        const { code } = await editor.close()
        expect(code === 0, `${name}: it ended with ${code}: ${editor.log}`)
    }
    for (const problem of schema.problems.splice(0)) expect(false, `${name}: by the schema: ${problem}`)
}
// The check of the schema finds what it is for.
for (const wrong of [
    { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'x', update: { sessionUpdate: 'tool_call', title: 'x' } } },
    { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'x', update: { sessionUpdate: 'tool_call', toolCallId: 'x', title: 'x', titel: 'x' } } },
    { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'x', update: { sessionUpdate: 'tool_call', toolCallId: 'x', title: 'x', content: [{ type: 'diff', path: '/x', oldtext: '', newText: '' }] } } },
    { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'x', update: { sessionUpdate: 'plan', entries: [{ content: 'x', priority: 'high', status: 'done' }] } } },
    { jsonrpc: '2.0', id: 1, result: { stopReason: 'stopped' } },
    { jsonrpc: '2.0', id: 1, method: 'session/request_permission', params: { sessionId: 'x', toolCall: {}, options: [] } },
]) {
    schema.take(wrong, 'session/prompt')
    expect(schema.problems.splice(0).length === 1, `the schema accepts ${JSON.stringify(wrong)}`)
}
console.log(Object.entries(schema.checked).map(([kind, count]) => `${count} ${kind}`).join(', '))
model.close()
rmSync(home, { recursive: true, force: true })
finish()
