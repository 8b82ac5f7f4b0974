// formatters.mjs PROGRAM COUNT PLACE…: runs a formatter over COUNT real files of each language; a diff must report
// only changes of format. It uses the installed formatters: clang-format, gofmt, rustfmt, black, and prettier as
// the module that PRETTIER names. Prints the share of files reported correctly, and the first that are not.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesOf } from './sources.mjs'

const [program, count, ...places] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'fovea-formatters.'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))
const prettier = process.env.PRETTIER && (await import(process.env.PRETTIER)).default

const command = (...words) => text => {
    const { stdout, status } = spawnSync(words[0], words.slice(1), { input: Buffer.from(text, 'latin1'), maxBuffer: 1 << 26 })
    return status === 0 ? stdout.toString('latin1') : undefined
}
const pretty = parser => async text => {
    try {
        return Buffer.from(await prettier.format(Buffer.from(text, 'latin1').toString('utf8'), { parser })).toString('latin1')
    } catch {
        return undefined
    }
}
const style = (name, ending) => command('clang-format', `--style=${name}`, `--assume-filename=a${ending}`)
const rows = [
    ['.c', 'clang-format LLVM', style('{BasedOnStyle: LLVM, SortIncludes: Never, ReflowComments: true}', '.c')],
    ['.c', 'clang-format Mozilla', style('{BasedOnStyle: Mozilla, SortIncludes: Never}', '.c')],
    ['.cc', 'clang-format WebKit', style('{BasedOnStyle: WebKit, SortIncludes: Never, FixNamespaceComments: false}', '.cc')],
    ['.java', 'clang-format Google', style('{BasedOnStyle: Google, SortIncludes: Never, SortJavaStaticImport: After}', '.java')],
    ['.js', 'clang-format Google', style('{BasedOnStyle: Google, SortIncludes: Never}', '.js')],
    ['.cs', 'clang-format Microsoft', style('{BasedOnStyle: Microsoft, SortIncludes: Never}', '.cs')],
    ['.go', 'gofmt', command('gofmt', '-s')],
    ['.rs', 'rustfmt', command('rustfmt', '--edition', '2021')],
    ['.py', 'black', command('black', '-q', '-')],
    ...prettier ? [['.js', 'babel'], ['.ts', 'typescript'], ['.css', 'css'], ['.json', 'json'], ['.md', 'markdown'], ['.scss', 'scss'],
        ['.yml', 'yaml']].map(([ending, parser]) => [ending, `prettier ${parser}`, pretty(parser)]) : [],
]

let bad = 0
for (const [ending, name, format] of rows) {
    let right = 0, all = 0, differ = 0
    for (const { path, text } of filesOf(places, [ending], count)) {
        const formatted = await format(text)
        if (formatted === undefined || formatted === text) continue
        const files = ['old', 'new'].map(side => join(home, side + ending))
        writeFileSync(files[0], text, 'latin1')
        writeFileSync(files[1], formatted, 'latin1')
        const { stdout } = spawnSync(program, ['diff', ...files, '--format', 'json', '--no-config'], { encoding: 'utf8', maxBuffer: 1 << 28 })
        const wrong = JSON.parse(stdout).files.flatMap(({ symbols }) => symbols).filter(({ change }) => change !== 'format')
        all++
        right += !wrong.length
        if (!wrong.length) continue
        if (differ++ < (+process.env.SHOW || 6)) console.log(`${name} ${path}: ${wrong.slice(0, 3).map(it =>
            `${it.change} ${it.qualified} ${it.start} ${it.what.slice(0, 2).join('; ')}`).join(' | ')}`)
        if (process.env.KEEP) {
            const keep = join(process.env.KEEP, `${name.replaceAll(' ', '-')}-${differ}`)
            mkdirSync(keep, { recursive: true })
            writeFileSync(join(keep, `old${ending}`), text, 'latin1')
            writeFileSync(join(keep, `new${ending}`), formatted, 'latin1')
        }
    }
    bad += all - right
    if (all) console.log(`${name} ${ending}: ${right} of ${all} files`)
}
process.exit(bad ? 1 : 0)
