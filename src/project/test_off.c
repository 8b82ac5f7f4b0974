#include "project/test_off.h"

#include "project/test_role.h"

/* What stands before the name as a word. */
static Str before_name(Str text, Str name)
{
    for (size_t from = 0; name.len;) {
        size_t at = str_find(str_from_offset(text, from), name);
        if (at == STR_NONE)
            break;
        at += from;
        from = at + name.len;
        if ((!at || !byte_is_word(text.ptr[at - 1])) &&
            (from >= text.len || !byte_is_word(text.ptr[from])))
            return str_slice(text, 0, at);
    }
    return (Str){0};
}

Str test_off_marks(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    TestHead head = test_head(project, symbol);
    bool function = entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD;
    return function ? head.marks : before_name(head.text, catalog_name(catalog, entry->name));
}

Str test_off_all_marks(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    Buf out = buf_open(project->request->arena, 0);
    for (uint32_t at = symbol; at != SYMBOL_NOWHERE; at = test_class(catalog, at)) {
        Str marks = test_off_marks(project, at), lead = test_head(project, at).lead;
        buf_printf(&out, "%.*s\n%.*s\n", STR_ARG(lead), STR_ARG(marks));
    }
    return buf_str(&out);
}

/* ---- first statements ---- */

/* What follows the head of the function: after the brace, the colon or the line. */
static Str inside_of(Str body)
{
    size_t line = MIN(str_find_byte(body, '\n'), body.len);
    size_t brace = str_find_byte(body, '{');
    size_t semicolon = str_find_byte(body, ';');
    if (brace != STR_NONE && brace < semicolon)
        return str_from_offset(body, brace + 1);
    Str head = str_slice(body, 0, line);
    size_t colon = str_find_last_byte(head, ':');
    return str_from_offset(body, colon == STR_NONE ? line : colon + 1);
}

/* Skips comments of one line and a text that documents the function. */
static Str skip_comments(Str text)
{
    static const char *const quotes[] = {"\"\"\"", "'''"};
    for (;;) {
        text = str_trim(text);
        size_t end = STR_NONE;
        if (str_starts(text, STR("//")) || str_starts(text, STR("#")))
            end = str_find_byte(text, '\n');
        for (size_t i = 0; i < COUNT(quotes); i++)
            if (str_starts(text, str_from(quotes[i]))) {
                size_t close = str_find(str_from_offset(text, 3), str_from(quotes[i]));
                end = close == STR_NONE ? STR_NONE : close + 6;
            }
        if (end == STR_NONE)
            return text;
        text = str_from_offset(text, end);
    }
}

/* Whether the first statement of the test begins so; its text. */
static bool test_starts_with(Project *project, uint32_t symbol, const char *begin)
{
    TestHead head = test_head(project, symbol);
    Str inside = inside_of(head.body);
    if (!head.body.len) { /* no parameters after the name: `def test_a`, `TEST(Suite, a) {` */
        size_t line = MIN(str_find_byte(head.text, '\n'), head.text.len);
        size_t brace = str_find_byte(str_slice(head.text, 0, line), '{');
        inside = str_from_offset(head.text, brace == STR_NONE ? line : brace + 1);
    }
    return str_starts(skip_comments(inside), str_from(begin));
}

/* ---- rows ---- */

static bool has_text(Arena *arena, Str marks, const char *text)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < marks.len; i++)
        if (!byte_is_space(marks.ptr[i]))
            buf_put_byte(&out, marks.ptr[i]);
    return str_find(buf_str(&out), str_from(text)) != STR_NONE;
}

static TestOff off_by_row(Project *project, const ProjectRow *row, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    if (row->off_first && test_starts_with(project, symbol, row->off_first)) {
        Str first = str_from(row->off_first);
        while (first.len && !byte_is_word(first.ptr[first.len - 1]))
            first.len--;
        return (TestOff){.why = str_format(arena, "it begins with %.*s", STR_ARG(first))};
    }
    for (uint32_t at = symbol; at != SYMBOL_NOWHERE && (row->off_mark || row->off_text);
         at = test_class(catalog, at)) {
        Str marks = test_off_marks(project, at);
        if (row->off_mark && test_is_marked(marks, row->off_mark))
            return (TestOff){str_format(arena, "marked %s", row->off_mark), row->off_maybe};
        if (row->off_text && has_text(arena, marks, row->off_text))
            return (TestOff){str_format(arena, "marked %s", row->off_text), row->off_maybe};
    }
    return (TestOff){0};
}

TestOff test_off(Project *project, const TestRun *run, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const ProjectTable *table = project_table_of(file->language);
    TestOff maybe = {0};
    if (run->off.len)
        return (TestOff){.why = run->off};
    for (size_t i = 0; table && i < table->count; i++) {
        const ProjectRow *row = &table->rows[i];
        TestOff off = {0};
        if (row->off)
            off = row->off(project, run, symbol);
        else if (place.index && (row->off_mark || row->off_text || row->off_first))
            off = off_by_row(project, row, symbol);
        if (off.why.len && !off.maybe)
            return off;
        maybe = maybe.why.len ? maybe : off;
    }
    return maybe;
}
