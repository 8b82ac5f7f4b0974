/* Rows of delimited text; see csv_row.h.

   Why not tree-sitter: npm has no grammar for CSV. */
#include "lang/scan/csv_row.h"

/* Rows used to guess the delimiter. */
#define CSV_SNIFF_ROWS 50

/* The offset after the quoted field at `at`. STR_NONE when its quote is not closed, or when
   unclosed quotes have already cost too much. */
static size_t quoted_end(CsvReader *reader, size_t at)
{
    Str text = reader->scan->text;
    size_t reach = MIN(text.len, at + CSV_FIELD_BYTES_MAX);
    if (reader->wasted > text.len)
        return STR_NONE;
    for (size_t i = at + 1;; i += 2) {
        i = find_byte_from(text, i, reach, '"');
        if (i >= reach)
            break;
        if (i + 1 >= text.len || text.ptr[i + 1] != '"')
            return i + 1;
    }
    reader->wasted += reach - at;
    reader->unclosed = true;
    return STR_NONE;
}

/* The offset of the delimiter or line end after the field at `at`, which may be quoted. */
static size_t cell_end(CsvReader *reader, size_t at, bool *quoted)
{
    Str text = reader->scan->text;
    size_t after = at < text.len && text.ptr[at] == '"' ? quoted_end(reader, at) : STR_NONE;
    *quoted = after != STR_NONE;
    at = *quoted ? after : at;
    while (at < text.len && text.ptr[at] != reader->delimiter && text.ptr[at] != '\n')
        at++;
    return at;
}

size_t csv_row_end(CsvReader *reader, size_t at)
{
    Str text = reader->scan->text;
    size_t line_stop = line_end(text, at);
    if (find_byte_from(text, at, line_stop, '"') == line_stop)
        return MIN(line_stop + 1, text.len);
    bool quoted;
    for (;;) {
        at = cell_end(reader, at, &quoted);
        if (at >= text.len)
            return text.len;
        if (text.ptr[at++] == '\n')
            return at;
    }
}

static void cell_add(CsvReader *reader, CsvCells *cells, size_t start, size_t end, bool quoted)
{
    reader->width++;
    if (cells->len == CSV_COLUMNS_MAX)
        return;
    CsvCell *cell = VEC_PUSH(&reader->scan->scratch, cells);
    Str raw = str_trim(str_slice(reader->scan->text, start, end));
    if (quoted && raw.len > 1 && raw.ptr[raw.len - 1] == '"')
        raw = str_slice(raw, 1, raw.len - 1);
    *cell = (CsvCell){.text = raw, .start = start, .end = end, .quoted = quoted};
}

size_t csv_row_read(CsvReader *reader, size_t at, CsvCells *cells)
{
    Str text = reader->scan->text;
    cells->len = reader->width = 0;
    for (;;) {
        bool quoted;
        size_t start = at;
        at = cell_end(reader, at, &quoted);
        bool last = at >= text.len || text.ptr[at] == '\n';
        size_t end = at - (last && at > start && text.ptr[at - 1] == '\r');
        cell_add(reader, cells, start, end, quoted);
        if (last)
            return MIN(at + 1, text.len);
        at++;
    }
}

/* Score of a delimiter: the share of the first rows that have the most common number of cells; that
   number decides between equal shares. 0 when no row is split. */
static size_t sniff_score(Scan *scan, size_t at, char delimiter)
{
    CsvReader reader = {.scan = scan, .delimiter = delimiter};
    size_t widths[CSV_SNIFF_ROWS], rows = 0, best = 0, width = 0;
    CsvCells cells = {0};
    for (; rows < CSV_SNIFF_ROWS && at < scan->text.len; rows++) {
        at = csv_row_read(&reader, at, &cells);
        widths[rows] = cells.len;
    }
    for (size_t i = 0; i < rows; i++) {
        size_t same = 0;
        for (size_t n = 0; n < rows; n++)
            same += widths[n] == widths[i];
        if (widths[i] > 1 && same > best) {
            best = same;
            width = widths[i];
        }
    }
    return best * 1000 / MAX(rows, (size_t)1) * 100 + MIN(width, (size_t)99);
}

char csv_sniff(Scan *scan, size_t at)
{
    /* On a tie the first one wins: commas are then decimal points. */
    static const char delimiters[] = ";\t|,";
    char best = ',';
    size_t best_score = 0;
    Arena kept = scan->scratch;
    for (size_t i = 0; delimiters[i]; i++) {
        size_t score = sniff_score(scan, at, delimiters[i]);
        scan->scratch = kept;
        if (score > best_score) {
            best = delimiters[i];
            best_score = score;
        }
    }
    return best;
}
