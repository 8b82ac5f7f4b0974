#include "languages/notebook/scan_cells.h"

#include "lang/lang.h"
#include "lang/scan/scan_text.h"

Str notebook_string(const JsonItems *items)
{
    bool quoted = items->end - items->start > 1 && items->text.ptr[items->start] == '"';
    return quoted ? str_slice(items->text, items->start + 1, items->end - 1) : (Str){0};
}

/* Finds the language of the kernel, from `metadata`. */
static void find_language(Notebook *notebook, Str text, size_t metadata)
{
    JsonItems items = json_items(text, metadata);
    while (json_items_next(&items)) {
        bool kernel = str_equal(items.key, STR("kernelspec"));
        if (!kernel && !str_equal(items.key, STR("language_info")))
            continue;
        JsonItems facts = json_items(items.text, items.start);
        while (json_items_next(&facts))
            if (str_equal(facts.key, kernel ? STR("language") : STR("name")))
                notebook->language = notebook_string(&facts);
    }
}

/* A notebook that names no language has the kernel that is usual. */
static Str known_language(Str name)
{
    const Language *language = lang_find(name);
    if (language)
        return lang_id(language);
    bool python = !name.len || str_find(name, STR("python")) != STR_NONE;
    return python ? STR("python") : name;
}

Notebook notebook_open(Str text)
{
    static const char bom[] = "\xEF\xBB\xBF";
    Notebook notebook = {0};
    size_t at = str_starts(text, STR(bom)) ? sizeof bom - 1 : 0;
    JsonItems items = json_items(text, skip_space(text, at, text.len));
    while (items.is_object && json_items_next(&items)) {
        if (str_equal(items.key, STR("cells")) && text.ptr[items.start] == '[')
            notebook.cells = items.start;
        if (str_equal(items.key, STR("metadata")))
            find_language(&notebook, text, items.start);
    }
    notebook.language = known_language(notebook.language);
    return notebook;
}

Str notebook_decode(Arena *arena, Arena *maps, const JsonItems *value, uint32_t **map)
{
    size_t most = value->end - value->start, len = 0;
    char *bytes = arena_bytes(arena, most);
    *map = NEW(maps, uint32_t, most + 1);
    (*map)[0] = (uint32_t)value->start;
    if (value->text.ptr[value->start] == '"')
        json_unescape(value->text, value->start, value->end, bytes, *map, &len);
    JsonItems lines = json_items(value->text, value->start);
    while (json_items_next(&lines))
        if (lines.text.ptr[lines.start] == '"')
            json_unescape(lines.text, lines.start, lines.end, bytes, *map, &len);
    return (Str){bytes, len};
}

Cell notebook_cell(Arena *arena, Arena *maps, const JsonItems *cells)
{
    Cell cell = {.start = cells->start, .end = cells->end};
    JsonItems items = json_items(cells->text, cells->start);
    while (json_items_next(&items)) {
        if (str_equal(items.key, STR("cell_type")))
            cell.type = notebook_string(&items);
        if (str_equal(items.key, STR("source"))) {
            cell.source = items;
            cell.has_source = true;
        }
        if (str_equal(items.key, STR("outputs"))) {
            cell.outputs = items;
            cell.has_outputs = true;
        }
    }
    if (cell.has_source)
        cell.text = notebook_decode(arena, maps, &cell.source, &cell.map);
    return cell;
}

bool notebook_is_of_language(Str text)
{
    static const Str timed[] = {STR_INIT("%%time"), STR_INIT("%%capture"), STR_INIT("%%prun")};
    Str head = str_trim(str_slice(text, 0, 16));
    for (size_t i = 0; i < COUNT(timed); i++)
        if (str_starts(head, timed[i]))
            return true;
    return !str_starts(head, STR("%%"));
}
