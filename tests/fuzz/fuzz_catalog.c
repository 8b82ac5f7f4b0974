/* A catalog of which one segment was changed on purpose, whole behind its checksum: it is noticed,
   or every question is answered. The first byte chooses the segment's part, the second whether the
   rest replaces it or says which bytes of it change and into what. */
#include "fuzz_index.h"

#include "base/zstd_frame.h"
#include "index/catalog/catalog_store.h"
#include "search/call_graph.h"
#include "search/handle.h"
#include "search/inherited.h"
#include "search/neighbours.h"
#include "search/reach.h"
#include "search/spelled.h"
#include "search/subtypes.h"
#include "search/symbols.h"
#include "search/tests.h"
#include "search/unused.h"
#include "search/usage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* As catalog_store.c numbers them: 0 are the names. */
static const unsigned parts[] = {0,
                                 CATALOG_FILES,
                                 CATALOG_NAMED,
                                 CATALOG_SYMBOLS,
                                 CATALOG_METRICS,
                                 CATALOG_LINKS,
                                 CATALOG_MENTIONS,
                                 CATALOG_SHAPES};

static Str segments[COUNT(parts)]; /* as they are */

static void put_tree(void)
{
    fuzz_tree_write("a.c", STR("#include \"a.h\"\n#define M(x) two(x)\nstruct s { int a; };\n"
                               "static int two(int x) { return x; }\n"
                               "int one(struct s *s) { return M(s->a) + strlen(\"\"); }\n"));
    fuzz_tree_write("a.h", STR("struct s;\nint one(struct s *s);\n"));
    fuzz_tree_write("p/b.py", STR("import os\nfrom p import c\nclass B(c.C):\n"
                                  "    def f(self):\n        return self.g() + os.getpid()\n"
                                  "    def g(self):\n        return c.h()\n"));
    fuzz_tree_write("p/c.py", STR("class C: pass\ndef h():\n    return C()\n"));
    fuzz_tree_write("J.java", STR("package q;\nclass J<T> extends K { int f(int a, T... b) "
                                  "{ return f(1); } }\nclass K { K() { super(); } }\n"));
    fuzz_tree_write("t.ts", STR("export * from './u'\nexport function x(a: number) { y(a) }\n"));
    fuzz_tree_write("u.ts", STR("export const y = (b: number) => b\n"));
}

static void keep_segment(size_t i)
{
    Statement *row = store_segment(fuzz_store, parts[i], 0);
    Err err = {0};
    bool kept = false;
    while (db_next(row, &err))
        kept = zstd_frame_take(&fuzz_arena, db_text(row, 0), (Str){0}, GB, &segments[i]);
    assert(kept);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_tree_open();
    put_tree();
    fuzz_index_make(7);
    for (size_t i = 0; i < COUNT(parts); i++)
        keep_segment(i);
    return 0;
}

static void put_segment(Arena *arena, size_t i, Str plain)
{
    Buf frame = buf_open(arena, 0);
    Err err = {0};
    zstd_frame_put(&frame, plain, (Str){0}, 1);
    bool put = store_begin(fuzz_store, &err) &&
               store_segment_put(fuzz_store, parts[i], 0, buf_str(&frame), &err) &&
               store_commit(fuzz_store, &err);
    assert(put);
}

static bool see_mention(void *context, uint32_t name)
{
    assert(name < names_count(&((const Catalog *)context)->names));
    return true;
}

static void ask_file(Catalog *catalog, Arena *arena, uint32_t id)
{
    ImportLinkVec imports = {0};
    EdgeVec edges = {0};
    Outline outline;
    Err err = {0};
    catalog_imports(catalog, arena, id, &imports);
    catalog_edges(catalog, arena, id, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        assert(edges.ptr[i].caller < catalog->symbol_count);
        assert(edges.ptr[i].callee < catalog->symbol_count ||
               edges.ptr[i].callee == SYMBOL_NOWHERE);
        (void)edge_confidence_name(edges.ptr[i].confidence);
    }
    catalog_mentions(catalog, id, see_mention, catalog);
    catalog_shape(catalog, arena, id, &outline);
    bool had = catalog_outline(catalog, arena, id, true, &outline, &err);
    assert(had || err.message[0]);
}

static void ask_symbol(Catalog *catalog, Arena *arena, uint32_t symbol)
{
    const NeighbourOptions options = {.depth = 3, .limit = 50, .external = true, .types = true};
    Neighbourhood near;
    (void)catalog_qualified_name(catalog, arena, symbol);
    (void)catalog_symbol_hash(catalog, arena, symbol);
    (void)reach_effects(catalog, *arena, symbol);
    neighbours_find(catalog, arena, &symbol, 1, &options, &near);
    Exclusion exclude = exclude_files(catalog, arena, STR("p"), true);
    DerivedVec derived = {0};
    (void)usage_of(catalog, *arena, symbol, true, &exclude);
    subtypes_find(catalog, arena, symbol, &derived);
    (void)tests_may_be_case(catalog, symbol, tests_hold(catalog, symbol));
}

static void ask_all(Catalog *catalog, Arena *arena, Arena scratch)
{
    HandleMatch match;
    SymbolHits hits;
    Err err = {0};
    SymbolQuery query = {.text = STR("one"), .limit = 20};
    Modules modules = modules_of(arena, catalog);
    (void)modules_edges(arena, catalog, &modules, true, NULL);
    for (uint32_t i = 0; i < MIN(catalog->files.len, (size_t)64); i++)
        ask_file(catalog, arena, i);
    catalog_warm_callers(arena, scratch, catalog);
    for (uint32_t i = 0; i < MIN(catalog->symbol_count, 64); i++)
        ask_symbol(catalog, arena, i);
    handle_find(catalog, arena, STR("p/b.py::B.f"), &match);
    (void)inherited_find(catalog, arena, STR("B.h"));
    (void)spelled_by_stem(catalog, STR("b.f"));
    (void)spelled_path(catalog, arena, STR("b.py::B.f"));
    for (uint32_t i = 0; i < MIN(catalog->files.len, (size_t)64); i++)
        (void)usage_of_file(catalog, arena, i);
    bool searched = symbols_search(catalog, arena, &query, &hits, &err);
    assert(searched || err.message[0]);
    CallGraph graph = call_graph_of(catalog, arena, &(CallGraphOptions){.ambiguous = true});
    (void)call_graph_groups(&graph, arena);
    (void)unused_find(catalog, arena);
}

static void check(Arena *arena, Arena scratch, unsigned wanted)
{
    Catalog *catalog = NULL;
    SymbolHits hits;
    SymbolQuery query = {.text = STR("f"), .limit = 20};
    Err err = {0};
    bool loaded = catalog_load(arena, scratch, fuzz_store, wanted, &catalog, &err);
    assert(loaded || err.message[0]);
    if (!loaded || catalog->damaged)
        return;
    if (wanted == CATALOG_ALL) {
        ask_all(catalog, arena, scratch);
    } else {
        (void)symbols_search(catalog, arena, &query, &hits, &err);
        catalog_let_go(catalog);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena, scratch;
    if (!size)
        return 0;
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    size_t part = data[0] % COUNT(parts);
    put_segment(&arena, part,
                fuzz_damaged(&arena, segments[part], (Str){(const char *)data + 1, size - 1}));
    check(&arena, scratch, CATALOG_ALL);
    check(&arena, scratch, CATALOG_FILES | CATALOG_NAMED);
    put_segment(&arena, part, segments[part]);
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}
