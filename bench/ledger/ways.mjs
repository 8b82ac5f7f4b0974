// The ways of working that are compared. Each record says what must be installed, and how to open the way on a
// tree. An open way has the schema as a model gets it and answers calls. Peers come from npm by exact version.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BASH, GLOB, GREP, LIST, READ, TOOLS, bash } from './builtin.mjs';
import { McpClient } from './mcp.mjs';

export const OUT = resolve('build/bench/ledger');
const PEERS = join(OUT, 'peers');
const MODULES = join(PEERS, 'node_modules');
const PACKAGES = ['@modelcontextprotocol/server-filesystem@2026.8.31', '@ast-grep/cli@0.51.1',
    '@colbymchenry/codegraph@1.6.1', 'gpt-tokenizer@4.0.0'];
const AST_GREP = join(MODULES, `@ast-grep/cli-${process.platform}-${process.arch}-gnu`);

export function install() {
    const stamp = join(PEERS, 'stamp');
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === PACKAGES.join(' ')) return;
    mkdirSync(PEERS, { recursive: true });
    writeFileSync(join(PEERS, 'package.json'), '{"private": true}\n');
    execFileSync('npm', ['install', '--prefix', PEERS, '--silent', '--no-save', '--no-package-lock', '--ignore-scripts', ...PACKAGES],
        { stdio: ['ignore', 'ignore', 'inherit'] });
    writeFileSync(stamp, PACKAGES.join(' '));
}

export async function tokenizer() {
    const { encode } = await import(join(MODULES, 'gpt-tokenizer/esm/encoding/o200k_base.js'));
    return (text) => encode(text, { disallowedSpecial: new Set() }).length;
}

// As clients hand it to the model: name, description and input schema of each tool, and the server's instructions.
async function openServer(program, args, options) {
    const client = new McpClient(program, args, options);
    const { instructions } = await client.initialize();
    const { tools } = await client.request('tools/list', {});
    const schema = tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
    return {
        schema: JSON.stringify(schema) + (instructions ? `\n${instructions}` : ''),
        call: (name, input) => client.call(name, input),
        close: () => client.close(),
    };
}

const openTools = (root, tools, call) =>
    ({ schema: JSON.stringify(tools), call: async (name, input) => call(name, input), close: async () => {} });

function tagsOf(name, root) {
    const tags = join(OUT, `${name}.tags`);
    if (!existsSync(tags))
        execFileSync('ctags', ['--options=NONE', '-R', '--fields=+neKSi', '-f', tags, '.'], { cwd: root, stdio: 'ignore' });
    return tags;
}

// codegraph writes into the tree: it gets a copy, indexed before, as its users have it.
function indexedCopy(name, root, env) {
    const copy = join(OUT, 'trees', name);
    const program = join(MODULES, '.bin/codegraph');
    if (!existsSync(join(copy, '.codegraph/codegraph.db'))) {
        rmSync(copy, { recursive: true, force: true });
        mkdirSync(join(OUT, 'trees'), { recursive: true });
        cpSync(root, copy, { recursive: true });
        execFileSync(program, ['init', copy], { env, stdio: 'ignore' });
    }
    return copy;
}

const codegraphEnv = (more) =>
    ({ ...process.env, HOME: join(OUT, 'home'), CODEGRAPH_TELEMETRY: '0', DO_NOT_TRACK: '1', CODEGRAPH_NO_DAEMON: '1', ...more });

function openCodegraph(name, root, more) {
    const env = codegraphEnv(more);
    const copy = indexedCopy(name, root, env);
    return openServer(join(MODULES, '.bin/codegraph'), ['serve', '--mcp'], { cwd: copy, env });
}

// A function that asks its command line, in a process of its own.
export function queryCodegraph(name, root) {
    install();
    const env = codegraphEnv({}), copy = indexedCopy(name, root, env);
    return (question) => spawnSync(join(MODULES, '.bin/codegraph'), ['query', question], { cwd: copy, env, stdio: 'ignore' });
}

// The index is there, as the other programs' are; what it costs is in `make bench-engine`.
export function openFovea(root, more = []) {
    const program = resolve(process.env.FOVEA ?? 'build/fovea');
    const env = { ...process.env, XDG_CACHE_HOME: join(OUT, 'cache') };
    execFileSync(program, ['index', root], { env, stdio: 'ignore' });
    return openServer(program, ['mcp', '--root', root, ...more], { env });
}

export const ways = [
    {
        name: 'fovea', title: 'fovea',
        open: (name, root) => openFovea(root),
    },
    {
        name: 'grep', title: 'grep + ranged read',
        open: (name, root) => openTools(root, [READ, GREP, GLOB, LIST], (tool, input) => TOOLS[tool](root, input)),
    },
    {
        name: 'ctags', title: 'ctags + ranged read',
        open: (name, root) => openTools(root, [BASH, READ],
            (tool, input) => (tool === 'Bash' ? bash(root, input, { TAGS: tagsOf(name, root) }) : TOOLS[tool](root, input))),
    },
    {
        name: 'astgrep', title: 'ast-grep + ranged read',
        open: (name, root) => openTools(root, [BASH, READ],
            (tool, input) => (tool === 'Bash' ? bash(root, input, { PATH: `${AST_GREP}:${process.env.PATH}` }) : TOOLS[tool](root, input))),
    },
    {
        name: 'filesystem', title: 'server-filesystem',
        open: (name, root) => openServer(join(MODULES, '.bin/mcp-server-filesystem'), [root]),
    },
    {
        name: 'codegraph', title: 'codegraph',
        open: (name, root) => openCodegraph(name, root, {}),
    },
    {
        name: 'codegraphall', title: 'codegraph, all tools',
        open: (name, root) => openCodegraph(name, root, { CODEGRAPH_MCP_TOOLS: 'explore,search,callers,callees,impact,node,files' }),
    },
];
