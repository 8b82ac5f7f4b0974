// The law of sharing: after `fovea pull` an index equals one that was built here, with whatever the repository, its clone
// and the settings of both sides are like. Each case is pushed to a folder with and without its graph, pulled into an
// empty cache, and all that `fovea export` writes and `fovea search` answers is compared with an index built in another
// cache; then again after a change. A pull that refuses says so with an error and a hint. QUICK=1: only some cases, with the
// graph and without the change.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { spawn, spawnSync } from 'node:child_process'
import { expect, finish } from './mcp_client.mjs'

const program = process.argv[2]
const chosen = process.argv.slice(3)
const quick = Boolean(process.env.QUICK)
const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'fovea-share-law-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))

// ---- programs ----

const envOf = home => ({
    ...process.env,
    HOME: join(directory, home),
    XDG_CACHE_HOME: join(directory, home, 'cache'),
    XDG_CONFIG_HOME: join(directory, home, 'config'),
    GIT_CONFIG_NOSYSTEM: '1'
})
function git(cwd, ...args) {
    const settings = ['user.name=a', 'user.email=a@example.com', 'protocol.file.allow=always', 'init.defaultBranch=main'].flatMap(set => ['-c', set])
    const { status, stdout, stderr } = spawnSync('git', [...settings, ...args], { cwd, env: envOf('git'), encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout.trim()
}
function fovea(cwd, home, ...args) {
    return new Promise(resolve => {
        const child = spawn(program, args, { cwd, env: envOf(home), stdio: ['ignore', 'pipe', 'pipe'] })
        let stdout = '', stderr = ''
        child.stdout.on('data', piece => { stdout += piece })
        child.stderr.on('data', piece => { stderr += piece })
        child.on('close', status => resolve({ status, stdout, stderr }))
    })
}
function write(tree, path, text) {
    mkdirSync(dirname(join(tree, String(path))), { recursive: true })
    writeFileSync(Buffer.isBuffer(path) ? Buffer.concat([Buffer.from(`${tree}/`), path]) : join(tree, path), text)
}
function commit(tree, message = 'commit') {
    git(tree, 'add', '-A')
    git(tree, 'commit', '-qm', message)
}
const settings = (home, text) => write(join(directory, home), 'config/fovea/config.toml', text)

// ---- what is compared ----

let exports = 0
async function everything(tree, home, fails) {
    const out = join(directory, `export${exports++}`), files = new Map()
    const { status, stderr } = await fovea(tree, home, 'export', '--shards', out)
    if (status !== 0) fails(`export: ${stderr}`)
    for (const name of status === 0 ? readdirSync(out, { recursive: true }) : [])
        if (statSync(join(out, name)).isFile()) files.set(name, createHash('sha256').update(readFileSync(join(out, name))).digest('hex'))
    rmSync(out, { recursive: true, force: true })
    for (const question of quick ? ['helper'] : ['which function adds seven', 'helper']) files.set(question, (await fovea(tree, home, 'search', question)).stdout)
    return files
}
async function compare(tree, pulled, built, fails, what) {
    const [a, b] = await Promise.all([everything(tree, pulled, fails), everything(tree, built, fails)])
    const wrong = [...new Set([...a.keys(), ...b.keys()])].filter(name => a.get(name) !== b.get(name))
    if (wrong.length) fails(`${what}: differs from a built index: ${wrong.slice(0, 5).join(', ')}`)
}

// ---- the sources ----

const caller = (name, calls) => `/* Calls ${calls}. */\nint ${name}(int value)\n{\n    return ${calls}(value) + 1;\n}\n`
// A few files that call each other, and then what a case adds.
function plain(tree, format = 'sha1') {
    git(directory, 'init', '-q', `--object-format=${format}`, tree)
    for (let i = 0; i < 8; i++) write(tree, `lib${i % 2}/f${i}.c`, caller(`add_${i}`, `add_${(i + 3) % 8}`))
    write(tree, 'py/tool.py', 'import json\nfrom py import helper\n\n\ndef seven(value):\n    """Adds seven."""\n    return helper.help_with(value) + 7\n')
    write(tree, 'py/helper.py', 'def help_with(value):\n    return value\n')
    write(tree, 'package.json', '{"name": "thing", "version": "1.0.0", "main": "web/index.js"}\n')
    write(tree, 'web/index.js', "import { b } from './b.js'\nexport function a() {\n    return b()\n}\n")
    write(tree, 'web/b.js', 'export function b() {\n    return 2\n}\n')
}
const odd = Buffer.from([0x6f, 0xff, 0xfe, 0x2e, 0x63]) // o, two bytes that are no UTF-8, .c
const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n'

// Each has some of: make(tree) makes the origin; pusher(tree) and puller(tree) change the trees of both sides;
// clone(origin, tree) makes the puller's tree and may return a place in it; `pushes` and `pulls`: settings of a side;
// `none`: nothing can be taken; `refuses`: what the error says; `quick`: it is among the few.
const cases = {
    plain: {},
    'an empty file, equal contents, other languages': {
        make(tree) {
            for (const name of ['same.c', 'same.h', 'same.cpp', 'deep/same.c', 'same.js', 'same.txt']) write(tree, name, caller('twice', 'add_1'))
            write(tree, 'empty.c', '')
            write(tree, 'empty.py', '')
            write(tree, 'noise.c', Buffer.from([0, 1, 2, 3, 255]))
            write(tree, 'script', '#!/usr/bin/env python3\ndef run():\n    return 1\n')
        }
    },
    'symbolic links': {
        make(tree) {
            symlinkSync('lib0/f0.c', join(tree, 'link.c'))
            symlinkSync('lib1', join(tree, 'linked'))
            symlinkSync('/etc/passwd', join(tree, 'outside.c'))
            symlinkSync('../..', join(tree, 'lib0/up'))
            symlinkSync('loop', join(tree, 'loop'))
            symlinkSync('nowhere.c', join(tree, 'dangling.c'))
        }
    },
    'a link that is a file here': {
        make: tree => symlinkSync('lib0/f0.c', join(tree, 'link.c')),
        clone(origin, tree) {
            git(directory, 'clone', '-q', '-c', 'core.symlinks=false', origin, tree)
        }
    },
    'line ends and encodings by attributes': {
        make(tree) {
            appendFileSync(join(tree, '.gitattributes'), '*.h text eol=crlf\nwide.py text working-tree-encoding=UTF-16LE-BOM eol=lf\nlatin.py text working-tree-encoding=ISO-8859-1\nmixed.js -text\n')
            write(tree, 'ends.h', 'int ends(void);\r\nint more(int a);\r\n')
            write(tree, 'mixed.js', 'export function mixed() {\r\n    return 1\n}\r\n')
            write(tree, 'wide.py', Buffer.from('\ufeffdef wide(value):\n    return value\n', 'utf16le'))
            write(tree, 'latin.py', Buffer.from('def latin(value):\n    """Gr\u00fcn."""\n    return value\n', 'latin1'))
        }
    },
    'autocrlf where it is pulled': {
        quick: true,
        clone(origin, tree) {
            git(directory, 'clone', '-q', '-c', 'core.autocrlf=true', origin, tree)
        },
        none: true
    },
    'autocrlf where it is pushed': {
        pusher(tree) {
            git(tree, 'config', 'core.autocrlf', 'true')
            git(tree, 'rm', '-rq', '--cached', '.')
            git(tree, 'reset', '-q', '--hard')
        },
        none: true
    },
    'pointers of Git LFS': {
        make(tree) {
            appendFileSync(join(tree, '.gitattributes'), 'large.* filter=lfs diff=lfs merge=lfs -text\n')
            write(tree, 'large.c', pointer)
            write(tree, 'large.bin', pointer)
        },
        puller: tree => write(tree, 'large.c', caller('large', 'add_2')) // fetched here, not there
    },
    'a submodule': {
        quick: true,
        make(tree) {
            const module = `${tree}-module`
            git(directory, 'init', '-q', module)
            write(module, 'part.c', caller('part', 'add_1'))
            commit(module)
            git(tree, 'submodule', '-q', 'add', module, 'sub')
        },
        clone(origin, tree) {
            git(directory, 'clone', '-q', '--recurse-submodules', origin, tree)
        }
    },
    'a submodule that is not fetched': {
        make: tree => cases['a submodule'].make(tree)
    },
    'a repository within the tree': {
        puller(tree) {
            git(directory, 'init', '-q', join(tree, 'nested'))
            write(tree, 'nested/inner.c', caller('inner', 'add_1'))
        }
    },
    'renamed, changed, removed and untracked files': {
        quick: true,
        puller(tree) {
            git(tree, 'mv', 'lib0/f0.c', 'lib1/renamed.c')
            git(tree, 'mv', 'web/b.js', 'web/b.ts')
            write(tree, 'lib1/f1.c', caller('changed', 'add_3'))
            rmSync(join(tree, 'lib1/f3.c'))
            write(tree, 'untracked.c', caller('untracked', 'add_4'))
            write(tree, 'copy.c', readFileSync(join(tree, 'lib0/f2.c')))
        }
    },
    'changed files where it is pushed': {
        quick: true,
        pusher(tree) {
            git(tree, 'mv', 'lib0/f0.c', 'lib1/renamed.c')
            write(tree, 'lib1/f1.c', caller('changed', 'add_3'))
            rmSync(join(tree, 'lib1/f3.c'))
            write(tree, 'untracked.c', caller('untracked', 'add_4'))
        }
    },
    'a later commit that moved files': {
        puller(tree) {
            git(tree, 'mv', 'lib0', 'moved')
            write(tree, 'web/b.js', 'export const b = () => 3\n')
            commit(tree)
        }
    },
    'a shallow clone': {
        make(tree) {
            commit(tree)
            write(tree, 'second.c', caller('second', 'add_1'))
        },
        clone(origin, tree) {
            git(directory, 'clone', '-q', '--depth=1', `file://${origin}`, tree)
        }
    },
    'a shallow clone of a later commit': {
        quick: true,
        clone(origin, tree) {
            git(directory, 'clone', '-q', origin, `${tree}-later`)
            write(`${tree}-later`, 'second.c', caller('second', 'add_1'))
            commit(`${tree}-later`)
            git(directory, 'clone', '-q', '--depth=1', `file://${tree}-later`, tree)
        }
    },
    'a partial and sparse clone': {
        quick: true,
        clone(origin, tree) {
            git(origin, 'config', 'uploadpack.allowFilter', 'true')
            git(directory, 'clone', '-q', '--filter=blob:none', '--sparse', `file://${origin}`, tree)
            git(tree, 'sparse-checkout', 'set', 'lib0', 'py')
        }
    },
    'a sparse tree where it is pushed': {
        pusher: tree => git(tree, 'sparse-checkout', 'set', 'lib0', 'py')
    },
    'a detached HEAD': {
        puller: tree => git(tree, 'checkout', '-q', '--detach')
    },
    'a branch of another name': {
        puller(tree) {
            git(tree, 'checkout', '-qb', 'topic/\u00fc')
            write(tree, 'topic.c', caller('topic', 'add_1'))
            commit(tree)
        }
    },
    'a linked work tree': {
        quick: true,
        clone(origin, tree) {
            git(directory, 'clone', '-q', origin, `${tree}-main`)
            git(`${tree}-main`, 'worktree', 'add', '-q', '--detach', tree)
        }
    },
    'from a bare origin': {
        clone(origin, tree) {
            git(directory, 'clone', '-q', '--bare', origin, `${tree}.git`)
            git(directory, 'clone', '-q', `${tree}.git`, tree)
        }
    },
    'a bare repository': {
        clone(origin, tree) {
            git(directory, 'clone', '-q', '--bare', origin, tree)
        },
        refuses: /./
    },
    'a repository of SHA-256': { quick: true, format: 'sha256' },
    'a folder of the repository': {
        clone(origin, tree) {
            git(directory, 'clone', '-q', origin, tree)
            return join(tree, 'lib0')
        }
    },
    'a repository that is a folder of the pulled one': {
        clone(origin, tree) {
            git(directory, 'init', '-q', tree)
            git(directory, 'clone', '-q', origin, join(tree, 'below'))
            rmSync(join(tree, 'below/.git'), { recursive: true, force: true })
            commit(tree)
        }
    },
    'names that are no UTF-8': {
        make(tree) {
            write(tree, odd, caller('odd_name', 'add_1'))
            write(tree, 'new\nline.c', caller('line_name', 'odd_name'))
            write(tree, '"quoted" name.c', caller('quoted_name', 'line_name'))
        }
    },
    'names that differ by case or form': {
        make(tree) {
            write(tree, 'lib0/F0.c', caller('upper', 'add_1'))
            write(tree, 'u\u0308.c', caller('decomposed', 'upper'))
            write(tree, '\u00fc.c', caller('composed', 'decomposed'))
        }
    },
    'an empty repository': {
        quick: true,
        clone(origin, tree) {
            git(directory, 'init', '-q', tree)
        },
        refuses: /./
    },
    'a first commit without files': {
        quick: true,
        clone(origin, tree) {
            git(directory, 'init', '-q', tree)
            git(tree, 'commit', '-q', '--allow-empty', '-m', 'empty')
        },
        none: true
    },
    'ignored files that are tracked': {
        make(tree) {
            commit(tree)
            write(tree, '.gitignore', 'lib1\n*.py\n')
        }
    },
    'rules of the puller alone': {
        quick: true,
        puller(tree) {
            write(tree, '.git/info/exclude', 'untracked.c\nlib0\n')
            write(tree, 'untracked.c', caller('untracked', 'add_4'))
            write(tree, '.foveaignore', 'lib1\n')
        }
    },
    'rules of the pusher alone': {
        quick: true,
        pusher(tree) {
            write(tree, '.foveaignore', 'lib1\nweb\n')
            write(tree, '.git/info/exclude', '.foveaignore\n')
        }
    },
    'rules that are committed': { make: tree => write(tree, '.foveaignore', 'lib1\n') },
    'settings of the puller': { pulls: '[languages]\ndisabled = ["python", "json"]\n[files]\nexcluded = ["lib0"]\n[parse]\nctags = false\n' },
    'settings of the pusher': { pushes: '[languages]\ndisabled = ["python", "json"]\n[files]\nexcluded = ["lib0"]\n[parse]\nctags = false\n' },
    'settings of the project': { make: tree => write(tree, '.fovea.toml', '[languages]\ndisabled = ["javascript"]\n[files]\nexcluded = ["lib1"]\n') },
    'a part of the puller': { extent: ['--max-depth', '1'], none: true },
    'some endings of the puller': { extent: ['--extensions', 'py'] },
    'some endings of the pusher': { quick: true, pushed: ['--extensions', 'py'] },
    'files of all kinds': {
        quick: true,
        make(tree) {
            for (const name of ['an empty file, equal contents, other languages', 'symbolic links', 'line ends and encodings by attributes',
                'pointers of Git LFS', 'names that are no UTF-8', 'names that differ by case or form', 'ignored files that are tracked'])
                cases[name].make(tree)
        }
    },
    'no history for the puller': { pulls: '[history]\ncommits = 0\n' }
}

// ---- running them ----

async function check(name, number, graph) {
    const of = cases[name], at = part => join(directory, `${number}-${graph}-${part}`), home = part => `${number}-${graph}-home-${part}`
    const fails = what => expect(false, `${name}, graph ${graph}: ${what}`)
    const origin = at('origin'), tree = at('tree'), remote = `file://${at('remote')}`
    plain(origin, of.format)
    of.make?.(origin)
    commit(origin)
    let place = of.clone ? (of.clone(origin, tree) ?? tree) : (git(directory, 'clone', '-q', origin, tree), tree)
    of.pusher?.(origin)
    if (of.pushes) settings(home('pusher'), of.pushes)
    if (of.pulls) for (const side of ['pulled', 'built']) settings(home(side), of.pulls)
    if (of.pushed) await fovea(origin, home('pusher'), 'index', ...of.pushed)
    const pushed = await fovea(origin, home('pusher'), 'push', remote, '--graph', graph, '--format', 'json')
    if (pushed.status !== 0) return fails(`push: ${pushed.stderr}`)
    of.puller?.(tree)
    for (const side of of.extent ? ['pulled', 'built'] : []) await fovea(place, home(side), 'index', ...of.extent)
    const pulled = await fovea(place, home('pulled'), 'pull', remote, '--format', 'json')
    if (of.refuses) {
        if (pulled.status === 0 || !of.refuses.test(pulled.stderr)) fails(`it is not refused: ${pulled.status} ${pulled.stdout}${pulled.stderr}`)
        return /^Error: .+/m.test(pulled.stderr) && /^Hint: ./m.test(pulled.stderr) || fails(`an error and a hint: ${pulled.stderr}`)
    }
    if (pulled.status !== 0) return fails(`pull: ${pulled.stderr}`)
    const report = JSON.parse(pulled.stdout)
    if (!of.none !== report.taken > 0 && !of.extent) fails(`taken: ${pulled.stdout}`)
    await compare(place, home('pulled'), home('built'), fails, 'pulled')
    if (quick) return
    write(tree, 'lib0/f2.c', caller('after', 'add_5'))
    write(tree, 'later.c', caller('later', 'after'))
    await compare(place, home('pulled'), home('built'), fails, 'after a change')
}

const jobs = Object.keys(cases).flatMap((name, number) => (quick ? ['yes'] : ['no', 'yes']).map(graph => ({ name, number, graph })))
    .filter(({ name }) => !quick || cases[name].quick)
    .filter(({ name }) => !chosen.length || chosen.some(word => name.includes(word)))
async function work() {
    for (let job; (job = jobs.shift());) {
        try {
            await check(job.name, job.number, job.graph)
        } catch (error) {
            expect(false, `${job.name}, graph ${job.graph}: ${error.stack}`)
        }
    }
}
await Promise.all(Array.from({ length: 4 }, work))
if (!quick) console.log(`${Object.keys(cases).length} kinds of repositories, clones and settings`)
finish()
