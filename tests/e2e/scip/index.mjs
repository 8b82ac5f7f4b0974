// Reads SCIP indexes by the protocol's own definition, and checks what must hold in each of ours.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const DEFINITION = 1, IMPORT = 2, GENERATED = 16, TEST = 32, FORWARD = 64
const KNOWN_ROLES = DEFINITION | IMPORT | GENERATED | TEST | FORWARD

export class Reader {
    constructor(modules) {
        const require = createRequire(join(modules, 'x.js'))
        this.protobuf = require('@bufbuild/protobuf')
        this.scip = require('@c4312/scip')
        this.other = require('@sourcegraph/scip-typescript/dist/src/scip.js').scip
    }
    // Decodes strictly; a second, independent reader must see the same.
    read(file) {
        const bytes = readFileSync(file)
        const index = this.protobuf.fromBinary(this.scip.IndexSchema, bytes)
        const second = this.other.Index.deserialize(bytes)
        if (second.documents.length !== index.documents.length || second.external_symbols.length !== index.externalSymbols.length)
            throw new Error('the two readers differ')
        return index
    }
}

// Parses a symbol by the grammar in the protocol's definition; null when it does not follow it.
export function parseSymbol(text) {
    let at = 0
    const simple = /[A-Za-z0-9_+\-$]/
    if (text.startsWith('local ')) return /^local [A-Za-z0-9_+\-$]+$/.test(text) ? { local: text.slice(6), descriptors: [] } : null
    const part = () => {
        let value = ''
        for (; at < text.length; at++) {
            if (text[at] !== ' ') value += text[at]
            else if (text[at + 1] === ' ') { value += ' '; at++ } else break
        }
        if (!value || text[at] !== ' ') return null
        at++
        return value
    }
    const parts = [part(), part(), part(), part()]
    if (parts.includes(null)) return null
    const name = () => {
        let value = ''
        if (text[at] === '`') {
            for (at++; at < text.length; at++) {
                if (text[at] !== '`') value += text[at]
                else if (text[at + 1] === '`') { value += '`'; at++ } else break
            }
            if (text[at++] !== '`') return ''
            return value
        }
        while (at < text.length && simple.test(text[at])) value += text[at++]
        return value
    }
    const descriptors = []
    while (at < text.length) {
        const open = text[at] === '[' || text[at] === '(' ? text[at++] : ''
        const value = name()
        if (!value) return null
        let suffix = text[at++]
        if (open && suffix !== (open === '[' ? ']' : ')')) return null
        if (!open && suffix === '(') {
            while (at < text.length && simple.test(text[at])) at++
            if (text.slice(at, at + 2) !== ').') return null
            at += 2
            suffix = '().'
        } else if (!open && !'/#.:!'.includes(suffix ?? '?')) return null
        descriptors.push({ name: value, suffix: open + suffix })
    }
    return descriptors.length ? { scheme: parts[0], manager: parts[1], package: parts[2], version: parts[3], descriptors } : null
}

function rangeOf(list) {
    return list.length === 3 ? [list[0], list[1], list[0], list[2]] : list.length === 4 ? [...list] : null
}

function before(a, b, c, d) { return a < c || a === c && b <= d }

// Problems of an index whose files are below `root`. `strict`: a word in the text is the symbol's name, not an alias of it.
export function problemsOf(index, root, strict = false) {
    const problems = []
    const wrong = (...words) => { if (problems.length < 20) problems.push(words.map(word => typeof word === 'string' ? word : JSON.stringify(word)).join(' ')) }
    const names = new Map() // symbol → display name
    const counts = { documents: index.documents.length, definitions: 0, references: 0, externals: index.externalSymbols.length, aliases: 0, relationships: 0 }
    if (!index.metadata || index.metadata.toolInfo?.name !== 'fovea' || index.metadata.textDocumentEncoding !== 1) wrong('metadata', index.metadata ?? 'none')
    if (!index.metadata?.projectRoot.startsWith('file:///')) wrong('project root', index.metadata?.projectRoot ?? '')
    const take = (symbol, where) => {
        if (names.has(symbol.symbol)) wrong('two symbols are', symbol.symbol, where)
        if (!symbol.displayName) wrong('no display name', symbol.symbol)
        names.set(symbol.symbol, symbol.displayName)
        if (!parseSymbol(symbol.symbol)) wrong('no symbol by the grammar:', symbol.symbol)
    }
    const paths = new Set()
    for (const document of index.documents) {
        if (paths.has(document.relativePath)) wrong('two documents of', document.relativePath)
        paths.add(document.relativePath)
        for (const symbol of document.symbols) take(symbol, document.relativePath)
    }
    for (const symbol of index.externalSymbols) take(symbol, 'external')
    for (const document of index.documents) {
        const path = document.relativePath
        if (path.startsWith('/') || path.split('/').some(part => !part || part === '.' || part === '..')) wrong('path', path)
        if (!document.language) wrong('no language', path)
        if (document.$unknown?.some(field => field.no !== 6 || field.data.length !== 1 || field.data[0] !== 1) ||
            !(document.positionEncoding === 1 || document.$unknown?.length === 1)) wrong('position encoding', path)
        const bytes = readFileSync(join(root, path))
        const lines = [0]
        for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines.push(at + 1)
        lines.push(bytes.length + 1)
        const offset = (line, column) => line + 1 < lines.length && lines[line] + column < lines[line + 1] ? lines[line] + column : -1
        const seen = new Set()
        for (const occurrence of document.occurrences) {
            const range = rangeOf(occurrence.range)
            if (!range) { wrong('range', path, occurrence.range); continue }
            const [startLine, startColumn, endLine, endColumn] = range
            const start = offset(startLine, startColumn), end = offset(endLine, endColumn)
            const name = names.get(occurrence.symbol)
            if (start < 0 || end <= start) { wrong('a range outside of its file', path, range); continue }
            if (name === undefined) { wrong('not defined and not external:', occurrence.symbol, path, range); continue }
            const key = `${range} ${occurrence.symbol}`
            if (seen.has(key)) wrong('twice', path, key)
            seen.add(key)
            if (occurrence.symbolRoles & ~KNOWN_ROLES) wrong('roles', path, occurrence.symbolRoles)
            const defines = occurrence.symbolRoles & (DEFINITION | FORWARD)
            counts[defines ? 'definitions' : 'references']++
            const text = bytes.subarray(start, end).toString('utf8')
            const type = parseSymbol(occurrence.symbol).descriptors.at(-2)?.name
            if (text.toLowerCase() !== name.toLowerCase()) {
                counts.aliases++
                if (strict && text !== type || defines) wrong('the text is', text, 'not', name, path, range)
            }
            if (occurrence.enclosingRange.length) {
                const around = rangeOf(occurrence.enclosingRange)
                if (!before(around[0], around[1], startLine, startColumn) || !before(endLine, endColumn, around[2], around[3]) || offset(around[2], around[3]) < 0)
                    wrong('an enclosing range that does not enclose', path, range, around)
            }
        }
        for (const symbol of document.symbols)
            for (const relationship of symbol.relationships) {
                counts.relationships++
                if (!names.has(relationship.symbol)) wrong('related to nothing:', symbol.symbol, relationship.symbol)
                if (!relationship.isImplementation && !relationship.isReference) wrong('a relationship of no kind', symbol.symbol)
            }
    }
    return { problems, counts }
}

// The occurrences of a document as `line:column text role symbol`, for expectations.
export function listed(index, root, path) {
    const document = index.documents.find(one => one.relativePath === path)
    const lines = readFileSync(join(root, path)).toString('latin1').split('\n')
    return (document?.occurrences ?? []).map(({ range, symbolRoles, symbol }) => {
        const text = Buffer.from(lines[range[0]].slice(range[1], range.at(-1)), 'latin1').toString('utf8')
        const role = symbolRoles & DEFINITION ? 'def' : symbolRoles & FORWARD ? 'forward' : 'ref'
        return `${range[0]}:${range[1]} ${text} ${role} ${symbol}`
    })
}
