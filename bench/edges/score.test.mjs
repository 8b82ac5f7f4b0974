// node --test bench/edges: what counts as right, wrong and not judged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { score } from './score.mjs';

const f = (name, line, end = line + 5, kind = 'function', of = 0) => ({ path: 'a.x', name, line, end, kind, of });
const main = f('main', 1, 20);
const inner = f('inner', 5, 9);
const type = f('Type', 30, 60, 'class');
const constructor = f('init', 32, 35, 'constructor', 30);
const declared = f('run', 70, 70, 'abstract');
const helper = f('helper', 80);
const truth = {
    functions: [main, inner, type, constructor, declared, helper],
    edges: [{ caller: main, callee: helper, line: 2 }, { caller: inner, callee: type, line: 6 },
        { caller: main, callee: declared, line: 3 }],
    open: [{ caller: main, name: 'callback', line: 4 }],
    inactive: [{ path: 'a.x', from: 15, to: 18 }],
    files: new Set(),
};
const edge = (caller, callee, line, more = {}) => ({ caller_path: 'a.x', caller: caller.name, caller_line: caller.line,
    callee_path: 'a.x', callee: callee.name, callee_line: callee.line, confidence: 'exact', line, ...more });
const judged = (...edges) => {
    const { right, ours, unjudged } = score(truth, edges);
    return { right, wrong: ours - right, unjudged };
};

test('a true edge is right, once', () => {
    assert.deepEqual(judged(edge(main, helper, 2), edge(main, helper, 3)), { right: 1, wrong: 0, unjudged: {} });
});
test('another function of the same caller is wrong', () => {
    assert.equal(judged(edge(helper, main, 81)).wrong, 1);
});
test('a constructor stands for its class, and the line of the call finds the inner caller', () => {
    assert.equal(judged(edge(main, constructor, 6)).right, 1);
    assert.equal(judged(edge(inner, type, 6)).right, 1);
});
test('a range may begin above the name', () => {
    assert.equal(judged(edge({ ...main, line: 0 }, { ...helper, line: 78 }, 2)).right, 1);
});
test('what the truth cannot know is not judged', () => {
    assert.deepEqual(judged(edge(main, { name: 'callback', line: 90 }, 4)).unjudged, { unresolved: 1 });
    assert.deepEqual(judged(edge(main, inner, 16)).unjudged, { inactive: 1 });
    assert.deepEqual(judged(edge(main, { name: 'run', line: 95 }, 3, { callee_path: 'b.x' })).unjudged,
        { 'other definition': 1 });
    assert.deepEqual(judged(edge({ name: 'new', line: 99 }, helper, 0)).unjudged, { caller: 1 });
});
test('ambiguous edges count neither as found nor as wrong', () => {
    const result = score(truth, [edge(main, helper, 2, { confidence: 'ambiguous' })]);
    assert.deepEqual([result.right, result.ours, result.misses.length], [0, 0, 3]);
});
test('edges that leave are ignored', () => {
    assert.deepEqual(judged({ caller_path: 'a.x', caller: 'main', caller_line: 1, external: 'ext:c:puts', line: 2 }),
        { right: 0, wrong: 0, unjudged: {} });
});
