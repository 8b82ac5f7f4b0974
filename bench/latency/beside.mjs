// beside.mjs OLD NEW TREE [N]: asks the servers of two programs on one tree (a directory, or a corpus' name) the
// same N questions of each kind (default 100), in turn. Fails when an answer differs by a byte. Prints the time of
// both: CPU of all processes and wall, in milliseconds. The first server's answers are the reference, so OLD may be
// a build of another commit.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client, sleep } from '../../tests/wire/mcp_client.mjs';
import { table } from '../ledger/report.mjs';
import { fetchCorpora } from '../quality/corpus.mjs';

const [oldProgram, newProgram, tree, count = '100'] = process.argv.slice(2);
if (!tree) throw new Error('usage: beside.mjs OLD NEW TREE [N]');
const root = existsSync(join(tree, '.git')) ? resolve(tree) : fetchCorpora([tree])[0];
const N = Number(count);

// The same everywhere: what is asked must not depend on chance.
let seed = 1;
const random = (below) => ((seed = (seed * 1103515245 + 12345) % 2147483648) >> 8) % below;
const pick = (list) => list[random(list.length)];

// Words of the tree's own files: names that it defines, names that it only mentions, words of comments.
function wordsOf() {
    const files = spawnSync('git', ['-C', root, 'ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 1 << 30 })
        .stdout.split('\n').filter((file) => /\.(c|h|py|go|ts|js|java|rs|rb|php|cs|cc)$/.test(file)).sort();
    const some = files.filter((_, i) => i % Math.ceil(files.length / 400) === 0);
    const words = new Set();
    for (const file of some)
        for (const word of readFileSync(join(root, file), 'latin1').match(/[A-Za-z_]\w{3,40}/g) ?? []) words.add(word);
    return { files: some, words: [...words].sort() };
}

const { files, words } = wordsOf();
const word = () => pick(words);
const part = (text, least) => {
    const from = random(Math.max(text.length - least, 1));
    return text.slice(from, from + least + random(4));
};
const spoil = (text) => {
    const at = random(text.length - 1);
    return pick([text.slice(0, at) + text.slice(at + 1), text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)]);
};
const COMMON = ['init', 'set', 'get', 'dev', 'read', 'test', 'name', 'error', 'list', 'id', 'data', 'probe', 'config', 'new', 'type', 'main', 'size', 'add'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz_0123456789'];
const KINDS = ['function', 'struct', 'field', 'macro', 'enum_member', 'method', 'class', 'variable', 'constant'];

const QUESTIONS = {
    'find a name': () => ['search_symbols', { query: word() }],
    'find the start of a name': () => ['search_symbols', { query: word().slice(0, 4 + random(6)) }],
    'find a part of a name': () => ['search_symbols', { query: part(word(), 4) }],
    'find two words': () => ['search_symbols', { query: `${part(word(), 3)} ${part(word(), 3)}` }],
    'find a mistyped name': () => ['search_symbols', { query: spoil(word()) }],
    'find a wildcard': () => ['search_symbols', { query: pick([`${word().slice(0, 3)}*${word().slice(-3)}`, `*${part(word(), 3)}`, `${part(word(), 3)}*`]) }],
    'find a common word': () => ['search_symbols', { query: pick(COMMON) }],
    'find one letter': () => ['search_symbols', { query: pick(LETTERS) }],
    'find two letters': () => ['search_symbols', { query: pick(LETTERS) + pick(LETTERS) }],
    'find *': () => ['search_symbols', { query: pick(['*', '**', '*a*', '*e', 't*', '*_*']) }],
    'find 100': () => ['search_symbols', { query: pick([word(), part(word(), 3), pick(COMMON)]), limit: 100 }],
    'find a kind': () => ['search_symbols', { query: pick([word(), part(word(), 3), pick(COMMON)]), kind: pick(KINDS) }],
    'find in a path': () => ['search_symbols', { query: pick([word(), part(word(), 3), pick(COMMON)]), path: pick(files).split('/').slice(0, 2).join('/') }],
    'find a risk': () => ['search_symbols', { query: pick([word(), part(word(), 3)]), risk: pick(['low', 'medium', 'high']) }],
    'symbol by name': () => ['get_symbol', { symbol: word() }],
    'symbol by common name': () => ['get_symbol', { symbol: pick(COMMON) }],
    'symbol mistyped': () => ['get_symbol', { symbol: spoil(word()) }],
    'symbol at a line': () => ['get_symbol', { symbol: `${pick(files)}:${1 + random(400)}` }],
    'symbol in a file': () => ['get_symbol', { symbol: `${pick(files)}::${word()}` }],
    'symbol by hash': () => ['get_symbol', { symbol: (random(1 << 28) + (1 << 28)).toString(16).slice(0, 6) }],
    'symbols, three': () => ['get_symbols', { symbols: `${word()}\n${word()}\n${word()}` }],
    source: () => ['get_symbol_source', { symbol: word() }],
    callers: () => ['callers', { symbol: word() }],
    'callers, depth 3': () => ['callers', { symbol: word(), depth: 3 }],
    callees: () => ['callees', { symbol: word() }],
    impact: () => ['get_impact', { symbol: word() }],
    'symbols of a kind': () => ['list_symbols', { kind: pick(KINDS) }],
    overview: () => ['get_repo_overview', {}],
};

const cpuOf = (pid) => {
    try {
        return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
        return 0; // it has ended
    }
};

class Asked {
    times = new Map();

    constructor(name, program) {
        const cache = resolve('build/bench/beside', name);
        mkdirSync(cache, { recursive: true });
        const env = { ...process.env, XDG_CACHE_HOME: cache };
        spawnSync(program, ['index', root], { env, stdio: 'ignore' });
        this.client = new Client(resolve(program), ['--root', root, '--profile', 'full'], { env });
    }

    async ready() {
        await this.client.initialize();
        for (let text = ''; !text.includes('up to date'); await sleep(200)) text = (await this.ask('', 'check_index', {})).text;
        await sleep(2000); // what is worked out when there is time
    }

    async ask(kind, name, args) {
        const pids = [this.client.process.pid, ...this.client.children()];
        const before = pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
        const start = performance.now();
        const { result, error } = await this.client.call(name, args);
        const wall = performance.now() - start;
        const cpu = [...new Set([...pids, ...this.client.children()])].reduce((sum, pid) => sum + cpuOf(pid), 0) - before;
        if (!this.times.has(kind)) this.times.set(kind, { wall: [], cpu: [] });
        this.times.get(kind).wall.push(wall);
        this.times.get(kind).cpu.push(Math.max(cpu, 0));
        return { text: result ? JSON.stringify(result) : JSON.stringify(error), wall };
    }

    cells(kind) {
        const at = (list, share) => {
            const sorted = [...list].sort((a, b) => a - b);
            return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(2);
        };
        const { wall, cpu } = this.times.get(kind);
        return [at(cpu, 0.5), at(cpu, 0.99), at(wall, 0.5), at(wall, 0.99)];
    }
}

// Where two texts part.
function difference(one, other) {
    let at = 0;
    while (at < one.length && one[at] === other[at]) at++;
    return [one, other].map((text) => `  …${text.slice(Math.max(at - 60, 0), at + 200)}`).join('\n');
}

const sides = [new Asked('old', oldProgram), new Asked('new', newProgram)];
for (const side of sides) await side.ready();
const differing = [];
const only = process.env.ONLY && new RegExp(process.env.ONLY);
const rows = [];
for (const [kind, make] of Object.entries(QUESTIONS).filter(([kind]) => !only || only.test(kind))) {
    const before = differing.length;
    let worst = { wall: 0 };
    for (let i = 0; i < N; i++) {
        const [name, args] = make();
        const first = await sides[0].ask(kind, name, args), second = await sides[1].ask(kind, name, args);
        if (second.wall > worst.wall) worst = { wall: second.wall, args };
        const [one, other] = [first, second].map(({ text }) => text.replace(/cursor \S+/g, 'cursor')); // it names the index
        if (one !== other) differing.push(`${name} ${JSON.stringify(args)}\n${difference(one, other)}`);
    }
    rows.push([kind, String(differing.length - before), ...sides.flatMap((side) => side.cells(kind)),
        process.env.WORST ? JSON.stringify(worst.args) : ''].slice(0, process.env.WORST ? 11 : 10));
}
table(['question', 'differing', 'old CPU p50', 'p99', 'wall p50', 'p99', 'new CPU p50', 'p99', 'wall p50', 'p99', ...(process.env.WORST ? ['slowest'] : [])], rows);
const total = rows.length * N;
console.log(`\n${total} questions, ${differing.length} answers differ.`);
for (const one of differing.slice(0, 5)) console.log(one);
for (const side of sides) {
    side.client.process.stdin.end();
    await side.client.exited;
}
process.exit(differing.length ? 1 : 0);
