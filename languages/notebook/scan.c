/* Jupyter notebooks: headings of Markdown cells are sections, and below them are the code cells
   with their language's declarations. Line numbers refer to the file. A notebook whose cells are
   not laid out as in format 4 is shown as JSON.

   Why not tree-sitter: a notebook is JSON (languages/json/scan.c). */
#include "languages_lang.h"

#include "languages/notebook/scan_magic.h"

#include "lang/scan/json_items.h"
#include "lang/scan/scan_text.h"

/* Characters of a cell's first line that follow its number. */
#define CELL_CHARS_SHOWN 60

typedef struct Cell {
    size_t start, end;
    Str type;
    JsonItems source; /* iterator at `source` among the cell's members, or at the end */
    bool has_source;
    Str text;      /* the source, decoded */
    uint32_t *map; /* source offset of each of its bytes */
} Cell;

typedef struct Notebook {
    Scan *scan;
    Str language; /* language id */
    Sections sections;
    size_t cells, code;
} Notebook;

/* Whether calls are followed: by the rules of Python, which imports.def and the like include. */
static bool is_followed(const Notebook *notebook)
{
    return str_equal(notebook->language, STR("python"));
}

static Str string_at(const JsonItems *items)
{
    bool quoted = items->end - items->start > 1 && items->text.ptr[items->start] == '"';
    return quoted ? str_slice(items->text, items->start + 1, items->end - 1) : (Str){0};
}

/* Finds the language of the kernel, from `metadata`. */
static void find_language(Notebook *notebook, size_t metadata)
{
    JsonItems items = json_items(notebook->scan->text, metadata);
    while (json_items_next(&items)) {
        bool kernel = str_equal(items.key, STR("kernelspec"));
        if (!kernel && !str_equal(items.key, STR("language_info")))
            continue;
        JsonItems facts = json_items(items.text, items.start);
        while (json_items_next(&facts))
            if (str_equal(facts.key, kernel ? STR("language") : STR("name")))
                notebook->language = string_at(&facts);
    }
}

/* ---- a cell's source ---- */

static void read_source(Scan *scan, Cell *cell)
{
    const JsonItems *source = &cell->source;
    size_t most = source->end - source->start, len = 0;
    char *bytes = arena_bytes(scan->arena, most);
    cell->map = NEW(&scan->scratch, uint32_t, most + 1);
    cell->map[0] = (uint32_t)source->start;
    if (source->text.ptr[source->start] == '"')
        json_unescape(source->text, source->start, source->end, bytes, cell->map, &len);
    JsonItems lines = json_items(source->text, source->start);
    while (json_items_next(&lines))
        if (lines.text.ptr[lines.start] == '"')
            json_unescape(lines.text, lines.start, lines.end, bytes, cell->map, &len);
    cell->text = (Str){bytes, len};
}

static Cell cell_at(Scan *scan, const JsonItems *cells)
{
    Cell cell = {.start = cells->start, .end = cells->end};
    JsonItems items = json_items(cells->text, cells->start);
    while (json_items_next(&items)) {
        if (str_equal(items.key, STR("cell_type")))
            cell.type = string_at(&items);
        if (str_equal(items.key, STR("source"))) {
            cell.source = items;
            cell.has_source = true;
        }
    }
    if (cell.has_source)
        read_source(scan, &cell);
    return cell;
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

static void take_markdown(Notebook *notebook, const Cell *cell)
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
        if (title.len)
            section_open(scan, &notebook->sections, level, str_fold_space(scan->arena, title),
                         first ? cell->start : cell->map[at], str_slice(STR("######"), 0, level));
        else if (first && trimmed.len)
            scan_cut(scan, cell->start, (uint32_t)notebook->sections.count);
        first = first && !trimmed.len;
    }
}

/* ---- code ---- */

/* Whether the cell is in the notebook's language; `%%bash` and the like select another. */
static bool is_of_language(Str text)
{
    static const Str timed[] = {STR_INIT("%%time"), STR_INIT("%%capture"), STR_INIT("%%prun")};
    Str head = str_trim(str_slice(text, 0, 16));
    for (size_t i = 0; i < COUNT(timed); i++)
        if (str_starts(head, timed[i]))
            return true;
    return !str_starts(head, STR("%%"));
}

/* The first line that is not blank. */
static Str first_line(Str text)
{
    Str line = {0};
    while (str_take_line(&text, &line))
        if (str_trim(line).len)
            break;
    return str_trim(line);
}

static void take_code(Notebook *notebook, const Cell *cell)
{
    Scan *scan = notebook->scan;
    Str line = first_line(cell->text);
    scan_cut(scan, cell->start, (uint32_t)notebook->sections.count);
    if (!line.len)
        return;
    bool embedded = is_of_language(cell->text);
    Str name = str_format(scan->arena, "cell %zu", notebook->cells);
    Symbol *symbol = scan_symbol_open(scan, SYMBOL_CODE_BLOCK, name, cell->start);
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

static void take_cells(Notebook *notebook, size_t start)
{
    Scan *scan = notebook->scan;
    JsonItems cells = json_items(scan->text, start);
    size_t end = start;
    while (json_items_next(&cells) && !scan_expired(scan)) {
        Arena before = scan->scratch;
        Cell cell = cell_at(scan, &cells);
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

/* A notebook that names no language has the kernel that is usual. */
static void choose_language(Notebook *notebook)
{
    const Language *language = lang_find(notebook->language);
    if (language)
        notebook->language = lang_id(language);
    else if (!notebook->language.len || str_find(notebook->language, STR("python")) != STR_NONE)
        notebook->language = STR("python");
}

/* The calls and imports of another kernel's language would be resolved by the rules of Python. */
static void drop_uses(const Notebook *notebook)
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
    static const char bom[] = "\xEF\xBB\xBF";
    Notebook notebook = {.scan = scan};
    size_t cells = 0, at = str_starts(scan->text, STR(bom)) ? sizeof bom - 1 : 0;
    JsonItems items = json_items(scan->text, skip_space(scan->text, at, scan->text.len));
    while (items.is_object && json_items_next(&items)) {
        if (str_equal(items.key, STR("cells")) && scan->text.ptr[items.start] == '[')
            cells = items.start;
        if (str_equal(items.key, STR("metadata")))
            find_language(&notebook, items.start);
    }
    if (!cells) {
        scan_json(scan);
        return;
    }
    choose_language(&notebook);
    take_cells(&notebook, cells);
    drop_uses(&notebook);
    const Language *language = lang_find(notebook.language);
    scan->outline->facts = str_format(scan->arena, "%zu cell%s, %zu of %.*s", notebook.cells,
                                      notebook.cells == 1 ? "" : "s", notebook.code,
                                      STR_ARG(language ? lang_name(language) : notebook.language));
}
