#include "catalog_text.h"
#include "store_case.h"

#include "index/resolve/resolve_workers.h"

#include <sys/stat.h>
#include <unistd.h>

static BuildReport update(Store *store)
{
    return update_store(store, 2);
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
    Store *updated = open_memory_store(), *rebuilt = open_memory_store();
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
        {"far.js", "export function far() {}\nexport function near() {}\n"},
        {"tools.js", "import { far, near } from './far.js';\nexport default { away: far };\n"},
        {"use.js", "import tools from './tools.js';\nfunction use() { tools.away(); }\n"},
        {"far.js", "export function near() {}\n"},
        {"far.js", "export function near() {}\nexport function far() {}\n"},
        {"tools.js", "import { far, near } from './far.js';\nexport default { away: near };\n"},
    };
    Store *updated = open_memory_store();
    for (size_t i = 0; i < COUNT(edits); i++) {
        test_file(edits[i].path, str_from(edits[i].text));
        update(updated);
        Store *rebuilt = open_memory_store();
        update(rebuilt);
        EXPECT_STR(contents(updated), str_terminate(test_arena(), contents(rebuilt)));
        store_close(&rebuilt);
    }
    EXPECT(str_find(contents(updated), STR("->")) != STR_NONE);
    store_close(&updated);
}

TEST(mentions_are_the_names_that_references_name)
{
    Store *store = open_memory_store();
    test_file("a.py", STR("def one(): return two(three.four())\n"));
    update(store);
    EXPECT(str_find(contents(store), STR(" two")) != STR_NONE);
    EXPECT(str_find(contents(store), STR(" four")) != STR_NONE);
    store_close(&store);
}

TEST(the_same_content_is_parsed_once)
{
    Store *store = open_memory_store();
    write_tree();
    update(store);
    test_file("copy.py", STR("def one(): pass\nclass Two:\n    def run(self): pass\n"));
    BuildReport report = update(store);
    EXPECT_INT(report.changed, 1);
    EXPECT_INT(report.parsed, 0);
    store_close(&store);
}

TEST(the_same_bytes_in_two_languages_are_two_facts)
{
    Store *store = open_memory_store();
    test_file("a.py", STR("def one(): return two()\ndef two(): pass\n"));
    update(store);
    test_file("b.rb", STR("def one(): return two()\ndef two(): pass\n"));
    update(store);
    EXPECT(str_find(contents(store), STR("1 -> a.py#2 two")) != STR_NONE);
    store_close(&store);
}

TEST(packages_are_whole_whatever_the_number_of_folders)
{
    enum {
        FOLDERS = 40
    };
    Store *store = open_memory_store();
    for (int i = 0; i < FOLDERS; i++) {
        Str folder = str_format(test_arena(), "d%02d", i);
        make_directory(str_terminate(test_arena(), folder));
        test_file(str_terminate(test_arena(), str_join(test_arena(), folder, STR("/a.go"))),
                  STR("package p\n\ntype T struct{}\n\nfunc F() T { return T{} }\n"));
        update(store);
        Str text = contents(store);
        for (int k = 0; k <= i; k++)
            EXPECT(str_find(text, str_format(test_arena(), "2 -> d%02d/a.go#1 T", k)) != STR_NONE);
    }
    store_close(&store);
}

/* Every byte of a tree's segments. */
static Str segments_of(Store *store)
{
    Buf all = buf_open(test_arena(), 0);
    Err err;
    for (unsigned part = 0; part <= CATALOG_ALL; part = part ? part * 2 : 1) {
        Statement *rows = store_segments(store, part);
        while (db_next(rows, &err)) {
            buf_printf(&all, "%u %llu ", part, (unsigned long long)db_u64(rows, 0));
            buf_put(&all, db_text(rows, 1));
        }
    }
    return buf_str(&all);
}

static Str built_by(Store *store, uint64_t tree, int workers)
{
    GitRepo repo;
    BuildReport report;
    BuildOptions options = {.repo = &repo, .workers = workers};
    Err err;
    store_use_tree(store, tree);
    EXPECT(git_repo_find(test_arena(), str_from(test_directory()), &repo, &err));
    EXPECT(build_update(test_arena(), test_scratch(), store, &options, &report, &err));
    EXPECT_INT(report.resolvers, workers);
    return segments_of(store);
}

#define FILES 300

static void write_calls(void)
{
    for (int i = 0; i < FILES; i++) {
        Str name = str_format(test_arena(), "f%03d.py", i);
        Str text = str_format(test_arena(),
                              "import os%d\nfrom f%03d import work%d\n\n\ndef work%d(x):\n"
                              "    work%d(x.inner%d().go())\n    os%d.path%d(x)\n",
                              i % 50, (i + 7) % FILES, (i + 7) % FILES, i, (i + 7) % FILES, i,
                              i % 50, i % 90);
        test_file(str_terminate(test_arena(), name), text);
    }
}

/* Their facts are known, so that names come in one order. */
TEST(several_processes_resolve_what_one_does_to_the_last_byte)
{
    Store *store = open_memory_store();
    write_calls();
    update(store);
    uint64_t tree = store_tree(store);
    Str one = built_by(store, tree + 1, 1), two = built_by(store, tree + 2, 2);
    EXPECT(one.len > 1000 && str_equal(one, two));
    EXPECT(str_equal(one, built_by(store, tree + 3, 3)));
    EXPECT(str_find(contents(store), STR("1 -> f009.py#1 work9")) != STR_NONE);
    store_close(&store);
}

static bool count_done(void *context, uint32_t file, bool resolved, Err *err)
{
    (void)file, (void)resolved, (void)err;
    ++*(uint32_t *)context;
    return true;
}

/* One process goes on from there. */
TEST(processes_that_take_too_much_memory_are_let_go)
{
    Store *store = open_memory_store();
    write_calls();
    update(store);
    Catalog *catalog = load(store);
    GitRepo repo;
    Err err;
    EXPECT(git_repo_find(test_arena(), str_from(test_directory()), &repo, &err));
    Resolver *resolver SCOPED(resolve_close) =
        resolve_open(test_arena(), test_scratch(), catalog, &repo);
    uint32_t next = 0, done = 0;
    ResolveWork work = {.catalog = catalog,
                        .resolver = resolver,
                        .workers = 2,
                        .memory = 1 * MB,
                        .done = count_done,
                        .context = &done};
    EXPECT(resolve_in_workers(test_scratch(), &work, &next, &err));
    EXPECT(next < FILES);
    EXPECT_INT(done, next);
    work.memory = 0;
    done = 0;
    EXPECT(resolve_in_workers(test_scratch(), &work, &next, &err));
    EXPECT_INT(next, FILES);
    EXPECT_INT(done, FILES);
    store_close(&store);
}

TEST(what_is_not_indexed_is_listed_and_generated_code_is_indexed)
{
    Store *store = open_memory_store();
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
    EXPECT_INT(catalog->symbol_count, catalog->files.len + 1); /* Made */
    store_close(&store);
}
