// run.mjs FOVEA [WORD]... [--judge] [--all] [--page FILE] [--folder FOLDER]
//
// Breaks functions of small repositories and compares the tests that fail with those that `fovea tests` lists. README.md has
// the form of a repository, FOLDER/RUNNER-NAME.txt; WORD selects by a part of its name. Prints what is missing and what
// should not be listed (--all: also what is right), then a table by runner. --judge also runs all tests on each broken tree,
// to check the recorded failures, and each printed command.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, isTest, share } from './listed.mjs';

const COMMAND_MS = 300000; // a build of the slowest runner

function fail(message) {
    console.error(`run.mjs: ${message}`);
    process.exit(2);
}

/* ---- repositories ---- */

function readRepository(path) {
    const repository = { title: '', files: [], run: '', breaks: [] };
    let lines = null, broken = null;
    readFileSync(path, 'utf8').split('\n').forEach((line, i) => {
        const head = /^(==|--) (\S.*?)\s*$/.exec(line);
        const change = broken && /^(in|old|new|fails|reaches)(?: (.*))?$/.exec(line);
        if (head?.[1] === '==') repository.title = head[2];
        else if (head?.[2] === 'run') {
            broken = null;
            lines = [];
            repository.run = lines;
        } else if (head?.[2].startsWith('break ')) {
            broken = { symbol: head[2].slice(6), fails: [], reaches: [] };
            repository.breaks.push(broken);
            lines = null;
        } else if (head) {
            broken = null;
            lines = [];
            repository.files.push({ path: head[2], lines });
        } else if (change?.[1] === 'fails') {
            if (change[2].trim() !== 'nothing') broken.fails.push(change[2].trim());
        } else if (change?.[1] === 'reaches') broken.reaches.push(change[2].trim());
        else if (change) broken[change[1]] = (change[2] ?? '').replace(/^ +/, '');
        else if (lines) lines.push(line);
        else if (line.trim()) fail(`${path}:${i + 1}: cannot read "${line}"`);
    });
    repository.run = repository.run.join('\n').trim();
    for (const one of repository.breaks) {
        const file = repository.files.find((f) => f.path === one.in);
        const hits = file ? file.lines.filter((l) => l.includes(one.old)).length : 0;
        if (hits !== 1) fail(`${path}: ${one.symbol}: "${one.old}" is on ${hits} lines of ${one.in}`);
    }
    return repository;
}

function unpack(repository, broken) {
    const root = mkdtempSync(join(tmpdir(), 'breaks-'));
    for (const file of repository.files) {
        const path = join(root, 'tree', file.path);
        const lines = broken?.in === file.path ? file.lines.map((l) => l.replace(broken.old, () => broken.new)) : file.lines;
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, `${lines.join('\n').trimEnd()}\n`, { mode: lines[0]?.startsWith('#!') ? 0o755 : 0o644 });
    }
    return { root, tree: join(root, 'tree') };
}

/* ---- answers ---- */

function compare(broken, answer) {
    const missing = broken.fails.filter((wanted) => !answer.tests.some((row) => isTest(row, wanted)));
    const spared = answer.tests.filter((row) => !broken.fails.some((wanted) => isTest(row, wanted)));
    const wrong = spared.filter((row) => !broken.reaches.some((wanted) => isTest(row, wanted)));
    const listed = answer.tests.length;
    return { missing, wrong, found: broken.fails.length - missing.length, listed, right: listed - spared.length, reaching: listed - wrong.length };
}

/* ---- the real runners ---- */

/* What runners print when they ran nothing. */
const NOTHING = /no tests ran|collected 0 items|Ran 0 tests|NO TESTS RAN|^ *0 passing|No tests? (files? )?(were )?found|No tests executed|0 examples, 0 fail|# tests 0$|^1\.\.0|[nN]o tests to run|Executed 0 tests|There are no tests to run|Result: NOTESTS|0 runs, 0 assertions|^0 successes \/ 0 failures \/ 0 errors|all tests have been excluded|Couldn't find any files to test/m;

/* What they print when they ran something. */
const RAN = /[1-9]\d* (passed|failed|tests?,|examples?|passing|failing|successes)|Ran [1-9]\d* test|[1-9]\d* runs?,/;
/* What is printed where a command does not start. */
const NO_START = /not found|No such file|ERR_MODULE_NOT_FOUND|Cannot find module|PluginResolutionException/;

function shell(place, command) {
    const env = { ...process.env, HOME: process.env.HOME ?? place.root, CI: '1', NO_COLOR: '1' };
    const modules = process.env.MODULES && join(process.env.MODULES, 'node_modules');
    if (modules && existsSync(join(place.tree, 'package.json')) && !existsSync(join(place.tree, 'node_modules')))
        symlinkSync(modules, join(place.tree, 'node_modules'));
    // Programs that projects have and this machine may not.
    mkdirSync(join(place.root, 'bin'), { recursive: true });
    for (const [name, words] of [['bundle', 'shift\nexec'], ['python', 'exec python3']])
        if (spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
            writeFileSync(join(place.root, 'bin', name), `#!/bin/sh\n${words} "$@"\n`, { mode: 0o755 });
    env.PATH = `${join(place.root, 'bin')}:${env.PATH}`;
    const phpunit = join(place.tree, 'vendor/bin/phpunit');
    if (command.includes('vendor/bin/phpunit') && !existsSync(phpunit)) {
        mkdirSync(dirname(phpunit), { recursive: true });
        writeFileSync(phpunit, '#!/bin/sh\nexec phpunit "$@"\n', { mode: 0o755 });
    }
    const output = spawnSync('bash', ['-c', command], { cwd: place.tree, env, encoding: 'utf8', timeout: COMMAND_MS, maxBuffer: 1 << 26 });
    return { failed: output.status !== 0, text: `${output.stdout}\n${output.stderr}` };
}

/* Complaints about the recorded failures and the printed commands. */
function judge(repository, broken, answer, counts) {
    const said = [], place = unpack(repository, broken);
    try {
        const all = shell(place, repository.run);
        if (all.failed !== broken.fails.length > 0) said.push(`REFUSED ${repository.run}: ${all.text.trim().split('\n').slice(-3).join(' | ')}`);
    } finally {
        rmSync(place.root, { recursive: true, force: true });
    }
    const reach = answer.tests.some((row) => broken.fails.some((wanted) => isTest(row, wanted)));
    let shown = false;
    for (const command of answer.commands) {
        const own = unpack(repository, broken);
        try {
            const result = shell(own, command.run);
            const ran = RAN.test(result.text), empty = NOTHING.test(result.text) && !ran;
            counts.commands++;
            shown ||= result.failed && !empty;
            if (empty || (!ran && NO_START.test(result.text))) {
                counts.empty++;
                said.push(`EMPTY   ${command.run}: ${result.text.trim().split('\n').slice(-3).join(' | ')}`);
            }
        } finally {
            rmSync(own.root, { recursive: true, force: true });
        }
    }
    if (reach && !shown) {
        counts.silent++;
        said.push(`SILENT  ${answer.commands.map((c) => c.run).join(' ; ') || 'no command'}`);
    }
    return said;
}

/* ---- the table ---- */

function tableRow(name, list, judged) {
    const sum = (key) => list.reduce((total, counts) => total + counts[key], 0);
    const cells = [name, sum('breaks'), sum('failing'), share(sum('found'), sum('failing')), share(sum('right'), sum('listed')), share(sum('reaching'), sum('listed')), sum('none')];
    if (judged) cells.push(sum('commands'), sum('empty'), sum('silent'));
    return `| ${cells.join(' | ')} |`;
}

function table(counts, judged) {
    const heads = ['runner', 'broken', 'failing', 'recall', 'failing of listed', 'reaching of listed', 'without a test'];
    if (judged) heads.push('commands', 'run nothing', 'do not fail');
    const runners = [...new Set(counts.map((c) => c.runner))].sort();
    return [`| ${heads.join(' | ')} |`, `|${heads.map((_, i) => (i ? '---:' : '---')).join('|')}|`,
        ...runners.map((r) => tableRow(r, counts.filter((c) => c.runner === r), judged)), tableRow('all', counts, judged)].join('\n');
}

/* ---- main ---- */

function option(words, name) {
    const at = words.indexOf(name);
    return at < 0 ? '' : words.splice(at, 2)[1];
}

const words = process.argv.slice(2);
const page = option(words, '--page'), folder = option(words, '--folder') || dirname(fileURLToPath(import.meta.url));
const judged = words.includes('--judge'), all = words.includes('--all');
const names = words.filter((word) => !word.startsWith('--'));
if (!names.length) fail('which program? run.mjs FOVEA [WORD]...');
const fovea = resolve(names.shift());
if (!existsSync(fovea)) fail(`${fovea}: no such program`);
const counts = [], times = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith('.txt')).sort()) {
    if (names.length && !names.some((name) => file.includes(name))) continue;
    const repository = readRepository(join(folder, file)), place = unpack(repository, null);
    try {
        if (judged && shell({ ...place }, repository.run).failed) console.log(`REFUSED ${file}: tests fail before any break`);
        for (const broken of repository.breaks) {
            const start = performance.now(), answer = ask(fovea, place, broken.symbol);
            times.push(performance.now() - start);
            const result = compare(broken, answer);
            const one = { runner: file.split('-')[0], breaks: 1, failing: broken.fails.length, found: result.found, listed: result.listed,
                right: result.right, reaching: result.reaching, none: +(broken.fails.length > 0 && !answer.tests.length), commands: 0, empty: 0, silent: 0 };
            const said = judged ? judge(repository, broken, answer, one) : [];
            counts.push(one);
            if (answer.refused) said.push(`refused ${answer.refused}`);
            said.push(...result.missing.map((wanted) => `missing ${wanted}`));
            said.push(...result.wrong.map((row) => `wrong   ${row.path}::${row.name}${row.doubtful ? ' (doubtful)' : ''}`));
            if (said.length || all) console.log([`${file} ${broken.symbol}`, ...said.map((line) => `    ${line}`)].join('\n'));
        }
    } finally {
        rmSync(place.root, { recursive: true, force: true });
    }
}
times.sort((a, b) => a - b);
const text = table(counts, judged);
console.log(`${text}\nanswers: ${Math.round(times[times.length >> 1] ?? 0)} ms in the middle`);
if (page) writeFileSync(page, `${text}\n`);
