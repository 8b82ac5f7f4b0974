// Symbols of a text according to the program's own outline, and which lines of a function are plain statements.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

export function outlineOf(program, path, text) {
    writeFileSync(path, text, 'latin1')
    const { stdout } = spawnSync(program, ['debug', 'outline', path, '--no-config'], { encoding: 'latin1', maxBuffer: 1 << 28 })
    const symbols = [], open = []
    for (const line of stdout.split('\n')) {
        const [, tab, kind, qualified, from, to, start, end, nameStart, nameEnd, body, lead] =
            /^( *)(\w+) (.*?) \[(\d+)(?:-(\d+))?\] bytes (\d+)-(\d+)(?: name (\d+)-(\d+))?(?: body (\d+))?(?: lead (\d+))?/
                .exec(line) ?? []
        if (!kind) continue
        const depth = tab.length / 2
        const symbol = { kind, qualified, depth, from: +from, to: +(to ?? from), start: +start, end: +end, inner: [],
            nameStart: +(nameStart ?? 0), nameEnd: +(nameEnd ?? 0), body: +(body ?? 0), lead: +(lead ?? start) }
        symbol.name = text.slice(symbol.nameStart, symbol.nameEnd)
        for (let above; /\.py$/.test(path) && (above = /\n[ \t]*(#[^\n]*\n[ \t]*)$/.exec(text.slice(0, symbol.lead)));)
            symbol.lead -= above[1].length
        open.length = depth
        symbol.outer = open[depth - 1]
        symbol.outer?.inner.push(symbol)
        open[depth] = symbol
        symbols.push(symbol)
    }
    return symbols
}

export const lineStart = (text, at) => text.lastIndexOf('\n', at - 1) + 1
export const lineEnd = (text, at) => (text.indexOf('\n', at) + 1 || text.length + 1) - 1
export const indentOf = line => /^\s*/.exec(line)[0]
export const words = text => text.match(/\w+/g) ?? []
export const wordOf = word => new RegExp(`(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`)

const KEYWORD = /^\s*(return|break|continue|goto|else|elif|elsif|if|for|foreach|while|do|switch|case|default|throw|raise|yield|try|catch|finally|except|rescue|ensure|end|begin|fi|done|match|when|defer|use|using|import|from|package|fn|fun|func|function|def|class|struct|enum|interface|local function|let else|guard|unless|until|with|pass|del|super|async|await|assert|in|loop|public|private|protected|static|extern|typedef|unsafe|then|repeat|select|go|var \w+ \(|const \()\b/
const OPENS = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 }
const balanced = line => {
    let depth = 0
    for (const mark of line) if ((depth += OPENS[mark] ?? 0) < 0) return false
    return !depth
}

// Lines between the first and the last of a body: {line, from} in order.
export function bodyLines(text, symbol, offside) {
    const lines = []
    let at = symbol.body
    const [quote] = /^("{3}|'{3})/.exec(text.slice(at, at + 3)) ?? []
    if (quote) at = lineEnd(text, text.indexOf(quote, at + 3)) + 1
    if (!quote && (text.slice(lineStart(text, at), at).trim() || text[at] === '{')) at = lineEnd(text, at) + 1
    else at = lineStart(text, at)
    const last = offside ? symbol.end : lineStart(text, symbol.end)
    while (at < last) {
        const end = lineEnd(text, at)
        lines.push({ line: text.slice(at, end), from: at })
        at = end + 1
    }
    return lines
}

// Of these, which are whole statements on one line of their own, at the indentation of the first.
export function statements(lines, semicolons, dollars) {
    const full = lines.filter(({ line }) => line.trim())
    if (!full.length) return []
    const tab = indentOf(full[0].line)
    const ends = semicolons ? /[;{}]$/ : /[\w)\]{]$|^$/
    return full.filter(({ line }, i) => {
        const before = full[i - 1]?.line, behind = full[i + 1]?.line
        if (indentOf(line) !== tab || KEYWORD.test(line) || (!dollars && line.includes('$')) || /["'`#\\@]|\/\/|\/\*|--|=>|\?|:\s*$|^\s*[*{}.,)\]]|\bdo\b|\|/.test(line)) return false
        if (!balanced(line) || !/^\s*[\w.$]+[ (=.-]/.test(line) || !(semicolons ? /;$/ : /[\w)\]]$/).test(line)) return false
        if (before !== undefined && (indentOf(before).length !== tab.length ? !/[;}]$|^\s*(end|[)}\]]+)$/.test(before)
            : !ends.test(before.trimEnd()) || !balanced(before) && !/^\s*[})\]]|[{]$/.test(before))) return false
        return behind === undefined || (indentOf(behind).length <= tab.length && !/^\s*[.?:&|+*/{-]/.test(behind))
    }).map(({ line, from }) => ({ line, from, tab }))
}

// The pieces between commas of the list of parameters that follows the name, with their places; or nothing.
export function parametersOf(text, symbol) {
    if (text[symbol.nameEnd] !== '(') return undefined
    const parts = []
    let depth = 0, from = symbol.nameEnd + 1
    for (let at = symbol.nameEnd; at < symbol.end; at++) {
        const mark = text[at]
        if (`"'#\``.includes(mark) || text.startsWith('//', at) || text.startsWith('/*', at)) return undefined
        const change = mark === '<' ? 1 : mark === '>' && !'-='.includes(text[at - 1]) ? -1 : OPENS[mark] ?? 0
        if ((mark === ',' && depth === 1) || (mark === ')' && depth === 1)) {
            const raw = text.slice(from, at), part = raw.trim()
            if (part) parts.push({ part, from: from + raw.indexOf(part), to: from + raw.indexOf(part) + part.length })
            else if (mark === ',' || parts.length) return undefined
            from = at + 1
        }
        depth += change
        if (!depth) return { parts, open: symbol.nameEnd + 1, close: at }
    }
}
