// quality_levels.mjs FOVEA TUNE MIRROR: the saving of each level compared with level full, for the questions of
// TUNE/questions.json: the means of token_reduction and of the answers' tokens. The repositories are git
// directories MIRROR/<owner>+<name>/repo; their trees are kept in TREES.
import { spawnSync, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [fovea, tune, mirror] = process.argv.slice(2).map((p) => resolve(p))
const questions = JSON.parse(readFileSync(join(tune, 'questions.json')))
const work = process.env.TREES || mkdtempSync(join(tmpdir(), 'fovea-levels-'))

const tree = (repo) => {
    const into = join(work, repo.name)
    if (!existsSync(into)) {
        mkdirSync(into, { recursive: true })
        const git = join(mirror, repo.source.replace('github:', '').replace('/', '+'), 'repo')
        const tar = join(work, repo.name + '.tar')
        execFileSync('git', ['-C', git, 'archive', '-o', tar, repo.revision, ...(repo.root ? [repo.root] : [])])
        execFileSync('tar', ['xf', tar, '-C', into])
    }
    return join(into, repo.root)
}

const env = { ...process.env, XDG_CACHE_HOME: join(work, 'cache') }
const sums = Object.fromEntries(['file', 'class', 'method', 'auto'].map((level) => [level, { share: 0, tokens: 0, count: 0 }]))
for (const repo of questions) {
    const cwd = tree(repo)
    spawnSync(fovea, ['index', '-q', '.'], { cwd, env })
    for (const { query } of repo.queries)
        for (const [level, sum] of Object.entries(sums)) {
            const run = spawnSync(fovea, ['search', query, '--level', level, '--budget', '1000000', '--format', 'json', '--no-semantic-cache'],
                { cwd, env, maxBuffer: 1 << 28 })
            const { progressive } = JSON.parse(run.stdout)
            sum.share += parseInt(progressive.token_reduction, 10)
            sum.tokens += progressive.token_estimate
            sum.count++
        }
}
for (const [level, { share, tokens, count }] of Object.entries(sums))
    console.log(`${level.padEnd(8)} ${(share / count).toFixed(1).padStart(5)} % less than full, ${Math.round(tokens / count)} tokens on average, ${count} questions`)
