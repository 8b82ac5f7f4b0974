// The tools built into agents, in the leanest form: a listing, ripgrep, ranged reads, a shell. Their schemas are
// this file's own words; those of real agents are two to five times as long.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const READ_LINES = 2000;
const COLUMNS = 500; // of a hit's line, as agents cut it
const MATCHES = 250;

const string = (description) => ({ type: 'string', description });
const number = (description) => ({ type: 'number', description });
const flag = (description) => ({ type: 'boolean', description });
const tool = (name, description, properties, required) =>
    ({ name, description, input_schema: { type: 'object', properties, required } });

export const READ = tool('Read', 'Reads a file with line numbers, at most 2000 lines from offset on. Read only the range you need when you know it.',
    { path: string('the file'), offset: number('first line, from 1'), limit: number('number of lines') }, ['path']);
export const GREP = tool('Grep', 'Searches file contents with ripgrep. Full regex syntax; filter with glob or type; files_with_matches for paths only, content for lines with numbers, count for hits per file.',
    { pattern: string('regular expression'), path: string('file or directory, default the working directory'), glob: string('such as *.c or src/**/*.{c,h}'),
        type: string('file type: c, py, js …'), output_mode: { type: 'string', enum: ['content', 'files_with_matches', 'count'] },
        '-i': flag('ignore case'), '-A': number('lines after'), '-B': number('lines before'), '-C': number('lines around'),
        multiline: flag('. matches line ends'), head_limit: number('first lines of output only, default 250') }, ['pattern']);
export const GLOB = tool('Glob', 'Lists files whose path matches a glob.', { pattern: string('such as src/**/*.py'), path: string('directory') }, ['pattern']);
export const LIST = tool('List', 'Lists a directory.', { path: string('directory') }, ['path']);
export const BASH = tool('Bash', 'Runs a command in a shell in the working directory and returns what it prints.', { command: string('the command') }, ['command']);

const run = (root, program, args, env) => {
    const result = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30, env: { ...process.env, ...env } });
    if (result.error) throw result.error;
    return result;
};
const first = (text, lines) => {
    const all = text.replace(/\n$/, '').split('\n');
    return all.length <= lines ? all.join('\n') : `${all.slice(0, lines).join('\n')}\n[${all.length - lines} more lines]`;
};

function read(root, { path, offset = 1, limit = READ_LINES }) {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    if (lines.at(-1) === '') lines.pop();
    return lines.slice(offset - 1, offset - 1 + limit).map((line, i) => `${offset + i}\t${line}`).join('\n');
}

// Paths once, as a heading: the densest form that ripgrep has.
function grep(root, args) {
    const shape = { content: ['--heading', '-n', `--max-columns=${COLUMNS}`], files_with_matches: ['-l'], count: ['-c'] };
    const options = shape[args.output_mode ?? 'files_with_matches'].concat('--sort=path', '--color=never');
    for (const [name, option] of [['glob', '-g'], ['type', '-t'], ['-A', '-A'], ['-B', '-B'], ['-C', '-C']])
        if (args[name] !== undefined) options.push(option, String(args[name]));
    if (args['-i']) options.push('-i');
    if (args.multiline) options.push('-U', '--multiline-dotall');
    const { stdout, stderr } = run(root, 'rg', [...options, '-e', args.pattern, ...(args.path ? [args.path] : ['./'])]);
    return first((stdout || stderr || 'no matches').replace(/^\.\//gm, ''), args.head_limit ?? MATCHES);
}

export const TOOLS = {
    Read: read,
    Grep: grep,
    Glob: (root, { pattern, path }) => first(run(root, 'rg', ['--files', '--sort=path', '-g', pattern, ...(path ? [path] : [])]).stdout, MATCHES),
    List: (root, { path }) => run(root, 'ls', ['-p', path]).stdout.trimEnd(),
};

export const bash = (root, { command }, env) => {
    const { stdout, stderr } = run(root, 'bash', ['-c', command], env);
    return (stdout + stderr).trimEnd();
};
