// main.mjs [LANGUAGE|PROJECT…]: makes the truths that are missing, gets the candidates' edges, scores
// and prints one table. See README.md.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fetchCorpora } from '../quality/corpus.mjs';
import { candidates } from './candidates.mjs';
import { projects } from './projects.mjs';
import { HEAD, CONFIDENCE_HEAD, confidenceRows, printTable, row, writeSamples } from './report.mjs';
import { score } from './score.mjs';
import { hasTruth, readTruth } from './truth.mjs';

const OUT = resolve('build/edges');

async function makeTruth(project, root, folder) {
    const started = process.cpuUsage();
    const { truth, notes } = await project.build({ root, out: folder, project });
    truth.write(folder);
    const cpu = process.cpuUsage(started);
    console.error(`${project.name}: truth made (${((cpu.user + cpu.system) / 1e6).toFixed(1)} s own CPU)`, notes);
}

function linesOf(root) {
    const files = new Map();
    return (path, line) => {
        if (!files.has(path)) files.set(path, existsSync(`${root}/${path}`) ? readFileSync(`${root}/${path}`, 'latin1').split('\n') : []);
        return files.get(path)[line - 1] ?? '';
    };
}

async function measure(project) {
    const [root] = fetchCorpora([project.tree]);
    const folder = `${OUT}/${project.name}`;
    mkdirSync(folder, { recursive: true });
    if (process.env.REMAKE) rmSync(`${folder}/edges.txt`, { force: true });
    if (!hasTruth(folder)) await makeTruth(project, root, folder);
    const truth = readTruth(folder);
    const edges = candidates(project, root);
    const result = edges && score(truth, edges, linesOf(root));
    if (result) writeSamples(folder, result);
    return { project, truth, result };
}

const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
const selected = projects.filter((p) => !wanted.length || wanted.includes(p.language) || wanted.includes(p.name));
if (!selected.length) {
    console.error(`Error: no project for: ${wanted.join(' ')}`);
    console.error(`Hint: ${[...new Set(projects.flatMap((p) => [p.language, p.name]))].join(', ')}`);
    process.exit(2);
}
const measured = [];
for (const project of selected) {
    try {
        measured.push(await measure(project));
    } catch (error) {
        console.error(`Error: ${project.name}: not measured: ${error.message}`);
        process.exitCode = 1;
    }
}
printTable(HEAD, measured.map(row));
const judged = measured.filter((m) => m.result);
if (judged.length) printTable(CONFIDENCE_HEAD, judged.flatMap(confidenceRows));
