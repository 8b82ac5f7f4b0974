// main.mjs [TREE…]: plays every task by every way and prints its cost; README.md explains the figures. WAY=name and
// TASK=id play only these; the transcripts are in build/bench/ledger/transcripts.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchCorpora } from '../quality/corpus.mjs';
import { Tree, check } from './check.mjs';
import { print } from './report.mjs';
import redis from './tasks/redis.mjs';
import django from './tasks/django.mjs';
import { djangoWhere, redisWhere } from './tasks/where.mjs';
import { OUT, install, tokenizer, ways } from './ways.mjs';

const sets = [redis, django, redisWhere, djangoWhere];
const bytes = (text) => Buffer.byteLength(text);

async function play(open, calls, tree, task) {
    const exchanges = [];
    for (const [tool, input] of calls) {
        const request = `${tool} ${JSON.stringify(input)}`;
        try {
            exchanges.push({ request, answer: await open.call(tool, input) });
        } catch (error) {
            exchanges.push({ request, answer: `Error: ${error.message}` });
        }
    }
    return { exchanges, ...check(tree, task.facts, exchanges) };
}

// The cheapest of the alternatives that answer most.
async function best(open, plays, tree, task, count) {
    let chosen;
    for (const calls of plays.plays ?? [plays]) {
        const result = await play(open, calls, tree, task);
        const all = result.exchanges.map(({ request, answer }) => request + answer);
        result.bytes = all.reduce((sum, text) => sum + bytes(text), 0);
        result.tokens = all.reduce((sum, text) => sum + count(text), 0);
        result.largest = Math.max(0, ...result.exchanges.map(({ answer }) => bytes(answer)));
        if (!chosen || result.share > chosen.share || (result.share === chosen.share && result.tokens < chosen.tokens)) chosen = result;
    }
    return chosen;
}

function keep(set, task, way, result) {
    const folder = join(OUT, 'transcripts', set.id ?? set.tree, task.id);
    mkdirSync(folder, { recursive: true });
    const found = `found ${(100 * result.share).toFixed(0)} %; missing: ${result.missing.join('; ') || 'nothing'}`;
    const text = result.exchanges.map(({ request, answer }) => `>>> ${request}\n${answer}\n`).join('\n');
    writeFileSync(join(folder, `${way.name}.txt`), `${task.question}\n${found}\n${result.bytes} bytes, ${result.tokens} tokens\n\n${text}`);
}

async function ledgerOf(set, way, root, tree, count) {
    const open = await way.open(set.tree, root);
    const rows = {};
    try {
        for (const task of set.tasks.filter(({ id }) => !process.env.TASK || process.env.TASK === id)) {
            const result = await best(open, task.plays[way.name], tree, task, count);
            keep(set, task, way, result);
            rows[task.id] = { share: result.share, calls: result.exchanges.length, bytes: result.bytes, tokens: result.tokens, largest: result.largest, missing: result.missing };
        }
    } finally {
        await open.close();
    }
    return { schema: { bytes: bytes(open.schema), tokens: count(open.schema) }, rows };
}

install();
const count = await tokenizer();
const wanted = process.argv.slice(2);
const chosen = ways.filter(({ name }) => !process.env.WAY || process.env.WAY.split(',').includes(name));
for (const set of sets.filter(({ tree }) => !wanted.length || wanted.includes(tree))) {
    const [root] = fetchCorpora([set.tree]);
    const files = execFileSync('git', ['-C', root, 'ls-files'], { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n').filter(Boolean);
    const tree = new Tree(root, files);
    const columns = [];
    for (const way of chosen) {
        try {
            columns.push({ way, ...await ledgerOf(set, way, root, tree, count) });
        } catch (error) {
            console.error(`ledger: ${way.title} on ${set.title} was not measured: ${error.message}`);
            process.exitCode = 1;
        }
    }
    writeFileSync(join(OUT, `${set.id ?? set.tree}.json`), `${JSON.stringify(columns, null, 1)}\n`);
    print(set, columns);
}
