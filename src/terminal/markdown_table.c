/* Tables: the widest cell of each column decides its width; if the sum is too wide, the widest
   columns are narrowed and their cells wrapped. */
#include "terminal/markdown_state.h"

/* A terminal has no room for more columns. */
#define COLUMNS_MAX 32
/* A narrower column is unreadable. */
#define COLUMN_WIDTH_MIN 8
/* ` │ ` between two columns. */
#define GAP 3

typedef enum Align {
    ALIGN_LEFT,
    ALIGN_CENTRE,
    ALIGN_RIGHT
} Align;

typedef struct TableRow {
    CellSpan cells[COLUMNS_MAX];
} TableRow;

typedef struct Table {
    Arena *arena;
    const Markdown *markdown;
    VEC(TableRow) rows;
    Align align[COLUMNS_MAX];
    size_t widths[COLUMNS_MAX], columns;
} Table;

/* Takes the next cell off a row without its outer bars. A bar after a backslash or within code
   belongs to the cell. */
static bool take_cell(Str *rest, Str *cell)
{
    bool in_code = false;
    if (!rest->len)
        return false;
    for (size_t i = 0; i < rest->len; i++) {
        char c = rest->ptr[i];
        if (c == '\\' && i + 1 < rest->len)
            i++;
        else if (c == '`' &&
                 (in_code || str_find_byte(str_from_offset(*rest, i + 1), '`') != STR_NONE))
            in_code = !in_code;
        else if (c == '|' && !in_code) {
            *cell = str_trim(str_slice(*rest, 0, i));
            *rest = str_from_offset(*rest, i + 1);
            return true;
        }
    }
    *cell = str_trim(*rest);
    *rest = (Str){0};
    return true;
}

static Str without_bars(Str line)
{
    line = str_trim(line);
    line = str_from_offset(line, str_starts(line, STR("|")));
    return str_ends(line, STR("|")) && !str_ends(line, STR("\\|"))
               ? str_slice(line, 0, line.len - 1)
               : line;
}

static bool read_align(Str cell, Align *align)
{
    bool left = str_starts(cell, STR(":")), right = str_ends(cell, STR(":"));
    *align = right ? (left ? ALIGN_CENTRE : ALIGN_RIGHT) : ALIGN_LEFT;
    cell = str_slice(cell, left, cell.len - (right && cell.len > left));
    for (size_t i = 0; i < cell.len; i++)
        if (cell.ptr[i] != '-')
            return false;
    return cell.len;
}

bool markdown_is_delimiter(Str line)
{
    Align align;
    Str rest = without_bars(line), cell;
    size_t cells = 0;
    while (take_cell(&rest, &cell)) {
        if (!read_align(cell, &align))
            return false;
        cells++;
    }
    return cells;
}

static void read_row(Table *table, Str line, Style style)
{
    TableRow *row = VEC_PUSH(table->arena, &table->rows);
    Str rest = without_bars(line), cell;
    for (size_t i = 0; i < table->columns && take_cell(&rest, &cell); i++) {
        CellVec cells = {0};
        markdown_inline(table->arena, &cells, cell, 0, style, table->markdown->styled);
        row->cells[i] = cells_span(&cells);
        table->widths[i] = MAX(table->widths[i], cells_columns(row->cells[i]));
    }
}

static size_t read_delimiter(Table *table, Str line)
{
    Str rest = without_bars(line), cell;
    size_t n = 0;
    for (; take_cell(&rest, &cell); n++)
        if (n < COLUMNS_MAX)
            read_align(cell, &table->align[n]);
    return n;
}

static size_t total_width(const Table *table)
{
    size_t total = (table->columns - 1) * GAP;
    for (size_t i = 0; i < table->columns; i++)
        total += table->widths[i];
    return total;
}

/* Narrows the widest columns until all fit; false if they cannot. */
static bool fit(Table *table)
{
    size_t most = table->markdown->columns;
    for (size_t total = total_width(table); most && total > most; total--) {
        size_t widest = 0;
        for (size_t i = 1; i < table->columns; i++)
            if (table->widths[i] > table->widths[widest])
                widest = i;
        if (table->widths[widest] <= COLUMN_WIDTH_MIN)
            return false;
        table->widths[widest]--;
    }
    return true;
}

static void put_spaces(Arena *arena, CellVec *cells, size_t n)
{
    while (n--)
        cells_put_plain(arena, cells, STR(" "), 0);
}

static void put_aligned(Table *table, CellVec *row, size_t i, CellSpan cell)
{
    size_t space = table->widths[i] - MIN(cells_columns(cell), table->widths[i]);
    size_t before = table->align[i] == ALIGN_RIGHT    ? space
                    : table->align[i] == ALIGN_CENTRE ? space / 2
                                                      : 0;
    put_spaces(table->arena, row, before);
    cells_append(table->arena, row, cell);
    if (i + 1 < table->columns)
        put_spaces(table->arena, row, space - before);
}

static Style mark_style(const Table *table)
{
    return table->markdown->styled ? style_of(LOOK_MARK) : 0;
}

/* Writes one row of the table: as many rows as its tallest cell has. */
static void put_row(Table *table, TableRow row, CellRows *rows)
{
    for (bool more = true; more;) {
        CellVec cells = {0};
        more = false;
        for (size_t i = 0; i < table->columns; i++) {
            CellSpan part = {0};
            if (i)
                cells_put_plain(table->arena, &cells, STR(" │ "), mark_style(table));
            cells_take_row(&row.cells[i], MAX(table->widths[i], (size_t)1), true, &part);
            put_aligned(table, &cells, i, part);
            more = more || row.cells[i].len;
        }
        *VEC_PUSH(table->arena, rows) = cells_span(&cells);
    }
}

static void put_line(Table *table, CellRows *rows)
{
    CellVec cells = {0};
    for (size_t i = 0; i < table->columns; i++) {
        if (i)
            cells_put_plain(table->arena, &cells, STR("─┼─"), mark_style(table));
        for (size_t n = table->widths[i]; n; n--)
            cells_put_plain(table->arena, &cells, STR("─"), mark_style(table));
    }
    *VEC_PUSH(table->arena, rows) = cells_span(&cells);
}

static void put_source(const Markdown *markdown, Arena *arena, CellRows *rows)
{
    Str rest = {markdown->table, markdown->table_len}, line;
    while (str_take_line(&rest, &line)) {
        CellVec cells = {0};
        cells_put(arena, &cells, line, 0, 0, CLEAN_PROSE);
        *VEC_PUSH(arena, rows) = cells_span(&cells);
    }
}

void markdown_table(const Markdown *markdown, Arena *arena, CellRows *rows)
{
    Table table = {.arena = arena, .markdown = markdown};
    Str rest = {markdown->table, markdown->table_len}, head = {0}, line = {0};
    if (!str_take_line(&rest, &head) || !str_take_line(&rest, &line) ||
        !markdown_is_delimiter(line)) {
        put_source(markdown, arena, rows);
        return;
    }
    table.columns = read_delimiter(&table, line);
    if (table.columns > COLUMNS_MAX) {
        put_source(markdown, arena, rows);
        return;
    }
    read_row(&table, head, markdown->styled ? STYLE_BOLD : 0);
    while (str_take_line(&rest, &line))
        read_row(&table, line, 0);
    if (!fit(&table)) {
        put_source(markdown, arena, rows);
        return;
    }
    put_row(&table, table.rows.ptr[0], rows);
    put_line(&table, rows);
    for (size_t i = 1; i < table.rows.len; i++)
        put_row(&table, table.rows.ptr[i], rows);
}
