/* Jupyter notebooks: headings of Markdown cells are sections, and below them are the code cells
   with their language's declarations. Line numbers refer to the file. A notebook whose cells are
   not laid out as in format 4 is shown as JSON.

   Why not tree-sitter: a notebook is JSON (languages/json/scan.c). */
#include "languages_lang.h"

#include "languages/notebook/scan_cells.h"
#include "languages/notebook/scan_magic.h"

#include "lang/scan/scan_text.h"

/* Characters of a cell's first line that follow its number. */
#define CELL_CHARS_SHOWN 60

typedef struct Cells {
    Scan *scan;
    Str language; /* language id */
    Sections sections;
    size_t cells, code;
} Cells;

/* Whether calls are followed: by the rules of Python, which imports.def and the like include. */
static bool is_followed(const Cells *notebook)
{
    return str_equal(notebook->language, STR("python"));
}

/* ---- Markdown ---- */

/* The level of a heading such as `## Title`, or 0. */
static size_t heading_level(Str line)
{
    size_t level = 0;
    while (level < line.len && level < 7 && line.ptr[level] == '#')
        level++;
    bool spaced = level < line.len && byte_is_space(line.ptr[level]);
    return level >= 1 && level <= 6 && spaced ? level : 0;
}

static Str heading_title(Str line, size_t level)
{
    Str title = str_trim(str_from_offset(line, level));
    while (title.len && title.ptr[title.len - 1] == '#')
        title.len--;
    return str_trim_end(title);
}

static void take_markdown(Cells *notebook, const Cell *cell)
{
    Scan *scan = notebook->scan;
    Str rest = cell->text, line;
    bool fenced = false, first = true;
    while (str_take_line(&rest, &line)) {
        size_t level = heading_level(line), at = (size_t)(line.ptr - cell->text.ptr);
        Str trimmed = str_trim(line);
        if (str_starts(trimmed, STR("```")) || str_starts(trimmed, STR("~~~")))
            fenced = !fenced;
        Str title = level && !fenced ? heading_title(line, level) : (Str){0};
        if (title.len) {
            Symbol *section = section_open(
                scan, &notebook->sections, level, str_fold_space(scan->arena, title),
                first ? cell->start : cell->map[at], str_slice(STR("######"), 0, level));
            section->body = cell->map[at + line.len];
        } else if (first && trimmed.len)
            scan_cut(scan, cell->start, (uint32_t)notebook->sections.count);
        first = first && !trimmed.len;
    }
}

/* ---- code ---- */

/* The first line that is not blank. */
static Str first_line(Str text)
{
    Str line = {0};
    while (str_take_line(&text, &line))
        if (str_trim(line).len)
            break;
    return str_trim(line);
}

static void take_code(Cells *notebook, const Cell *cell)
{
    Scan *scan = notebook->scan;
    Str line = first_line(cell->text);
    scan_cut(scan, cell->start, (uint32_t)notebook->sections.count);
    if (!line.len)
        return;
    bool embedded = notebook_is_of_language(cell->text);
    Str name = str_format(scan->arena, "cell %zu", notebook->cells);
    Symbol *symbol = scan_symbol_open(scan, SYMBOL_CODE_BLOCK, name, cell->start);
    symbol->body = cell->map[0];
    line = str_cut_chars(scan->arena, scan_shown(scan, line), CELL_CHARS_SHOWN);
    symbol->signature =
        scan_shown(scan, str_format(scan->arena, "cell %zu: %.*s", notebook->cells, STR_ARG(line)));
    if (is_followed(notebook))
        magic_hide((char *)cell->text.ptr, cell->text.len);
    if (embedded)
        scan_embed_text(scan, notebook->language, cell->text, cell->map);
    scan_symbol_close(scan, cell->end);
}

/* ---- all ---- */

static void take_cells(Cells *notebook, size_t start)
{
    Scan *scan = notebook->scan;
    JsonItems cells = json_items(scan->text, start);
    size_t end = start;
    while (json_items_next(&cells) && !scan_expired(scan)) {
        Arena before = scan->scratch;
        Cell cell = notebook_cell(scan->arena, &scan->scratch, &cells);
        notebook->cells++;
        bool code = str_equal(cell.type, STR("code"));
        notebook->code += code;
        if (code)
            take_code(notebook, &cell);
        else if (str_equal(cell.type, STR("markdown")))
            take_markdown(notebook, &cell);
        else
            scan_cut(scan, cell.start, (uint32_t)notebook->sections.count);
        scan->scratch = before;
        end = cells.end;
    }
    scan_close_to(scan, 0, end);
    bool closed = cells.at < scan->text.len && scan->text.ptr[cells.at] == ']';
    scan->outline->degraded = scan->outline->degraded || !closed;
}

/* The calls and imports of another kernel's language would be resolved by the rules of Python. */
static void drop_uses(const Cells *notebook)
{
    Outline *outline = notebook->scan->outline;
    if (is_followed(notebook) || !notebook->scan->options->want_references)
        return;
    outline->references.len = 0;
    outline->imports.len = 0;
    outline->calls_are_unknown = notebook->code > 0;
}

void scan_notebook(Scan *scan)
{
    Notebook file = notebook_open(scan->text);
    Cells notebook = {.scan = scan, .language = file.language};
    if (!file.cells) {
        scan_json(scan);
        return;
    }
    take_cells(&notebook, file.cells);
    drop_uses(&notebook);
    const Language *language = lang_find(notebook.language);
    scan->outline->facts = str_format(scan->arena, "%zu cell%s, %zu of %.*s", notebook.cells,
                                      notebook.cells == 1 ? "" : "s", notebook.code,
                                      STR_ARG(language ? lang_name(language) : notebook.language));
}
