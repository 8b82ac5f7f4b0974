#include "relations/reached_test.h"

#include "query/query.h"
#include "text/address.h"

/* What is shown of a case without a title: as much as a title has. */
#define UNTITLED_CHARS 60

/* A case without a title is known by its text: `it { is_expected.to be_empty }`. */
static Str first_line_of(Project *project, const ReachedTest *test, const TitledBlock *block)
{
    Arena *arena = project->request->arena;
    Str text = project_file(project, (Str){0}, str_terminate(arena, test->path))->text;
    Str rest = str_slice(text, block->start, block->end);
    return str_cut_chars(arena, str_slice(rest, 0, MIN(str_find_byte(rest, '\n'), rest.len)),
                         UNTITLED_CHARS);
}

/* The row of a block: its title, and the groups around it. */
static Json *block_row(Project *project, const ReachedTest *test)
{
    Arena *arena = project->request->arena;
    const TitledBlocks *blocks =
        test_blocks(project, catalog_place(project->session->catalog, test->symbol).file);
    const TitledBlock *block = &blocks->list.ptr[test->block];
    Str around = test_block_path(blocks, arena, block->parent, " > ");
    Json *row = json_object(arena);
    Str name = block->title.len ? block->title : first_line_of(project, test, block);
    json_set(row, STR("name"), json_str(arena, name));
    json_set(row, STR("kind"), json_str(arena, STR("test")));
    json_set(row, STR("path"), json_str(arena, address_value(arena, test->path)));
    json_set(row, STR("start"), json_u64(arena, block->first_line));
    json_set(row, STR("end"), json_u64(arena, block->last_line));
    json_set_text(arena, row, STR("in"), around);
    return row;
}

/* The row of an example: the symbol whose comment has it. */
static Json *example_row(Project *project, const ReachedTest *test)
{
    Arena *arena = project->request->arena;
    Json *row = query_value(arena, project->session->catalog, test->symbol);
    Json *kind = (Json *)json_get(row, STR("kind"));
    if (kind)
        kind->text = STR("example");
    return row;
}

/* The test function in which the test runs, by a rule of its language. */
static uint32_t starter_of(Project *project, uint32_t test)
{
    const Catalog *catalog = project->session->catalog;
    const ProjectTable *table =
        project_table_of(catalog->files.ptr[catalog_place(catalog, test).file].language);
    for (size_t i = 0; table && i < table->count; i++)
        if (table->rows[i].starter_of)
            return table->rows[i].starter_of(project, test);
    return SYMBOL_NOWHERE;
}

Json *reached_value(Project *project, const ReachedTest *test)
{
    Arena *arena = project->request->arena;
    const Catalog *catalog = project->session->catalog;
    if (test->block == TEST_EXAMPLE)
        return example_row(project, test);
    if (test->block)
        return block_row(project, test);
    Json *row = query_value(arena, catalog, test->symbol);
    uint32_t starter = starter_of(project, test->symbol);
    if (starter != SYMBOL_NOWHERE)
        json_set(row, STR("in"),
                 json_str(arena, catalog_name(catalog, catalog_entry(catalog, starter)->name)));
    if (test->doc)
        ((Json *)json_get(row, STR("kind")))->text = STR("doctest");
    return row;
}

void reached_put_line(Buf *out, Project *project, const ReachedTest *test)
{
    const Catalog *catalog = project->session->catalog;
    if (!test->block || test->block == TEST_EXAMPLE) {
        buf_put(out, test->block ? STR("example of ") : (Str){0});
        query_put_line(out, *project->request->scratch, catalog, test->symbol);
        return;
    }
    const TitledBlocks *blocks = test_blocks(project, catalog_place(catalog, test->symbol).file);
    const TitledBlock *block = &blocks->list.ptr[test->block];
    view_put_address(out, str_format(project->request->arena, "%.*s:%u", STR_ARG(test->path),
                                     block->first_line));
    buf_put(out, STR("  test "));
    view_put_line_text(out, block->title.len ? block->title : first_line_of(project, test, block));
}

void reached_put_way(Buf *out, const Catalog *catalog, const ReachedTest *test)
{
    bool by = test->via != SYMBOL_NOWHERE;
    if (test->steps <= 1 && !by && !test_is_doubtful(test) && !test->overrides)
        return;
    buf_printf(out, "  (%u step%s", test->steps, test->steps == 1 ? "" : "s");
    if (by) {
        buf_put(out, STR(", by "));
        SymbolPlace place = catalog_place(catalog, test->via);
        view_put_line_text(out, place.index
                                    ? catalog_name(catalog, catalog_entry(catalog, test->via)->name)
                                    : STR("its file"));
    }
    if (test->overrides)
        buf_printf(out, ", %u of them by overriding", test->overrides);
    if (test->type) {
        buf_put(out, STR(", by the type "));
        view_put_line_text(out, catalog_name(catalog, catalog_entry(catalog, test->type)->name));
    } else if (test->unsure)
        buf_put(out, STR(", by the name of a method alone"));
    if (test_is_doubtful(test))
        buf_put(out, STR(": doubtful"));
    buf_put_byte(out, ')');
}

Str reached_doubts(Arena *arena, const TestReach *reach)
{
    static const char *const words[] = {"long ways over overriding", "the name of a method alone",
                                        "the type of a method that the language may call"};
    bool known[COUNT(words)] = {false};
    Buf out = buf_open(arena, 0);
    size_t count = 0;
    if (reach->by_type)
        return STR("the type of the method alone, which the language may call without its name");
    for (size_t i = 0; i < reach->tests.len; i++) {
        const ReachedTest *test = &reach->tests.ptr[i];
        if (test_is_doubtful(test))
            known[test->type ? 2 : test->unsure ? 1 : 0] = true;
    }
    for (size_t i = 0; i < COUNT(words); i++)
        if (known[i])
            buf_printf(&out, "%s%s", count++ ? ", or by " : "", words[i]);
    return buf_str(&out);
}
