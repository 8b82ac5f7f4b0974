// The table of the engine benchmark; see bench/engine/run.
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fetchCorpora } from '../quality/corpus.mjs';
import { measure, measureMany } from './measure.mjs';
import { peers } from './peers.mjs';
import { server } from './server.mjs';

const OUT = resolve('build/bench/engine');
const fovea = resolve(process.env.FOVEA ?? 'build/fovea');
const QUERIES = 40;
const EDITS = 9;

const seconds = (ms) => (ms / 1e3).toFixed(ms < 1e4 ? 2 : 1);
const ms = (value) => value.toFixed(value < 10 ? 1 : 0);
const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

const run = (program, args, options) =>
    execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'ignore'], ...options });
const has = (command) => spawnSync(fovea, ['help', command], { stdio: 'ignore' }).status === 0;

function folderBytes(folder) {
    if (!existsSync(folder)) return 0;
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
        .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

// A copy that may be edited, its git index as fresh as that of a real checkout.
function copyOf(name) {
    const [tree] = fetchCorpora([name]);
    const copy = `${OUT}/trees/${name}`;
    if (!existsSync(copy)) {
        mkdirSync(`${OUT}/trees`, { recursive: true });
        run('cp', ['-a', tree, copy]);
    }
    spawnSync('git', ['-C', copy, 'checkout', '-q', '--', '.']);
    spawnSync('git', ['-C', copy, 'status'], { stdio: 'ignore' });
    return copy;
}

// Names to ask for, evenly over what ctags lists, and an ordinary file to edit.
function questions(copy, files) {
    const code = files.filter((file) => /\.(c|py|go|ts|js|java|rs)$/.test(file) && !/test/i.test(file)).sort();
    const edited = code[code.length >> 1] ?? files[0];
    const some = code.filter((_, i) => i % Math.ceil(code.length / 200) === 0);
    const tags = run('ctags', ['--options=NONE', '-f', '-', '--sort=no', '--kinds-all=*', ...some], { cwd: copy });
    const names = [...new Set(tags.split('\n').map((line) => line.split('\t')[0]).filter((n) => /^\w{4,}$/.test(n)))];
    const step = Math.max(1, names.length / QUERIES);
    return { edited, names: Array.from({ length: Math.min(QUERIES, names.length) }, (_, i) => names[Math.floor(i * step)]) };
}

class Bench {
    rows = [];

    constructor(name) {
        this.name = name;
        this.copy = copyOf(name);
        this.files = run('git', ['-C', this.copy, 'ls-files']).split('\n').filter(Boolean);
        this.cache = `${OUT}/cache/${name}`;
        this.options = { cwd: this.copy, env: { XDG_CACHE_HOME: this.cache } };
        rmSync(this.cache, { recursive: true, force: true });
        mkdirSync(this.cache, { recursive: true });
        Object.assign(this, questions(this.copy, this.files));
    }

    add(what, cells) {
        this.rows.push([what, cells.cpu ?? '', cells.wall ?? '', cells.memory ?? '', cells.note ?? '']);
    }

    timed(what, result, note = '') {
        if (result.code !== 0) this.add(what, { note: `not measured: exit ${result.code}` });
        else this.add(what, { cpu: seconds(result.cpu), wall: seconds(result.wall), memory: result.memory.toFixed(0), note });
    }

    // What reading and parsing alone costs, with our core of the parser and as it comes: bench/engine/parse.c.
    parse() {
        const input = `${this.files.join('\n')}\n`;
        const [ours, stock] = ['bench_parse', 'bench_parse_stock'].map((program) => {
            const all = run(`build/bench/${program}`, [this.copy], { input }).trim().split(' ').map(Number);
            [this.indexed, this.indexedBytes] = all.slice(10);
            return [all.slice(0, 5), all.slice(5, 10)];
        });
        this.stock = stock.map(([, cpu]) => cpu);
        this.parsing('', ours[0], stock[0]);
        if (ours[0][3] !== ours[1][3]) this.parsing(', without C and C++', ours[1], stock[1]);
    }

    parsing(which, ours, stock) {
        const note = `${ours[3]} files, ${megabytes(ours[4])} MB; indexed are ${this.indexed} files, ${megabytes(this.indexedBytes)} MB`;
        for (const [core, [thread, cpu, wall]] of [['', ours], [', the core as it comes', stock]]) {
            this.add(`read and parse${core}${which}: one thread`, { cpu: seconds(thread), note });
            this.add(`read and parse${core}${which}: the index's workers`, { cpu: seconds(cpu), wall: seconds(wall) });
        }
    }

    database(bytes) {
        return `database ${megabytes(bytes)} MB = ${((100 * bytes) / this.indexedBytes).toFixed(0)} % of the source`;
    }

    async index() {
        const cold = await measure([fovea, 'index', '.'], this.options);
        const ratio = this.stock.map((cpu) => (cold.cpu / cpu).toFixed(2)).join(', without C and C++ ');
        this.timed('fovea index, cold', cold, `CPU ${ratio} x the workers with the core as it comes; ${this.database(folderBytes(this.cache))}`);
        const again = await measureMany(Array(7).fill([fovea, 'index', '.']), this.options);
        this.latency('fovea index, nothing changed', again);
    }

    latency(what, many) {
        if (many.failed) this.add(what, { note: `not measured: ${many.failed} of ${many.count} failed` });
        else this.add(what, { note: `ms wall p50 ${ms(many.p50)}, p99 ${ms(many.p99)}; CPU p50 ${ms(many.cpu50)}, ` +
            `p99 ${ms(many.cpu99)} (${many.count} processes${many.refused ? `, ${many.refused} names unknown or ambiguous` : ''})` });
    }

    async queries(command, args = this.names.map((name) => [name])) {
        if (!has(command)) {
            this.add(`fovea ${command}`, { note: 'no such command yet' });
            return;
        }
        this.latency(`fovea ${command}, fresh process`,
            await measureMany(args.map((arg) => [fovea, command, ...arg]), this.options));
    }

    // The question after an edit, `times` times; the answer to each undoing is not counted.
    async editAnd(what, command, options, times = 1) {
        const path = join(this.copy, this.edited);
        const before = readFileSync(path);
        const results = [];
        for (let i = 0; i < times; i++) {
            appendFileSync(path, '\n');
            results.push(await measure(command, options));
            writeFileSync(path, before);
            await measure(command, options);
        }
        const failed = results.find((result) => result.code !== 0);
        const middle = (key) => ms(results.map((result) => result[key]).sort((a, b) => a - b)[times >> 1]);
        if (failed) this.add(what, { note: `not measured: exit ${failed.code}` });
        else this.add(what, { note: `ms wall ${middle('wall')}, CPU ${middle('cpu')}${times > 1 ? `, medians of ${times}` : ''} (${this.edited})` });
    }

    print() {
        const head = [this.name, 'CPU s', 'wall s', 'memory MB', ''];
        const all = [head, ...this.rows].map((cells) => cells.map(String));
        const widths = head.map((_, i) => Math.max(...all.map((cells) => cells[i].length)));
        const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
        console.log(`\n${line(all[0])}\n|${widths.map((w) => '-'.repeat(w + 2)).join('|')}|`);
        for (const cells of all.slice(1)) console.log(line(cells));
    }
}

async function benchTree(name) {
    const bench = new Bench(name);
    bench.parse();
    await bench.index();
    await bench.queries('status', Array(9).fill([]));
    await bench.editAnd('fovea find after one edited file', [fovea, 'find', bench.names[0]], bench.options, EDITS);
    await bench.queries('find');
    for (const command of ['symbol', 'callers', 'impact']) await bench.queries(command);
    await bench.queries('overview', Array(9).fill([]));
    await server(bench);
    if (process.env.PEERS !== 'no') await peers(bench, OUT);
    bench.print();
}

const names = process.argv.slice(2);
for (const name of names.length ? names : ['redis-repo']) await benchTree(name);
