// read.mjs [LANGUAGE…]: compares the current edges with the rows judged by reading (bench/edges/read/*.tsv: what,
// tree, caller's path, line, callee, callee's path and line, verdict). No row judged wrong should be exact or
// likely, and all judged right should be. The figures are those of the sample, not of newly drawn edges (draw.mjs
// draws them).
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const corpora = process.env.FOVEA_CORPORA ?? join(process.env.HOME, '.cache/fovea-corpora');
const program = process.env.FOVEA ?? join(here, '../../build/fovea');
const wanted = process.argv.slice(2).filter(Boolean);

const known = new Map();
function edgesOf(tree) {
    if (known.has(tree)) return known.get(tree);
    const text = execFileSync(program, ['debug', 'edges', '.'],
        { cwd: join(corpora, 'trees', tree), encoding: 'utf8', maxBuffer: 1 << 30 });
    const edges = new Set(); // with the line of the call and without

    for (const row of text.split('\n').filter(Boolean)) {
        const edge = JSON.parse(row);
        if (edge.kind === 'call' && ['exact', 'likely'].includes(edge.confidence))
            for (const line of ['', edge.line])
                edges.add([edge.caller_path, edge.callee, edge.callee_path, edge.callee_line, line].join('\t'));
    }
    known.set(tree, edges);
    return edges;
}

console.log('language\tright\tof these sure now\twrong\tof these sure now\tundecidable');
for (const name of readdirSync(join(here, 'read')).sort()) {
    const language = name.replace('.tsv', '');
    if (wanted.length && !wanted.includes(language)) continue;
    const count = { right: 0, wrong: 0, undecidable: 0 }, sure = { right: 0, wrong: 0, undecidable: 0 };
    for (const row of readFileSync(join(here, 'read', name), 'utf8').split('\n').filter(Boolean)) {
        const [, tree, path, line, callee, calleePath, calleeLine, verdict] = row.split('\t');
        // An edge has the line of the first of its surest calls: the same call may stand under another line.
        const has = edgesOf(tree)
            .has([path, callee, calleePath, calleeLine, verdict === 'right' ? '' : line].join('\t'));
        count[verdict]++;
        sure[verdict] += has;
        if (verdict !== 'undecidable' && has !== (verdict === 'right')) console.error(`${verdict}, ${has ? 'sure' : 'not sure'}: ${row}`);
    }
    console.log([language, count.right, sure.right, count.wrong, sure.wrong, count.undecidable].join('\t'));
}
