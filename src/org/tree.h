/* A small catalog of symbols from an organisation's database: files of many repositories, whose
   paths begin with the repository's name, with the fetched symbols and their enclosing ones. It is
   the input of the code for local answers. */
#pragma once

#include "base/map.h"
#include "index/catalog/catalog.h"
#include "org/org.h"

/* A symbol in a file of a branch, as returned by functions of the database. */
typedef struct OrgPlace {
    Str repository, path; /* the path within its repository */
    Str content;          /* id of the content; `0`: the file is only listed */
    Str language, package;
    uint32_t index; /* in the file; 0: the file itself */
    uint64_t size;
    uint32_t lines;
    FileClass class;
    bool degraded;
} OrgPlace;
typedef VEC(OrgPlace) OrgPlaceVec;

/* The first columns of a row that is a place. */
#define ORG_PLACE_COLUMNS \
    "repository, path, class, size, lines, coalesce(content, 0), index, language, package, degraded"
#define ORG_PLACE_WIDTH 10

typedef struct OrgTree {
    Catalog *catalog;
    const Str *repository, *content; /* by file id: its repository's name, id of its content */
    Map files;                       /* whole paths -> file ids */
    const uint32_t **indexes; /* by file id and index in this catalog: the index in the file */
    /* By dense id: signature and first sentence of the comment; NULL: not fetched. */
    const Str *signature, *doc;
} OrgTree;

/* The place in a row whose first columns are ORG_PLACE_COLUMNS. */
OrgPlace org_place(Arena *arena, const PostgresRows *rows, size_t row);
/* `repository/path` */
Str org_whole_path(Arena *arena, Str repository, Str path);
/* Fetches the symbols at the places, which may repeat, and makes their catalog. Files are in the
   order of repository and path, so that ties are broken as in a single tree. */
bool org_tree_make(Org *org, Arena *arena, Str branch, const OrgPlaceVec *places, OrgTree *tree,
                   Err *err) MUST_USE;
/* The same with signatures and comments. */
bool org_tree_make_described(Org *org, Arena *arena, Str branch, const OrgPlaceVec *places,
                             OrgTree *tree, Err *err) MUST_USE;
/* The dense id of a place; SYMBOL_NOWHERE if the tree does not have it. */
uint32_t org_tree_symbol(const OrgTree *tree, Arena *arena, const OrgPlace *place);
/* The place of a symbol of the tree. */
OrgPlace org_tree_place(const OrgTree *tree, uint32_t symbol);
/* A handle (search/handle.h) with a path within its repository, `src/a.c` or `src/a.c::name`, gets
   the repository's name as prefix; unchanged if no file or several have that path. */
Str org_tree_handle(const OrgTree *tree, Arena *arena, Str text);
