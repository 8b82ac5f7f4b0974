// Two functions of one name on one line of a class: one of them changes or is removed, or lines are inserted above
// them.
import { languages } from './languages.mjs'
import { lineEnd } from './text.mjs'

export function overloads({ id, text, other, symbols }, name, random) {
    const { one, types } = languages[id]
    const home = one && symbols.find(symbol => /class/.test(symbol.kind) && symbol.body && text[symbol.body] === '{' &&
        symbol.inner.length && lineEnd(text, symbol.body) < symbol.inner[0].lead)
    if (!home) return undefined
    const at = lineEnd(text, symbols.length ? home.body : 0) + 1
    const make = (type, value) => one.replace('NAME', 'weighParcel').replace('TYPE', type).replace('VALUE', value)
    const put = line => `${text.slice(0, at)}    ${line}\n\n${text.slice(at)}`
    const glue = /kotlin|swift|scala/.test(id) ? '; ' : ' '
    const qualified = `${home.qualified}${id === 'cpp' ? '::' : '.'}weighParcel`, a = make(types[0], '1'), b = make(types[1], '2')
    const old = put(`${a}${glue}${b}`), expect = []
    let now
    if (name === 'shifted') now = put(`\n\n    ${a}\n    ${b}`)
    else if (random(2)) {
        now = put(`${a}${glue}${make(types[1], '7')}`)
        expect.push({ change: 'body', old: qualified, new: qualified })
    } else {
        now = put(random(2) ? a : b)
        expect.push({ change: 'removed', old: qualified })
    }
    return { olds: [old, other], news: [now, other], expect, loose: [home.qualified] }
}
