// The edges to be judged: JSON lines from $EDGES (a file, or a command with a %s for the tree), else from
// `fovea debug edges TREE`. Nothing when neither gives any.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const fovea = process.env.FOVEA ?? 'build/fovea';

function commandOutput(command) {
    const run = spawnSync('sh', ['-c', command], { encoding: 'utf8', maxBuffer: 1 << 30 });
    if (run.status !== 0) console.error(`no candidates: ${command}: ${run.stderr.trim().split('\n')[0]}`);
    return run.status === 0 ? run.stdout : '';
}

// Calls, but of macros: those are calls of what the macro calls.
const isJudged = (edge) => (edge.kind ?? 'call') === 'call' && !/^(macro|constant)$/.test(edge.callee_kind);

// Who calls from a field, a class or a variable stands outside any function.
const FUNCTIONS = /^(function|method|constructor|macro)$/;
const isDefined = (edge) => edge.caller_kind === 'constant' && /\.(c|h|cc|cpp|hpp)$/.test(edge.caller_path); // a macro
const ofFile = (edge) => isDefined(edge) ? { ...edge, caller_kind: 'macro' }
    : !edge.caller_kind || FUNCTIONS.test(edge.caller_kind) ? edge
    : { ...edge, caller: '<file>', caller_line: 0 };

export function candidates(project, root) {
    const given = process.env.EDGES;
    const text = given && existsSync(given) ? readFileSync(given, 'utf8')
        : commandOutput((given ?? `'${fovea}' index '%s' >/dev/null && '${fovea}' debug edges '%s'`).replaceAll('%s', root));
    const lines = text.split('\n').filter((line) => line.startsWith('{'));
    const edges = lines.map((line) => JSON.parse(line)).filter(isJudged).map(ofFile);
    return edges.length ? edges : null;
}
