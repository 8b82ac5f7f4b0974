// node --test bench/ledger/: a fact counts where the text says it, and nowhere else.
import assert from 'node:assert';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Tree, check } from './check.mjs';

const root = mkdtempSync(join(tmpdir(), 'ledger-'));
writeFileSync(join(root, 'a.c'), 'int first(void)\n{\n    return second(1);\n}\n\nint second(int n) { return n; }\n');
writeFileSync(join(root, 'b.c'), 'int other(void);\n');
const tree = new Tree(root, ['a.c', 'b.c']);
const share = (fact, answer, request = '') => check(tree, [fact], [{ request, answer }]).share;

test('a place: the name beside the number, in what is said of the file', () => {
    assert.equal(share('a.c:6 second', 'a.c:6-6  function second'), 1);
    assert.equal(share('a.c:6 second', '**second**\na.c:6'), 1);
    assert.equal(share('a.c:6 second', 'a.c\n  6: int second(int n)'), 1);
    assert.equal(share('a.c:6 second', 'a.c\n  16: int second(int n)'), 0);
    assert.equal(share('a.c:6 second', 'b.c\n  6: second'), 0);
    assert.equal(share('a.c:6 second', 'a.c\nb.c\n  6: second'), 0);
    assert.equal(share('a.c:6 second', '6: second', 'map {"path":"a.c"}'), 1);
});

test('a place: or the source line itself', () => {
    assert.equal(share('a.c:6 second', 'int second(int n) { return n; }', 'read {"path":"a.c"}'), 1);
    assert.equal(share('a.c:6 second', 'int second(int n) { return n; }', 'read {"path":"b.c"}'), 0);
});

test('a name in a file is a whole word', () => {
    assert.equal(share('a.c first', 'a.c: first'), 1);
    assert.equal(share('a.c first', 'a.c: first_of_all'), 0);
});

test('lines: each that says something', () => {
    assert.equal(share('a.c:1-4', 'int first(void)\n{\n    return second(1);\n}', 'read {"path":"a.c"}'), 1);
    assert.equal(share('a.c:1-4', 'int first(void)\n{', 'read {"path":"a.c"}'), 0.5);
});

test('either, and text anywhere', () => {
    assert.equal(share('x -> y | a.c first', 'x -> y'), 1);
    assert.equal(share('x -> y | a.c first', 'x => y'), 0);
    assert.equal(share('~ x -> .*y', 'x -> a 1, y 2'), 1);
});

test('a fact whose line does not say the name is refused', () => {
    assert.throws(() => share('a.c:1 second', ''), /wrong fact/);
});
