// The share of scored functions at each level of risk, by tree and language: see `make bench-risk`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { fetchCorpora } from '../quality/corpus.mjs';

const fovea = resolve(process.env.FOVEA ?? 'build/fovea');
const SCORED = 100; // functions that a language has at least, in a row of its own
const folder = mkdtempSync(join(tmpdir(), 'fovea-risk-'));
const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
const run = (program, args) => execFileSync(program, args, { encoding: 'utf8', env, maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });

const QUERY = 'SELECT file, count(*), sum(risk >= HIGH), sum(risk >= MEDIUM AND risk < HIGH) FROM nodes WHERE risk > 0 GROUP BY file';

// Every tree but the largest, which take minutes each.
const listed = () => readFileSync('bench/corpora.list', 'utf8').split('\n')
    .filter((line) => line && !/^[# ]|^(linux-repo|million|typescript-repo|kubernetes)\b/.test(line)).map((line) => line.split(/\s+/)[0]);

// Where levels begin in this repository, as the overview says.
function cuts(tree) {
    const { risk_cuts: text = 'high:60,medium:30' } = JSON.parse(run(fovea, ['overview', tree, '--format', 'json']));
    const [, high, medium] = text.match(/high:(\d+),medium:(\d+)/);
    return { high, medium };
}

function scores(tree) {
    const file = join(folder, 'export.sqlite');
    run(fovea, ['index', tree]);
    run(fovea, ['export', tree, '--sqlite', file]);
    const { high, medium } = cuts(tree);
    const query = QUERY.replaceAll('HIGH', high).replaceAll('MEDIUM', medium);
    const rows = run('sqlite3', ['-separator', '\t', file, query]).split('\n').filter(Boolean).map((line) => line.split('\t'));
    const symbols = Number(run('sqlite3', [file, 'SELECT count(*) FROM nodes']));
    rmSync(file);
    return { symbols, rows, cuts: `${medium}/${high}` };
}

function add(sums, key, [, ...numbers]) {
    const sum = sums.get(key) ?? [0, 0, 0];
    sums.set(key, sum.map((value, i) => value + Number(numbers[i])));
}

function put(tree, what, [count, high, medium], cut) {
    const share = (n) => ((100 * n) / count).toFixed(1).padStart(5);
    const low = count - high - medium;
    const spread = Math.max(high, medium, low) <= 0.9 * count && high >= 0.01 * count && high <= 0.15 * count;
    console.log(`${tree.padEnd(20)} ${what.padEnd(8)} ${String(count).padStart(7)} ${share(high)} ${share(medium)} ${share(low)}  ${cut}${spread ? '' : '  !'}`);
}

const trees = fetchCorpora(process.argv.length > 2 ? process.argv.slice(2) : listed());
console.log('tree                 files     scored  high   med   low  cuts');
try {
    for (const tree of trees) {
        const { symbols, rows, cuts: cut } = scores(tree);
        const sums = new Map();
        for (const row of rows) {
            add(sums, 'all', row);
            add(sums, extname(row[0]), row);
        }
        if (symbols < 1000 || !sums.size) continue;
        for (const [what, sum] of sums) if (what === 'all' || (sum[0] >= SCORED && sum[0] < sums.get('all')[0])) put(basename(tree), what, sum, cut);
    }
} finally {
    rmSync(folder, { recursive: true });
}
