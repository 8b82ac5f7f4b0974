// The same questions to other programs, where they are installed: universal-ctags, ast-grep outline, codegraph.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { measure, measureMany } from './measure.mjs';

const PACKAGES = ['@ast-grep/cli@0.51.1', '@colbymchenry/codegraph@1.6.1'];

function install(folder) {
    if (existsSync(`${folder}/node_modules/.bin/codegraph`)) return;
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', folder, ...PACKAGES],
        { stdio: 'ignore' });
}

async function ctags(bench, out) {
    const file = `${out}/tags`;
    const result = await measure(['ctags', '--options=NONE', '-R', '--fields=+neKS', '-f', file, '.'], { cwd: bench.copy });
    bench.timed('ctags -R --fields=+neKS', result, existsSync(file) ? bench.database(statSync(file).size) : '');
    rmSync(file, { force: true });
}

async function astGrep(bench, program) {
    const result = await measure([program, 'outline', '.'], { cwd: bench.copy });
    bench.timed('ast-grep outline', result, `answer ${(result.bytes / 1e6).toFixed(1)} MB`);
}

async function codegraph(bench, program) {
    const options = { cwd: bench.copy, env: { CODEGRAPH_TELEMETRY: '0', DO_NOT_TRACK: '1' } };
    const folder = `${bench.copy}/.codegraph`;
    rmSync(folder, { recursive: true, force: true });
    const cold = await measure([program, 'init', '.'], options);
    const database = `${folder}/codegraph.db`;
    bench.timed('codegraph init', cold, existsSync(database) ? bench.database(statSync(database).size) : '');
    if (cold.code === 0) {
        await bench.editAnd('codegraph sync after one edited file', [program, 'sync', '.'], options);
        bench.latency('codegraph query, fresh process',
            await measureMany(bench.names.map((name) => [program, 'query', name]), options));
    }
    rmSync(folder, { recursive: true, force: true });
}

export async function peers(bench, out) {
    const folder = `${out}/peers`;
    await ctags(bench, out);
    try {
        install(folder);
    } catch (error) {
        bench.add('ast-grep, codegraph', { note: `not installed: ${error.message.split('\n')[0]}` });
        return;
    }
    await astGrep(bench, `${folder}/node_modules/@ast-grep/cli-linux-x64-gnu/ast-grep`);
    await codegraph(bench, `${folder}/node_modules/.bin/codegraph`);
}
