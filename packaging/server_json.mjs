// server_json.mjs SERVER_JSON [PACKAGE_JSON]: checks an entry of the MCP registry against the shape of schema
// 2025-12-11 as far as our entry uses it, and against what the registry itself demands: the package
// names the server (mcpName) and both have one exact version. Prints each fault; exit 1 if there is one.
import { readFileSync } from 'node:fs'

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
const isText = (min, max, pattern = /^/) => (v) =>
    typeof v === 'string' && v.length >= min && v.length <= max && pattern.test(v)
const exactVersion = isText(1, 255, /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/)
const listOf = (check) => (v, at) => Array.isArray(v) && v.every((one, i) => check(one, `${at}[${i}]`))
const faults = []

// An object of these members only; a name that ends in `?` may be missing.
const record = (members) => (v, at) => {
    if (typeof v !== 'object' || v === null || Array.isArray(v)) return false
    const names = Object.keys(members).map((name) => name.replace('?', ''))
    for (const name of Object.keys(v)) if (!names.includes(name)) faults.push(`${at}.${name}: unknown member`)
    for (const [key, check] of Object.entries(members)) {
        const name = key.replace('?', '')
        if (!(name in v)) {
            if (!key.endsWith('?')) faults.push(`${at}.${name}: missing`)
        } else if (!check(v[name], `${at}.${name}`)) faults.push(`${at}.${name}: not as the schema has it`)
    }
    return true
}

const argument = record({
    type: (v) => v === 'positional',
    value: isText(1, 1000),
    'description?': isText(1, 1000),
})
const npmPackage = record({
    registryType: (v) => v === 'npm',
    identifier: isText(1, 214, /^(@[a-z0-9._-]+\/)?[a-z0-9._-]+$/),
    version: exactVersion,
    'runtimeHint?': (v) => v === 'npx',
    transport: record({ type: (v) => v === 'stdio' }),
    'packageArguments?': listOf(argument),
})
const server = record({
    $schema: (v) => v === SCHEMA,
    name: isText(3, 200, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
    'title?': isText(1, 100),
    description: isText(1, 100),
    version: exactVersion,
    packages: listOf(npmPackage),
})

const [entryPath, packagePath] = process.argv.slice(2)
const entry = JSON.parse(readFileSync(entryPath, 'utf8'))
if (!server(entry, 'server')) faults.push('server: not an object')
if (packagePath && faults.length === 0) {
    const { name, version, mcpName } = JSON.parse(readFileSync(packagePath, 'utf8'))
    if (mcpName !== entry.name) faults.push(`package.json: mcpName is ${mcpName}, not ${entry.name}`)
    const listed = entry.packages.some((one) => one.identifier === name && one.version === version)
    if (!listed || entry.version !== version)
        faults.push(`server: package ${name} ${version} is not the one listed`)
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length ? 1 : 0
