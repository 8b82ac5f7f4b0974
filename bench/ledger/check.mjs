// Whether what an agent has seen contains the answer of a task. An answer is a list of facts, each a line of text:
//
//     src/evict.c:540 performEvictions    this name with this line number in what was seen of this file, or the
//                                         source line itself; without the name: the number or the line
//     src/t_hash.c hdelCommand            the name in what was seen of the file
//     src/db.c:59-137                     the text of every line of the range, anywhere
//     ~ src\S* -> .*lua                    text that matches, anywhere
//     anything else                       the text, anywhere
//     a | b                               either of them
//
// What was seen of a file is every answer to a request that names it. In other answers it is the lines from one that
// names it to the next one that names another file of the tree, with the line before (some tools put the name there).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LINES = /^(\S+\.\w+):(\d+)-(\d+)$/;
const PLACE = /^(\S+\.\w+):(\d+)(?: (\S+))?$/;
const NAME = /^(\S+\.\w+) (\S+)$/;
const PATH = /[\w.@+-]+(?:\/[\w.@+-]+)*\.\w+/g;
const ENOUGH = 8; // characters of a source line that tell it from others

const word = (text) => !text ? /^/ : new RegExp(`(?<![\\w])${text.replace(/[^\w]/g, '\\$&')}(?![\\w])`);

export class Tree {
    sources = new Map();

    constructor(root, files) {
        this.root = root;
        this.files = new Set(files);
    }

    line(path, number) {
        if (!this.sources.has(path)) this.sources.set(path, readFileSync(join(this.root, path), 'utf8').split('\n'));
        return (this.sources.get(path)[number - 1] ?? '').trim();
    }

    // Files named in a line, also as absolute paths.
    named(line) {
        return (line.match(PATH) ?? []).map((path) => this.fileOf(path)).filter(Boolean);
    }

    fileOf(path) {
        const inner = path.startsWith(this.root.slice(1)) ? path.slice(this.root.length) : path;
        const plain = inner.replace(/^\.\//, '');
        return this.files.has(plain) ? plain : null;
    }
}

// Lines seen of each file, each with the one before it, and everything.
export function seenIn(tree, exchanges) {
    const of = new Map();
    const add = (path, line) => of.get(path)?.push(line) ?? of.set(path, [line]);
    for (const { request, answer } of exchanges) {
        const asked = new Set(tree.named(request));
        let current = [];
        let before = '';
        for (const line of answer.split('\n')) {
            const named = tree.named(line);
            if (named.length) current = named;
            for (const path of new Set([...asked, ...current])) add(path, named.length ? `${before} ${line}` : line);
            before = line;
        }
    }
    return { of, all: exchanges.map(({ answer }) => answer).join('\n') };
}

function readOne(tree, fact) {
    let [, path, number, name] = PLACE.exec(fact) ?? [];
    if (path) {
        const text = tree.line(path, +number);
        if (!tree.files.has(path) || !word(name ?? '').test(text)) throw new Error(`wrong fact: ${fact}: the line is: ${text}`);
        return { path, name: word(name ?? ''), number: word(number), text };
    }
    [, path, name] = NAME.exec(fact) ?? [];
    if (path && tree.files.has(path)) return { path, name: word(name) };
    return fact.startsWith('~ ') ? { like: new RegExp(fact.slice(2)) } : { anywhere: fact };
}

// One record for each thing to find: a range of lines is one for each of its lines that says something.
export function readFacts(tree, facts) {
    return facts.flatMap((fact) => {
        const [, path, from, to] = LINES.exec(fact) ?? [];
        if (!path) return [{ fact, either: fact.split(' | ').map((one) => readOne(tree, one)) }];
        return Array.from({ length: to - from + 1 }, (_, i) => tree.line(path, +from + i))
            .filter((text) => text.length >= ENOUGH).map((text) => ({ fact: `${path}: ${text}`, either: [{ anywhere: text }] }));
    });
}

function holds(found, seen) {
    if (found.like) return found.like.test(seen.all);
    if (found.anywhere) return seen.all.includes(found.anywhere);
    const lines = seen.of.get(found.path) ?? [];
    if (found.text?.length >= ENOUGH && lines.some((line) => line.includes(found.text))) return true;
    return Boolean(found.name) && lines.some((line) => found.name.test(line) && (!found.number || found.number.test(line)));
}

export function check(tree, facts, exchanges) {
    const seen = seenIn(tree, exchanges);
    const wanted = readFacts(tree, facts);
    const missing = wanted.filter(({ either }) => !either.some((found) => holds(found, seen))).map(({ fact }) => fact);
    return { share: 1 - missing.length / wanted.length, missing };
}
