#include "test.h"

#include "base/buf.h"
#include "index/build.h"
#include "index/catalog_store.h"

#include <sys/stat.h>
#include <unistd.h>

static Store *open_store(void)
{
    StoreOptions options = {.memory = true, .tree = STR("/tree")};
    Store *store = NULL;
    Str notice;
    Err err;
    EXPECT(store_open(test_arena(), &options, &store, &notice, &err));
    return store;
}

static BuildReport update(Store *store)
{
    GitRepo repo;
    BuildReport report;
    BuildOptions options = {.repo = &repo, .workers = 2};
    Err err;
    EXPECT(git_repo_find(test_arena(), str_from(test_directory()), &repo, &err));
    EXPECT(build_update(test_arena(), test_scratch(), store, &options, &report, &err));
    return report;
}

static Catalog *load(Store *store)
{
    Catalog *catalog = NULL;
    Err err;
    EXPECT(catalog_load(test_arena(), test_scratch(), store, CATALOG_ALL, &catalog, &err));
    EXPECT(!catalog->damaged);
    return catalog;
}

typedef struct Mentioned {
    const Catalog *catalog;
    VEC(Str) names;
} Mentioned;

static bool note_mention(void *context, uint32_t name)
{
    Mentioned *mentioned = context;
    *VEC_PUSH(test_arena(), &mentioned->names) = catalog_name(mentioned->catalog, name);
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return str_compare(*(const Str *)a, *(const Str *)b);
}

/* By name: ids depend on the order in which names came. */
static void put_mentions(const Catalog *catalog, uint32_t id, Buf *out)
{
    Mentioned mentioned = {.catalog = catalog};
    catalog_mentions(catalog, id, note_mention, &mentioned);
    if (mentioned.names.len)
        qsort(mentioned.names.ptr, mentioned.names.len, sizeof(Str), compare_names);
    for (size_t i = 0; i < mentioned.names.len; i++)
        buf_printf(out, " %.*s", STR_ARG(mentioned.names.ptr[i]));
}

static void put_file(const Catalog *catalog, uint32_t id, Buf *out)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    buf_printf(out, "%.*s %d %d %u:", STR_ARG(file->path), file->class, file->state, file->lines);
    put_mentions(catalog, id, out);
    buf_put_byte(out, '\n');
    for (uint32_t i = 0; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        buf_printf(out, "  %.*s %.*s %u-%u %d %u %.*s\n",
                   STR_ARG(catalog_qualified_name(catalog, test_arena(), file->first + i)),
                   STR_ARG(catalog_symbol_hash(catalog, test_arena(), file->first + i)),
                   entry->start_line, entry->end_line, entry->kind, entry->arity,
                   STR_ARG(catalog_name(catalog, entry->type)));
    }
    EdgeVec edges = {0};
    catalog_edges(catalog, test_arena(), id, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        bool outside = edge->callee == SYMBOL_NOWHERE;
        Str callee = outside ? catalog_name(catalog, edge->external)
                             : catalog_symbol_hash(catalog, test_arena(), edge->callee);
        buf_printf(out, "  %.*s -> %.*s %u %u %u %u\n",
                   STR_ARG(catalog_symbol_hash(catalog, test_arena(), edge->caller)),
                   STR_ARG(callee), edge->kind, edge->confidence, edge->line, edge->count);
    }
}

/* What readers see, whatever the order in which the files came. */
static Str contents(Store *store)
{
    Buf out = buf_open(test_arena(), 0);
    const Catalog *catalog = load(store);
    Str before = {0};
    for (;;) {
        uint32_t next = FILE_NOWHERE;
        for (uint32_t i = 0; i < catalog->files.len; i++) {
            Str path = catalog->files.ptr[i].path;
            bool later = path.len && (!before.len || str_compare(path, before) > 0);
            if (later &&
                (next == FILE_NOWHERE || str_compare(path, catalog->files.ptr[next].path) < 0))
                next = i;
        }
        if (next == FILE_NOWHERE)
            return buf_str(&out);
        put_file(catalog, next, &out);
        before = catalog->files.ptr[next].path;
    }
}

static void make_directory(const char *name)
{
    mkdir(str_terminate(test_arena(), str_format(test_arena(), "%s/%s", test_directory(), name)),
          0700);
}

static void write_tree(void)
{
    make_directory("src");
    test_file("a.py", STR("def one(): pass\nclass Two:\n    def run(self): pass\n"));
    test_file("src/b.c", STR("int three(int x) { return x; }\n"));
    test_file("src/same.c", STR("int three(int x) { return x; }\n"));
    test_file("broken.py", STR("def (((:\n\xff\xfe\n"));
}

TEST(an_updated_index_equals_a_rebuilt_one)
{
    Store *updated = open_store(), *rebuilt = open_store();
    write_tree();
    BuildReport first = update(updated);
    EXPECT_INT(first.files, 4);
    EXPECT_INT(first.changed, 4);
    test_file("a.py", STR("def four(): pass\n\n\ndef one(): pass\n"));
    make_directory("new");
    test_file("new/c.go", STR("package c\n\nfunc Five() {}\n"));
    unlink(str_terminate(test_arena(), str_format(test_arena(), "%s/src/b.c", test_directory())));
    BuildReport second = update(updated);
    EXPECT_INT(second.changed, 2);
    EXPECT_INT(second.removed, 1);
    update(rebuilt);
    EXPECT_STR(contents(updated), str_terminate(test_arena(), contents(rebuilt)));
    EXPECT(str_find(contents(updated), STR("four")) != STR_NONE);
    BuildReport third = update(updated);
    EXPECT_INT(third.changed + third.removed, 0);
    store_close(&updated);
    store_close(&rebuilt);
}

/* One edit after another: each time what is updated must be what a new index holds. */
TEST(edges_follow_every_edit)
{
    static const struct {
        const char *path, *text;
    } edits[] = {
        {"lib.h", "#define CALL(x) first(x)\nint first(int x);\nint second(int x);\n"},
        {"lib.c", "#include \"lib.h\"\nint first(int x) { return x; }\n"
                  "int second(int x) { return x; }\n"},
        {"use.c", "#include \"lib.h\"\nint use(void) { return CALL(1); }\n"},
        {"A.java", "class A extends B {\n void run() { deep(); }\n}\n"},
        {"B.java", "class B extends C {\n}\n"},
        {"C.java", "class C {\n void deep() {}\n}\nclass D {\n void deep() {}\n}\n"},
        {"t.go", "package t\n\ntype T struct{ f *F }\n\nfunc (t *T) Go() { t.f.Do() }\n"},
        {"f.go", "package t\n\ntype F struct{}\ntype G struct{}\n\nfunc (f *F) Do() {}\n"
                 "func (g *G) Do() {}\n"},
        {"lib.c", "#include \"lib.h\"\nstatic int zero(void) { return 0; }\n"
                  "int first(int x) { return zero(); }\nint second(int x) { return x; }\n"},
        {"lib.h", "#define CALL(x) second(x)\nint first(int x);\nint second(int x);\n"},
        {"lib.c", "#include \"lib.h\"\nint first(int x) { return x; }\n"},
        {"use.c", "int use(void) { return CALL(1); }\n"},
        {"use.c", "#include \"lib.h\"\nint use(void) { return CALL(1); }\n"},
        {"lib.h", "#define CALL(x) second(x)\n"},
        {"B.java", "class B extends D {\n}\n"},
        {"C.java", "class C {\n void deep() {}\n}\nclass E {\n void deep() {}\n}\n"},
        {"C.java", "class D {\n void shallow() {}\n void deep() {}\n}\n"},
        {"t.go", "package t\n\ntype T struct{ f *G }\n\nfunc (t *T) Go() { t.f.Do() }\n"},
        {"f.go", "package t\n\ntype F struct{}\n\nfunc (f *F) Do() {}\nfunc (g *G) Do() {}\n"},
    };
    Store *updated = open_store();
    for (size_t i = 0; i < COUNT(edits); i++) {
        test_file(edits[i].path, str_from(edits[i].text));
        update(updated);
        Store *rebuilt = open_store();
        update(rebuilt);
        EXPECT_STR(contents(updated), str_terminate(test_arena(), contents(rebuilt)));
        store_close(&rebuilt);
    }
    EXPECT(str_find(contents(updated), STR("->")) != STR_NONE);
    store_close(&updated);
}

TEST(mentions_are_the_names_that_references_name)
{
    Store *store = open_store();
    test_file("a.py", STR("def one(): return two(three.four())\n"));
    update(store);
    EXPECT(str_find(contents(store), STR(" two")) != STR_NONE);
    EXPECT(str_find(contents(store), STR(" four")) != STR_NONE);
    store_close(&store);
}

TEST(the_same_content_is_parsed_once)
{
    Store *store = open_store();
    write_tree();
    update(store);
    test_file("copy.py", STR("def one(): pass\nclass Two:\n    def run(self): pass\n"));
    BuildReport report = update(store);
    EXPECT_INT(report.changed, 1);
    EXPECT_INT(report.parsed, 0);
    store_close(&store);
}

TEST(what_is_not_indexed_is_listed)
{
    Store *store = open_store();
    make_directory("node_modules");
    test_file("node_modules/x.js", STR("function vendored() {}\n"));
    test_file("data.bin", STR("\0\1\2"));
    test_file("gen.go",
              STR("// Code generated by a tool. DO NOT EDIT.\npackage g\nfunc Made() {}\n"));
    update(store);
    const Catalog *catalog = load(store);
    uint32_t made = catalog_find_file(catalog, STR("gen.go"));
    uint32_t data = catalog_find_file(catalog, STR("data.bin"));
    EXPECT(made != FILE_NOWHERE && data != FILE_NOWHERE);
    EXPECT_INT(catalog->files.ptr[made].class, FILE_GENERATED);
    EXPECT_INT(catalog->files.ptr[data].class, FILE_BINARY);
    EXPECT_INT(catalog->symbol_count, catalog->files.len);
    store_close(&store);
}
