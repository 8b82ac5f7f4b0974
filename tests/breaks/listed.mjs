// What `fovea tests` lists, and whether a row of it is a test that failed: for run.mjs and projects.mjs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ASKED_MAX = 60; // pages of an answer

/* All pages of an answer about a symbol; null where fovea refuses. */
export function ask(fovea, place, symbol) {
    const env = { ...process.env, HOME: place.root, XDG_CACHE_HOME: join(place.root, 'cache') };
    const tests = [], commands = [];
    let cursor = [], first = null;
    for (let page = 0; page < ASKED_MAX; page++) {
        const words = ['tests', symbol, '--limit', '100', '--format', 'json', ...cursor];
        const output = spawnSync(fovea, words, { cwd: place.tree, env, encoding: 'utf8', timeout: 20000 });
        let answer;
        try {
            answer = JSON.parse(output.stdout);
        } catch {
            return { tests, commands, refused: (output.stderr || output.stdout).trim().split('\n')[0] || `status ${output.status}` };
        }
        first ??= answer;
        tests.push(...(answer.tests ?? []));
        commands.push(...(answer.commands ?? []).filter((c) => c.scope === 'shown' || !tests.length));
        if (!answer.cursor) break;
        cursor = ['--cursor', answer.cursor];
    }
    return { tests, commands, first };
}

/* A joined title is its first text: `"of:" .. name`. */
const first = (name) => /^(["'])(.*?)\1 *(\.\.|\+|<>)/.exec(name)?.[2] ?? name;
const flat = (name) => first(name).replace(/^["'`]|["'`]$/g, '').replace(/::|#|\\|\$/g, '.');

/* Whether the text is what a title with placeholders, `adds #{n}`, becomes when it runs. */
function fills(title, text) {
    const parts = title.split(/[#$]\{[^}]*\}/);
    return parts.length > 1 && new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's').test(text);
}

/* Whether the row of a test is what `fails PATH::NAME` says; the last words of a name are enough. */
export function isTest(row, wanted) {
    const at = wanted.indexOf('::'), path = at < 0 ? wanted : wanted.slice(0, at);
    if (row.path !== path) return false;
    if (at < 0 || row.kind === 'file') return true;
    const name = flat(wanted.slice(at + 2)), own = flat(row.name);
    if (row.in === name) return true; // a method of a Go suite is a part of the test that starts it
    return fills(row.name, wanted.slice(at + 2)) || own === name || own.endsWith(`.${name}`) || name.endsWith(`.${own}`);
}

export const share = (part, whole) => (whole ? (part / whole).toFixed(2) : '–');
