// The mutations: each takes a function (or class) of a file and returns edits of the text and what a diff must
// report of them, or nothing where it does not apply. An edit is {file, from, to, text}. What is expected is
// {change, old, name}: `old` is the qualified name before, `name` the last part of the one after (the new outline
// has the rest), `new` the whole name where it is known. `loose`: symbols for which a change of format may or may
// not be reported.
import { bodyLines, indentOf, lineEnd, lineStart, parametersOf, statements, wordOf, words } from './text.mjs'

const FRESH = ['polishLantern', 'gatherHarvest', 'foldBlanket', 'paintFence', 'weighParcel', 'mendSail', 'sharpenQuill',
    'stackFirewood', 'brewKettle', 'trimHedge', 'carveSpoon', 'soundWhistle']
const same = ({ symbol }, change, more = {}) => ({ change, old: symbol.qualified, new: symbol.qualified, ...more })
const whole = ({ text, symbol }) => [lineStart(text, symbol.lead), Math.min(lineEnd(text, symbol.end) + 1, text.length)]
const edit = (from, to, text, file = 0) => ({ file, from, to, text })
const lastPart = part => part.match(/\w+/g)?.at(-1)

function lines(one) {
    return statements(bodyLines(one.text, one.symbol, one.language.offside), one.semicolons, one.id === 'php')
}
function isSafe(text) { // no string or comment over several lines, nothing that counts columns
    return !/"""|'''|`|\/\*|<<|\\\n|^\s*#|^\s*\/\/|=begin|\[\[|r#|@"|\$"/m.test(text)
}

function rename(one) {
    const name = one.random(2) ? `${one.symbol.name}Again` : one.fresh()
    return { edits: [edit(one.symbol.nameStart, one.symbol.nameEnd, name)], expect: [{ change: 'renamed', old: one.symbol.qualified, name }] }
}
function renameWithCallers(one) {
    const name = one.fresh(), edits = [], callers = new Set()
    const all = new RegExp(wordOf(one.symbol.name), 'g')
    for (const { index } of one.text.matchAll(all)) {
        const inside = one.symbols.filter(symbol => symbol.lead <= index && index < symbol.end).at(-1)
        const line = one.text.slice(lineStart(one.text, index), index)
        if (index !== one.symbol.nameStart) {
            if (!inside || !inside.body || index < inside.body || !/function|method/.test(inside.kind) || one.isTaken(inside) ||
                /["'`#*]|\/\/|--|\/\*/.test(line)) return undefined
            if (inside !== one.symbol) callers.add(inside)
        }
        edits.push(edit(index, index + one.symbol.name.length, name))
    }
    if (!callers.size || one.other.includes(one.symbol.name) || one.symbols.some(({ name: it }) => it === name)) return undefined
    return { edits, touches: [...callers], expect: [{ change: 'renamed', old: one.symbol.qualified, name },
        ...[...callers].map(({ qualified }) => ({ change: 'body', old: qualified, new: qualified }))] }
}
function moveWithin(one) {
    const [from, to] = whole(one)
    const mates = one.symbols.filter(mate => mate.outer === one.symbol.outer && mate !== one.symbol && !one.isTaken(mate) &&
        /function|method/.test(mate.kind) && !one.text.slice(lineStart(one.text, mate.lead), mate.lead).trim() &&
        !(mate.lead >= from && mate.lead <= to + 2))
    if (!mates.length) return undefined
    const mate = mates[one.random(mates.length)], at = lineStart(one.text, mate.lead)
    return { edits: [edit(from, to, ''), edit(at, at, `${one.text.slice(from, to)}\n`)], touches: [mate], expect: [] }
}
function moveToClass(one) {
    const outer = one.symbol.outer
    if (!one.language.classes || !outer || !/class|object|interface|trait/.test(outer.kind)) return undefined
    const goals = one.symbols.filter(mate => mate.outer && mate.outer !== outer && mate.depth === one.symbol.depth &&
        mate.outer.kind === outer.kind && mate.kind === one.symbol.kind && !one.isTaken(mate) && mate.name &&
        !mate.outer.inner.some(({ name }) => name === one.symbol.name) && mate.qualified.endsWith(mate.name) &&
        !one.text.slice(lineStart(one.text, mate.lead), mate.lead).trim())
    if (!goals.length) return undefined
    const goal = goals[one.random(goals.length)], at = lineStart(one.text, goal.lead), [from, to] = whole(one)
    return { edits: [edit(from, to, ''), edit(at, at, `${one.text.slice(from, to)}\n`)], touches: [goal],
        expect: [{ change: 'moved', old: one.symbol.qualified,
            new: goal.qualified.slice(0, -goal.name.length) + one.symbol.name }] }
}
function moveToFile(one) {
    if (one.symbol.outer && !one.language.classes) return undefined
    const goals = one.otherSymbols.filter(mate => mate.kind === one.symbol.kind && mate.depth === one.symbol.depth && mate.name &&
        mate.outer?.kind === one.symbol.outer?.kind && mate.qualified.endsWith(mate.name) && !one.isTaken(mate) &&
        !one.other.slice(lineStart(one.other, mate.lead), mate.lead).trim())
    if (!goals.length || one.otherSymbols.some(({ name }) => name === one.symbol.name)) return undefined
    const goal = goals[one.random(goals.length)], at = lineStart(one.other, goal.lead), [from, to] = whole(one)
    return { edits: [edit(from, to, ''), edit(at, at, `${one.text.slice(from, to)}\n`, 1)], touches: [goal],
        expect: [{ change: 'moved', old: one.symbol.qualified, name: one.symbol.name }] }
}
function addParameter(one) {
    const list = parametersOf(one.text, one.symbol), last = list?.parts.at(-1)?.part ?? ''
    if (!list || /\.\.\.|^\*|&\w+$|=|vararg|params |\bthis\b/.test(last) || last === '/') return undefined
    const name = one.fresh(), text = one.language.parameter(name)
    const at = list.parts.at(-1)?.to ?? list.open
    if (last === 'void') return { edits: [edit(list.parts[0].from, list.parts[0].to, text)],
        expect: [same(one, 'signature', { breaks: `parameter '${one.shown(name)}' added` })] }
    return { edits: [edit(at, at, last ? `, ${text}` : text)],
        expect: [same(one, 'signature', { breaks: `parameter '${one.shown(name)}' added` })] }
}
function removeParameter(one) {
    const list = parametersOf(one.text, one.symbol), last = list?.parts.at(-1)
    if (!last || /^&?(mut )?(self|cls|this|void|\*|\/)\b|^(void|\*|\/)$/.test(last.part) || one.goShares(list)) return undefined
    const from = list.parts.length > 1 ? list.parts.at(-2).to : last.from
    return { edits: [edit(from, last.to, '')], expect: [same(one, 'signature', { breaks: 'removed' })] }
}
function reorderParameters(one) {
    const parts = parametersOf(one.text, one.symbol)?.parts.filter(({ part }) => !/^&?(mut )?(self|cls|this)\b/.test(part)) ?? []
    if (parts.length < 2 || parts.some(({ part }) => /=|\.\.\.|\*$|^\*|^\/$|^&|\?/.test(part)) || one.goShares({ parts })) return undefined
    const [a, b] = parts
    if (lastPart(a.part) === lastPart(b.part) || !/\w/.test(a.part) || !/\w/.test(b.part)) return undefined
    return { edits: [edit(a.from, a.to, b.part), edit(b.from, b.to, a.part)],
        expect: [same(one, 'signature', { breaks: 'order' })] }
}
function retypeParameter(one) {
    const list = parametersOf(one.text, one.symbol)
    const part = list?.parts.find(({ part }) => one.language.retype?.(part) && !/^(self|cls|this|void)\b/.test(part))
    if (!part || one.goShares(list)) return undefined
    return { edits: [edit(part.from, part.to, one.language.retype(part.part))], expect: [same(one, 'signature', { breaks: 'type' })] }
}
function addDefault(one) {
    const part = parametersOf(one.text, one.symbol)?.parts.at(-1)
    const text = part && !/^(self|cls|this|void)$/.test(part.part) ? one.language.given?.(part.part) : undefined
    return text && { edits: [edit(part.from, part.to, text)], expect: [same(one, 'signature', { breaks: '', what: 'default' })] }
}
function changeBody(one) {
    const found = lines(one)
    if (!found.length) return undefined
    const { line, from } = found[one.random(found.length)]
    if (one.random(2)) return { edits: [edit(from, from, `${line}\n`)], expect: [same(one, 'body')] }
    const number = /(?<![\w.])\d+(?![\w.])/.exec(line)
    return number
        ? { edits: [edit(from + number.index, from + number.index + number[0].length, `${+number[0] + 7}`)], expect: [same(one, 'body')] }
        : { edits: [edit(from, from, `${indentOf(line)}${one.language.call(one.fresh())}\n`)], expect: [same(one, 'body')] }
}
function changeComment(one) {
    const { text, symbol } = one
    const before = /[a-z]{4,}/.exec(text.slice(symbol.lead, symbol.start))
    if (before && one.random(2))
        return { edits: [edit(symbol.lead + before.index, symbol.lead + before.index + before[0].length, 'changed')],
            expect: [same(one, 'comment')] }
    const found = lines(one)
    if (!found.length || text.slice(symbol.start, symbol.end).includes('"""')) return undefined
    const { from, tab } = found[one.random(found.length)]
    return { edits: [edit(from, from, `${tab}${one.language.comment('what comes next is clear')}\n`)], expect: [same(one, 'comment')] }
}
function indent(one) {
    const { text, symbol } = one, from = lineEnd(text, symbol.start) + 1
    if (!isSafe(text.slice(symbol.start, symbol.end)) || from >= symbol.end) return undefined
    const tab = indentOf(text.slice(lineStart(text, symbol.start))).replaceAll('\n', '')
    const last = one.language.offside ? symbol.end : lineStart(text, symbol.end)
    if (last <= from || text.slice(symbol.start, symbol.body).includes('\n')) return undefined
    const block = text.slice(from, last).replaceAll(/^[ \t]+(?=\S)/gm, space => space.length > tab.length
        ? tab + space.slice(tab.length) + space.slice(tab.length) : space)
    return { edits: [edit(from, last, block)], expect: [], loose: [symbol.qualified] }
}
function blankLines(one) {
    const found = lines(one)
    if (!found.length) return undefined
    return { edits: found.slice(0, 2).map(({ from }) => edit(from, from, '\n')), expect: [], loose: [one.symbol.qualified] }
}
function breakLines(one) {
    const line = lines(one).find(({ line }) => /\(.*\w, \w.*\)/.test(line) && !/[<>|]/.test(line))
    if (!line) return undefined
    const at = line.from + /\(.*?\w, (?=\w)/.exec(line.line).index + /\(.*?\w, (?=\w)/.exec(line.line)[0].length
    if (one.text.slice(line.from, at).split('(').length <= one.text.slice(line.from, at).split(')').length) return undefined
    return { edits: [edit(at - 1, at, `\n${line.tab}        `)], expect: [], loose: [one.symbol.qualified] }
}
function splitFunction(one) {
    const found = lines(one), { text, symbol } = one
    const start = found.findIndex((line, i) => found[i + 2]?.from === found[i + 1]?.from + found[i + 1]?.line.length + 1 &&
        found[i + 1]?.from === line.from + line.line.length + 1)
    if (start < 0) return undefined
    let count = 3
    while (count < 8 && found[start + count]?.from === found[start + count - 1].from + found[start + count - 1].line.length + 1) count++
    const taken = found.slice(start, start + count), name = one.fresh()
    if (words(taken.map(({ line }) => line).join(' ')).length < 15) return undefined
    const tab = one.id === 'go' ? '' : indentOf(text.slice(lineStart(text, symbol.start)))
    const made = one.language.make(name, taken.map(({ line }) => line), tab).join('\n')
    const to = taken.at(-1).from + taken.at(-1).line.length, [, behind] = whole(one)
    return { edits: [edit(taken[0].from, to, `${taken[0].tab}${one.language.call(name)}`), edit(behind, behind, `\n${made}\n`)],
        expect: [same(one, 'body'), { change: 'extracted', name }] }
}
function addFunction(one) {
    const mates = one.otherSymbols.filter(mate => mate.kind === one.symbol.kind && mate.depth === one.symbol.depth && mate.body &&
        !mate.inner.length && mate.to - mate.from > 5 && mate.name && !wordOf(mate.name).test(one.text) &&
        !one.other.slice(lineStart(one.other, mate.lead), mate.lead).trim() && mate.qualified.endsWith(mate.name) &&
        one.otherSymbols.filter(({ name }) => name === mate.name).length === 1)
    if (!mates.length) return undefined
    const mate = mates[one.random(mates.length)]
    const made = one.other.slice(lineStart(one.other, mate.lead), lineEnd(one.other, mate.end) + 1), name = one.fresh()
    return { name, made: made.replaceAll(new RegExp(wordOf(mate.name), 'g'), name) }
}
function isUnlike(a, b) {
    const one = new Set(words(a)), two = new Set(words(b)), common = [...one].filter(word => two.has(word)).length
    return common / Math.max(1, Math.min(one.size, two.size)) < 0.4
}
function add(one) {
    const { name, made } = addFunction(one) ?? {}
    const [, to] = whole(one)
    return name && { edits: [edit(to, to, `\n${made}`)], expect: [{ change: 'added', name }] }
}
function remove(one) {
    return { edits: [edit(...whole(one), '')], expect: [{ change: 'removed', old: one.symbol.qualified }] }
}
function replace(one) {
    const { name, made } = addFunction(one) ?? {}, [from, to] = whole(one)
    if (!name || !isUnlike(made, one.text.slice(from, to))) return undefined
    return { edits: [edit(from, to, made)], expect: [{ change: 'removed', old: one.symbol.qualified }, { change: 'added', name }] }
}
function renameClass(one) {
    const outer = one.symbol.outer
    if (!one.language.classes || outer?.kind !== 'class' || outer.outer || outer.inner.length < 3 || one.isTaken(outer)) return undefined
    if (one.symbols.filter(({ name }) => name === outer.name).some(it => it !== outer && it.outer !== outer) ||
        outer.inner.some(inner => one.isTaken(inner)) || /::|~/.test(outer.qualified)) return undefined
    const name = `${one.fresh()}Kind`
    const makers = outer.inner.filter(inner => inner.name === outer.name)
    return { touches: [outer, ...outer.inner], expect: [{ change: 'renamed', old: outer.qualified, name }],
        edits: [outer, ...makers].map(it => edit(it.nameStart, it.nameEnd, name)) }
}

export const mutations = { rename, renameWithCallers, moveWithin, moveToClass, moveToFile, addParameter, removeParameter,
    reorderParameters, retypeParameter, addDefault, changeBody, changeComment, indent, blankLines, breakLines,
    splitFunction, add, remove, replace, renameClass }

export { FRESH }
