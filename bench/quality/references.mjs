// Independent parsers of the same files. Each returns Map: file -> [{file, kind, name, line, end}],
// without files that it cannot read.
import { execFileSync } from 'node:child_process';
import { fetchCorpora } from './corpus.mjs';

const OUTPUT_MAX = 1 << 30;

function byFile(files, items) {
    const map = new Map(files.map((file) => [file, []]));
    for (const item of items) map.get(item.file)?.push(item);
    return map;
}

// row.ctags: { language, options }
function ctags(row, files) {
    const { language, options = [] } = row.ctags;
    const args = ['--output-format=json', '--fields=+nKeS', '--sort=no', '-f', '-', '-L', '-',
        `--language-force=${language}`, ...options];
    const out = execFileSync('ctags', args, { input: files.join('\n'), encoding: 'utf8',
        maxBuffer: OUTPUT_MAX, stdio: ['pipe', 'pipe', 'ignore'] });
    const items = out.split('\n').filter(Boolean).map((line) => JSON.parse(line))
        .filter((tag) => tag._type === 'tag')
        .map((tag) => ({ file: tag.path, kind: tag.kind, name: tag.name, line: tag.line,
            end: tag.end, scope: tag.scope }));
    return byFile(files, items);
}

// A program that reads file names on stdin and prints {file, symbols: [[kind, name, first, last]]}.
function program(files, command, ...args) {
    const out = execFileSync(command, args, { input: files.join('\n'), encoding: 'utf8',
        maxBuffer: OUTPUT_MAX, stdio: ['pipe', 'pipe', 'inherit'] });
    const map = new Map();
    for (const line of out.split('\n').filter(Boolean)) {
        const { file, symbols } = JSON.parse(line);
        map.set(file, symbols.map(([kind, name, first, last]) =>
            ({ file, kind, name, line: first, end: last })));
    }
    return map;
}

// Python's own parser.
const ast = (row, files) => program(files, 'python3', 'bench/quality/python_ast.py');

// The parser of the TypeScript compiler, for JavaScript too.
function typescript(row, files) {
    const [compiler] = fetchCorpora(['compiler']);
    return program(files, 'node', 'bench/quality/typescript_ast.mjs',
        `${compiler}/package/lib/typescript.js`);
}

// PostCSS with its readers of SCSS and Less.
function postcss(row, files) {
    const [folder] = fetchCorpora(['postcss']);
    return program(files, 'node', 'bench/quality/postcss_ast.mjs', `${folder}/node_modules/`);
}

export const references = { ctags, ast, typescript, postcss };
