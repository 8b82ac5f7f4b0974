// The ledger as Markdown: a row for each task, a column for each way; then the cost of a conversation of all ten.
const whole = ({ share }) => share > 1 - 1e-9;
export const thousands = (number) => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',');

// Tokens, (calls) where there are several, what share of the answer was found where not all.
function cell(row) {
    if (!row) return '';
    if (!row.calls) return '–';
    const share = whole(row) ? '' : ` *${Math.floor(100 * row.share)} %*`;
    return `${thousands(row.tokens)}${row.calls > 1 ? ` (${row.calls})` : ''}${share}`;
}

export function table(head, rows) {
    const widths = head.map((_, i) => Math.max(...[head, ...rows].map((cells) => cells[i].length)));
    const line = (cells) => `| ${cells.map((text, i) => (i ? text.padStart(widths[i]) : text.padEnd(widths[i]))).join(' | ')} |`;
    const rule = `|${widths.map((width, i) => (i ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
    console.log([line(head), rule, ...rows.map(line)].join('\n'));
}

const sum = (rows, key) => rows.reduce((total, row) => total + row[key], 0);

// Tokens of the tasks that both answer wholly, theirs as a multiple of ours.
function ratio(column, ours) {
    const both = Object.keys(ours.rows).filter((id) => whole(ours.rows[id]) && column.rows[id] && whole(column.rows[id]));
    if (column === ours || !both.length) return '';
    const tokens = ({ rows }) => sum(both.map((id) => rows[id]), 'tokens');
    return `${(tokens(column) / tokens(ours)).toFixed(1)} x of ${both.length}`;
}

export function print(set, columns) {
    const all = columns.map(({ rows }) => Object.values(rows));
    const ours = columns.find(({ way }) => way.name === 'fovea');
    const row = (title, of) => [title, ...columns.map((column, i) => of(column, all[i]))];
    console.log(`\n### ${set.title}\n`);
    table(['task', ...columns.map(({ way }) => way.title)], [
        ...set.tasks.filter(({ id }) => columns.some(({ rows }) => rows[id])).map(({ id }) => [id, ...columns.map(({ rows }) => cell(rows[id]))]),
        row('**answered wholly**', (_, rows) => `${rows.filter(whole).length} of ${rows.length}`),
        row('schemas', ({ schema }) => thousands(schema.tokens)),
        row('requests and answers', (_, rows) => thousands(sum(rows, 'tokens'))),
        row('**resident after all**', ({ schema }, rows) => thousands(schema.tokens + sum(rows, 'tokens'))),
        row('the same in bytes', ({ schema }, rows) => thousands(schema.bytes + sum(rows, 'bytes'))),
        row('largest answer, bytes', (_, rows) => thousands(Math.max(...rows.map(({ largest }) => largest)))),
        ...(ours ? [row('tokens beside ours, tasks both answer', (column) => ratio(column, ours))] : []),
    ]);
}
