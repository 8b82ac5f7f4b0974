/* CSV, TSV and other delimited text: table size and columns with inferred types. All rows are
   counted; types come from the first rows and a sample of the rest. The first row is a header if
   its cells differ in type from the cells below.

   Why not tree-sitter: no grammar for CSV was found on npm. */
#include "languages_lang.h"

#include "base/buf.h"
#include "lang/scan/csv_row.h"
#include "lang/scan/schema.h"

/* Sampling: the first thousand rows, then one in a hundred. */
#define CSV_SAMPLE_ROWS 1000
#define CSV_SAMPLE_EVERY 100

enum {
    TYPE_INTEGER = 1 << 0,
    TYPE_NUMBER = 1 << 1,
    TYPE_BOOLEAN = 1 << 2,
    TYPE_DATE = 1 << 3,
    TYPE_STRING = 1 << 4,
    TYPE_EMPTY = 1 << 5,
};

typedef struct CsvColumn {
    unsigned types; /* types of the cells below the first row */
    bool repeats;   /* the first row's value occurs again below it */
} CsvColumn;

typedef struct CsvTable {
    CsvReader reader;
    CsvCells first; /* cells of the first row */
    CsvCells cells; /* cells of the current row */
    VEC(CsvColumn) columns;
    uint64_t rows; /* rows below the first */
    size_t first_width;
    size_t width;    /* of the widest sampled row; columns past CSV_COLUMNS_MAX are only counted */
    uint64_t uneven; /* number of sampled rows whose cell count differs from the first row's */
} CsvTable;

static bool is_all_digits(Str word)
{
    size_t i = word.len && (word.ptr[0] == '-' || word.ptr[0] == '+');
    size_t digits = i;
    while (i < word.len && byte_is_digit(word.ptr[i]))
        i++;
    return i == word.len && i > digits;
}

static bool word_means_missing(Str word)
{
    static const char *const missing[] = {"na", "n/a", "none", "-", "\\n", NULL};
    return word.len <= 4 && word_in(word, missing);
}

static unsigned cell_type(const CsvCell *cell)
{
    Str word = cell->text;
    if (word_means_missing(word))
        return TYPE_EMPTY;
    switch (schema_word_type(word)) {
    case SCHEMA_NULL: return TYPE_EMPTY;
    case SCHEMA_BOOLEAN: return TYPE_BOOLEAN;
    case SCHEMA_DATE: return TYPE_DATE;
    case SCHEMA_NUMBER: break;
    default: return TYPE_STRING;
    }
    if (!is_all_digits(word))
        return TYPE_NUMBER;
    /* A leading zero makes it a code such as 00123, not a quantity. */
    return word.len > 1 && word.ptr[0] == '0' ? TYPE_STRING : TYPE_INTEGER;
}

static void table_sample(CsvTable *table)
{
    Arena *arena = &table->reader.scan->scratch;
    size_t width = table->reader.width;
    bool empty_line = width == 1 && !table->cells.ptr[0].text.len;
    table->uneven += width != table->first_width && !empty_line;
    table->width = MAX(table->width, width);
    for (size_t i = 0; i < table->cells.len; i++) {
        while (table->columns.len <= i)
            (void)VEC_PUSH(arena, &table->columns);
        CsvColumn *column = &table->columns.ptr[i];
        column->types |= cell_type(&table->cells.ptr[i]);
        if (i < table->first.len)
            column->repeats |= str_equal(table->first.ptr[i].text, table->cells.ptr[i].text);
    }
}

static bool first_row_is_distinct(const CsvTable *table, Arena scratch)
{
    Map names = map_open(&scratch);
    for (size_t i = 0; i < table->first.len; i++) {
        bool added = false;
        Str name = table->first.ptr[i].text;
        map_put(&names, name, &added);
        bool repeats = i < table->columns.len && table->columns.ptr[i].repeats;
        if (!name.len || !added || repeats)
            return false;
    }
    return true;
}

/* Whether the cell is one of consecutive years: 2019, 2020, … in a row may be column names or
   values. */
static bool cell_is_year_in_row(const CsvTable *table, size_t i)
{
    uint64_t year = 0, beside = 0;
    if (!str_parse_u64(table->first.ptr[i].text, &year) || year < 1800 || year > 2200)
        return false;
    for (size_t n = i ? i - 1 : 1; n < table->first.len && n <= i + 1; n += 2) {
        if (str_parse_u64(table->first.ptr[n].text, &beside) && beside + i == year + n)
            return true;
    }
    return false;
}

/* Whether the first row is a header. Columns whose type differs below it count in favour,
   columns of the same type against. */
static bool table_has_header(const CsvTable *table)
{
    size_t names = 0, values = 0;
    for (size_t i = 0; i < table->first.len; i++) {
        unsigned below = i < table->columns.len ? table->columns.ptr[i].types : 0;
        unsigned type = cell_type(&table->first.ptr[i]);
        names += type == TYPE_STRING && below && !(below & (TYPE_STRING | TYPE_EMPTY));
        values += !(type & (TYPE_STRING | TYPE_EMPTY)) && !cell_is_year_in_row(table, i);
    }
    if (names || values)
        return names >= values;
    return first_row_is_distinct(table, table->reader.scan->scratch);
}

static const char *column_type(unsigned types)
{
    types &= ~(unsigned)TYPE_EMPTY;
    switch (types) {
    case 0: return "empty";
    case TYPE_INTEGER: return "integer";
    case TYPE_NUMBER:
    case TYPE_NUMBER | TYPE_INTEGER: return "number";
    case TYPE_BOOLEAN: return "boolean";
    case TYPE_DATE: return "date";
    default: return "string";
    }
}

static void emit_column(Scan *scan, const CsvTable *table, size_t i, bool header)
{
    bool above = i < table->first.len; /* the first row has this column */
    const CsvCell *cell = &table->first.ptr[above ? i : table->first.len - 1];
    unsigned types = i < table->columns.len ? table->columns.ptr[i].types : 0;
    bool named = header && above && cell->text.len;
    Str name = str_format(scan->arena, "column %zu", i + 1);
    if (named)
        name = str_fold_space(scan->arena,
                              str_cut_chars(scan->arena, cell->text, SCHEMA_KEY_CHARS_MAX));
    Symbol *symbol = scan_symbol(scan, SYMBOL_COLUMN, name, cell->start, cell->end);
    if (!header && above)
        types |= cell_type(cell);
    bool gaps = types & TYPE_EMPTY && types != TYPE_EMPTY;
    Buf buf = buf_open(scan->arena, 0);
    if (named)
        schema_put_key(&buf, name);
    else
        buf_put(&buf, name);
    buf_printf(&buf, "%s: %s", gaps ? "?" : "", column_type(types));
    symbol->signature = buf_str(&buf);
}

static Str table_facts(const CsvTable *table, bool header)
{
    Buf buf = buf_open(table->reader.scan->arena, 0);
    uint64_t rows = table->rows + !header;
    size_t columns = table->width;
    buf_put_thousands(&buf, rows);
    buf_put(&buf, rows == 1 ? STR(" row × ") : STR(" rows × "));
    buf_put_thousands(&buf, columns);
    buf_put(&buf, columns == 1 ? STR(" column") : STR(" columns"));
    if (columns > CSV_COLUMNS_MAX) {
        buf_put(&buf, STR(" (the first "));
        buf_put_thousands(&buf, CSV_COLUMNS_MAX);
        buf_put(&buf, STR(" are listed)"));
    }
    if (!header)
        buf_put(&buf, STR(", no header"));
    if (table->reader.delimiter == ';' || table->reader.delimiter == '|')
        buf_printf(&buf, ", separated by %c", table->reader.delimiter);
    if (table->uneven)
        buf_put(&buf, STR(", rows of different widths"));
    return buf_str(&buf);
}

static bool row_is_sampled(uint64_t row)
{
    return row < CSV_SAMPLE_ROWS || row % CSV_SAMPLE_EVERY == 0;
}

/* The offset of the table, after a byte order mark, Excel's `sep=` or `##` metadata lines. */
static size_t table_start(Str text, char *delimiter)
{
    size_t at = str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    Str head = str_from_offset(text, at);
    if (str_starts(head, STR("sep=")) && head.len > 4) {
        *delimiter = head.ptr[4];
        at = MIN(line_end(text, at) + 1, text.len);
    }
    while (str_starts(str_from_offset(text, at), STR("##")))
        at = MIN(line_end(text, at) + 1, text.len);
    return at;
}

static void table_read(Scan *scan, CsvTable *table, size_t at)
{
    CsvReader *reader = &table->reader;
    scan_cut(scan, at, 0);
    at = csv_row_read(reader, at, &table->first);
    table->first_width = table->width = reader->width;
    while (at < scan->text.len && !scan_expired(scan)) {
        scan_cut(scan, at, 0);
        size_t start = at;
        bool sampled = row_is_sampled(table->rows);
        at = sampled ? csv_row_read(reader, at, &table->cells) : csv_row_end(reader, at);
        if (!str_trim(str_slice(scan->text, start, MIN(at, start + 2))).len)
            continue;
        table->rows++;
        if (sampled)
            table_sample(table);
    }
}

void scan_csv(Scan *scan)
{
    CsvTable table = {.reader.scan = scan};
    size_t at = table_start(scan->text, &table.reader.delimiter);
    if (at >= scan->text.len)
        return;
    if (!table.reader.delimiter)
        table.reader.delimiter = csv_sniff(scan, at);
    table_read(scan, &table, at);
    bool header = table_has_header(&table);
    size_t columns = MAX(table.first.len, table.columns.len);
    for (size_t i = 0; i < columns; i++)
        emit_column(scan, &table, i, header);
    scan->outline->degraded |= table.reader.unclosed;
    scan->outline->facts = table_facts(&table, header);
}
