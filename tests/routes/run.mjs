// Compares the routes and requests that fovea finds in public projects with labels written by hand.
// usage: run.mjs FOVEA PROJECTS [NAME]: PROJECTS has a checkout of each project, by the set's name.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [fovea, projects, only] = process.argv.slice(2);
if (!fovea || !projects) {
    console.error('usage: run.mjs FOVEA PROJECTS [NAME]');
    process.exit(2);
}
const folder = join(dirname(fileURLToPath(import.meta.url)), 'set');

/** Parameters have no names here, and a slash at the end says nothing. */
const template = (path) => path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1');
const methods = (text) => text.split(',').sort().join(',');

function readLabels(file) {
    const labels = { name: basename(file, '.tsv'), routes: new Set(), calls: new Set(), outside: [] };
    for (const line of readFileSync(file, 'utf8').split('\n')) {
        const [kind, ...fields] = line.split('\t');
        if (kind === 'route')
            labels.routes.add([methods(fields[0]), template(fields[1]), fields[3], fields[2]].join(' '));
        else if (kind === 'call')
            labels.calls.add([fields[0], fields[1], '->', fields[2]].join(' '));
        else if (kind === 'outside')
            labels.outside.push(fields[0]);
        else if (kind)
            labels[kind] = fields[0];
    }
    return labels;
}

function run(directory, home, ...args) {
    const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, 'cache') };
    return execFileSync(resolve(fovea), args, { cwd: directory, env, maxBuffer: 1 << 28, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The label of a route that was found, whose handler has its whole name: `Users.show` is `show`. */
function labelOf(labels, route) {
    const end = route.lastIndexOf(' ') + 1, names = route.slice(end).split('.');
    for (let from = 0; from < names.length; from++) {
        const label = route.slice(0, end) + names.slice(from).join('.');
        if (labels.has(label))
            return label;
    }
    return route;
}

/** All pages of `fovea routes`. */
function readRoutes(directory) {
    const home = mkdtempSync(join(tmpdir(), 'fovea-routes-'));
    const routes = [];
    try {
        run(directory, home, 'index');
        for (let cursor = []; cursor;) {
            const page = JSON.parse(run(directory, home, 'routes', '/', '--limit', '500', '--format', 'json', ...cursor));
            routes.push(...page.routes);
            cursor = page.cursor ? ['--cursor', page.cursor] : null;
        }
    } finally {
        rmSync(home, { recursive: true });
    }
    return routes;
}

function found(labels, directory) {
    const routes = new Set(), calls = new Set();
    for (const route of readRoutes(directory)) {
        if (labels.outside.some((prefix) => route.place.startsWith(prefix)))
            continue;
        const handler = route.handler ? route.handler.name.replaceAll('::', '.') : '-';
        routes.add([methods(route.method), template(route.path), route.place, handler].join(' '));
        for (const call of route.callers)
            if (call.confidence === 'likely')
                calls.add([call.method, `${call.caller.path}:${call.line}`, '->', route.place].join(' '));
    }
    return { routes, calls };
}

const add = (table, name, wanted, got, right) => {
    const row = table.get(name) ?? { wanted: 0, got: 0, right: 0 };
    table.set(name, { wanted: row.wanted + wanted, got: row.got + got, right: row.right + right });
};

const table = new Map(), total = new Map();
for (const file of readdirSync(folder).filter((name) => name.endsWith('.tsv') && (!only || name.includes(only)))) {
    const labels = readLabels(join(folder, file)), directory = join(projects, labels.name);
    if (!existsSync(directory)) {
        console.log(`${labels.name}: no checkout of ${labels.project} at ${labels.commit}`);
        continue;
    }
    const got = found(labels, directory);
    got.routes = new Set([...got.routes].map((route) => labelOf(labels.routes, route)));
    for (const kind of ['routes', 'calls']) {
        if (!labels[kind].size)
            continue;
        const right = [...got[kind]].filter((pair) => labels[kind].has(pair));
        for (const pair of got[kind])
            if (only && !labels[kind].has(pair))
                console.log(`wrong ${kind} ${pair}`);
        for (const pair of labels[kind])
            if (only && !got[kind].has(pair))
                console.log(`missing ${kind} ${pair}`);
        add(table, `${labels.framework} (${labels.language}), ${kind}`, labels[kind].size, got[kind].size, right.length);
        add(total, kind, labels[kind].size, got[kind].size, right.length);
    }
}
const percent = (part, whole) => (whole ? (part / whole).toFixed(3) : '-');
for (const [name, row] of [...[...table].sort(), ...total])
    console.log(`${name.padEnd(44)} pairs ${String(row.wanted).padStart(4)}  precision ${percent(row.right, row.got)}  recall ${percent(row.right, row.wanted)}`);
const all = [...total.values()].reduce((sum, row) => ({ wanted: sum.wanted + row.wanted, got: sum.got + row.got, right: sum.right + row.right }), { wanted: 0, got: 0, right: 0 });
if (!only && (all.right < 0.95 * all.got || all.right < 0.8 * all.wanted)) {
    console.log('below: precision .95, recall .80');
    process.exit(1);
}
