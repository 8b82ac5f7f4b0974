/* The inside of a Touched, for touched*.c. */
#pragma once

#include "base/id_map.h"
#include "index/catalog/catalog_shape.h"
#include "index/imports/imports.h"
#include "index/update/dirty.h"

/* What a name may mean from now on that it did not mean before, or the other way round. */
enum {
    MARK_USE = 1,  /* as what is called, read or written */
    MARK_TYPE = 2, /* as a type, a namespace, or what has members */
};

/* A file as it was. */
typedef struct Before {
    uint32_t file;
    CatalogFile was;
    uint32_t *map;  /* by old index: what became of it, or SYMBOL_NOWHERE */
    bool elsewhere; /* in another package or language now */
    bool moved;     /* some have another index now */
    bool gone;      /* some have none */
} Before;

/* Of one file: what it sees otherwise than before. */
typedef struct LocalWords {
    bool all;
    VEC(uint32_t) words;
} LocalWords;

/* A name whose symbols came and went without it being marked. */
typedef struct Passed {
    uint32_t name;
    int32_t more;
} Passed;

struct DirtySet {
    Arena *arena;
    Catalog *catalog;
    VEC(Before) before;

    /* While the files are chosen. */
    Resolver *resolver;
    Arena scratch;
    bool everything;           /* a change may reach any file */
    bool faces;                /* imports of any file may differ */
    bool grew;                 /* a name was marked since it was last asked */
    uint8_t *marks;            /* by name id */
    uint64_t *filter;          /* a bit a hash: what has none is no word that is marked anywhere */
    VEC(uint64_t) word_hashes; /* hashes of the words that are marked */
    size_t name_count;
    uint8_t *texts;    /* by name id of a text: marks of its words, TEXT_KNOWN once looked at */
    LocalWords *local; /* by file */
    IdMap words;       /* file and name: a local word; of file id files.len: of any file of Rust */
    IdMap packages;    /* name id of each that a file which did not change is in → 1 */
    bool packages_known;
    IdMap modules; /* Rust: words of paths that lead to such a file */
    Str placed;    /* dirty_placed_modules, once somebody asked */
    bool placed_known;
    bool *holds;    /* by file: a type of its own has other members now, or it a member of one */
    bool *chosen;   /* by file */
    bool *relinks;  /* by file: its imports lead to another file of the same package */
    bool *defaults; /* by file: what it exports as itself means something else */
    VEC(uint32_t) defaults_due;
    uint32_t *before_of; /* by file: 1 + index in before */
    VEC(Passed) passed;
    IdMap passed_at;         /* name → index in passed */
    IdMap spellings;         /* hash_nocase → the last name of that spelling */
    uint32_t *next_spelling; /* by name: the one before; NULL: nobody asked */
};

/* ---- marks ---- */

/* The name, and each word of it when it is more than one. */
void dirty_mark_name(DirtySet *dirty, uint32_t name, uint8_t marks);
void dirty_mark_words(DirtySet *dirty, Str text, uint8_t marks);
/* A symbol of a file means something else: its name, and what is found through it. What has
   neither types nor references is never found. */
void dirty_mark_entry(DirtySet *dirty, uint32_t file, const Entry *entries, uint32_t index);
/* The name in whatever case. */
void dirty_mark_spellings(DirtySet *dirty, uint32_t name, uint8_t marks);
/* All symbols of a file that is there. */
void dirty_mark_file(DirtySet *dirty, uint32_t file);
/* A word that this file sees otherwise, and who has it from there. */
void dirty_mark_local(DirtySet *dirty, uint32_t file, uint32_t name);
/* Rust: the words of paths that lead to what a file has: its module's name. */
Str dirty_module_words(Str path);
/* Rust: the names of all modules that `#[path]` gives a file; lives as long as the update. */
Str dirty_placed_modules(DirtySet *dirty);
/* What follows from marks, until nothing does; and which files hold what is marked. */
void dirty_spread(DirtySet *dirty);
/* Of what is not in a file itself but shapes tell of one: the name under which others know it. */
void dirty_mark_row(DirtySet *dirty, uint32_t file, const Entry *entries, const ShapeRow *row);

/* ---- links ---- */

/* Files whose imports differ from what their links say: the changed ones, or any when faces
   differ. */
void dirty_compare_links(DirtySet *dirty);
/* Whether what is imported as a whole can be imported from there too. */
bool dirty_passes_on(const DirtySet *dirty, uint32_t file, const ImportLink *link);
/* What a file imports as it is now; may live in `arena`. */
ImportLinkVec dirty_links(DirtySet *dirty, Arena *arena, uint32_t file);
/* The file exports something else as itself: its importers are due. */
void dirty_note_default(DirtySet *dirty, uint32_t file);
void dirty_follow_defaults(DirtySet *dirty);
/* Files that point at symbols which are gone; links to symbols that moved are written again. */
void dirty_follow_moves(DirtySet *dirty);
