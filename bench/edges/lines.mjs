// Reads truths that a program of the language itself prints, separated by tabs: F path name line
// end kind of-line (a function), E caller callee line (an edge; each end is path, name, line), O
// caller name line (an unresolved call), L path (a file that was analysed).
import { Truth } from './truth.mjs';

const end = (cells) => ({ path: cells[0], name: cells[1], line: +cells[2] });

export function truthOfLines(text) {
    const truth = new Truth();
    for (const row of text.split('\n')) {
        const [what, ...cells] = row.split('\t');
        if (what === 'F') truth.addFunction(cells[0], cells[1], +cells[2], +cells[3], cells[4], +cells[5]);
        else if (what === 'E') truth.addEdge(end(cells), end(cells.slice(3)), +cells[6]);
        else if (what === 'O') truth.addOpen(end(cells), cells[3], +cells[4]);
        else if (what === 'L') truth.files.add(cells[0]);
    }
    return truth;
}
