// run.mjs FOVEA [LANGUAGE | LANGUAGE/CONSTRUCT | CONSTRUCT]... [--judge] [--page FILE] [--all]
//
// Asks fovea about small programs, a file tests/matrix/LANGUAGE/CONSTRUCT.txt for each cell of a matrix of constructs and
// languages. tests/matrix/README.md has the form of a file and the meaning of the verdicts. Prints each program that is not
// right (--all: each program), then the counts. --judge also compiles or runs each program with the language's own tools,
// where they are installed. --page writes the matrix as Markdown.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judges } from './judges.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const VERDICTS = ['right', 'ambiguous', 'honest', 'silent', 'wrong'];
const worse = (a, b) => (VERDICTS.indexOf(b.verdict) > VERDICTS.indexOf(a.verdict) ? b : a);

function fail(message) {
    console.error(`run.mjs: ${message}`);
    process.exit(2);
}

/* ---- cells ---- */

function readCell(path) {
    const programs = [];
    let section = null;
    readFileSync(path, 'utf8').split('\n').forEach((line, i) => {
        const head = /^(==|--) (\S.*?)\s*$/.exec(line);
        if (head && head[1] === '==') {
            programs.push({ name: head[2], files: [], questions: [], judge: '' });
            section = null;
        } else if (head) {
            if (!programs.length) fail(`${path}:${i + 1}: a file before the first program`);
            const program = programs[programs.length - 1];
            section = { name: head[2], lines: [] };
            if (section.name !== 'ask' && section.name !== 'judge') program.files.push(section);
            else if (section.name === 'judge') program.judge = section;
            else program.ask = section;
        } else if (section) section.lines.push(line);
    });
    for (const program of programs) {
        if (!program.ask) fail(`${path}: ${program.name} asks nothing`);
        for (const line of program.ask.lines.filter((l) => l.trim())) {
            if (!/^\s/.test(line)) {
                program.questions.push({ words: line.trim().split(/\s+/), is: [], not: [], maybe: [] });
                continue;
            }
            const row = /^\s+(is|not|maybe)\s+(.*)$/.exec(line);
            if (!row || !program.questions.length) fail(`${path}: ${program.name}: cannot read "${line}"`);
            const question = program.questions[program.questions.length - 1];
            question[row[1]].push(...row[2].split(',').map((s) => s.trim()).filter(Boolean));
        }
    }
    return programs;
}

/* ---- answers ---- */

/* The rows of an answer: {name, path, first, last, sure}. */
function rowsOf(answer) {
    if (answer._type === 'graph') {
        const confidence = new Map();
        for (const edge of answer.edges ?? [])
            for (const end of [edge.from, edge.to]) confidence.set(end, edge.confidence ?? 'exact');
        return (answer.nodes ?? []).filter((node) => !node.focus).map((node) => {
            const [, path, first, last] = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/.exec(node.handle ?? '');
            return { name: node.label, path, first: +(first ?? 0), last: +(last ?? first ?? 0),
                sure: confidence.get(node.n) !== 'ambiguous' };
        });
    }
    return (answer.symbols ?? answer.implementations ?? []).map((symbol) => ({ name: symbol.name, path: symbol.path,
        first: symbol.start, last: symbol.end, doubts: symbol.doubts,
        sure: (symbol.confidence ?? 'exact') !== 'ambiguous' && !symbol.doubts }));
}

/* Whether a row is what an expectation says: NAME, PATH, PATH:LINE or PATH::NAME. */
function matches(row, wanted) {
    const line = /^([^:]+\.[^:]+|[^:]*\/[^:]*):(\d+)$/.exec(wanted);
    if (line) return row.path === line[1] && (!row.first || (row.first <= +line[2] && +line[2] <= row.last));
    const place = /^([^:]*\.[^:]*|[^:]*\/[^:]*)::(.+)$/.exec(wanted);
    if (place && row.path !== place[1]) return false;
    const name = place ? place[2] : wanted;
    const flat = (text) => text.replace(/::|#|\\/g, '.').replace(/\(.*$/, '');
    return flat(row.name) === flat(name) || flat(row.name).endsWith(`.${flat(name)}`);
}

function judgeAnswer(question, output, status) {
    let answer;
    try {
        answer = JSON.parse(output.stdout);
    } catch {
        // A refusal claims nothing: a symbol that is not found or ambiguous, with its reason.
        const crashed = status === null || status > 3;
        return { verdict: crashed ? 'wrong' : 'honest', why: (output.stderr || output.stdout).trim().split('\n')[0] };
    }
    const rows = rowsOf(answer), unused = question.words[0] === 'unused';
    const doubts = /[a-z]/i.test(answer.note ?? '') || (answer.named?.code ?? 0) > 0 || answer.cursor;
    let result = { verdict: 'right', why: '' };
    for (const wanted of question.is) {
        const found = rows.filter((row) => matches(row, wanted));
        if (!found.length) result = worse(result, { verdict: doubts ? 'honest' : 'silent', why: `${wanted} is missing` });
        else if (!unused && !found.some((row) => row.sure)) result = worse(result, { verdict: 'ambiguous', why: `${wanted} is ambiguous` });
    }
    for (const wanted of question.not) {
        const found = rows.filter((row) => matches(row, wanted));
        if (found.some((row) => row.sure)) result = worse(result, { verdict: 'wrong', why: `${wanted} is listed` });
        else if (found.length && !unused) result = worse(result, { verdict: 'ambiguous', why: `${wanted} is listed as ambiguous` });
    }
    return result;
}

function runProgram(fovea, program) {
    const root = mkdtempSync(join(tmpdir(), 'matrix-'));
    const tree = join(root, 'tree');
    try {
        for (const file of program.files) {
            mkdirSync(dirname(join(tree, file.name)), { recursive: true });
            writeFileSync(join(tree, file.name), `${file.lines.join('\n').trimEnd()}\n`);
        }
        const env = { ...process.env, HOME: root, XDG_CACHE_HOME: join(root, 'cache') };
        let result = { verdict: 'right', why: '' };
        for (const question of program.questions) {
            const limit = question.words[0] === 'unused' ? ['--limit', '2000'] : [];
            const words = [...question.words, ...limit, '--format', 'json'];
            const output = spawnSync(fovea, words, { cwd: tree, env, encoding: 'utf8', timeout: 20000 });
            const one = judgeAnswer(question, output, output.status);
            result = worse(result, { ...one, why: one.why && `${question.words.join(' ')}: ${one.why}` });
        }
        return result;
    } finally {
        rmSync(root, { recursive: true, force: true });
    }
}

/* What the language's own tool says of the program: '' where it accepts it or is not installed. */
function compileProgram(language, program) {
    const command = program.judge ? program.judge.lines.join('\n') : judges[language];
    if (!command) return '';
    const tool = /^\s*(?:# needs (\S+)|(\S+))/.exec(command);
    if (spawnSync('sh', ['-c', `command -v ${tool[1] ?? tool[2]}`]).status !== 0) return '';
    const root = mkdtempSync(join(tmpdir(), 'matrix-'));
    try {
        for (const file of program.files) {
            mkdirSync(dirname(join(root, file.name)), { recursive: true });
            writeFileSync(join(root, file.name), `${file.lines.join('\n').trimEnd()}\n`);
        }
        const output = spawnSync('bash', ['-c', command], { cwd: root, encoding: 'utf8', timeout: 120000 });
        return output.status === 0 ? '' : (output.stderr + output.stdout).trim().split('\n').slice(0, 3).join(' | ') || `status ${output.status}`;
    } finally {
        rmSync(root, { recursive: true, force: true });
    }
}

/* ---- the page ---- */

function count(results) {
    const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));
    for (const result of results) counts[result.verdict]++;
    return counts;
}
const share = (results) => (results.length ? Math.round((100 * count(results).right) / results.length) : '');

function page(results) {
    const languages = [...new Set(results.map((r) => r.language))].sort();
    const constructs = [...new Set(results.map((r) => r.construct))].sort();
    const row = (cells) => `| ${cells.join(' | ')} |`;
    const of = (language, construct) => results.filter((r) => (!language || r.language === language) && (!construct || r.construct === construct));
    return [
        row(['construct', 'right of programs', ...languages]), row(['---', '---', ...languages.map(() => '---')]),
        ...constructs.map((c) => row([c, `${count(of('', c)).right} of ${of('', c).length}`, ...languages.map((l) => share(of(l, c)))])),
        row(['all', `${count(results).right} of ${results.length}`, ...languages.map((l) => share(of(l, '')))]),
    ].join('\n');
}

/* ---- main ---- */

const words = process.argv.slice(2), flags = words.filter((w) => w.startsWith('--'));
const pageAt = words.indexOf('--page');
const pageFile = pageAt >= 0 ? words[pageAt + 1] : '';
const names = words.filter((w, i) => !w.startsWith('--') && (pageAt < 0 || i !== pageAt + 1));
if (!names.length) fail('which program? run.mjs FOVEA [LANGUAGE | CONSTRUCT | LANGUAGE/CONSTRUCT]...');
const fovea = resolve(names.shift());
if (!existsSync(fovea)) fail(`${fovea}: no such program`);
const results = [];
for (const language of readdirSync(here).filter((name) => !name.includes('.')).sort())
    for (const file of readdirSync(join(here, language)).filter((name) => name.endsWith('.txt')).sort()) {
        const construct = file.slice(0, -4);
        if (names.length && !names.some((n) => n === language || n === construct || n === `${language}/${construct}`)) continue;
        for (const program of readCell(join(here, language, file))) {
            const refused = flags.includes('--judge') ? compileProgram(language, program) : '';
            if (refused) console.log(`REFUSED ${language}/${construct} ${program.name}: ${refused}`);
            const result = { language, construct, name: program.name, ...runProgram(fovea, program) };
            results.push(result);
            if (result.verdict !== 'right' || flags.includes('--all'))
                console.log(`${result.verdict.padEnd(9)} ${language}/${construct} ${program.name}: ${result.why}`);
        }
    }
const counts = count(results);
for (const language of [...new Set(results.map((r) => r.language))]) {
    const own = count(results.filter((r) => r.language === language)), total = VERDICTS.reduce((sum, v) => sum + own[v], 0);
    console.log(`${language.padEnd(12)} ${String(Math.round((100 * own.right) / total)).padStart(3)} % right of ${total}: ${VERDICTS.slice(1).map((v) => `${v} ${own[v]}`).join(', ')}`);
}
const total = results.length || 1;
console.log(`${results.length} programs: ${VERDICTS.map((v) => `${v} ${counts[v]} (${((100 * counts[v]) / total).toFixed(1)} %)`).join(', ')}`);
if (pageFile) writeFileSync(pageFile, `${page(results)}\n`);
