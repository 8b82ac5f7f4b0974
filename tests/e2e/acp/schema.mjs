// Checks messages of an agent by the schema of the Agent Client Protocol, version 1, which the client library brings along.
// The schema lets objects have members that it does not name; here they may not, so that a misspelt member is found.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const PREFIX = '#/$defs/'
const results = {
    initialize: 'InitializeResponse', authenticate: 'AuthenticateResponse', 'session/new': 'NewSessionResponse', 'session/load': 'LoadSessionResponse',
    'session/resume': 'ResumeSessionResponse', 'session/list': 'ListSessionsResponse', 'session/delete': 'DeleteSessionResponse',
    'session/close': 'CloseSessionResponse', 'session/prompt': 'PromptResponse', 'session/set_mode': 'SetSessionModeResponse',
    'session/set_config_option': 'SetSessionConfigOptionResponse',
}
const params = {
    'session/update': 'SessionNotification', 'session/request_permission': 'RequestPermissionRequest',
    'fs/read_text_file': 'ReadTextFileRequest', 'fs/write_text_file': 'WriteTextFileRequest',
}

// Definitions that are parts of others: their members are joined with those next to them.
function partsIn(value, found = new Set()) {
    if (!value || typeof value !== 'object') return found
    if (Array.isArray(value.allOf) && (value.properties || value.oneOf || value.anyOf))
        for (const part of value.allOf) if (part.$ref) found.add(part.$ref.slice(PREFIX.length))
    for (const child of Object.values(value)) partsIn(child, found)
    return found
}

// An object is closed, and so is each form of a choice, unless the forms share members that stand next to them.
function close(value) {
    if (!value || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(close)
    const forms = value.properties && (value.oneOf || value.anyOf)
    const closed = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, key === 'allOf' || forms && (key === 'oneOf' || key === 'anyOf') ? child : close(child)]))
    if (value.type === 'object' && value.properties && !value.additionalProperties) closed.unevaluatedProperties = false
    return closed
}

export class Schema {
    constructor(modules) {
        const require = createRequire(join(modules, 'x.js'))
        const Ajv = require('ajv/dist/2020')
        const schema = JSON.parse(readFileSync(join(modules, '@agentclientprotocol/sdk/schema/v1/schema.json'), 'utf8'))
        const parts = partsIn(schema)
        const $defs = Object.fromEntries(Object.entries(schema.$defs).map(([name, value]) => [name, parts.has(name) ? value : close(value)]))
        this.ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
        this.ajv.addSchema({ $id: 'acp', $defs })
        this.problems = []
        this.checked = {}
    }
    // Problems of a value as a definition; empty when there are none.
    problemsOf(name, value) {
        const check = this.ajv.getSchema(`acp${PREFIX}${name}`)
        return check(value) ? [] : check.errors.map(error => `${name}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
    }
    // Checks one message of the agent; `asked`: the method of the request that it answers.
    take(message, asked) {
        const name = message.method ? params[message.method] : message.error ? 'Error' : results[asked]
        const value = message.method ? message.params : message.error ?? message.result
        const kind = message.method === 'session/update' ? message.params?.update?.sessionUpdate : message.method ?? (message.error ? 'error' : `result of ${asked}`)
        this.checked[kind] = (this.checked[kind] ?? 0) + 1
        const problems = name ? this.problemsOf(name, value) : ['a message of no known kind']
        if (message.jsonrpc !== '2.0') problems.push('jsonrpc is not 2.0')
        if (problems.length) this.problems.push(`${kind}: ${problems.slice(0, 4).join('; ')}: ${JSON.stringify(message).slice(0, 400)}`)
    }
}
