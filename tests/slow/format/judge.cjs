// Prints a line of JSON for each file: what it means, without its layout, or null. Packages come from NODE_PATH.
const { readFileSync } = require('node:fs')

function script(path, text) {
    const ts = require('typescript'), source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
    if (source.parseDiagnostics.length) return null
    const shown = node => {
        const children = []
        ts.forEachChild(node, child => { children.push(shown(child)) })
        const value = ts.isSourceFile(node) ? '' : [node.text, node.rawText, node.operator, node.keywordToken, node.isTypeOf, node.flags & ts.NodeFlags.BlockScoped].join()
        return `${node.kind}${JSON.stringify(value)}(${children})`
    }
    return shown(source)
}

function style(text) {
    const css = require('css-tree')
    let failed = false
    const tree = css.parse(text, { onParseError() { failed = true } })
    return failed ? null : css.generate(tree)
}

// White space between words is one blank, except where it is shown as it is.
function page(text) {
    const kept = new Set(['pre', 'textarea', 'script', 'style'])
    const shown = (node, exact) => {
        if (node.nodeName === '#text') return JSON.stringify(exact ? node.value : node.value.replace(/[ \t\n\f\r]+/g, ' '))
        if (node.nodeName === '#comment') return ''
        const attributes = (node.attrs ?? []).map(attribute => `${attribute.name}=${JSON.stringify(attribute.value)}`)
        return `<${node.nodeName} ${attributes}>${(node.childNodes ?? []).map(child => shown(child, exact || kept.has(node.nodeName))).join('')}</>`
    }
    return shown(require('parse5').parse(text), false)
}

const prose = text => require('marked').marked.parse(text).split(/(<pre>[^]*?<\/pre>)/).map((part, i) => i % 2 ? part : part.replace(/\s+/g, ' ')).join('')

async function meaning(path) {
    const text = readFileSync(path, 'utf8')
    switch (path.slice(path.lastIndexOf('.') + 1)) {
    case 'css': return style(text)
    case 'scss': return require('sass').compileString(text, { logger: { warn() {}, debug() {} } }).css
    case 'less': return (await require('less').render(text, { compress: true })).css
    case 'html': return page(text)
    case 'md': return prose(text)
    default: return script(path, text)
    }
}

(async () => {
    for (const path of process.argv.slice(2)) console.log(JSON.stringify(await meaning(path).catch(() => null)))
})()
