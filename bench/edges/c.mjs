// True edges of C by gcc: every source is compiled at -O0 with -fcallgraph-info, then again to
// preprocessor output, which shows the lines that this configuration compiles.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import { Truth, key } from './truth.mjs';

// Nothing may be inlined, or dropped as unused or unreachable, before the call graph is written.
const FLAGS = ['-O0', '-w', '-fkeep-static-functions', '-fkeep-inline-functions', '-Dalways_inline=noinline',
    '-D__always_inline__=__noinline__', '-Dnoreturn=unused', '-D__noreturn__=__unused__', '-D_Noreturn=',
    '-fno-builtin', '-fcallgraph-info'];

// Generated parsers say with #line that they are another file: a copy that does not, its own path apart.
function withoutLineDirectives(root, object, source) {
    const text = readFileSync(join(root, source), 'latin1');
    if (!/^#line/m.test(text)) return source;
    const copy = `${object}_copy.c`;
    writeFileSync(copy, `#line 1 "${source}"\n${text.replace(/^#line.*/gm, '')}`, 'latin1');
    return copy;
}

const folderOf = (path) => path.replace(/[^/]*$/, '');

function compile(root, out, source, flags) {
    const object = join(out, source.replace(/[/.]/g, '_'));
    const input = ['-I', join(root, folderOf(source)), withoutLineDirectives(root, object, source)];
    const compiled = spawnSync('gcc', [...flags, ...FLAGS, '-c', ...input, '-o', `${object}.o`],
        { cwd: root, encoding: 'utf8' });
    if (compiled.status) return { failed: compiled.stderr.split('\n').find((l) => /error/.test(l)) ?? '?' };
    const text = execFileSync('gcc', [...flags, '-w', '-E', ...input],
        { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
    return { graph: readFileSync(`${object}.ci`, 'utf8'), text };
}

// Paths as gcc prints them, relative to the tree; nothing for what lies outside.
function inside(root, path) {
    const found = relative(root, path.startsWith('/') ? path : join(root, path));
    return found.startsWith('..') || found.startsWith('/') ? null : normalize(found);
}

function noteActive(root, text, active) {
    let path = null;
    let line = 0;
    for (const row of text.split('\n')) {
        const marker = /^# (\d+) "([^"]*)"/.exec(row);
        if (marker) {
            line = +marker[1];
            path = marker[2].startsWith('<') ? null : inside(root, marker[2]);
            if (path && !active.has(path)) active.set(path, new Set());
            continue;
        }
        if (path && row.trim()) active.get(path).add(line);
        line++;
    }
}

// Stretches between conditional directives where no unit has a token.
function inactiveRanges(root, path, active) {
    const lines = readFileSync(join(root, path), 'latin1').split('\n');
    const ranges = [];
    let from = 1;
    for (let at = 1; at <= lines.length + 1; at++) {
        const isCut = at > lines.length || /^\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b/.test(lines[at - 1]);
        if (!isCut) continue;
        const isActive = Array.from({ length: at - from }, (_, i) => from + i).some((l) => active.has(l));
        if (!isActive && at > from) ranges.push({ path, from, to: at - 1 });
        from = at + 1;
    }
    return ranges;
}

// Macros with a definition that is not compiled here, and those whose definitions use one of them.
export function configurableMacros(root, truth) {
    const found = new Set();
    const bodies = [];
    for (const path of truth.files) {
        const ranges = truth.inactive.filter((r) => r.path === path);
        const lines = readFileSync(join(root, path), 'latin1').replace(/\\\r?\n/g, (cut) => ' '.repeat(cut.length - 1) + '\v').split('\n');
        let at = 1;
        for (const line of lines) {
            const [, name, body] = /^\s*#\s*define\s+(\w+)(.*)/s.exec(line) ?? [];
            if (name && ranges.some((r) => r.from <= at && at <= r.to)) found.add(name);
            if (name) bodies.push([name, body.match(/\w+/g) ?? []]);
            at += line.split('\v').length;
        }
    }
    for (let before = -1; before < found.size;) {
        before = found.size;
        for (const [name, words] of bodies) if (words.some((word) => found.has(word))) found.add(name);
    }
    return found;
}

// Text of a file from a place on, to see what gcc's location points at.
function textAt(root, cache, { path, line, column }) {
    if (!cache.has(path)) cache.set(path, readFileSync(join(root, path), 'latin1').split('\n'));
    const lines = cache.get(path);
    return [lines[line - 1].slice(column - 1), ...lines.slice(line, line + 12)].join('\n');
}

// What stands after an identifier and its parenthesised rest is the body, or the macro made it all.
function hasBody(text) {
    let depth = 0;
    for (const [i, c] of [...text].entries()) {
        if (c === '(') depth++;
        else if (c === ')' && --depth === 0) return /^\s*(\/\*[^]*?\*\/|\/\/.*|\s)*\{/.test(text.slice(i + 1));
    }
    return false;
}

function kindOf(root, cache, name, place) {
    const text = textAt(root, cache, place);
    if (new RegExp(`^${name}\\b`).test(text)) return 'function';
    return /^\w+\s*\{/.test(text) || (/^\w+\s*\(/.test(text) && hasBody(text)) ? 'made' : 'generated';
}

const NODE = /^node: \{ title: "([^"]*)" label: "([^"\\]*)\\n([^"\\]*):(\d+):(\d+)(?:\\n[^"]*)?"( shape : ellipse)?/;
const CALL = /^edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"(?: label: "([^"]*):(\d+):(\d+)")?/;

// The units' graphs: {nodes: title -> place or null when external, calls}
function readGraph(root, text) {
    const nodes = new Map();
    const calls = [];
    for (const row of text.split('\n')) {
        const node = NODE.exec(row);
        const call = CALL.exec(row);
        if (node) {
            const [, title, name, path, line, column, isExternal] = node;
            const place = isExternal ? null : inside(root, path);
            nodes.set(title, { name, place: place && { path: place, line: +line, column: +column } });
        }
        if (call) calls.push({ from: call[1], to: call[2], path: call[3], line: +(call[4] ?? 0) });
    }
    return { nodes, calls };
}

// The definition that a name means in a unit: its own, else the only one, else the only one that is not
// in a program's main file, else the only one in its folder.
function linked(globals, programs, name, source) {
    const all = globals.get(name) ?? [];
    if (all.length < 2) return all[0] ?? null;
    const shared = all.filter((f) => !programs.has(f.path));
    if (shared.length === 1) return shared[0];
    const near = all.filter((f) => folderOf(f.path) === folderOf(source));
    return near.length === 1 ? near[0] : 'several';
}

export function buildC({ root, out, project }) {
    const truth = new Truth();
    const units = [];
    const active = new Map();
    mkdirSync(join(out, 'objects'), { recursive: true });
    for (const command of project.prepare ?? [])
        execFileSync('sh', ['-c', command], { cwd: root, env: { ...process.env, OUT: out } });
    const notes = { failed: [], generated: new Set(), several: 0 };
    for (const { source, flags } of project.sources(root, out)) {
        const unit = compile(root, join(out, 'objects'), source, flags);
        if (unit.failed) {
            notes.failed.push(`${source}: ${unit.failed}`);
            continue;
        }
        noteActive(root, unit.text, active);
        units.push({ source, ...readGraph(root, unit.graph) });
    }
    const globals = defineAll(root, truth, units, notes);
    const programs = new Set([...(globals.get('main') ?? []).map((f) => f.path), ...project.programs ?? []]);
    for (const unit of units) link(truth, unit, (name) => linked(globals, programs, name, unit.source), notes);
    for (const [path, lines] of active) {
        if (!existsSync(join(root, path))) continue;
        truth.files.add(path);
        truth.inactive.push(...inactiveRanges(root, path, lines));
    }
    truth.configurable = configurableMacros(root, truth);
    return { truth, notes: { ...notes, generated: notes.generated.size } };
}

// Every function that has a body in the source, and the global ones by name.
function defineAll(root, truth, units, notes) {
    const globals = new Map();
    const cache = new Map();
    for (const unit of units) {
        for (const [title, node] of unit.nodes) {
            if (!node.place) continue;
            const kind = kindOf(root, cache, node.name, node.place);
            if (kind === 'generated') {
                notes.generated.add(node.name);
                node.isGenerated = true;
                continue;
            }
            node.made = truth.addFunction(node.place.path, node.name, node.place.line, 0, kind);
            if (title.includes(':')) continue;
            const same = globals.get(node.name) ?? [];
            if (!same.some((f) => key(f) === key(node.made))) globals.set(node.name, [...same, node.made]);
        }
    }
    return globals;
}

function link(truth, unit, find, notes) {
    for (const call of unit.calls) {
        const caller = unit.nodes.get(call.from)?.made;
        const target = unit.nodes.get(call.to);
        if (!caller) continue;
        if (call.to === '__indirect_call') {
            truth.addOpen(caller, '*', call.line);
            continue;
        }
        if (!target) continue;
        if (target.isGenerated || (!target.made && notes.generated.has(target.name))) {
            truth.addOpen(caller, target.name, call.line);
            continue;
        }
        const callee = target.made ?? find(target.name);
        if (callee === 'several') {
            notes.several++;
            truth.addOpen(caller, target.name, call.line);
        } else if (callee) truth.addEdge(caller, callee, call.line);
        else truth.addExternal(caller, target.name, call.line);
    }
}
