// codegraph.mjs TREE: the call edges that codegraph (npm @colbymchenry/codegraph) finds in a copy of the tree, as
// JSON lines, for comparison: EDGES='node bench/edges/codegraph.mjs %s' make quality-edges
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';

const VERSION = '1.6.1';
const folder = resolve('build/edges/codegraph');
const program = `${folder}/node_modules/.bin/codegraph`;
const env = { ...process.env, CODEGRAPH_TELEMETRY: '0', DO_NOT_TRACK: '1' };

// Without the edges it adds from an interface to what implements it: they are not calls.
const QUERY = `select json_object('caller_path', a.file_path, 'caller', iif(a.kind = 'file', '<file>', a.name),
    'caller_line', a.start_line, 'callee_path', b.file_path, 'callee', b.name, 'callee_line', b.start_line,
    'confidence', iif(json_extract(e.metadata, '$.confidence') >= 0.9, 'exact', 'likely'), 'line', e.line)
    from edges e join nodes a on a.id = e.source join nodes b on b.id = e.target
    where e.provenance is null and (e.kind = 'calls' or e.kind = 'instantiates' and b.kind = 'class')`;

if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['install', '--silent', '--no-save', '--ignore-scripts', '--prefix', folder,
        `@colbymchenry/codegraph@${VERSION}`], { stdio: 'ignore' });
}
const tree = resolve(process.argv[2]);
const copy = `${folder}/trees/${basename(tree)}`;
if (!existsSync(copy)) cpSync(tree, copy, { recursive: true });
if (!existsSync(`${copy}/.codegraph`)) execFileSync(program, ['init', copy], { env, stdio: 'ignore' });
process.stdout.write(execFileSync('sqlite3', [`${copy}/.codegraph/codegraph.db`, QUERY], { maxBuffer: 1 << 30 }));
