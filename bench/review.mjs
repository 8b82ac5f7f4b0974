// review.mjs PROGRAM N REPOSITORY…: reviews the last N commits without merges of each repository (git directories
// or work trees). Prints how many were approved, what each rule found, and the time of a review (make
// bench-review).
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

const [program, count, ...repositories] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'fovea-bench-review-'))
process.on('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
const env = { ...process.env, XDG_CACHE_HOME: join(home, 'cache'), XDG_CONFIG_HOME: join(home, 'config') }
const rules = new Map(), statuses = new Map(), times = []
const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1)

for (const repository of repositories.map(path => resolve(path)).filter(existsSync)) {
    const name = basename(repository) === 'repo' ? basename(dirname(repository)) : basename(repository), tree = join(home, name)
    execFileSync('git', ['clone', '-q', '--shared', repository, tree])
    const commits = execFileSync('git', ['log', '--no-merges', '--format=%H', '-n', count], { cwd: tree, encoding: 'utf8' }).trim().split('\n')
    const own = new Map()
    for (const commit of commits) {
        const start = performance.now()
        const { stdout, status } = spawnSync(program, ['review', '--commit', commit, '--output', 'json', '--no-config'], { cwd: tree, env, encoding: 'utf8', maxBuffer: 1 << 28 })
        times.push(performance.now() - start)
        const report = status <= 1 && stdout ? JSON.parse(stdout) : { status: 'none', findings: [] }
        add(statuses, report.status), add(own, report.status)
        for (const finding of report.findings) add(rules, `${finding.rule} ${finding.severity}`)
        if (process.env.SHOW)
            for (const { severity, rule, path, start, message } of report.findings)
                console.log(`${commit.slice(0, 10)} ${severity} ${rule} ${path}:${start} ${message}`)
    }
    console.log(`${name}: ${commits.length} commits, ${[...own].map(([key, n]) => `${n} ${key}`).join(', ')}`)
}
const all = [...statuses.values()].reduce((a, b) => a + b, 0)
console.log(`\n${all} commits: ${[...statuses].sort().map(([key, n]) => `${n} ${key} (${(100 * n / all).toFixed(1)} %)`).join(', ')}`)
for (const [key, n] of [...rules].sort((a, b) => b[1] - a[1])) console.log(`${String(n).padStart(6)} ${key}, ${(1000 * n / all).toFixed(1)} in 1,000 commits`)
times.sort((a, b) => a - b)
console.log(`a review: median ${times[times.length >> 1].toFixed(0)} ms, 95 % within ${times[Math.floor(times.length * .95)].toFixed(0)} ms`)
