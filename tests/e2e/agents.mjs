// agents.mjs FOVEA AGENTS AGENT…: each real agent from the folder AGENTS is set up by `fovea setup` in a
// home of its own, answers a scripted model, and is set back. Checked: the agent's own command finds the
// server healthy, the model's call reaches fovea, what the model sees is the compact text that the command
// line gives, and the settings are byte for byte what they were. For Claude Code also the skill, the hook,
// the paragraph and the plugins. TRANSCRIPT=FILE keeps what was typed and answered.
import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModelServer } from './model_server.mjs'

const [fovea, agents, ...wanted] = process.argv.slice(2)
const integrations = resolve(dirname(fileURLToPath(import.meta.url)), '../../integrations')
let failures = 0
const started = Date.now()
const check = (holds, what, seen) => {
    console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}${process.env.TIMES ? ` (${((Date.now() - started) / 1000).toFixed(1)} s)` : ''}`)
    if (!holds) {
        failures++
        if (seen !== undefined) console.log(`       ${String(seen).slice(0, 3000).replaceAll('\n', '\n       ')}`)
    }
}
const transcript = text => process.env.TRANSCRIPT && appendFileSync(process.env.TRANSCRIPT, text)

// What the model called and what it saw, each cut to some lines.
function transcribe(model, prompt, lines = 14) {
    transcript(`$ claude -p '${prompt}'\n`)
    for (const { name, args, text } of model.results) {
        const shown = text.trimEnd().split('\n')
        transcript(`\n● ${name} ${JSON.stringify(args)}\n${shown.slice(0, lines).concat(shown.length > lines ? [`(… ${shown.length - lines} more lines)`] : []).map(line => `    ${line}`).join('\n')}\n`)
    }
    transcript(`\n${model.exit.out}\n`)
}

// A home and a project with a small and a huge file.
function makePlace(agent) {
    const place = mkdtempSync(join(tmpdir(), `fovea-e2e-${agent}.`))
    const home = join(place, 'home'), project = join(place, 'shop')
    mkdirSync(home)
    mkdirSync(project)
    writeFileSync(join(project, 'small.py'), 'def price(item):\n    return item.cents / 100\n')
    const methods = Array.from({ length: 1500 }, (_, i) => `    def rule_${i}(self, order):\n        return order.total > ${i}\n`)
    writeFileSync(join(project, 'rules.py'), `"""Rules of the shop."""\n\nclass Rules:\n${methods.join('\n')}`)
    const env = {
        HOME: home, LANG: 'C.UTF-8', TERM: 'dumb', CI: '1', NO_COLOR: '1',
        PATH: [dirname(fovea), join(agents, 'node/node_modules/.bin'), join(agents, agent, 'node_modules/.bin'), '/usr/bin', '/bin'].join(':'),
    }
    return { place, home, project, env }
}

// Both streams, and the exit code.
function run(at, command, args, seconds = 120) {
    return new Promise(done => {
        const child = spawn(command, args, { cwd: at.project, env: at.env, stdio: ['ignore', 'pipe', 'pipe'] })
        let out = '', err = ''
        child.stdout.on('data', data => (out += data))
        child.stderr.on('data', data => (err += data))
        const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
        child.on('error', error => done({ code: -1, out, err: String(error) }))
        child.on('close', code => {
            clearTimeout(timer)
            done({ code, out, err, all: out + err })
        })
    })
}

async function setup(at, ...args) {
    const result = await run(at, fovea, ['setup', ...args])
    transcript(`$ fovea setup ${args.join(' ')}\n${result.all}\n`)
    check(result.code === 0, `fovea setup ${args.join(' ')}`, result.all)
    return result.out
}

// Plays the turns; returns the model.
async function play(at, turns, start) {
    const model = await new ModelServer(turns).listen()
    const result = await start(model.url)
    await model.close()
    model.exit = result
    return model
}

async function checkMap(at, model, agent) {
    const result = model.results.find(result => result.name?.endsWith('map'))
    const own = await run(at, fovea, ['map', 'rules.py', '--budget', '10KB'])
    check(result, `${agent}: the model's call of map was answered`, model.exit.all + JSON.stringify(model.requests.at(-1)?.body ?? model.others).slice(0, 3000))
    const seen = (result?.text ?? '').split('\n').filter(line => /rule_\d+|Rules/.test(line))
    const there = own.out.split('\n')
    check(seen.length > 50 && seen.every(line => there.includes(line)), `${agent}: what the model sees is the compact text (${(result?.text ?? '').length} bytes, ${seen.length} lines of the map)`,
        (result?.text ?? '').slice(0, 800))
    check(!/structuredContent|"_type"/.test(result?.text ?? ''), `${agent}: no structured form instead of it`)
}

const bytes = path => (existsSync(path) ? readFileSync(path, 'utf8') : null)

// Sets the agent up on settings that are there already, drives it, sets it back.
async function drive(agent, { settings, before, health, healthy, start, project, also }) {
    const at = makePlace(agent)
    const file = join(at.home, settings)
    const model = await new ModelServer([[{ name: 'map', args: { path: 'rules.py' } }], 'Done.']).listen()
    const text = before(model.url, at)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    await setup(at, agent)
    const listed = await run(at, health[0], health.slice(1))
    check(healthy.test(listed.all), `${agent}: ${health.join(' ')} finds the server healthy`, listed.all)
    model.exit = await start(at, model.url)
    await model.close()
    await checkMap(at, model, agent)
    await setup(at, agent, '--remove')
    check(bytes(file) === text, `${agent}: ~/${settings} is as it was`, bytes(file))
    await setup(at, agent, '--project')
    const inProject = await run(at, health[0], health.slice(1))
    check(healthy.test(inProject.all), `${agent}: the server of a project is seen`, inProject.all)
    await setup(at, agent, '--project', '--remove')
    // opencode adds its schema to a file that has none.
    const left = (bytes(join(at.project, project)) ?? '').replace('"$schema": "https://opencode.ai/config.json"', '')
    check(/^[{}\s]*$/.test(left), `${agent}: the project is as it was`, bytes(join(at.project, project)))
    await also?.(at)
    rmSync(at.place, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

async function checkGeminiHook(at) {
    await setup(at, 'gemini-cli', '--hook')
    const file = join(at.home, '.gemini/settings.json')
    const model = await new ModelServer([
        [{ name: 'read_file', args: { file_path: 'rules.py' } }],
        [{ name: 'read_file', args: { file_path: 'rules.py', start_line: 100, end_line: 102 } }],
        [{ name: 'read_file', args: { file_path: 'small.py' } }],
        'Done.']).listen()
    model.exit = await run({ ...at, env: { ...at.env, GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: model.url } }, 'gemini', ['--yolo', '-m', 'fake', '-p', 'look'])
    await model.close()
    const [whole, part, small] = model.results.map(result => result.text)
    check(/Not read whole: it has 4,\d+ lines/.test(whole) && /class Rules: \[3-/.test(whole), 'gemini-cli: reading a huge file whole is answered with its map', whole ?? model.exit.all)
    check(/order\.total > 3\d/.test(part) && !/Not read whole/.test(part), 'gemini-cli: a range of it is read as usual', part)
    check(/item\.cents/.test(small) && !/Not read whole/.test(small), 'gemini-cli: a small file is read as usual', small)
    await setup(at, 'gemini-cli', '--remove')
    check(bytes(file) === geminiSettings, 'gemini-cli: server and hook are taken out of one file', bytes(file))
}

const geminiSettings = '{\n  // mine\n  "security": { "auth": { "selectedType": "gemini-api-key" } },\n  "privacy": { "usageStatisticsEnabled": false }\n}\n'

const others = {
    codex: () => drive('codex', {
        settings: '.codex/config.toml',
        project: '.codex',
        before: (url, at) => `# mine\nmodel = "fake"\nmodel_provider = "fake"\n\n[projects."${at.project}"]\ntrust_level = "trusted"\n\n[model_providers.fake]\nname = "fake"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "FAKE_KEY"\n`,
        health: ['codex', 'mcp', 'list'],
        healthy: /fovea\s+fovea\s+mcp.*enabled/,
        start: at => run({ ...at, env: { ...at.env, FAKE_KEY: 'k' } }, 'codex',
            ['exec', '--skip-git-repo-check', '-s', 'read-only', 'map the rules']),
    }),
    'gemini-cli': () => drive('gemini-cli', {
        settings: '.gemini/settings.json',
        project: '.gemini',
        // Servers of the user too are off in a folder that is not trusted.
        before: (url, at) => {
            mkdirSync(join(at.home, '.gemini'))
            writeFileSync(join(at.home, '.gemini/trustedFolders.json'), JSON.stringify({ [at.project]: 'TRUST_FOLDER', [join(integrations, 'gemini-cli')]: 'TRUST_FOLDER' }))
            return geminiSettings
        },
        health: ['gemini', 'mcp', 'list'],
        healthy: /fovea.*Connected/,
        start: (at, url) => run({ ...at, env: { ...at.env, GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: url } }, 'gemini',
            ['--yolo', '-m', 'fake', '-p', 'map the rules']),
        also: async at => {
            await checkGeminiHook(at)
            const installed = await run(at, 'gemini', ['extensions', 'install', '--consent', join(integrations, 'gemini-cli')])
            const listed = await run(at, 'gemini', ['mcp', 'list'])
            check(/fovea.*Connected/.test(listed.all), 'gemini-cli: once installed as an extension, the server is healthy', installed.all + listed.all)
        },
    }),
    opencode: () => drive('opencode', {
        settings: '.config/opencode/opencode.jsonc',
        project: 'opencode.json',
        before: url => `{\n  "$schema": "https://opencode.ai/config.json",\n  // mine\n  "model": "fake/fake",\n  "provider": {\n    "fake": {\n      "npm": "@ai-sdk/openai-compatible",\n      "options": { "baseURL": "${url}/v1", "apiKey": "k" },\n      "models": { "fake": {} }, // one\n    },\n  },\n}\n`,
        health: ['opencode', 'mcp', 'list'],
        healthy: /fovea.*connected/s,
        start: at => run({ ...at, env: { ...at.env, OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' } }, 'opencode',
            ['run', 'map the rules']),
    }),
}

// ---- Claude Code ----

// Nobody answers at that address; without one each command waits 20 s for the network.
const claudeEnv = {
    ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', ENABLE_TOOL_SEARCH: 'false',
}

async function claude(at, turns, args = []) {
    const allowed = ['mcp__fovea', 'mcp__plugin_fovea_fovea', 'Read', 'Skill'].join(',')
    const model = await new ModelServer(turns).listen()
    model.exit = await run({ ...at, env: { ...at.env, ANTHROPIC_BASE_URL: model.url } }, 'claude',
        ['-p', 'look at the rules', '--model', 'claude-sonnet-5-5', '--allowedTools', allowed, ...args])
    await model.close()
    return model
}

async function checkHook(at, args, name) {
    const path = file => join(at.project, file)
    const model = await claude(at, [
        [{ name: 'Read', args: { file_path: path('rules.py') } }],
        [{ name: 'Read', args: { file_path: path('rules.py'), offset: 100, limit: 3 } }],
        [{ name: 'Read', args: { file_path: path('small.py') } }],
        'Done.'], args)
    const [whole, part, small] = model.results
    transcribe(model, 'look at the rules')
    check(whole?.isError && /Not read whole: it has 4,\d+ lines/.test(whole.text) && /class Rules: \[3-/.test(whole.text), `${name}: reading a huge file whole is answered with its map`, JSON.stringify(whole ?? model.exit))
    check(part && !part.isError && /order\.total > 3\d/.test(part.text), `${name}: a range of it is read as usual`, JSON.stringify(part))
    check(small && !small.isError && small.text.includes('item.cents / 100'), `${name}: a small file is read as usual`, JSON.stringify(small))
}

function makeClaudePlace() {
    const at = makePlace('claude-code')
    return { ...at, env: { ...at.env, ...claudeEnv } }
}

async function claudeCode() {
    const at = makeClaudePlace(), settings = join(at.home, '.claude/settings.json')
    const own = '{\n  "permissions": { "deny": ["WebFetch"] }\n}\n'
    mkdirSync(dirname(settings))
    writeFileSync(settings, own)
    const before = await run(at, 'claude', ['mcp', 'list'])
    check(!/fovea/.test(before.all), 'claude-code: no server before')
    await setup(at, 'claude-code', '--hook', '--instructions')
    const listed = await run(at, 'claude', ['mcp', 'list'])
    transcript(`$ claude mcp list\n${listed.out}\n`)
    check(/fovea: fovea mcp - . Connected/.test(listed.all), 'claude-code: claude mcp list finds the server healthy', listed.all)

    const model = await claude(at, [
        { text: 'I look at the file first.', calls: [{ name: 'map', args: { path: 'rules.py' } }] },
        [{ name: 'read', args: { path: 'rules.py::Rules.rule_7' } }],
        [{ name: 'Skill', args: { skill: 'fovea' } }],
        'Done.'])
    await checkMap(at, model, 'claude-code')
    transcribe(model, 'look at the rules')
    const read = model.results[1]
    check(read?.text.includes('return order.total > 7') && read.text.length < 400, 'claude-code: a symbol is read alone', JSON.stringify(read))
    check(model.results[2]?.text !== undefined && JSON.stringify(model.requests.at(-1).body).includes('Climb down; stop at the first answer'), 'claude-code: the skill is loaded', JSON.stringify(model.results[2]))
    check(JSON.stringify(model.requests[0].body).includes('instead of reading large files whole'), 'claude-code: the paragraph reaches the model')
    await checkHook(at, [], 'claude-code')

    await setup(at, 'claude-code', '--remove')
    check(bytes(settings) === own, 'claude-code: settings.json is as it was', bytes(settings))
    const state = JSON.parse(bytes(join(at.home, '.claude.json')))
    check(!state.mcpServers, 'claude-code: no server is left in .claude.json', JSON.stringify(state.mcpServers))
    check(!existsSync(join(at.home, '.claude/skills')) && !existsSync(join(at.home, '.claude/CLAUDE.md')), 'claude-code: skill and paragraph are gone')
    await setup(at, 'claude-code', '--project')
    const inProject = await run(at, 'claude', ['mcp', 'list'])
    check(/fovea: fovea mcp/.test(inProject.all), 'claude-code: the server of a project is seen', inProject.all)
    await setup(at, 'claude-code', '--project', '--remove')
    check(!existsSync(join(at.project, '.mcp.json')) && !existsSync(join(at.project, '.claude')), 'claude-code: the project is as it was')
    rmSync(at.place, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

// The plugins, from a copy: Claude Code may write beside them.
async function claudePlugins() {
    const at = makeClaudePlace(), plugins = join(at.place, 'plugins')
    cpSync(join(integrations, 'claude-code'), plugins, { recursive: true })
    for (const part of ['', 'fovea', 'fovea-maps']) {
        const valid = await run(at, 'claude', ['plugin', 'validate', '--strict', join(plugins, part)])
        check(valid.code === 0 && /Validation passed/.test(valid.out), `plugin: claude plugin validate --strict ${part || 'the marketplace'}`, valid.all)
    }
    const model = await claude(at, [
        [{ name: 'map', args: { path: 'rules.py' } }], [{ name: 'Skill', args: { skill: 'fovea:fovea' } }], 'Done.'],
    ['--plugin-dir', join(plugins, 'fovea')])
    await checkMap(at, model, 'plugin')
    check(JSON.stringify(model.requests.at(-1).body).includes('Climb down; stop at the first answer'), 'plugin: its skill is loaded', JSON.stringify(model.results[1]))
    await checkHook(at, ['--plugin-dir', join(plugins, 'fovea-maps')], 'plugin')
    for (const args of [['marketplace', 'add', plugins], ['install', 'fovea@fovea'], ['install', 'fovea-maps@fovea']]) {
        const done = await run(at, 'claude', ['plugin', ...args])
        transcript(`$ claude plugin ${args.join(' ')}\n${done.out}\n`)
        check(done.code === 0, `plugin: claude plugin ${args.slice(0, 2).join(' ')}`, done.all)
    }
    const listed = await run(at, 'claude', ['mcp', 'list'])
    check(/plugin:fovea:fovea.*Connected/.test(listed.all), 'plugin: once installed, its server is healthy', listed.all)
    rmSync(at.place, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

for (const agent of wanted) {
    if (agent === 'claude-code') {
        await claudeCode()
        await claudePlugins()
    } else {
        await others[agent]()
    }
}
console.log(failures ? `${failures} failed` : 'all passed')
process.exit(failures ? 1 : 0)
