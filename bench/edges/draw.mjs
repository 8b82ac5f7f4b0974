// draw.mjs edges|calls EDGES.jsonl TREE EXTENSIONS COUNT [SEED]: draws a reproducible random sample of rows to be
// judged by reading. They have the form of bench/edges/read/*.tsv with `?` as verdict, each under the source lines
// that decide it.
// edges: edges that the index calls exact or likely. calls: `name(…)` in the source where the tree defines such a
// name, whatever the index says of it.
import { readFileSync } from 'node:fs';
import { join, basename } from 'node:path';

const [what, file, tree, extensions, count, seed = '1'] = process.argv.slice(2);
const wanted = new Set(extensions.split(','));
const extension = (path) => path.slice(path.lastIndexOf('.') + 1);

// Mulberry32.
let state = +seed;
function random() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}

const texts = new Map();
function lines(path) {
    if (!texts.has(path)) texts.set(path, readFileSync(join(tree, path), 'latin1').split('\n'));
    return texts.get(path);
}

function take(rows) {
    const taken = [];
    const all = [...rows];
    while (taken.length < +count && all.length) taken.push(...all.splice(Math.floor(random() * all.length), 1));
    return taken;
}

function* drawnEdges(edges) {
    const seen = new Map();
    for (const edge of edges) {
        if (edge.kind !== 'call' || !['exact', 'likely'].includes(edge.confidence)) continue;
        seen.set([edge.caller_path, edge.line, edge.callee_path, edge.callee_line].join('\t'), edge);
    }
    const keys = take([...seen.keys()].sort());
    for (const key of keys) yield seen.get(key);
}

function* drawnCalls(edges) {
    const names = new Set(edges.map((edge) => edge.callee).filter(Boolean));
    const paths = [...new Set(edges.map((edge) => edge.caller_path))].sort();
    const found = [];
    for (const path of paths) {
        for (const [at, line] of lines(path).entries()) {
            if (/^\s*(\/\/|\*|#|--|;)/.test(line)) continue;
            for (const [, name] of line.matchAll(/([A-Za-z_]\w*[?!]?)\s*\(/g)) {
                if (names.has(name)) found.push({ caller_path: path, line: at + 1, callee: name });
            }
        }
    }
    yield* take(found);
}

const edges = readFileSync(file, 'utf8').split('\n').filter(Boolean).map((row) => JSON.parse(row))
    .filter((edge) => wanted.has(extension(edge.caller_path)));
for (const edge of what === 'edges' ? drawnEdges(edges) : drawnCalls(edges)) {
    const at = lines(edge.caller_path);
    const head = edge.caller_line > 0 ? `   ${at[edge.caller_line - 1]?.trim().slice(0, 110)} …` : '';
    const near = at.slice(Math.max(0, edge.line - 3), edge.line + 1).map((line) => `     | ${line.slice(0, 140)}`);
    const row = [what === 'edges' ? 'edge' : 'call', basename(tree), edge.caller_path, edge.line, edge.callee];
    if (what === 'edges') row.push(edge.callee_path, edge.callee_line);
    console.log(`${row.join('\t')}\t?`);
    console.log([head, ...near].filter(Boolean).join('\n'));
    if (what === 'edges') {
        const to = lines(edge.callee_path).slice(edge.callee_line - 1, edge.callee_line + 1);
        console.log(to.map((line) => `    => ${line.slice(0, 140)}`).join('\n'), edge.confidence);
    }
}
