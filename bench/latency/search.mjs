// search.mjs [TREE…]: latency of questions in plain words: sequential calls of the server, and a process for each
// question. Compared with ripgrep for the questions' words, and with codegraph's query (PEERS=no leaves it out: it
// indexes a copy of the tree first). CALLS=n calls of each (default 100); ONLY=word selects. The index exists
// before.
import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { fetchCorpora } from '../quality/corpus.mjs';
import { table } from '../ledger/report.mjs';
import { openFovea, queryCodegraph } from '../ledger/ways.mjs';
import { sleep } from '../../tests/wire/mcp_client.mjs';

const fovea = resolve(process.env.FOVEA ?? 'build/fovea');
const CALLS = Number(process.env.CALLS ?? 100);
const ALONE = 20; // processes of each
const cache = resolve('build/bench/ledger/cache');

const QUESTIONS = {
    'redis-repo': ['where are expired keys deleted', 'how does a replica reconnect to its master', 'evict keys when memory is full',
        'parse the command line of redis-cli', 'rewrite the append only file in the background', 'bug in the hash table resize',
        'where is the slow log written', 'how are cluster slots migrated', 'lua script timeout', 'close idle clients'],
    django: ['where is the session cookie set', 'how does url reverse find a view', 'validate a password', 'lock rows for update',
        'how are migrations ordered', 'escape html in templates', 'cache the result of a view', 'send mail to admins on errors',
        'parse a multipart upload', 'csrf token check fails'],
    kubernetes: ['where are pods evicted when the node is out of memory', 'how does the scheduler score nodes', 'rotate kubelet certificates',
        'garbage collect unused images', 'validate a pod spec', 'iptables rules of a service', 'leader election lost', 'mount a secret volume',
        'admission webhook timeout', 'how are finalizers removed'],
    million: ['where are dirty pages written back', 'how does tcp retransmit a lost segment', 'allocate a new inode', 'parse mount options',
        'checksum of a journal block', 'reset the network card after a timeout', 'find the route of a packet', 'lock a file range',
        'decrypt a page on read', 'suspend the sound card'],
};
QUESTIONS['linux-repo'] = [...QUESTIONS.million, 'pick the next task to run', 'kill a process when memory runs out'];

const at = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))];
const ms = (value) => value.toFixed(value < 10 ? 1 : 0);

async function timed(call) {
    const start = performance.now();
    await call();
    return performance.now() - start;
}

const CALLED = [
    ['search, 5 places', 'search_code', (query) => ({ query, semantic_cache: false })],
    ['search by names and words alone', 'search_code', (query) => ({ query, search_mode: 'lexical', semantic_cache: false })],
    ['search, asked again', 'search_code', (query) => ({ query })],
    ['search in prose', 'search_docs', (query) => ({ query, semantic_cache: false })],
    ['explore, 4,000 tokens', 'explore', (question) => ({ question })],
    ['find a name', 'search_symbols', (query) => ({ query: query.split(' ').at(-1) })],
];

const only = process.env.ONLY ?? '';

async function serve(root, questions) {
    const server = await openFovea(root, ['--profile', 'full']);
    const rows = [];
    try {
        await sleep(1000); // what is made ready when nothing is asked
        for (const [title, tool, input] of CALLED.filter(([title]) => title.includes(only))) {
            const took = [];
            for (const question of questions) await server.call(tool, input(question)).catch(() => {});
            for (let i = 0; i < CALLS; i++) took.push(await timed(() => server.call(tool, input(questions[i % questions.length]))));
            rows.push([`server: ${title}`, ms(at(took, 0.5)), ms(at(took, 0.99))]);
        }
    } finally {
        await server.close();
    }
    return rows;
}

async function alone(title, run, questions) {
    const took = [];
    run(questions[0]);
    for (let i = 0; i < ALONE; i++) took.push(await timed(() => run(questions[i % questions.length])));
    return [`process: ${title}`, ms(at(took, 0.5)), ms(at(took, 0.99))];
}

const spawned = (program, args, cwd, env = {}) =>
    spawnSync(program, args, { cwd, stdio: 'ignore', env: { ...process.env, XDG_CACHE_HOME: cache, ...env } });
const words = (question) => question.split(' ').filter((word) => word.length > 3).join('|');

for (const name of process.argv.slice(2).length ? process.argv.slice(2) : ['redis-repo', 'kubernetes']) {
    if (!QUESTIONS[name]) throw new Error(`no questions for ${name}; there are ${Object.keys(QUESTIONS).join(', ')}`);
    const [root] = fetchCorpora([name]), questions = QUESTIONS[name], before = loadavg()[0];
    spawnSync(fovea, ['index', root], { env: { ...process.env, XDG_CACHE_HOME: cache }, stdio: 'ignore' });
    const rows = await serve(root, questions);
    rows.push(await alone('fovea search', (question) => spawned(fovea, ['search', question, '--no-semantic-cache'], root), questions));
    rows.push(await alone('fovea explore', (question) => spawned(fovea, ['explore', question], root), questions));
    rows.push(await alone('fovea find', (question) => spawned(fovea, ['find', question.split(' ').at(-1)], root), questions));
    rows.push(await alone("rg -ic with the question's words", (question) => spawned('rg', ['-ic', words(question)], root), questions));
    if (process.env.PEERS !== 'no') {
        const query = queryCodegraph(name, root);
        rows.push(await alone('codegraph query', query, questions));
    }
    console.log(`\n### ${name}, milliseconds; load of the machine ${before.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after\n`);
    table(['question', 'p50', 'p99'], rows);
}
