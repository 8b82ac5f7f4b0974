// The rows of a warm server: calls over standard input and output without changes, after the edit of a file, and
// memory.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, sleep } from '../../tests/wire/mcp_client.mjs';

const ROUNDS = 3;
const EDITS = 10;

const cpuOf = (pid) => {
    try {
        return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
        return 0; // it has ended
    }
};
const pssOf = (pid) => Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)[1]) / 1e3;
const quantile = (sorted, p) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
const ms = (value) => value.toFixed(value < 10 ? 2 : 0);

async function timed(client, name, args) {
    const pids = [client.process.pid, ...client.children()];
    const before = pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
    const start = performance.now();
    const answer = await client.call(name, args);
    const wall = performance.now() - start;
    return { wall, cpu: pids.reduce((sum, pid) => sum + cpuOf(pid), 0) - before, text: answer.result?.content[0].text ?? '' };
}

async function upToDate(client) {
    for (;;) {
        const { text } = await timed(client, 'check_index', {});
        if (text.includes('up to date')) break;
        await sleep(200);
    }
    await sleep(1000); // what is worked out when there is time
}

async function rounds(bench, client, what, name, all) {
    const results = [];
    if (!all.length) return;
    for (let i = 0; i < ROUNDS; i++) for (const args of all) results.push(await timed(client, name, args));
    const walls = results.map((r) => r.wall).sort((a, b) => a - b), cpus = results.map((r) => r.cpu).sort((a, b) => a - b);
    bench.add(what, { note: `ms wall p50 ${ms(quantile(walls, 0.5))}, p99 ${ms(quantile(walls, 0.99))}; ` +
        `CPU p50 ${ms(quantile(cpus, 0.5))} (${results.length} calls)` });
}

// A definition is added to the file and asked for at once: as a name, or with its callers, for which calls must be known.
async function edits(bench, client, what, question) {
    const path = join(bench.copy, bench.edited);
    const before = readFileSync(path);
    const define = { py: (n) => `def ${n}():\n    pass\n`, go: (n) => `\nfunc ${n}() {}\n`, rs: (n) => `\nfn ${n}() {}\n` }[path.split('.').at(-1)] ??
        ((n) => `\nfunction ${n}() {}\n`);
    const results = [];
    let missed = 0;
    for (let i = 0; i < EDITS; i++) {
        const name = `brandNew${i}Definition`;
        appendFileSync(path, path.endsWith('.c') ? `\nint ${name}(void) { return 0; }\n` : define(name));
        const result = await timed(client, ...question(name));
        missed += !result.text.includes(`${bench.edited}:`);
        results.push(result);
        await upToDate(client);
    }
    writeFileSync(path, before);
    const walls = results.map((r) => r.wall).sort((a, b) => a - b), cpus = results.map((r) => r.cpu).sort((a, b) => a - b);
    bench.add(what, { note: `ms wall p50 ${ms(quantile(walls, 0.5))}, most ${ms(walls.at(-1))}; ` +
        `CPU p50 ${ms(quantile(cpus, 0.5))} (${bench.edited}, ${EDITS} edits, ${missed} not seen)` });
}

export async function server(bench) {
    const client = new Client(process.env.FOVEA ?? join(process.cwd(), 'build/fovea'), ['--profile', 'full'],
        { cwd: bench.options.cwd, env: { ...process.env, ...bench.options.env } });
    const start = performance.now();
    await client.initialize();
    await client.call('check_index', {});
    bench.add('server: start to first answer', { wall: ((performance.now() - start) / 1e3).toFixed(2) });
    await upToDate(client);
    await rounds(bench, client, 'server: search_symbols', 'search_symbols', bench.names.map((query) => ({ query })));
    const symbols = bench.names.map((symbol) => ({ symbol })), meant = new Set();
    for (const args of symbols)
        if (!(await client.call('get_symbol', args)).result?.isError) meant.add(args);
    await rounds(bench, client, 'server: get_symbol', 'get_symbol', [...meant]);
    await rounds(bench, client, 'server: get_symbol, by names that nobody has or several', 'get_symbol',
        symbols.filter((args) => !meant.has(args)));
    await rounds(bench, client, 'server: get_repo_overview', 'get_repo_overview', Array(10).fill({}));
    const memory = [client.process.pid, ...client.children()].map(pssOf);
    await edits(bench, client, 'server: edited file found', (name) => ['search_symbols', { query: name }]);
    await edits(bench, client, 'server: edited symbol with its callers', (name) => ['get_symbol', { symbol: `${bench.edited}::${name}` }]);
    bench.add('server: memory (PSS)', { memory: memory.reduce((a, b) => a + b, 0).toFixed(0),
        note: `server ${memory[0].toFixed(1)}; the daemon and processes that wait share the rest` });
    client.process.stdin.end();
    await client.exited;
}
