// What `fovea setup` writes for each agent has the shape that the agent reads (agent_shapes.json says
// where each is taken from), is the ready file in integrations/, and names a server that answers.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const fovea = process.argv[2]
const here = dirname(fileURLToPath(import.meta.url)), integrations = join(here, '../../integrations')
const shapes = JSON.parse(readFileSync(join(here, 'agent_shapes.json')))
let failures = 0
const fail = what => { console.log(`FAILED ${what}`); failures++ }

// The part of JSON Schema that the shapes use. Returns what is wrong.
function violations(schema, value, at = '') {
    const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
    if ('const' in schema) return value === schema.const ? [] : [`${at}: not ${schema.const}`]
    if (schema.type !== type) return [`${at}: ${type}, not ${schema.type}`]
    if (type === 'array') return value.flatMap((item, i) => (schema.items ? violations(schema.items, item, `${at}[${i}]`) : []))
    if (type !== 'object') return []
    const missing = (schema.required ?? []).filter(key => !(key in value)).map(key => `${at}.${key}: missing`)
    return missing.concat(Object.entries(value).flatMap(([key, item]) => {
        const own = schema.properties?.[key] ?? schema.additionalProperties
        return own === false ? [`${at}.${key}: not known`] : own ? violations(own, item, `${at}.${key}`) : []
    }))
}

if (violations(shapes.zed.schema, { context_servers: { x: { source: 'custom', command: {}, extra: 1 } } }).length !== 3) fail('the check itself')

for (const [agent, { project, user, ready, schema }] of Object.entries(shapes)) {
    const place = mkdtempSync(join(tmpdir(), 'fovea-shape.'))
    const env = { HOME: join(place, 'home'), PATH: `${dirname(fovea)}:${process.env.PATH}` }
    mkdirSync(env.HOME)
    for (const [scope, file] of [['--project', join(place, project)], ['--user', join(env.HOME, user)]]) {
        execFileSync(fovea, ['setup', agent, scope], { cwd: place, env })
        const text = readFileSync(file, 'utf8'), value = JSON.parse(text)
        violations(schema, value).forEach(what => fail(`${agent} ${scope}: ${what}`))
        if (text !== readFileSync(join(integrations, ready), 'utf8')) fail(`${agent} ${scope}: not what integrations/${ready} is`)
        const { command, args = [] } = Object.values(value)[0].fovea
        const [program, ...rest] = [command, args].flat()
        const input = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } } }) + '\n'
        const answer = spawnSync(program, rest, { cwd: place, env, input, encoding: 'utf8' }).stdout
        if (!/"serverInfo":\{[^}]*"name":"fovea"/.test(answer)) fail(`${agent} ${scope}: what is written starts no server: ${answer}`)
    }
    rmSync(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

const place = mkdtempSync(join(tmpdir(), 'fovea-shape.'))
execFileSync(fovea, ['setup', 'codex', '--project'], { cwd: place, env: { ...process.env, HOME: place } })
if (readFileSync(join(place, '.codex/config.toml'), 'utf8') !== readFileSync(join(integrations, 'codex/config.toml'), 'utf8')) fail('codex: not what integrations/codex/config.toml is')
rmSync(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
if (readFileSync(join(integrations, 'gemini-cli/GEMINI.md'), 'utf8') !== readFileSync(join(integrations, 'instructions.md'), 'utf8')) fail('GEMINI.md is not instructions.md')
process.exit(failures ? 1 : 0)
