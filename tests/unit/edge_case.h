/* Small trees and the edges between their symbols, for tests of which edges must exist and which
   must not. */
#pragma once

#include "store_case.h"

#include "base/buf.h"
#include "index/catalog/catalog_store.h"

#include <sys/stat.h>

static inline void write_file(const char *path, const char *text)
{
    Str folder = str_from(path);
    for (size_t at = str_find_byte(folder, '/'); at != STR_NONE;) {
        mkdir(str_terminate(test_arena(),
                            str_format(test_arena(), "%s/%.*s", test_directory(), (int)at, path)),
              0700);
        size_t next = str_find_byte(str_from_offset(folder, at + 1), '/');
        at = next == STR_NONE ? STR_NONE : at + 1 + next;
    }
    test_file(path, str_from(text));
}

/* Whether edges show the lines of their ends. */
static bool edge_lines;

/* Writes `file:name`, or `file:name@line`. */
static inline void put_symbol(Buf *out, Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    buf_put(out, catalog->files.ptr[place.file].path);
    if (place.index) {
        buf_put_byte(out, ':');
        buf_put(out, catalog_qualified_name(catalog, test_arena(), symbol));
        if (edge_lines)
            buf_printf(out, "@%u", catalog_entry(catalog, symbol)->start_line);
    }
}

typedef struct BuiltTree {
    Store *store;
    Catalog *catalog;
} BuiltTree;

/* Builds the index of the test's directory in memory. */
static inline BuiltTree build_tree(void)
{
    BuiltTree tree = {.store = open_memory_store()};
    update_store(tree.store, 1);
    Catalog *catalog = NULL;
    Err err;
    EXPECT(catalog_load(test_arena(), test_scratch(), tree.store, CATALOG_ALL, &catalog, &err));
    tree.catalog = catalog;
    return tree;
}

static inline void close_tree(BuiltTree *tree)
{
    store_close(&tree->store);
}

/* Lines of `caller -> callee` and the confidence, of one ReferenceKind. */
static inline Str edges_of_kind(int kind)
{
    static const char *const sure[] = {"", " ambiguous", " likely", ""};
    BuiltTree tree = build_tree();
    Catalog *catalog = tree.catalog;
    Buf out = buf_open(test_arena(), 0);
    EdgeVec edges = {0};
    for (uint32_t file = 0; file < catalog->files.len; file++)
        catalog_edges(catalog, test_arena(), file, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        if (edge->kind != kind)
            continue;
        put_symbol(&out, catalog, edge->caller);
        buf_put(&out, STR(" -> "));
        if (edge->callee == SYMBOL_NOWHERE)
            buf_put(&out, catalog_name(catalog, edge->external));
        else
            put_symbol(&out, catalog, edge->callee);
        buf_printf(&out, "%s\n", sure[edge->confidence]);
    }
    close_tree(&tree);
    return buf_str(&out);
}

static inline Str edges_of_tree(void)
{
    return edges_of_kind(REFERENCE_CALL);
}

static inline bool has_line(Str edges, const char *line)
{
    return str_find(str_join(test_arena(), STR("\n"), edges),
                    str_format(test_arena(), "\n%s\n", line)) != STR_NONE;
}

static inline void expect_edges(const char *const *wanted, const char *const *unwanted)
{
    Str edges = edges_of_tree();
    for (; *wanted; wanted++)
        if (!has_line(edges, *wanted))
            EXPECT_STR(edges, *wanted);
    for (; *unwanted; unwanted++)
        if (str_find(edges, str_from(*unwanted)) != STR_NONE)
            EXPECT_STR(edges, *unwanted);
}

#define EDGES(...) ((const char *const[]){__VA_ARGS__, NULL})
