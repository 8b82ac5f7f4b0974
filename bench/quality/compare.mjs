// Matches what the reference found with what fovea found, one to one. Kinds are compared by group:
// a row's `kinds` says which kinds of the reference and of ours correspond. `ranges: true` demands
// the same first and last line, 'start' the first; otherwise the reference's line must lie in our
// range, and the innermost unmatched one is taken. `clauses: true`: if the reference counts
// something again within one of ours, it is a further clause of it. `incomplete`: why the reference
// says nothing about what it does not list.

import { readFileSync } from 'node:fs';

function groupsOf(row) {
    const theirs = new Map(), ours = new Map();
    Object.entries(row.kinds).forEach(([reference, fovea], group) => {
        for (const kind of reference.split(' ')) theirs.set(kind, group);
        for (const kind of fovea.split(' ')) ours.set(kind, group);
    });
    return { theirs, ours };
}

// Without qualification and white space.
const lastPart = (name) => name.replace(/\s+/g, '').replace(/^.*(?:::|\.)(?=[^:.]+$)/, '');

function bucket(items, key) {
    const map = new Map();
    for (const item of items) {
        const name = key(item);
        if (!map.has(name)) map.set(name, []);
        map.get(name).push(item);
    }
    return map;
}

function pick(row, wanted, candidates) {
    let best = null;
    for (const item of candidates) {
        if (item.taken) continue;
        const fits = row.ranges
            ? item.line === wanted.line && (row.ranges === 'start' || item.end === wanted.end)
            : item.line <= wanted.line && wanted.line <= item.end;
        if (fits && (!best || item.line > best.line)) best = item;
    }
    return best;
}

// Gives items the line they stand in, and the lines around, for excuses and lists.
function withText(items, file, known) {
    if (!items.length) return;
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const item of items) Object.assign(item, { text: lines[item.line - 1] ?? '', lines, known });
}

function sort(items, excuse, result, list) {
    for (const item of items) {
        const reason = excuse?.(item);
        delete item.lines;
        delete item.known;
        if (reason) result.excused.push({ ...item, note: reason });
        else list.push(item);
    }
}

function compareFile(row, groups, { file, expected, found }, result) {
    const normal = row.name ?? lastPart;
    const key = (item, kinds) => `${kinds.get(item.kind)} ${normal(item.name, item)}`;
    const theirs = expected.filter((item) => groups.theirs.has(item.kind));
    const ours = found.filter((item) => groups.ours.has(item.kind));
    const byKey = bucket(ours, (item) => key(item, groups.ours));
    const missed = [];
    for (const item of theirs) {
        const candidates = byKey.get(key(item, groups.theirs)) ?? [];
        const match = pick(row, item, candidates);
        if (match) {
            match.taken = true;
            result.matched++;
            continue;
        }
        const clause = row.clauses && candidates.some((other) => other.taken &&
            other.line <= item.line && item.line <= other.end);
        if (clause) continue;
        const near = candidates.find((other) => !other.taken);
        missed.push({ ...item, note: near && `ours ${near.line}-${near.end}` });
    }
    const invented = ours.filter((one) => !one.taken);
    const known = new Set(theirs.map((item) => normal(item.name, item)));
    withText(missed, file, known);
    withText(invented, file, known);
    sort(missed, row.referenceWrong, result, result.misses);
    const incomplete = row.incomplete && (() => row.incomplete);
    sort(invented, incomplete ?? row.oursRight, result, result.inventions);
}

export function compare(row, files, expected, found) {
    const groups = groupsOf(row);
    const result = { matched: 0, misses: [], inventions: [], excused: [], degraded: 0 };
    for (const file of files) {
        const { symbols, degraded } = found.get(file);
        result.degraded += degraded ? 1 : 0;
        compareFile(row, groups, { file, expected: expected.get(file), found: symbols }, result);
    }
    result.expected = result.matched + result.misses.length;
    result.found = result.matched + result.inventions.length;
    return result;
}
