// The files that a row measures: those of its corpora that its pattern selects, evenly thinned.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';

const FILE_BYTES_MAX = 4 << 20;

function walk(folder, out) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) walk(path, out);
        else if (entry.isFile()) out.push(path);
    }
    return out;
}

export function fetchCorpora(names) {
    const text = execFileSync('bench/corpora.sh', names, { encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'] });
    return text.trim().split('\n');
}

export function corpusFiles(row, limit) {
    const all = fetchCorpora(row.corpora).flatMap((folder) => walk(folder, []));
    const fit = all.filter((path) => row.files.test(path) && !(row.skip && row.skip.test(path)) &&
        statSync(path).size <= FILE_BYTES_MAX).sort();
    const most = limit || row.limit || 500;
    const step = Math.max(1, fit.length / most);
    return Array.from({ length: Math.min(fit.length, most) }, (_, i) => fit[Math.floor(i * step)]);
}
