// Renames small programs and runs them before and after: what is printed must be the same.
// usage: node tests/refactor/run.mjs FOVEA [LANGUAGE[/WORD]] … [--dir FOLDER]
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { programs } from './programs.mjs';

const words = process.argv.slice(2);
const at = words.indexOf('--dir');
const folder = at < 0 ? import.meta.dirname : path.resolve(words.splice(at, 2)[1]);
const fovea = path.resolve(words.shift());
const top = fs.mkdtempSync(path.join(os.tmpdir(), 'refactor-'));
const known = path.join(os.tmpdir(), `refactor-outputs-${process.getuid()}`);
fs.mkdirSync(known, { recursive: true });
process.on('exit', () => fs.rmSync(top, { recursive: true, force: true }));

function read(file) {
    const cases = [];
    let now, text;
    for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
        if (line.startsWith('== ')) {
            cases.push((now = { name: line.slice(3), files: {}, want: 'any', keep: [], command: '' }));
            text = null;
        } else if (line.startsWith('-- ')) now.files[(text = line.slice(3))] = '';
        else if (text) now.files[text] += line + '\n';
        else if (line.startsWith('want ')) now.want = line.slice(5);
        else if (line.startsWith('keep ')) now.keep.push(line.slice(5));
        else if (line.trim() && now) now.command = line.trim();
    }
    return cases;
}

function lay(files, place) {
    for (const [name, text] of Object.entries(files)) {
        const [to, target] = name.split(' -> ');
        fs.mkdirSync(path.dirname(path.join(place, to)), { recursive: true });
        if (target) fs.symlinkSync(target, path.join(place, to));
        else fs.writeFileSync(path.join(place, name), text);
    }
}

function gather(place, from = '') {
    const found = {};
    for (const entry of fs.readdirSync(path.join(place, from), { withFileTypes: true })) {
        const name = path.join(from, entry.name);
        if (entry.name === '.git') continue;
        if (entry.isSymbolicLink()) found[`${name} -> ${fs.readlinkSync(path.join(place, name))}`] = '';
        else if (entry.isDirectory()) Object.assign(found, gather(place, name));
        else found[name] = fs.readFileSync(path.join(place, name), 'utf8');
    }
    return found;
}

// What the program prints, or null if it does not compile or run. The same files are run once.
function output(language, files) {
    const key = createHash('sha256').update(language + programs[language] + JSON.stringify(files)).digest('hex');
    const note = path.join(known, key);
    if (fs.existsSync(note)) return JSON.parse(fs.readFileSync(note, 'utf8'));
    const place = fs.mkdtempSync(path.join(top, 'run-'));
    lay(files, place);
    const done = spawnSync('bash', ['-c', programs[language]], { cwd: place, encoding: 'utf8', timeout: 120000 });
    if (done.status === 127) return { ok: false, missing: true, text: done.stderr };
    const result = done.status === 0 ? { ok: true, text: done.stdout } : { ok: false, text: (done.stderr + done.stdout).slice(-600) };
    if (result.ok) fs.writeFileSync(note, JSON.stringify(result));
    return result;
}

function split(command) {
    return [...command.matchAll(/'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2]);
}

function judge(language, one) {
    const before = output(language, one.files);
    if (before.missing) return ['skipped', before.text]; // no compiler
    if (!before.ok) return ['unusable', before.text];
    const place = fs.mkdtempSync(path.join(top, 'tree-'));
    lay(one.files, place);
    execFileSync('git', ['init', '-q', place]);
    const home = fs.mkdtempSync(path.join(top, 'home-'));
    const env = { ...process.env, HOME: home, XDG_CACHE_HOME: path.join(home, 'cache') };
    const done = spawnSync(fovea, split(one.command), { cwd: place, env, encoding: 'utf8', timeout: 60000 });
    const said = done.stdout + done.stderr;
    if (done.status === 3 || (done.status === 2 && one.want === 'refused')) return [one.want === 'done' ? 'needless' : 'refused', said];
    if (done.status !== 0) return ['failed', said];
    const now = gather(place);
    const after = output(language, now);
    if (!after.ok) return ['broken', said + after.text];
    if (after.text !== before.text) return ['broken', said + `prints ${after.text} for ${before.text}`];
    if (JSON.stringify(now) === JSON.stringify(one.files)) return ['broken', 'nothing changed, and it says it is done'];
    const [, file, line, column] = /^(.+):(\d+):(\d+)$/.exec(split(one.command)[1]) ?? [];
    const name = split(one.command)[2];
    if (file && !now[file].split('\n')[line - 1].slice(column - 1).replace(/^[$@]+/, '').startsWith(name)) return ['broken', `${file}:${line}:${column} is not ${name}\n` + said];
    const all = Object.values(now).join('\n');
    for (const text of one.keep) if (!all.includes(text)) return ['broken', `'${text}' is gone`];
    return ['right', said];
}

const table = {};
let bad = 0;
const wanted = words.filter((word) => !word.startsWith('--'));
for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.txt')).sort()) {
    const language = file.slice(0, -4).split('-')[0];
    const picks = wanted.filter((word) => word.split('/')[0] === language);
    if (wanted.length && !picks.length) continue;
    const row = (table[language] ??= { right: 0, refused: 0, needless: 0, failed: 0, broken: 0, unusable: 0, skipped: 0 });
    for (const one of read(path.join(folder, file))) {
        if (picks.length && !picks.some((word) => one.name.includes(word.split('/')[1] ?? ''))) continue;
        const [verdict, said] = judge(language, one);
        row[verdict]++;
        bad += verdict === 'broken' || verdict === 'unusable';
        if (words.includes('--all') || !['right', 'refused', 'skipped'].includes(verdict)) {
            const lines = said.trim().split('\n');
            console.log(`${verdict.padEnd(9)} ${language}/${one.name}: ${one.command}`);
            if (words.includes('--say')) console.log(lines.map((line) => '    ' + line).join('\n'));
        }
    }
}
console.table(table);
const sum = Object.values(table).reduce((all, row) => Object.fromEntries(Object.keys(row).map((key) => [key, (all[key] ?? 0) + row[key]])), {});
console.log(JSON.stringify(sum));
process.exit(bad ? 1 : 0);
