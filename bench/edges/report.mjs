// The tables, and the lists of missed and of wrong edges.
import { writeFileSync } from 'node:fs';

const percent = (part, whole) => (whole ? (Math.floor((1e4 * part) / whole) / 100).toFixed(2) : '-');
const SHOW = Number(process.env.SHOW ?? 0);

export const HEAD = ['project', 'language', 'functions', 'true edges', 'ours', 'precision %', 'recall %', 'not judged'];
export const CONFIDENCE_HEAD = ['project', 'confidence', 'judged', 'right', 'precision %'];

export function row({ project, truth, result }) {
    const size = [project.name, project.language, truth.functions.length, truth.edges.length];
    if (!result) return [...size, '-', '-', '-', '-'];
    const unjudged = Object.entries(result.unjudged).map(([reason, n]) => `${n} ${reason}`).join(', ');
    return [...size, result.ours, percent(result.right, result.ours), percent(result.right, result.wanted), unjudged || 0];
}

export function confidenceRows({ project, result }) {
    return result.byConfidence.map((c) => [project.name, c.confidence, c.right + c.wrong, c.right,
        percent(c.right, c.right + c.wrong)]);
}

export function printTable(head, rows) {
    const all = [head, ...rows].map((cells) => cells.map(String));
    const widths = head.map((_, i) => Math.max(...all.map((cells) => cells[i].length)));
    const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
    console.log(`\n${line(all[0])}\n|${widths.map((w) => '-'.repeat(w + 2)).join('|')}|`);
    for (const cells of all.slice(1)) console.log(line(cells));
}

// Evenly over the list, so that every run shows the same.
const sample = (list, most) => {
    const step = Math.max(1, list.length / most);
    return Array.from({ length: Math.min(most, list.length) }, (_, i) => list[Math.floor(i * step)]);
};

export function writeSamples(folder, result) {
    for (const which of ['misses', 'wrong']) {
        const lines = result[which].map(({ pair, line, note }) => `${pair} @ ${line}${note ? ` (${note})` : ''}`);
        writeFileSync(`${folder}/${which}.txt`, lines.sort().map((text) => `${text}\n`).join(''));
        if (SHOW && lines.length) console.log(`\n${folder.split('/').pop()}, ${which}, ${lines.length}:\n  ` +
            sample(lines, SHOW).join('\n  '));
    }
}
