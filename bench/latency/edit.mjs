// Latency of a question right after an edit: the time until the answer contains what was written, and whether an
// answer without it says so. At rest: the server is idle before each edit. In a burst: an edit every BURST_MS,
// while it still works on the earlier ones.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const EDITS = 20;
const FILES = 10;
const BURST_MS = 150;
const GIVE_UP_MS = 10_000;
const REST_MS = 300;

const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));
const define = {
    c: (name) => `\nint ${name}(void) { return 0; }\n`, h: (name) => `\nint ${name}(void);\n`,
    go: (name) => `\nfunc ${name}() {}\n`, py: (name) => `\ndef ${name}():\n    pass\n`,
    js: (name) => `\nfunction ${name}() {}\n`, ts: (name) => `\nexport function ${name}(): void {}\n`,
    java: (name) => `\nclass ${name} {}\n`, rs: (name) => `\nfn ${name}() {}\n`,
};
const suffix = (path) => path.split('.').at(-1);

// An ordinary file: no header, which others include, no test, nothing that is listed but not indexed.
function isOrdinary(root, path) {
    if (!(suffix(path) in define) || suffix(path) === 'h' || /test|(^|\/)(vendor|third_party|node_modules)\//i.test(path)) return false;
    return !/generated/i.test(readFileSync(join(root, path), 'latin1').slice(0, 2000));
}

const textOf = (result) => result.content.map(({ text }) => text ?? '').join('\n');

export async function rest(client) {
    while (!textOf(await client.callTool('check_index', {})).includes('up to date')) await sleep(50);
    await sleep(REST_MS); // what is worked out when there is time
}

// Until the answer has it; `silent`: answers that lack it and do not say that something is on its way.
async function visible(client, path, name) {
    const start = process.hrtime.bigint();
    let asked = 0, silent = 0;
    for (;;) {
        const text = textOf(await client.callTool('search_symbols', { query: name }));
        const took = Number(process.hrtime.bigint() - start) / 1e6;
        asked++;
        if (text.includes(`${path}:`)) return { took, asked, silent };
        silent += !/changed just now|^\[index: /m.test(text);
        if (took > GIVE_UP_MS) return { took, asked, silent, missed: true };
    }
}

async function edit(client, root, path, name) {
    appendFileSync(join(root, path), define[suffix(path)](name));
    return visible(client, path, name);
}

// Evenly over the tree.
export function pickFiles(root, files) {
    const all = files.filter((path) => path && isOrdinary(root, path)).sort();
    const count = Math.min(FILES, all.length);
    return Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]);
}

export async function measureEdits(client, root, paths) {
    const before = new Map(paths.map((path) => [path, readFileSync(join(root, path))]));
    const ways = { rest: [], burst: [] };
    for (const way of Object.keys(ways))
        for (let i = 0; i < EDITS; i++) {
            const path = paths[i % paths.length];
            ways[way].push({ path, ...await edit(client, root, path, `freshly${way}${process.pid}Defined${i}`) });
            if (way === 'rest') await rest(client);
            else await sleep(BURST_MS);
        }
    for (const [path, bytes] of before) writeFileSync(join(root, path), bytes);
    await rest(client);
    return ways;
}
