/* Internals of a DirtySet, shared by dirty*.c. */
#pragma once

#include "base/id_map.h"
#include "index/catalog/catalog_shape.h"
#include "index/imports/imports.h"
#include "index/update/dirty.h"

/* Kinds of meaning of a name that may differ from before the change. */
enum {
    MEANS_USE = 1,  /* called, read or written */
    MEANS_TYPE = 2, /* named as a type, as a namespace, or as something that has members */
};

/* A file as it was before the change. */
typedef struct Before {
    uint32_t file;
    CatalogFile was;
    uint32_t *map;  /* by old index: the new index, or SYMBOL_NOWHERE */
    bool elsewhere; /* in another package or language now */
    bool moved;     /* some symbols have another index now */
    bool gone;      /* some symbols are gone */
} Before;

/* Names that mean something else in one file only, because of its imports. */
typedef struct LocalWords {
    bool all;
    VEC(uint32_t) words;
} LocalWords;

/* A name whose symbols were added or removed without marking it. */
typedef struct Passed {
    uint32_t name;
    int32_t more;
} Passed;

/* A set of marked names, and the files that it makes dirty. A mark says that a name may mean
   something else (`marks`, for every file) or does so for one file (`local`). Marks spread to a
   fixed point: an entry or shape row that names a marked word marks the symbol it belongs to.
   `filter`, `word_hashes` and `texts` only save work in that loop. The result is `chosen`;
   `everything` means that a change may reach any file, and then nothing else is computed. */
struct DirtySet {
    Arena *arena;
    Catalog *catalog;
    VEC(Before) before;

    /* Set for the duration of dirty_files. */
    Resolver *resolver;
    Arena scratch;
    bool everything;           /* a change may reach any file */
    bool imports_may_differ;   /* imports of any file may differ */
    bool grew;                 /* a name was marked since the last round */
    uint8_t *marks;            /* by name id: MARK_ bits */
    uint64_t *filter;          /* one-hash Bloom filter of the marked words */
    VEC(uint64_t) word_hashes; /* hashes of the marked words */
    size_t name_count;
    uint8_t *texts;    /* by name id of a text: marks of its words; TEXT_KNOWN once computed */
    LocalWords *local; /* by file id */
    IdMap words;       /* (file, name) → local word; file id files.len: local in some Rust file */
    IdMap packages;    /* name ids of the packages that unchanged files are in */
    bool packages_known;
    IdMap modules; /* Rust: words in paths that lead to a file with local words */
    Str placed;    /* dirty_placed_modules, once computed */
    bool placed_known;
    bool *holds;    /* by file: declares a type that is marked, or a member of one */
    bool *chosen;   /* by file: to be resolved */
    bool *relinks;  /* by file: its imports lead to another file of the same package */
    bool *defaults; /* by file: its default export means something else */
    VEC(uint32_t) defaults_due;
    uint32_t *before_of; /* by file: 1 + index in `before`; 0: did not change */
    VEC(Passed) passed;
    IdMap passed_at;         /* name → index in `passed` */
    IdMap spellings;         /* hash_nocase → the last name with that spelling */
    uint32_t *next_spelling; /* by name: the previous one of that spelling; NULL: not listed */
};

/* ---- marks ---- */

/* Marks the name, and each word of it when it has several. */
void dirty_mark_name(DirtySet *dirty, uint32_t name, uint8_t marks);
void dirty_mark_words(DirtySet *dirty, Str text, uint8_t marks);
/* Marks a symbol whose definition differs: its name, and names that lead to it implicitly. Symbols
   of files that have neither types nor references need no mark, as nothing leads to them. */
void dirty_mark_entry(DirtySet *dirty, uint32_t file, const Entry *entries, uint32_t index);
/* Marks every name that differs from this one by letter case at most. */
void dirty_mark_spellings(DirtySet *dirty, uint32_t name, uint8_t marks);
/* Marks all symbols of a file that exists. */
void dirty_mark_file(DirtySet *dirty, uint32_t file);
/* Marks the words of `name` as local to the file: they mean something else there, and in files that
   import them from there. */
void dirty_mark_local(DirtySet *dirty, uint32_t file, uint32_t name);
/* Rust: the words in paths that lead to the file's items: the name of its module. */
Str dirty_module_words(Str path);
/* Rust: names of all modules that `#[path]` gives a file; lives as long as the set. */
Str dirty_placed_modules(DirtySet *dirty);
/* Spreads marks until nothing changes any more, and finds which files hold marked types. */
void dirty_spread(DirtySet *dirty);
/* Marks the symbol of a shape row: a member, base or export under the name by which other files
   know it. */
void dirty_mark_row(DirtySet *dirty, uint32_t file, const Entry *entries, const ShapeRow *row);

/* ---- links ---- */

/* Compares imports with the stored links, for changed files or, if `faces`, for all. */
void dirty_compare_links(DirtySet *dirty);
/* Whether other files can import from `file` what this link imports as a whole. */
bool dirty_passes_on(const DirtySet *dirty, uint32_t file, const ImportLink *link);
/* What a file imports now; the result may live in `arena`. */
ImportLinkVec dirty_links(DirtySet *dirty, Arena *arena, uint32_t file);
/* The file's default export differs: importers of it become due. */
void dirty_note_default(DirtySet *dirty, uint32_t file);
void dirty_follow_defaults(DirtySet *dirty);
/* Chooses files that point at symbols which are gone; rewrites links to symbols that moved. */
void dirty_follow_moves(DirtySet *dirty);
