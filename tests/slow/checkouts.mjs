// checkouts.mjs FOVEA TREE SECONDS: a copy of the git repository TREE gets two branches that differ in 60 files and
// are checked out in turn while the server is asked all the time. Each answer must be that of one of the branches, or
// say that the index is behind; when it is quiet again each must be right.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const [fovea, original, seconds] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'fovea-checkouts-'));
const tree = join(folder, 'tree');
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const git = (...args) => execFileSync('git', ['-C', tree, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args],
    { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }).trim();

function commit(branch, common, user) {
    writeFileSync(join(tree, 'zz_common.c'), common);
    writeFileSync(join(tree, 'zz_user.c'), `int zz_common(void);\n${user}\n`);
    git('add', '-A');
    git('commit', '-qm', branch);
}

function prepare() {
    // The copy of a linked work tree would commit to the repository that it is of.
    if (!statSync(join(original, '.git')).isDirectory()) throw new Error(`${original} is a linked work tree: give a repository`);
    cpSync(original, tree, { recursive: true, verbatimSymlinks: true });
    git('checkout', '-qfB', 'one');
    commit('one', 'int zz_common(void) { return 1; }\nint marker_one(void) { return zz_common(); }\n',
        'int only_in_one(void) { return zz_common(); }');
    git('checkout', '-qb', 'two');
    const files = git('ls-files', '*.c', '*.py', '*.ts').split('\n').slice(0, 60);
    for (const file of files) appendFileSync(join(tree, file), `\n${file.endsWith('.c') ? '//' : '#'} ${basename(file)}\n`);
    commit('two', 'int more(void) { return 2; }\n\nint zz_common(void) { return more(); }\nint marker_two(void) { return zz_common(); }\n',
        'int only_in_two(void) { return zz_common() + zz_common(); }');
}

const QUESTIONS = [['search_symbols', { query: 'only_in_one' }], ['search_symbols', { query: 'only_in_two' }],
    ['callers', { symbol: 'zz_common' }], ['get_symbol', { symbol: 'zz_common' }], ['get_impact', { symbol: 'zz_common' }]];
const isTold = (text) => /index: \d+ %|changed just now|being made|may be as it was/.test(text);

class Client {
    #waiting = new Map();
    #id = 0;
    #text = '';

    constructor() {
        this.server = spawn(fovea, ['mcp', '--root', tree],
            { env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') }, stdio: ['pipe', 'pipe', 'inherit'] });
        this.server.stdout.on('data', (data) => this.#take(data));
    }

    #take(data) {
        this.#text += data;
        for (let at; (at = this.#text.indexOf('\n')) >= 0; this.#text = this.#text.slice(at + 1)) {
            const message = JSON.parse(this.#text.slice(0, at));
            this.#waiting.get(message.id)?.(message);
        }
    }

    send(method, params) {
        const id = ++this.#id;
        this.server.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\n');
        return new Promise((done) => this.#waiting.set(id, done));
    }

    async ask([name, args]) {
        const { result, error } = await this.send('tools/call', { name, arguments: args });
        if (error || result.isError) throw new Error(JSON.stringify(error ?? result));
        return result.content.map((part) => part.text).join('\n').trim();
    }
}

async function settled(client, question) {
    for (const end = Date.now() + 30000; Date.now() < end;) {
        const text = await client.ask(question);
        if (!isTold(text)) return text;
    }
    throw new Error(`never settles: ${JSON.stringify(question)}`);
}

prepare();
const client = new Client();
await client.send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
const right = { one: [], two: [] };
for (const branch of ['one', 'two']) {
    git('checkout', '-q', branch);
    for (const question of QUESTIONS) right[branch].push(await settled(client, question));
}

const end = Date.now() + Number(seconds) * 1000;
let switches = 0, asked = 0, told = 0, wrong = 0, busy = true;
const complain = (what, question, text) => { wrong++; console.log(`${what}: ${JSON.stringify(question)}\n${text}`); };
const switching = (async () => {
    for (; Date.now() < end; switches++) {
        const child = spawn('git', ['-C', tree, 'checkout', '-q', switches & 1 ? 'two' : 'one'], { stdio: 'ignore' });
        await new Promise((done) => child.on('exit', done));
        await sleep(Math.random() * 300);
    }
    busy = false;
})();
while (busy)
    for (const [i, question] of QUESTIONS.entries()) {
        const text = await client.ask(question);
        asked++;
        told += isTold(text);
        if (!isTold(text) && text !== right.one[i] && text !== right.two[i]) complain('of neither branch', question, text);
    }
await switching;
for (const branch of ['two', 'one', 'two']) {
    git('checkout', '-q', branch);
    for (const [i, question] of QUESTIONS.entries()) {
        const text = await settled(client, question);
        if (text !== right[branch][i]) complain(`not of branch ${branch}`, question, text);
    }
}
console.log(`${switches} checkouts, ${asked} answers: ${told} said that the index was behind, ${wrong} wrong`);
client.server.kill();
await new Promise((done) => client.server.on('exit', done));
// Its processes end a moment later.
for (let tries = 0; tries < 100 && spawnSync('rm', ['-rf', folder], { stdio: 'ignore' }).status !== 0; tries++) await sleep(20);
process.exit(wrong || !asked ? 1 : 0);
