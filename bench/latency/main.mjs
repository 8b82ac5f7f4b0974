// main.mjs [TREE…]: latency of the server's calls, over stdio and HTTP, sequential as an agent makes them; and the
// cost of the profiles' schemas. CALLS=n calls of each tool (default 200). The index exists before.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { fetchCorpora } from '../quality/corpus.mjs';
import { McpClient } from '../ledger/mcp.mjs';
import { install, tokenizer } from '../ledger/ways.mjs';
import { table, thousands } from '../ledger/report.mjs';
import { measureEdits, pickFiles, rest } from './edit.mjs';
import { HttpClient } from './http.mjs';

const fovea = resolve(process.env.FOVEA ?? 'build/fovea');
const CALLS = Number(process.env.CALLS ?? 200);
const ENOUGH_MS = 15_000; // of one tool, when it was called ENOUGH_CALLS times
const ENOUGH_CALLS = 20;
const env = { ...process.env, XDG_CACHE_HOME: resolve('build/bench/latency/cache') };

// What is asked for: calls of one tool go round the list. Each name means one symbol.
const TREES = {
    'redis-repo': {
        names: ['lookupKeyWriteOrReply', 'performEvictions', 'clusterCommand', 'lpSeek', 'zslInsert', 'freeClientAsync', 'rdbSaveRio', 'aeMain'],
        files: ['src/server.c', 'src/t_zset.c', 'src/cluster.c', 'src/dict.c'],
        texts: ['is not an integer or out of range', 'maxmemory_policy', 'REPL_STATE_CONNECTED'],
    },
    kubernetes: {
        names: ['NewKubeletCommand', 'syncLoopIteration', 'RunFilterPlugins', 'NewSchedulerCommand', 'BuildAuth', 'ValidatePodSpec', 'CreateServerChain', 'HandlePodCleanups'],
        files: ['pkg/kubelet/kubelet.go', 'pkg/apis/core/validation/validation.go', 'pkg/scheduler/scheduler.go', 'pkg/proxy/iptables/proxier.go'],
        texts: ['failed to sync pod', 'DefaultTerminationGracePeriodSeconds', 'NodeNotReady'],
    },
};
const LISTING = 'tools/list'; // what an exchange costs that computes nothing
const TOOLS = [
    [LISTING, () => [{}]],
    ['search_symbols', ({ names }) => names.map((query) => ({ query }))],
    ['get_symbol', ({ names }) => names.map((symbol) => ({ symbol }))],
    ['get_symbol_source', ({ names }) => names.map((symbol) => ({ symbol }))],
    ['callers', ({ names }) => names.map((symbol) => ({ symbol }))],
    ['get_repo_overview', () => [{}]],
    ['map', ({ files }) => files.map((path) => ({ path }))],
    ['raw_search', ({ texts }) => texts.map((pattern) => ({ pattern }))],
];

const stdio = {
    title: 'stdio',
    async open(args) {
        const client = new McpClient(fovea, args, { env });
        return Object.assign(client, { callTool: (name, input) => client.request('tools/call', { name, arguments: input }) });
    },
};
const http = { title: 'HTTP', open: (args) => HttpClient.start(fovea, args, { env }) };

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const ms = (value) => value.toFixed(value < 10 ? 1 : 0);

async function timed(call) {
    const start = process.hrtime.bigint();
    const result = await call();
    return { took: Number(process.hrtime.bigint() - start) / 1e6, result };
}

// Milliseconds of the calls, sorted; how many were refused (an unknown or ambiguous name is answered, too).
async function measure(client, tool, inputs) {
    const took = [];
    let refused = 0;
    const end = Date.now() + ENOUGH_MS;
    for (let i = 0; i < CALLS && (i < ENOUGH_CALLS || Date.now() < end); i++) {
        const call = tool === LISTING ? () => client.request(LISTING, {}) : () => client.callTool(tool, inputs[i % inputs.length]);
        const one = await timed(call);
        took.push(one.took);
        refused += Boolean(one.result.isError);
    }
    return { took: took.sort((a, b) => a - b), refused };
}

async function measureWay(way, root, questions) {
    const args = ['mcp', '--root', root, '--profile', 'full'];
    const start = process.hrtime.bigint();
    const client = await way.open(args);
    try {
        await client.initialize();
        await client.callTool('search_symbols', { query: questions.names[0] });
        const first = Number(process.hrtime.bigint() - start) / 1e6;
        const rows = {};
        for (const [tool, inputs] of TOOLS) rows[tool] = await measure(client, tool, inputs(questions));
        return { first, rows };
    } finally {
        await client.close();
    }
}

// A copy of the tree is edited and asked about over stdio.
async function benchEdits(name, tree) {
    const root = resolve('build/bench/latency/trees', name);
    mkdirSync(resolve(root, '..'), { recursive: true });
    if (!existsSync(root)) spawnSync('cp', ['-a', tree, root]);
    const { stdout } = spawnSync('git', ['-C', root, 'ls-files'], { encoding: 'utf8', maxBuffer: 1 << 30 });
    spawnSync(fovea, ['index', root], { env, stdio: 'ignore' });
    const client = await stdio.open(['mcp', '--root', root, '--profile', 'full']);
    try {
        await client.initialize();
        await rest(client);
        const ways = await measureEdits(client, root, pickFiles(root, stdout.split('\n')));
        const sum = (rows, key) => rows.reduce((total, row) => total + Number(row[key] ?? 0), 0);
        console.log('\nAn edit, until an answer over stdio has it:\n');
        table(['edits', 'p50', 'p90', 'worst', 'answers', 'that lack it and do not say so', 'never seen'], Object.entries(ways).map(([way, rows]) => {
            const took = rows.map((row) => row.took).sort((a, b) => a - b);
            return [way === 'rest' ? '20, 0.3 s after the one before was taken up' : '20, each 150 ms after the one before was seen',
                ms(at(took, 0.5)), ms(at(took, 0.9)), ms(took.at(-1)), String(sum(rows, 'asked')), String(sum(rows, 'silent')), String(sum(rows, 'missed'))];
        }));
    } finally {
        await client.close();
    }
}

async function benchTree(name) {
    const [root] = fetchCorpora([name]);
    spawnSync(fovea, ['index', root], { env, stdio: 'ignore' });
    const before = loadavg()[0];
    const measured = [await measureWay(stdio, root, TREES[name]), await measureWay(http, root, TREES[name])];
    const cells = ({ took }) => [ms(at(took, 0.5)), ms(at(took, 0.99)), ms(took.at(-1))];
    console.log(`\n### ${name}, ${CALLS} calls of each, milliseconds; load of the machine ${before.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after\n`);
    table(['call', 'stdio p50', 'p99', 'worst', 'HTTP p50', 'p99', 'worst'], [
        ...TOOLS.map(([tool]) => [tool + (measured[0].rows[tool].took.length < CALLS ? ` (${measured[0].rows[tool].took.length} calls)` : ''), ...measured.flatMap(({ rows }) => cells(rows[tool]))]),
        ['start to first answer', ...measured.flatMap(({ first }) => [ms(first), '', ''])],
    ]);
    const refused = TOOLS.map(([tool]) => measured[0].rows[tool].refused).reduce((a, b) => a + b, 0);
    if (refused) console.log(`\n${refused} calls over stdio were answered that the name is unknown or ambiguous.`);
    await benchEdits(name, root);
}

async function benchSchemas() {
    const count = await tokenizer();
    const rows = [];
    for (const profile of ['core', 'full']) {
        const client = await stdio.open(['mcp', '--root', '.', '--profile', profile]);
        const { instructions } = await client.initialize();
        const { tools } = await client.request('tools/list', {});
        const text = JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }))) + (instructions ?? '');
        rows.push([profile, String(tools.length), thousands(Buffer.byteLength(text)), thousands(count(text))]);
        await client.close();
    }
    console.log('\n### Schemas and instructions as the model is given them\n');
    table(['profile', 'tools', 'bytes', 'tokens'], rows);
}

install();
await benchSchemas();
const wanted = process.argv.slice(2);
for (const name of wanted.length ? wanted : Object.keys(TREES)) {
    if (!TREES[name]) throw new Error(`no questions for ${name}; there are ${Object.keys(TREES).join(', ')}`);
    await benchTree(name);
}
