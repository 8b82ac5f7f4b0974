// The truth of one project: its functions, the calls between them, and what cannot be judged. It is
// kept as three text files (see README.md), so that a truth is made once and can be read and
// compared.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

export const FILE = '<file>'; // the name of module-level code
const EDGE = /^([^:]+):(.+):(\d+) -> ([^:]+):(.+):(\d+) @ (\d+)$/;

export const key = (f) => `${f.path}:${f.name}:${f.line}`;
export const fileNode = (path) => ({ path, name: FILE, line: 0 });

export class Truth {
    functions = new Map(); // key -> {path, name, line, end, kind, of}
    edges = new Map(); // "key -> key" -> first line of a call
    inactive = []; // {path, from, to}: lines that this build does not compile
    files = new Set(); // whose callers were looked at; empty means all that have functions
    configurable = new Set(); // macros that other configurations define otherwise

    // `end` is 0 when unknown. `kind`: function, constructor, class, abstract (declared without a body), made
    // (by a macro, so that its name is not in the source). `of`: the line of what stands for it when it is called:
    // a constructor's class, the first of several overloads.
    addFunction(path, name, line, end = 0, kind = 'function', of = 0) {
        const found = { path, name, line, end, kind, of };
        if (!this.functions.has(key(found))) this.functions.set(key(found), found);
        return found;
    }

    addEdge(caller, callee, line) {
        const edge = `${key(caller)} -> ${key(callee)}`;
        if (!this.edges.has(edge)) this.edges.set(edge, line);
    }

    // A call that the truth cannot resolve; '*' when not even its name is known.
    addOpen(caller, name, line) {
        this.edges.set(`${key(caller)} -> ?:${name}:0 @${line}`, line);
    }

    // A call that leaves, where another configuration may have a function of its own.
    addExternal(caller, name, line) {
        this.edges.set(`${key(caller)} -> ext:${name}:0 @${line}`, line);
    }

    write(folder) {
        mkdirSync(folder, { recursive: true });
        const rows = [...this.functions.values()].map((f) =>
            [f.path, f.name, f.line, f.end, f.kind, f.of].join('\t'));
        const edges = [...this.edges].map(([edge, line]) => `${edge.replace(/ @\d+$/, '')} @ ${line}`);
        const lines = (list) => list.sort().map((line) => `${line}\n`).join('');
        writeFileSync(`${folder}/functions.tsv`, lines(rows));
        writeFileSync(`${folder}/inactive.tsv`,
            lines(this.inactive.map((r) => [r.path, r.from, r.to].join('\t'))));
        writeFileSync(`${folder}/files.txt`, lines([...this.files]));
        writeFileSync(`${folder}/configurable.txt`, lines([...this.configurable]));
        writeFileSync(`${folder}/edges.txt`, lines(edges)); // last: it marks a whole truth
    }
}

function readLines(path) {
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

export const hasTruth = (folder) => existsSync(`${folder}/edges.txt`);

// The same as data to score by: functions, edges [{caller, callee, line}] as keys, open calls.
export function readTruth(folder) {
    const functions = readLines(`${folder}/functions.tsv`).map((row) => {
        const [path, name, line, end, kind, of] = row.split('\t');
        return { path, name, line: +line, end: +end, kind, of: +of };
    });
    const edges = [];
    const open = [];
    const external = [];
    for (const text of readLines(`${folder}/edges.txt`)) {
        const [, path, name, line, calleePath, calleeName, calleeLine, site] = EDGE.exec(text);
        const caller = { path, name, line: +line };
        if (calleePath === '?') open.push({ caller, name: calleeName, line: +site });
        else if (calleePath === 'ext') external.push({ caller, callee: { name: calleeName } });
        else edges.push({ caller, callee: { path: calleePath, name: calleeName, line: +calleeLine }, line: +site });
    }
    const inactive = readLines(`${folder}/inactive.tsv`).map((row) => {
        const [path, from, to] = row.split('\t');
        return { path, from: +from, to: +to };
    });
    const files = new Set(readLines(`${folder}/files.txt`));
    return { functions, edges, open, external, inactive, files, configurable: new Set(readLines(`${folder}/configurable.txt`)) };
}
