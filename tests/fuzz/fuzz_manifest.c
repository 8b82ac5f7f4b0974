/* Manifests and settings of a hostile repository: the first byte says which file has the text, in a
   tree that else is in order. Whatever it says, imports lead to files of the tree, and an overview
   is made. */
#include "fuzz_index.h"

#include "config/config.h"
#include "index/catalog/catalog_store.h"
#include "index/imports/imports.h"
#include "overview/overview.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const struct {
    const char *path, *text;
} files[] = {
    {"package.json", "{\"name\":\"p\",\"workspaces\":[\"packages/*\"]}"},
    {"tsconfig.json", "{\"compilerOptions\":{\"baseUrl\":\".\",\"paths\":{\"@/*\":[\"src/*\"]}}}"},
    {"packages/a/package.json", "{\"name\":\"@p/a\",\"exports\":{\".\":\"./x.ts\"}}"},
    {"packages/a/tsconfig.json", "{\"extends\":\"../../tsconfig.json\"}"},
    {"go.mod", "module example.org/m\n\nreplace example.org/n => ./go/n\n"},
    {"go/n/go.mod", "module example.org/n\n"},
    {"Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n[package]\nname = \"top\"\n"},
    {"crates/c/Cargo.toml", "[package]\nname = \"c-c\"\n[lib]\npath = \"lib.rs\"\n"},
    {"pyproject.toml", "[project]\nname = \"x\"\n[project.scripts]\nx = \"py.a:f\"\n"},
    {"setup.cfg", "[options.entry_points]\nconsole_scripts =\n  x = py.a:f\n"},
    {"requirements.txt", "django\n"},
    {"composer.json", "{\"autoload\":{\"psr-4\":{\"A\\\\\":\"php/\"}}}"},
    {"Makefile", "all: x\n\tcc x.c\ntest:\n"},
    {"README.md", "# Thing\n\nIt sorts numbers very quickly.\n"},
    {"py/__init__.py", "\"\"\"Sorts numbers very quickly.\"\"\"\n"},
    /* what imports by them */
    {"src/a.ts", "import {x} from '@/b'\nimport '@p/a'\nimport q from '#in'\nimport '@p/a/sub'\n"},
    {"src/b.ts", "export const x = 1\nexport * from '../packages/a'\n"},
    {"packages/a/x.ts", "import {x} from 'src/b'\nexport const y = x\n"},
    {"go/a.go", "package a\n\nimport (\n\t\"example.org/m/go/n\"\n\t\"example.org/n\"\n)\n"},
    {"go/n/n.go", "// Package n sorts numbers.\npackage n\n\nfunc N() {}\n"},
    {"src/lib.rs", "use c_c::T;\nuse crate::m::U;\npub mod m;\n"},
    {"src/m.rs", "pub struct U;\n"},
    {"crates/c/lib.rs", "pub struct T;\n"},
    {"py/a.py", "from . import b\nimport x\ndef f(): pass\n"},
    {"php/B.php", "<?php\nnamespace A;\nuse A\\C;\nclass B {}\n"},
    {"php/C.php", "<?php\nnamespace A;\nclass C {}\n"},
};
#define MANIFESTS 15

static Config config;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_tree_open();
    for (size_t i = 0; i < COUNT(files); i++)
        fuzz_tree_write(files[i].path, str_from(files[i].text));
    config_init(&config);
    fuzz_index_make(COUNT(files));
    return 0;
}

static void check_imports(Arena *arena, Arena scratch, Catalog *catalog)
{
    Imports *imports = imports_open(arena, catalog, &fuzz_repo);
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        ImportLinkVec links = {0};
        Outline outline;
        Err err = {0};
        bool had = catalog_outline(catalog, arena, file, true, &outline, &err);
        assert(had);
        if (!outline.language)
            continue;
        imports_resolve(imports, arena, scratch, file, &outline, &links);
        for (size_t i = 0; i < links.len; i++)
            assert(links.ptr[i].target < catalog->files.len || links.ptr[i].target == FILE_NOWHERE);
        assert(imports_package_files(imports, file).len);
    }
}

static void check_overview(Arena *arena, Arena *scratch, Catalog *catalog)
{
    ToolContext context = {
        .config = &config, .root = fuzz_repo.root, .roots = &fuzz_repo.root, .root_count = 1};
    ToolCall call = {.tool = tool_find(STR("overview")),
                     .context = &context,
                     .arena = arena,
                     .scratch = scratch};
    IndexSession session = {.repo = fuzz_repo, .catalog = catalog};
    Overview overview = {0};
    overview_gather(&call, &session, &overview);
    overview_divide(&call, &session, 20, &overview);
    Json *value = overview_value(arena, &session, &overview, false), *again = NULL;
    Buf out = buf_open(arena, 0);
    Err err = {0};
    json_write(&out, value, 0);
    bool parsed = json_parse(arena, buf_str(&out), &again, &err);
    assert(parsed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena, scratch;
    if (!size)
        return 0;
    size_t chosen = data[0] % MANIFESTS;
    Catalog *catalog;
    Err err = {0};
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    fuzz_tree_write(files[chosen].path, (Str){(const char *)data + 1, size - 1});
    bool loaded = catalog_load(&arena, scratch, fuzz_store, CATALOG_ALL, &catalog, &err);
    assert(loaded && !catalog->damaged);
    check_imports(&arena, scratch, catalog);
    check_overview(&arena, &scratch, catalog);
    fuzz_tree_write(files[chosen].path, str_from(files[chosen].text));
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}
