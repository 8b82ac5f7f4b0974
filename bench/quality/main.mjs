// Measures every row of rows.mjs that the arguments select and prints the table.
import { mkdirSync, writeFileSync } from 'node:fs';
import { compare } from './compare.mjs';
import { corpusFiles } from './corpus.mjs';
import { outline } from './ours.mjs';
import { references } from './references.mjs';
import { rows } from './rows.mjs';

const LIMIT = Number(process.env.LIMIT ?? 0);

function writeList(folder, name, items) {
    const text = items.map((item) => {
        const name = item.name.replace(/\s+/g, ' ');
        const range = item.end ? `${item.line}-${item.end}` : item.line;
        const note = item.note ? ` (${item.note})` : '';
        return `${item.file}:${range}\t${item.kind} ${name}${note}\t| ${item.text.trim().slice(0, 120)}\n`;
    });
    writeFileSync(`${folder}/${name}.txt`, text.join(''));
}

const percent = (part, whole) => (whole ? (Math.floor((1e4 * part) / whole) / 100).toFixed(2) : '-');

async function measure(row) {
    const files = corpusFiles(row, LIMIT);
    const expected = references[row.reference ?? 'ctags'](row, files);
    const readable = files.filter((file) => expected.has(file));
    const found = await outline(readable);
    const result = compare(row, readable, expected, found);
    const folder = `build/quality/${row.language.toLowerCase().replace(/[^a-z0-9+#]+/g, '-')}`;
    mkdirSync(folder, { recursive: true });
    writeList(folder, 'misses', result.misses);
    writeList(folder, 'inventions', result.inventions);
    writeList(folder, 'excused', result.excused);
    return [row.language, row.reference ?? 'ctags', readable.length, result.expected,
        percent(result.matched, result.expected), row.incomplete ? '-' : percent(result.matched, result.found),
        result.misses.length, result.inventions.length, result.excused.length, result.degraded];
}

const HEAD = ['language', 'reference', 'files', 'symbols', 'recall %', 'precision %', 'misses',
    'inventions', 'excused', 'degraded'];
const WIDTH = [14, 11, 6, 8, 9, 12, 7, 11, 8, 9];

function print(cells) {
    const padded = cells.map((cell, i) =>
        i < 2 ? String(cell).padEnd(WIDTH[i]) : String(cell).padStart(WIDTH[i]));
    console.log(padded.join(' '));
}

const wanted = process.argv.slice(2).map((word) => word.toLowerCase());
const selected = rows.filter((row) => !wanted.length || wanted.includes(row.language.toLowerCase()));
if (!selected.length) {
    console.error(`Error: no row for: ${wanted.join(' ')}`);
    console.error(`Hint: rows are: ${rows.map((row) => row.language).join(', ')}`);
    process.exit(2);
}
print(HEAD);
for (const row of selected) {
    try {
        print(await measure(row));
    } catch (error) {
        print([row.language, `not measured: ${error.message}`]);
        process.exitCode = 1;
    }
}
