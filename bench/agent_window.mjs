// agent_window.mjs FOVEA GITDIR...: what `fovea agent` puts into the window for a task (8,000 tokens). Tasks are messages of
// the newest commits that change 1 to 4 source files, TASKS of them in each repository (12), in one tree from before all of
// them. Measured: the share of the changed files of which something is shown, and the share of the changed functions that are
// shown: whole, or, where they are longer than 60 lines, lines that changed. Then TRACES (6) stack traces in the form of
// the repository's language, whose innermost frame of the repository is a changed line between frames of others and of
// libraries: whether the lines around that frame are shown. LIST=1 prints what is missed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'

const [fovea, ...repos] = process.argv.slice(2)
const most = Number(process.env.TASKS || 12), traces = Number(process.env.TRACES || 6), budget = process.env.BUDGET || '8000'
const code = new Set('c h py go ts js rb'.split(' ')), long = 60
const test = /(^|\/)(tests?|spec|testing|__tests__|t|docs?|docs_src|examples?|bench\w*|play)\/|_test\.|\.test\.|deno\/lib|deps\//
const dull = /bump|release|version|typo|changelog|format|lint|revert|dependabot|translat|chore|^ci|merge/i
const trailer = /^(Signed-off-by|Co-authored-by|Reviewed-by|Acked-by|Closes|Fixes|Reported).*$/gm
const git = (repo, ...args) => execFileSync('git', ['-C', repo, ...args], { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
const isSource = path => code.has(extname(path).slice(1)) && !test.test(path)

function tasks(repo) {
    const found = []
    const log = git(repo, 'log', '--no-merges', '-n', '1500', '--format=%x01%H%x02%s%x02%b%x03', '--name-status', '--no-renames')
    for (const block of log.split('\x01').slice(1)) {
        const [head, files] = block.split('\x03'), [commit, subject, ...body] = head.split('\x02')
        const rows = files.trim().split('\n').filter(line => line.includes('\t')).map(line => line.split('\t'))
        const changed = rows.filter(([status, path]) => status === 'M' && isSource(path)).map(([, path]) => path)
        if (rows.some(([status, path]) => 'AD'.includes(status) && isSource(path)) || changed.length < 1 || changed.length > 4) continue
        if (subject.split(/\s+/).length < 4 || dull.test(subject)) continue
        found.push({ commit, message: (subject + '\n' + body.join('\x02').replace(trailer, '')).slice(0, 1500), changed })
        if (found.length === most) break
    }
    return found
}

function functions(path, text, work) {
    const file = join(work, 'outline' + extname(path)), list = []
    writeFileSync(file, text)
    const run = spawnSync(fovea, ['map', file, '--format', 'json', '--budget', '10MB', '--detail', 'full'], { maxBuffer: 1 << 28 })
    const walk = (symbols, prefix) => {
        for (const s of symbols ?? []) {
            const name = prefix ? `${prefix}.${s.name}` : s.name
            if (/function|method|constructor/.test(s.kind)) list.push({ name, start: s.start, end: s.end })
            walk(s.children ?? s.symbols, name)
        }
    }
    try { const map = JSON.parse(run.stdout); walk(map.symbols ?? map.outline, '') } catch { /* no functions */ }
    return list
}

// The functions that a commit changed, as they stand in the tree, with the changed lines.
function changedFunctions(repo, task, tree, work) {
    const found = new Map()
    for (const path of task.changed) {
        let text
        try { text = readFileSync(join(tree, path), 'utf8') } catch { return null }
        const parent = git(repo, 'show', `${task.commit}^:${path}`), before = functions(path, parent, work), now = functions(path, text, work)
        const lines = parent.split('\n'), present = text.split('\n')
        for (const [, from, count] of git(repo, 'diff', '-U0', '--no-renames', `${task.commit}^`, task.commit, '--', path).matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)) {
            const first = Number(from), last = first + Math.max(Number(count ?? 1), 1) - 1
            const [inner] = before.filter(f => f.start <= last && f.end >= first).sort((a, b) => a.end - a.start - b.end + b.start)
            const same = inner && now.find(f => f.name === inner.name)
            if (!same) continue
            const key = `${path}::${same.name}`, wanted = found.get(key) ?? { path, ...same, lines: [] }
            for (let line = Math.max(first, inner.start); line <= Math.min(last, inner.end); line++) {
                const at = present.indexOf(lines[line - 1], same.start - 1)
                if (lines[line - 1].trim().length > 3 && at >= 0 && at < same.end) wanted.lines.push(at + 1)
            }
            found.set(key, wanted)
        }
    }
    return [...found.values()]
}

function pack(tree, env, task) {
    const run = spawnSync(fovea, ['agent', '--context-only', '--budget', budget, '--', task], { cwd: tree, env, maxBuffer: 1 << 28 })
    const text = run.stdout.toString(), context = text.slice(text.indexOf('\n# Semantic Context\n'), text.lastIndexOf('\n# Task\n'))
    return [...context.matchAll(/(?:^|\n---\n|instructions\.\n\n)([^\s:]+):(\d+)-(\d+)\b/g)].map(([, path, first, last]) => ({ path, first: Number(first), last: Number(last) }))
}
const has = (pieces, path, line) => pieces.some(p => p.path === path && p.first <= line && p.last >= line)
const isShown = (pieces, f) => pieces.some(p => p.path === f.path && p.first <= f.start && p.last >= f.end) ||
    (f.end - f.start >= long && f.lines.length > 0 && f.lines.some(line => has(pieces, f.path, line)))

const forms = {
    py: frames => 'Traceback (most recent call last):\n' + frames.map(f => `  File "${f.path}", line ${f.line}, in ${f.name}\n    x = y\n`).join('') + '  File "/usr/lib/python3.12/json/decoder.py", line 337, in decode\n    raise ValueError\nValueError: bad value\n',
    go: frames => 'panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nruntime.gopanic({0x1, 0x2})\n\t/usr/lib/go/src/runtime/panic.go:770 +0x132\n' + frames.toReversed().map(f => `example.com/m.${f.name}(0xc000)\n\t/build/src/${f.path}:${f.line} +0x1d\n`).join(''),
    ts: frames => 'TypeError: x is not a function\n    at Array.map (<anonymous>)\n    at run (node:internal/timers:573:7)\n' + frames.toReversed().map(f => `    at ${f.name} (/build/${f.path}:${f.line}:7)\n`).join(''),
    c: frames => 'Program received signal SIGSEGV, Segmentation fault.\n#0  0x00007f in __memcpy_avx () from /lib/x86_64-linux-gnu/libc.so.6\n' + frames.toReversed().map((f, i) => `#${i + 1}  0x0000 in ${f.name} (x=1) at ${f.path}:${f.line}\n`).join(''),
}
forms.js = forms.ts
forms.h = forms.c

const sum = { tasks: 0, files: 0, functions: 0, functionTasks: 0, traces: 0, seen: 0 }
for (const repo of repos) {
    const list = tasks(repo), work = mkdtempSync(join(tmpdir(), 'fovea-window-')), tree = join(work, 'tree'), env = { ...process.env, XDG_CACHE_HOME: join(work, 'cache') }
    execFileSync('bash', ['-c', 'mkdir -p "$3" && git -C "$1" archive "$2^" | tar x -C "$3"', '-', repo, list.at(-1).commit, tree])
    spawnSync(fovea, ['index', '-q', '.'], { cwd: tree, env })
    const here = { tasks: 0, files: 0, functions: 0, functionTasks: 0 }, all = []
    for (const task of list) {
        const wanted = changedFunctions(repo, task, tree, work)
        if (!wanted) continue
        const pieces = pack(tree, env, task.message), shown = wanted.filter(f => isShown(pieces, f))
        const files = task.changed.filter(path => pieces.some(p => p.path === path))
        here.tasks++
        here.files += files.length / task.changed.length
        if (wanted.length) {
            here.functionTasks++
            here.functions += shown.length / wanted.length
        }
        all.push(...wanted.filter(f => f.lines.length).map(f => ({ path: f.path, name: f.name, line: f.lines[0] })))
        if (process.env.LIST && (shown.length < wanted.length || files.length < task.changed.length))
            console.log(`${task.commit.slice(0, 9)} ${task.message.split('\n')[0]}\n    not shown: ${[...task.changed.filter(path => !files.includes(path)), ...wanted.filter(f => !shown.includes(f)).map(f => `${f.path}::${f.name} (${f.end - f.start + 1} lines)`)].join(', ')}`)
    }
    let count = 0, seen = 0
    for (const [i, frame] of all.slice(0, traces).entries()) {
        const outer = [all[(i + 5) % all.length], all[(i + 2) % all.length]].filter(f => f !== frame)
        const pieces = pack(tree, env, `this fails:\n${forms[extname(frame.path).slice(1)]?.([...outer, frame]) ?? ''}`)
        const ok = has(pieces, frame.path, frame.line)
        count++
        seen += ok
        if (process.env.LIST && !ok) console.log(`    trace: ${frame.path}:${frame.line} ${frame.name}`)
    }
    const share = (part, whole) => (whole ? part / whole : 0).toFixed(3)
    console.log(`${basename(dirname(repo)).padEnd(20)} ${here.tasks} tasks  files ${share(here.files, here.tasks)}  functions ${share(here.functions, here.functionTasks)}  traces ${seen} of ${count}`)
    for (const key of Object.keys(here)) sum[key] += here[key]
    sum.traces += count
    sum.seen += seen
    if (repo === repos.at(-1)) console.log(`${'all'.padEnd(20)} ${sum.tasks} tasks  files ${share(sum.files, sum.tasks)}  functions ${share(sum.functions, sum.functionTasks)}  traces ${sum.seen} of ${sum.traces}`)
    rmSync(work, { recursive: true })
}
