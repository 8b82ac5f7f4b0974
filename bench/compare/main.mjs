// main.mjs [--accept] [--bytes]: compares deterministic figures with bench/baseline.tsv: bytes of maps and of
// answers, bytes of the schemas, the database's share of the source, instructions of a map by callgrind. Fails when
// one grew beyond its tolerance. --accept writes the figures as the new baseline; --bytes leaves the instructions
// out. All input is this repository's own files.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { McpClient } from '../ledger/mcp.mjs';

const BASELINE = 'bench/baseline.tsv';
const OUT = resolve('build/bench/compare');
const TREE = join(OUT, 'samples');
const fovea = resolve(process.env.FOVEA ?? 'build/fovea');
const env = { ...process.env, XDG_CACHE_HOME: join(OUT, 'cache'), XDG_CONFIG_HOME: join(OUT, 'config') };
const accept = process.argv.includes('--accept');
const bytesOnly = process.argv.includes('--bytes');

// Per cent that a figure may grow, by the first word of its name. Instructions depend on the compiler and a little on
// the machine's string functions; the others are exact, and grow a little when something is said better.
const TOLERANCE = { map: 2, answer: 5, schema: 2, database: 5, instructions: 4 };

// Languages whose sample, repeated to LARGE bytes, is mapped under callgrind: each kind of reader, and the usual ones.
const LARGE = 64 << 10;
const MEASURED = ['c', 'cpp', 'python', 'typescript', 'go', 'rust', 'java', 'ruby', 'php', 'bash', 'markdown', 'json', 'sql', 'css'];

// What is asked about the samples, as a tree of their own.
const QUESTIONS = [
    ['get_repo_overview', { include_git: false }],
    ['search_symbols', { query: 'add' }],
    ['search_symbols', { query: 'Shape', kind: 'interface' }],
    ['get_symbol', { symbol: 'languages/python/sample.py::main' }],
    ['get_symbol', { symbol: 'languages/cpp/sample.cpp::geometry::Shape', include_source: true }],
    ['callers', { symbol: 'languages/c/sample.c::add' }],
    ['get_impact', { symbol: 'languages/c/sample.c::add' }],
    ['raw_search', { pattern: 'return' }],
    ['read', { path: 'languages/c/sample.c' }],
    ['map', { path: 'languages/c/sample.c', detail: 'compact' }],
    ['map', { path: 'large.py' }],
    ['read', { path: 'large.py' }],
    ['map', { path: 'large.c' }],
];

const run = (args) => execFileSync(fovea, args, { cwd: TREE, env, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] });
const sampleOf = (language) => {
    const folder = join('languages', language);
    const name = readdirSync(folder).filter((file) => /^sample\./.test(file) && !file.endsWith('.map')).sort()[0];
    return name && join(folder, name);
};

function makeTree() {
    rmSync(OUT, { recursive: true, force: true });
    // Under callgrind on a busy machine a parse may meet its limit of time, and the count would be of a part.
    mkdirSync(join(OUT, 'config/fovea'), { recursive: true });
    writeFileSync(join(OUT, 'config/fovea/config.toml'), '[parse]\ntime_ms = 600000\n');
    for (const language of readdirSync('languages').sort()) {
        const sample = statSync(join('languages', language)).isDirectory() && sampleOf(language);
        if (sample) cpSync(sample, join(TREE, sample));
    }
    initialise(TREE);
    for (const language of MEASURED) {
        const text = readFileSync(sampleOf(language), 'utf8');
        const name = sampleOf(language).split('.').pop();
        const many = text.repeat(Math.ceil(LARGE / text.length));
        writeFileSync(join(TREE, `large.${name}`), language === 'json' ? `[${Array(Math.ceil(LARGE / text.length)).fill(text).join(',')}]` : many);
    }
}

// A repository of its own; inside this one it would be a part of it.
const initialise = (folder) => execFileSync('git', ['init', '-q', folder], { stdio: 'ignore' });

function folderBytes(folder) {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
        .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

function maps(figures) {
    let all = 0;
    for (const language of readdirSync('languages').sort()) {
        const sample = statSync(join('languages', language)).isDirectory() && sampleOf(language);
        if (sample) all += Buffer.byteLength(run(['map', sample]));
    }
    figures.set('map all samples', all);
    for (const language of MEASURED) {
        const name = `large.${sampleOf(language).split('.').pop()}`;
        figures.set(`map ${name}`, Buffer.byteLength(run(['map', name])));
    }
}

// The database beside the source that it knows: this repository's own C.
function database(figures) {
    const source = join(OUT, 'source');
    for (const folder of ['src', 'include']) cpSync(folder, join(source, folder), { recursive: true });
    const cache = join(OUT, 'source-cache');
    const bytes = folderBytes(source);
    initialise(source);
    execFileSync(fovea, ['index', source], { env: { ...env, XDG_CACHE_HOME: cache }, stdio: 'ignore' });
    figures.set('database per mille of src', Math.round((1000 * folderBytes(cache)) / bytes));
}

async function answerTo(client, name, args) {
    const { isError, content } = await client.request('tools/call', { name, arguments: args });
    if (isError) throw new Error(`${name} ${JSON.stringify(args)}: ${content[0].text}`);
    return content.map(({ text }) => text).join('\n');
}

async function answers(figures) {
    execFileSync(fovea, ['index', '.'], { cwd: TREE, env, stdio: 'ignore' });
    for (const profile of ['core', 'full']) {
        const client = new McpClient(fovea, ['mcp', '--root', TREE, '--profile', profile], { env });
        const { instructions } = await client.initialize();
        const { tools } = await client.request('tools/list', {});
        const schema = tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
        figures.set(`schema ${profile}`, Buffer.byteLength(JSON.stringify(schema) + (instructions ?? '')));
        if (profile === 'core')
            for (const [tool, input] of QUESTIONS)
                figures.set(`answer ${tool} ${Object.values(input).join(' ')}`, Buffer.byteLength(await answerTo(client, tool, input)));
        await client.close();
    }
}

async function instructions(figures) {
    const files = MEASURED.map((language) => `large.${sampleOf(language).split('.').pop()}`);
    writeFileSync(join(TREE, 'tiny.c'), 'int tiny;\n');
    const waiting = ['tiny.c', ...files];
    const counted = new Map();
    const worker = async () => {
        for (let file; (file = waiting.shift()); ) {
            const args = ['--tool=callgrind', '--callgrind-out-file=/dev/null', fovea, 'map', file];
            const { stderr } = await promisify(execFile)('valgrind', args, { cwd: TREE, env, maxBuffer: 1 << 26 });
            counted.set(file, Math.round(Number(/Collected : (\d+)/.exec(stderr)[1]) / 1000));
        }
    };
    await Promise.all(cpus().slice(0, 4).map(worker));
    for (const file of ['tiny.c', ...files]) figures.set(`instructions map ${file} (thousands)`, counted.get(file));
}

const readBaseline = () => new Map(!existsSync(BASELINE) ? [] : readFileSync(BASELINE, 'utf8').split('\n')
    .filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t')).map(([name, value]) => [name, Number(value)]));

function writeBaseline(figures) {
    const head = '# What make bench-compare may not exceed; renewed by make bench-compare ACCEPT=1, with the reason in the commit.\n';
    writeFileSync(BASELINE, head + [...figures].map(([name, value]) => `${name}\t${value}\n`).join(''));
    console.log(`bench-compare: ${figures.size} figures written to ${BASELINE}`);
}

const percent = (now, before) => `${now > before ? '+' : ''}${((100 * (now - before)) / before).toFixed(1)} %`;

// True when nothing grew too much and nothing is missing.
function compare(figures, baseline) {
    const judged = [...baseline].filter(([name]) => !(bytesOnly && name.startsWith('instructions')));
    const gone = judged.filter(([name]) => !figures.has(name));
    const grown = judged.filter(([name, before]) => figures.get(name) > before * (1 + TOLERANCE[name.split(' ')[0]] / 100));
    const shrunk = judged.filter(([name, before]) => figures.get(name) < before * (1 - TOLERANCE[name.split(' ')[0]] / 100));
    const fresh = [...figures].filter(([name]) => !baseline.has(name));
    for (const [name, before] of shrunk) console.log(`smaller  ${name}: ${before} -> ${figures.get(name)} (${percent(figures.get(name), before)})`);
    for (const [name, value] of fresh) console.log(`new      ${name}: ${value}`);
    for (const [name] of gone) console.log(`MISSING  ${name}`);
    for (const [name, before] of grown)
        console.log(`GREW     ${name}: ${before} -> ${figures.get(name)} (${percent(figures.get(name), before)}; ${TOLERANCE[name.split(' ')[0]]} % is allowed)`);
    const bad = grown.length + gone.length;
    console.log(`bench-compare: ${judged.length} figures, ${grown.length} grew too much, ${gone.length} missing, ${shrunk.length} smaller, ${fresh.length} new`);
    if (bad || shrunk.length || fresh.length) console.log('Hint: when that is meant: make bench-compare ACCEPT=1, and say why in the commit');
    return !bad;
}

makeTree();
const figures = new Map();
maps(figures);
await answers(figures);
database(figures);
if (!bytesOnly) await instructions(figures);
if (accept) writeBaseline(figures);
else if (!compare(figures, readBaseline())) process.exitCode = 1;
