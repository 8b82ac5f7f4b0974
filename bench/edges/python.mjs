// True edges of Python: the definition of each call's name according to pyright's language server.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LanguageServer } from './lsp.mjs';
import { truthOfLines } from './lines.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const VERSION = '1.1.414';
const LIBRARIES = '/usr/lib/python3/dist-packages'; // so that calls into dependencies are known to leave

function pyright() {
    const folder = resolve('build/edges/pyright');
    const program = `${folder}/node_modules/.bin/pyright-langserver`;
    if (existsSync(program)) return program;
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', folder, `pyright@${VERSION}`],
        { stdio: 'ignore' });
    return program;
}

function sourcesUnder(root, folder) {
    return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
        const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) return entry.name === '.git' ? [] : sourcesUnder(root, path);
        return entry.name.endsWith('.py') ? [path] : [];
    }).sort();
}

const functionsOf = (root, paths) => execFileSync('python3', [join(here, 'python/calls.py'), root],
    { input: paths.join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 });

// The one function that the places name: overloads and redefinitions of one name in one file are the last.
function chosen(found) {
    if (!found.length) return null;
    const same = found.every((f) => f.path === found[0].path && f.name === found[0].name);
    return same ? found.reduce((a, b) => (b.line > a.line ? b : a)) : null;
}

class Resolver {
    constructor(root, truth) {
        this.root = root;
        this.truth = truth;
        this.byPlace = new Map([...truth.functions.values()].map((f) => [`${f.path}:${f.line}`, f]));
    }

    async start() {
        this.server = new LanguageServer(pyright(), ['--stdio'], { cwd: this.root });
        const uri = pathToFileURL(this.root).href;
        await this.server.request('initialize', { processId: process.pid, rootUri: uri, capabilities: {
            workspace: { configuration: true }, textDocument: { definition: { linkSupport: false } } },
            workspaceFolders: [{ uri, name: 'tree' }] });
        this.server.notify('initialized', {});
    }

    open(path) {
        const uri = pathToFileURL(join(this.root, path)).href;
        const text = readFileSync(join(this.root, path), 'utf8');
        this.server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'python', version: 1, text } });
        return uri;
    }

    async add(uri, call) {
        const caller = { path: call.path, name: call.caller, line: call.callerLine };
        if (call.name === '*') {
            this.truth.addOpen(caller, '*', call.line);
            return;
        }
        const answer = await this.server.request('textDocument/definition',
            { textDocument: { uri }, position: { line: call.line - 1, character: call.column } });
        const places = [answer ?? []].flat().map((at) => ({ path: relative(this.root, fileURLToPath(at.uri)),
            line: at.range.start.line + 1, column: at.range.start.character }));
        const own = places.filter((at) => !at.path.startsWith('..'));
        const callee = chosen(own.map((at) => this.functionAt(at)).filter(Boolean));
        if (callee) this.truth.addEdge(caller, this.standFor(callee), call.line);
        else if (own.length || !places.length) this.truth.addOpen(caller, call.name, call.line);
    }

    // A parameter may stand in the line of a function: the name tells.
    functionAt({ path, line, column }) {
        const f = this.byPlace.get(`${path}:${line}`);
        if (!f) return null;
        const text = readFileSync(join(this.root, path), 'utf8').split('\n')[line - 1].slice(column);
        return text.startsWith(f.name) && !/^\w/.test(text.slice(f.name.length)) ? f : null;
    }

    standFor(f) {
        return (f.kind === 'constructor' && this.byPlace.get(`${f.path}:${f.of}`)) || f;
    }
}

function callsOf(text) {
    const byPath = new Map();
    for (const row of text.split('\n').filter((line) => line.startsWith('C\t'))) {
        const [, path, caller, callerLine, name, line, column] = row.split('\t');
        const call = { path, caller, callerLine: +callerLine, name, line: +line, column: +column };
        byPath.set(path, [...(byPath.get(path) ?? []), call]);
    }
    return byPath;
}

export async function buildPython({ root, out, project }) {
    const copy = join(resolve(out), 'copy');
    rmSync(copy, { recursive: true, force: true });
    cpSync(root, copy, { recursive: true, filter: (path) => !path.endsWith('/.git') });
    writeFileSync(join(copy, 'pyrightconfig.json'), JSON.stringify({ extraPaths: [...(project.paths ?? []), LIBRARIES] }));
    const all = sourcesUnder(copy, '.');
    const text = functionsOf(copy, all);
    const truth = truthOfLines(text);
    const calls = callsOf(text);
    const judged = [...truth.files].filter((path) => path.startsWith(project.folder ?? ''))
        .filter((_, i) => i % (project.every ?? 1) === 0);
    truth.files = new Set(judged);
    const resolver = new Resolver(copy, truth);
    await resolver.start();
    for (const path of judged) {
        const uri = resolver.open(path);
        for (const call of calls.get(path) ?? []) await resolver.add(uri, call);
        resolver.server.notify('textDocument/didClose', { textDocument: { uri } });
    }
    resolver.server.stop();
    return { truth, notes: { files: judged.length, calls: judged.reduce((n, path) => n + (calls.get(path)?.length ?? 0), 0) } };
}
