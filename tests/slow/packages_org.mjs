// packages_org.mjs FOVEA BIN: publishes a repository with an installed fovea in a PostgreSQL whose programs are in BIN,
// and finds a symbol in it, with no other fovea-postgres than the installed one.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Server } from '../wire/org_server.mjs'

const [program, bin] = process.argv.slice(2)
const home = mkdtempSync(join(tmpdir(), 'fovea-packages-org-'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))
const server = new Server(bin)
const tree = join(home, 'billing')
mkdirSync(tree)
writeFileSync(join(tree, 'pay.c'), 'int pay_invoice(int n)\n{\n    return n;\n}\n')
const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, TERM: 'dumb', LC_ALL: 'C.UTF-8' }
const git = (...args) => execFileSync('git', ['-C', tree, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { env })
git('init', '-q', '-b', 'main')
git('add', '-A')
git('commit', '-q', '-m', 'first')
server.sql('postgres', 'CREATE DATABASE code')
for (const [args, expected] of [[['publish', '--to'], /published billing/], [['find', 'pay_invoice', '--org'], /billing\/pay\.c:1-4 .*pay_invoice/]]) {
    const done = spawnSync(program, [...args, server.url('code')], { cwd: tree, env, encoding: 'utf8', timeout: 60000 })
    if (done.status || !expected.test(done.stdout)) {
        console.log(`${args[0]}: ${done.status} ${done.stdout} ${done.stderr}`)
        process.exit(1)
    }
}
