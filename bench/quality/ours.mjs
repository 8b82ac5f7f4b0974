// Outlines by fovea as a flat list of {file, kind, name, line, end, inside, path}; inside are the
// kinds and path the names of the symbols around it.
import { execFile } from 'node:child_process';

const PROGRAM = process.env.FOVEA ?? 'build/fovea';
const JOBS = 2;
const RETRIES = 2;

function run(file) {
    return new Promise((resolve, reject) => {
        const args = ['map', file, '--format', 'json', '--budget', 'none'];
        execFile(PROGRAM, args, { maxBuffer: 1 << 30 }, (error, out) => {
            if (error) reject(new Error(`${file}: ${error.message}`));
            else resolve(JSON.parse(out));
        });
    });
}

function flatten(file, symbols, inside, path, out) {
    for (const symbol of symbols) {
        const { kind, name, start, end } = symbol;
        out.push({ file, kind, name, line: start, end, inside, path });
        flatten(file, symbol.children ?? [], [...inside, kind], [...path, name], out);
    }
    return out;
}

// Map: file -> { symbols, degraded }
export async function outline(files) {
    const found = new Map();
    let next = 0;
    async function work() {
        while (next < files.length) {
            const file = files[next++];
            let map = await run(file);
            // A busy machine can let the time limit pass; that says nothing about the rules.
            for (let i = 0; i < RETRIES && map.engine && map.engine !== 'grammar'; i++)
                map = await run(file);
            found.set(file, { symbols: flatten(file, map.symbols ?? [], [], [], []), degraded: map.degraded });
        }
    }
    await Promise.all(Array.from({ length: JOBS }, work));
    return found;
}
