// run.mjs FOVEA [WORD]... [--judge] [--all] [--page FILE] [--folder FOLDER]
//
// Commits both states of small changes and judges what `fovea diff` and `fovea review` say of them. README.md has the form of
// a change; WORD selects by a part of LANGUAGE/NAME or of a title. Prints the wrong answers (--all: also the right ones), then
// tables by kind and by language. --judge also runs the command of each change in both states.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND_MS = 120000; // a build of the slowest compiler
const KINDS = ['format', 'comment', 'substance', 'breaks', 'compatible'];
const HARMLESS = { format: ['format'], comment: ['comment', 'format', 'docstring'] };
const BREAK_RULES = ['api-broken', 'callers-not-updated', 'removed-but-referenced', 'override-mismatch', 'uses-affected', 'uses-unproved', 'value-changed'];

function fail(message) {
    console.error(`run.mjs: ${message}`);
    process.exit(2);
}

/* ---- changes ---- */

/* The changes of a file: each begins with `== TITLE`. */
function readChanges(path, language, name) {
    const changes = [];
    let change = null, lines = null;
    readFileSync(path, 'utf8').replace(/\n$/, '').split('\n').forEach((line, i) => {
        const head = /^-- (before|after|removed|broken) (\S+)\s*$/.exec(line) ?? /^-- (run)\s*$/.exec(line);
        const title = /^== (\S.*)$/.exec(line);
        if (title && (!lines || /^kind /.test(nextLine(path, i)))) {
            change = { title: title[1], language, name, kind: '', before: [], after: [], removed: [], run: [], broken: [] };
            changes.push(change);
            lines = null;
        } else if (change && !change.kind && line.startsWith('kind ')) change.kind = line.slice(5).trim();
        else if (head) {
            lines = [];
            if (head[1] === 'run') change.run = lines;
            else if (head[1] === 'broken' || head[1] === 'removed') change[head[1]].push(head[2]);
            else change[head[1]].push({ path: head[2], lines });
        } else if (lines) lines.push(line);
        else if (line.trim()) fail(`${path}:${i + 1}: cannot read "${line}"`);
    });
    for (const one of changes)
        if (!KINDS.includes(one.kind)) fail(`${path}: ${one.title}: kind "${one.kind}"`);
    return changes;
}

const texts = new Map();
function nextLine(path, i) {
    if (!texts.has(path)) texts.set(path, readFileSync(path, 'utf8').split('\n'));
    return texts.get(path)[i + 1] ?? '';
}

function readFolder(folder) {
    return readdirSync(folder, { recursive: true }).filter((f) => f.endsWith('.txt')).sort().flatMap((file) => {
        const language = dirname(file) === '.' ? basename(file, '.txt') : dirname(file).split('/')[0];
        return readChanges(join(folder, file), language, file.replace(/\.txt$/, ''));
    });
}

/* ---- states ---- */

const textOf = (file) => `${file.lines.join('\n').replace(/\n+$/, '')}\n`;

function write(root, files) {
    for (const file of files) {
        const path = join(root, file.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, textOf(file), { mode: file.lines[0]?.startsWith('#!') ? 0o755 : 0o644 });
    }
}

function git(root, ...words) {
    const own = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main', '-c', 'core.autocrlf=false'];
    const output = spawnSync('git', [...own, ...words], { cwd: root, encoding: 'utf8' });
    if (output.status !== 0) fail(`git ${words[0]}: ${output.stderr.trim()}`);
}

function commit(root) {
    git(root, 'add', '-A', '-f');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'state');
}

/* Gives the tree of one state to `use`, with the repository that has both. */
function unpack(change, use) {
    const root = mkdtempSync(join(tmpdir(), 'change-')), tree = join(root, 'tree');
    try {
        mkdirSync(tree);
        write(tree, change.before);
        git(tree, 'init', '-q');
        commit(tree);
        const before = use({ root, tree }, 'before');
        git(tree, 'clean', '-qfdx');
        git(tree, 'checkout', '-q', '-f', '.');
        for (const path of change.removed) rmSync(join(tree, path));
        write(tree, change.after);
        commit(tree);
        return [before, use({ root, tree }, 'after')];
    } finally {
        rmSync(root, { recursive: true, force: true });
    }
}

/* ---- answers ---- */

function ask(fovea, place, words) {
    const env = { ...process.env, HOME: place.root, XDG_CACHE_HOME: join(place.root, 'cache') };
    const output = spawnSync(fovea, words, { cwd: place.tree, env, encoding: 'utf8', timeout: 20000 });
    try {
        return JSON.parse(output.stdout);
    } catch {
        return { failed: (output.stderr || output.stdout).trim().split('\n')[0] || `status ${output.status}` };
    }
}

/* The kinds that diff reports, and the lines outside of symbols. */
function said(diff) {
    const files = diff.files ?? [], symbols = files.flatMap((f) => f.symbols ?? []);
    return { kinds: symbols.map((s) => s.change), names: symbols.map((s) => `${s.change} ${s.qualified}`), other: files.reduce((n, f) => n + (f.other_lines ?? 0), 0) };
}

function judgeKind(change, diff) {
    const { kinds, names, other } = said(diff);
    const shown = names.join(', ') || (other ? `${other} lines outside symbols` : 'nothing');
    if (change.kind === 'substance') {
        const silent = kinds.length ? kinds.every((k) => k === 'format' || k === 'comment') : !other;
        return silent ? `said: ${shown}` : '';
    }
    return kinds.every((k) => HARMLESS[change.kind].includes(k)) ? '' : `said: ${shown}`;
}

const breakFindings = (review) => (review.findings ?? []).filter((f) => BREAK_RULES.includes(f.rule) && f.severity !== 'note');

function judgeBreaks(change, review) {
    const text = JSON.stringify(review.findings ?? []);
    const found = change.broken.filter((place) => new RegExp(`[" ]${place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\d)`).test(text) || isOwnPlace(review, place));
    const missing = change.broken.filter((place) => !found.includes(place));
    const approved = review.status === 'approved';
    return { found: found.length, missing, approved, wrong: approved ? 'approved' : missing.length ? `not named: ${missing.join(' ')}` : '' };
}

/* A place within the changed file, at which a finding begins. */
function isOwnPlace(review, place) {
    return review.findings.some((f) => `${f.path}:${f.line ?? f.start}` === place);
}

function judge(change, fovea, place) {
    const result = { language: change.language, kind: change.kind, wrong: '', approved: false, found: 0, places: change.broken.length };
    const diff = ask(fovea, place, ['diff', 'HEAD~1..HEAD', '--format', 'json']);
    if (diff.failed) return { ...result, wrong: `diff: ${diff.failed}` };
    if (change.kind !== 'breaks' && change.kind !== 'compatible') return { ...result, wrong: judgeKind(change, diff) };
    const review = ask(fovea, place, ['review', '--mode', 'commit', '--commit', 'HEAD', '--output', 'json']);
    if (review.failed) return { ...result, wrong: `review: ${review.failed}` };
    if (change.kind === 'breaks') return { ...result, ...judgeBreaks(change, review) };
    return { ...result, wrong: breakFindings(review).map((f) => `${f.rule}: ${f.message}`).join('; ') };
}

/* ---- the real tool ---- */

function runTool(change, place) {
    const output = spawnSync('bash', ['-c', change.run.join('\n')], { cwd: place.tree, encoding: 'utf8', timeout: COMMAND_MS, maxBuffer: 1 << 26 });
    git(place.tree, 'clean', '-qfdx');
    return { status: output.status, text: output.stdout, errors: output.stderr };
}

/* What the language's own tool says against the kind; empty: it agrees. */
function refused(change, before, after) {
    const same = before.text === after.text && after.status === before.status;
    if (change.kind !== 'substance' && before.status !== 0) return `fails before: ${before.errors.trim().split('\n').slice(-2).join(' | ')}`;
    if (change.kind === 'breaks') return same ? 'runs as before' : '';
    if (change.kind === 'substance') return same ? 'the same output' : '';
    return same ? '' : `differs: ${(after.errors || after.text).trim().split('\n').slice(-2).join(' | ')}`;
}

/* ---- tables ---- */

const share = (part, whole) => (whole ? (part / whole).toFixed(3) : '–');

function row(name, results) {
    const of = (kind) => results.filter((r) => r.kind === kind), bad = (list) => list.filter((r) => r.wrong).length;
    const breaks = of('breaks'), places = breaks.reduce((n, r) => n + r.places, 0), found = breaks.reduce((n, r) => n + r.found, 0);
    const cells = ['format', 'comment', 'substance'].map((kind) => `${bad(of(kind))} / ${of(kind).length}`);
    cells.push(`${breaks.filter((r) => r.approved).length} / ${breaks.length}`, `${found} / ${places}`, share(found, places), `${bad(of('compatible'))} / ${of('compatible').length}`);
    return `| ${[name, ...cells].join(' | ')} |`;
}

function table(results) {
    const heads = ['language', 'format: called more', 'comment: called more', 'substance: called format', 'broken: approved', 'places named', 'share', 'compatible: alarm'];
    const languages = [...new Set(results.map((r) => r.language))].sort();
    return [`| ${heads.join(' | ')} |`, `|${heads.map((_, i) => (i ? '---:' : '---')).join('|')}|`,
        ...languages.map((l) => row(l, results.filter((r) => r.language === l))), row('all', results)].join('\n');
}

/* ---- main ---- */

function option(words, name) {
    const at = words.indexOf(name);
    return at < 0 ? '' : words.splice(at, 2)[1];
}

const words = process.argv.slice(2);
const page = option(words, '--page'), folder = resolve(option(words, '--folder') || join(dirname(fileURLToPath(import.meta.url)), 'cases'));
const judged = words.includes('--judge'), all = words.includes('--all');
const [program, ...selected] = words.filter((w) => !w.startsWith('--'));
if (!program || !existsSync(program)) fail('usage: run.mjs FOVEA [WORD]... [--judge] [--all] [--page FILE] [--folder FOLDER]');
if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) fail(`no folder ${relative('.', folder)}`);
const fovea = resolve(program);
const changes = readFolder(folder).filter((c) => !selected.length || selected.some((w) => `${c.name} ${c.kind} ${c.title}`.includes(w)));
const results = [];
let disagrees = 0;
for (const change of changes) {
    const label = `${change.name} [${change.kind}] ${change.title}`;
    const [before, after] = unpack(change, (place, state) => ({
        answer: state === 'after' ? judge(change, fovea, place) : null,
        tool: judged && change.run.length ? runTool(change, place) : null,
    }));
    results.push(after.answer);
    if (after.answer.wrong) console.log(`WRONG ${label}: ${after.answer.wrong}`);
    else if (all) console.log(`right ${label}`);
    const against = before.tool ? refused(change, before.tool, after.tool) : '';
    disagrees += against ? 1 : 0;
    if (against) console.log(`JUDGE ${label}: ${against}`);
}
/* The limits that README.md states. */
function isGood(list) {
    const of = (kind) => list.filter((r) => r.kind === kind), breaks = of('breaks');
    const sum = (key) => breaks.reduce((n, r) => n + Number(r[key]), 0);
    return !of('substance').some((r) => r.wrong) && sum('approved') <= 0.08 * breaks.length && sum('found') >= 0.75 * sum('places') &&
        of('compatible').filter((r) => r.wrong).length <= 0.04 * of('compatible').length;
}

const text = table(results);
console.log(`\n${text}`);
if (page) writeFileSync(page, `${text}\n`);
process.exit(isGood(results) && !disagrees ? 0 : 1);
