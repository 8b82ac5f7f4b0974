// True edges of C++ by clang: cpp/edges.cpp prints the calls in the syntax tree of each unit. A call in a template
// counts as what all of its instantiations agree on, unless a parameter alone decides.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurableMacros } from './c.mjs';
import { Truth, key } from './truth.mjs';

const LLVM = '/usr/lib/llvm-14';
const source = join(dirname(fileURLToPath(import.meta.url)), 'cpp/edges.cpp');

// The program that reads the syntax trees, compiled once.
function reader() {
    const program = resolve('build/edges/cpp-edges');
    if (!existsSync(`${LLVM}/include/clang/AST/RecursiveASTVisitor.h`))
        throw new Error('no headers of clang (apt-get install libclang-14-dev llvm-14-dev)');
    if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return program;
    mkdirSync(dirname(program), { recursive: true });
    execFileSync('g++', ['-std=c++17', '-O1', '-fno-rtti', '-w', `-I${LLVM}/include`, source, '-o', program,
        `${LLVM}/lib/libclang-cpp.so.14`, `${LLVM}/lib/libLLVM-14.so`]);
    return program;
}

const end = (cells) => ({ path: cells[0], name: cells[1], line: +cells[2] });

function readRows(text) {
    const rows = { files: [], skipped: [], functions: [], calls: [], open: [] };
    for (const row of text.split('\n')) {
        const [what, ...cells] = row.split('\t');
        if (what === 'L') rows.files.push(cells[0]);
        else if (what === 'S') rows.skipped.push({ path: cells[0], from: +cells[1], to: +cells[2] });
        else if (what === 'F') rows.functions.push({ ...end(cells), end: +cells[3], kind: cells[4], of: +cells[5], usr: cells[6] });
        else if (what === 'C') rows.calls.push({ site: cells[0], caller: end(cells.slice(1)), callee: end(cells.slice(4)), usr: cells[7], line: +cells[8] });
        else if (what === 'O') rows.open.push({ site: cells[0], caller: end(cells.slice(1)), name: cells[4], line: +cells[5], why: cells[6] });
    }
    return rows;
}

function addSites(truth, rows, defined) {
    const sites = new Map();
    const siteOf = (row) => {
        const at = `${row.site} ${key(row.caller)}`;
        if (!sites.has(at)) sites.set(at, { callees: new Map(), line: row.line, caller: row.caller, open: [] });
        return sites.get(at);
    };
    for (const call of rows.calls) {
        const callee = (call.usr && defined.get(call.usr)) || call.callee;
        siteOf(call).callees.set(key(callee), callee);
    }
    for (const open of rows.open) siteOf(open).open.push(open);
    let several = 0;
    for (const { callees, line, caller, open } of sites.values()) {
        const isDecided = callees.size === 1 && !open.some((o) => o.why === 'param');
        if (isDecided) truth.addEdge(caller, [...callees.values()][0], line);
        else for (const callee of callees.values()) truth.addOpen(caller, callee.name, line);
        several += callees.size > 1;
        for (const o of open) if (!(isDecided && o.why === 'dependent')) truth.addOpen(caller, o.name, o.line);
    }
    return several;
}

export function buildCpp({ root, project }) {
    const resources = execFileSync('clang', ['-print-resource-dir'], { encoding: 'utf8' }).trim();
    const sources = project.sources(root).map((path) => join(root, path));
    const run = spawnSync(reader(), [realpathSync(root), ...sources, '--', '-w', '-xc++', '-resource-dir', resources, ...project.flags(root)],
        { encoding: 'utf8', maxBuffer: 1 << 30 });
    if (!run.stdout) throw new Error(run.stderr);
    const rows = readRows(run.stdout);
    const truth = new Truth();
    const defined = new Map(rows.functions.filter((f) => f.usr && f.kind !== 'abstract').map((f) => [f.usr, end([f.path, f.name, f.line])]));
    for (const f of rows.functions)
        if (f.kind !== 'abstract' || !defined.has(f.usr)) truth.addFunction(f.path, f.name, f.line, f.end, f.kind, f.of);
    const several = addSites(truth, rows, defined);
    for (const path of rows.files) truth.files.add(path);
    truth.inactive.push(...rows.skipped);
    truth.configurable = configurableMacros(root, truth);
    return { truth, notes: { errors: run.stderr.match(/^.*error: .*$/gm) ?? [], several } };
}
