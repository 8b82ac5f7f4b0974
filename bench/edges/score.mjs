// Compares a candidate's edges with a truth. What an edge is, and what is not judged: README.md.
import { FILE, fileNode, key } from './truth.mjs';

const VALUES = new Set(['field', 'variable', 'constant', 'enum_member', 'property']);
const CALLABLE = new Set(['function', 'constructor', 'made']);

class Functions {
    byName = new Map();
    byLine = new Map();
    byPath = new Map();

    constructor(functions) {
        for (const f of functions) {
            this.add(this.byName, `${f.path}:${f.name}`, f);
            this.add(this.byLine, `${f.path}:${f.line}`, f);
            this.add(this.byPath, f.path, f);
        }
    }

    add(map, at, f) {
        if (!map.has(at)) map.set(at, []);
        map.get(at).push(f);
    }

    // The function that a path, name and approximate first line mean; nothing when the truth has none.
    find(path, name, line) {
        if (!name || name === FILE) return fileNode(path);
        const made = this.byLine.get(`${path}:${line}`)?.find((f) => f.kind === 'made');
        if (made) return made;
        const named = this.byName.get(`${path}:${name}`);
        const distance = (f) => Math.abs(f.line - line);
        if (named) return named.reduce((a, b) => (distance(b) < distance(a) ? b : a));
        return this.byLine.get(`${path}:${line}`)?.[0] ?? null;
    }

    innermost(path, line) {
        const around = (this.byPath.get(path) ?? []).filter((f) =>
            CALLABLE.has(f.kind) && f.end && f.line <= line && line <= f.end);
        return around.reduce((a, b) => (!a || b.line > a.line || (b.line === a.line && b.end < a.end) ? b : a), null);
    }

    // What stands for a function when it is called.
    asCallee(f) {
        const kind = f?.kind === 'constructor' ? 'class' : f?.kind;
        const others = f?.of ? this.byLine.get(`${f.path}:${f.of}`) ?? [] : [];
        return others.find((other) => other.kind === kind && (kind === 'class' || other.name === f.name)) ?? f;
    }

    // Who may be meant as the caller, the best first: the function that the candidate names, then the innermost
    // one around the call when that is inside the named one.
    callers(edge) {
        const isValue = VALUES.has(edge.caller_kind); // its initial value runs where it stands
        const inner = edge.line ? this.innermost(edge.caller_path, edge.line) : null;
        const isInner = !isValue && inner?.name === edge.caller; // of overloads the one around the call
        const named = isInner ? inner : this.find(edge.caller_path, isValue ? FILE : edge.caller, edge.caller_line);
        const isElsewhere = named?.end && edge.line && (edge.line < named.line || named.end < edge.line);
        if (inner && inner !== named && isElsewhere) return [inner]; // a local lambda has another function's name
        if (isElsewhere && named.line !== edge.caller_line) return []; // of the same name, where this configuration has none
        if (!named || named.kind === 'class') return [inner, named && fileNode(edge.caller_path)].filter(Boolean);
        const isAround = named.name === FILE || (named.end && inner && named.line <= inner.line && inner.end <= named.end);
        return isAround && inner && inner !== named ? [named, inner] : [named];
    }
}

// Why an edge that the truth lacks is nevertheless not wrong; nothing when it is.
class Excuses {
    constructor(truth, textOf) {
        this.textOf = textOf;
        this.files = truth.files;
        this.configurable = truth.configurable ?? new Set();
        this.open = new Set(truth.open.map((o) => `${o.caller.path}:${o.line}:${o.name}`));
        this.inactive = new Map();
        for (const r of truth.inactive) this.inactive.set(r.path, [...(this.inactive.get(r.path) ?? []), r]);
        this.names = new Set([...truth.edges, ...truth.external ?? []].map((e) => `${key(e.caller)} ${e.callee.name}`));
        const abstract = new Set(truth.functions.filter((f) => f.kind === 'abstract').map(key));
        this.abstract = new Set(truth.edges.filter((e) => abstract.has(key(e.callee)))
            .map((e) => `${key(e.caller)} ${e.callee.name}`));
    }

    // Whether a macro that another configuration defines otherwise may make the call.
    isConfigured(edge) {
        const words = this.configurable.size ? new Set(this.textOf(edge.caller_path, edge.line).match(/\w+/g)) : new Set();
        return !words.has(edge.callee) && [...words].some((word) => this.configurable.has(word));
    }

    isInactive(path, line) {
        return this.inactive.get(path)?.some((r) => r.from <= line && line <= r.to) ?? false;
    }

    find(caller, callee, edge) {
        const at = `${edge.caller_path}:${edge.line}`;
        if (this.open.has(`${at}:*`) || this.open.has(`${at}:${edge.callee}`)) return 'unresolved';
        if (this.isInactive(edge.caller_path, edge.line) ||
            (!callee && this.isInactive(edge.callee_path, edge.callee_line)) || this.isConfigured(edge)) return 'inactive';
        if (!callee && !this.files.has(edge.callee_path) && this.names.has(`${key(caller)} ${edge.callee}`)) return 'other definition';
        return this.abstract.has(`${key(caller)} ${edge.callee}`) ? 'override' : null;
    }
}

// A macro without parameters is a constant to some; nothing else of C that is called is one.
const isMacro = (edge) => edge.callee_kind === 'macro' ||
    (edge.callee_kind === 'constant' && /\.(c|h|cc|cpp|hpp)$/.test(edge.callee_path));

const isSure = (edge) => edge.confidence === 'exact' || edge.confidence === 'likely';

// `textOf(path, line)` gives a line of the tree.
export function score(truth, edges, textOf = () => '') {
    const functions = new Functions(truth.functions);
    const excuses = new Excuses(truth, textOf);
    const wanted = new Map(truth.edges.map((e) => [`${key(e.caller)} -> ${key(e.callee)}`, e]));
    const known = new Set(truth.functions.filter((f) => f.kind !== 'class').map(key));
    const isJudged = (caller) => (truth.files.size ? truth.files.has(caller.path) : known.has(key(caller)));
    const found = new Map(); // pair -> best confidence
    const wrong = new Map();
    const unjudged = {};
    const skip = (reason) => { unjudged[reason] = (unjudged[reason] ?? 0) + 1; };
    for (const edge of edges.filter((e) => !e.external && (e.kind ?? 'call') === 'call')) {
        if (isMacro(edge)) {
            skip('macro');
            continue;
        }
        const callers = functions.callers(edge).filter(isJudged);
        const callee = functions.asCallee(functions.find(edge.callee_path, edge.callee, edge.callee_line));
        const target = callee ? key(callee) : `${edge.callee_path}:${edge.callee}:${edge.callee_line}`;
        const right = callers.map((caller) => `${key(caller)} -> ${target}`).find((pair) => wanted.has(pair));
        const caller = callers.at(-1); // the innermost
        if (right) keepBest(found, right, edge);
        else if (!caller) skip('caller');
        else if (excuses.find(caller, callee, edge)) skip(excuses.find(caller, callee, edge));
        else keepBest(wrong, `${key(caller)} -> ${target}`, edge);
    }
    return summary(wanted, found, wrong, unjudged);
}

const ORDER = ['exact', 'likely', 'ambiguous'];

function keepBest(map, pair, edge) {
    const old = map.get(pair);
    if (!old || ORDER.indexOf(edge.confidence) < ORDER.indexOf(old.confidence)) map.set(pair, edge);
}

function summary(wanted, found, wrong, unjudged) {
    const sure = [...found.values()].filter(isSure).length;
    const sureWrong = [...wrong].filter(([, edge]) => isSure(edge));
    const count = (map, confidence) => [...map.values()].filter((e) => e.confidence === confidence).length;
    return {
        wanted: wanted.size,
        right: sure,
        ours: sure + sureWrong.length,
        byConfidence: ORDER.map((c) => ({ confidence: c, right: count(found, c), wrong: count(wrong, c) })),
        unjudged,
        misses: [...wanted].filter(([pair]) => !found.has(pair) || !isSure(found.get(pair)))
            .map(([pair, e]) => ({ pair, line: e.line, note: found.has(pair) ? 'ambiguous' : '' })),
        wrong: sureWrong.map(([pair, edge]) => ({ pair, line: edge.line, note: edge.confidence })),
    };
}
