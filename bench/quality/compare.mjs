// Pairs what the reference found with what fovea found, one to one. Kinds are compared by group: a
// row's `kinds` says which kinds of the reference and which of ours mean the same.
// `ranges: true` demands the same first and last line, 'start' the first; otherwise the reference's line must lie in
// our range and the innermost free one is taken.

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

function compareFile(row, groups, expected, found, result) {
    const normal = row.name ?? lastPart;
    const key = (item, kinds) => `${kinds.get(item.kind)} ${normal(item.name)}`;
    const theirs = expected.filter((item) => groups.theirs.has(item.kind));
    const ours = found.filter((item) => groups.ours.has(item.kind));
    const byKey = bucket(ours, (item) => key(item, groups.ours));
    for (const item of theirs) {
        const candidates = byKey.get(key(item, groups.theirs)) ?? [];
        const match = pick(row, item, candidates);
        if (match) {
            match.taken = true;
            result.matched++;
            continue;
        }
        const near = candidates.find((other) => !other.taken);
        const note = near ? `ours ${near.line}-${near.end}` : undefined;
        const excuse = row.referenceWrong?.(item, found);
        (excuse ? result.excused : result.misses).push({ ...item, note: excuse ?? note });
    }
    for (const item of ours.filter((one) => !one.taken)) {
        const excuse = row.oursRight?.(item, expected);
        (excuse ? result.excused : result.inventions).push({ ...item, note: excuse });
    }
}

export function compare(row, files, expected, found) {
    const groups = groupsOf(row);
    const result = { matched: 0, misses: [], inventions: [], excused: [], degraded: 0 };
    for (const file of files) {
        const { symbols, degraded } = found.get(file);
        result.degraded += degraded ? 1 : 0;
        compareFile(row, groups, expected.get(file), symbols, result);
    }
    result.expected = result.matched + result.misses.length;
    result.found = result.matched + result.inventions.length;
    return result;
}
