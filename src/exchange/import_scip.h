/* Importing a SCIP index: the references of files as resolved by a compiler-based indexer.

   import_scip.c        reads the index, checks that its documents are about the present texts, and
                        resolves references
   import_scip_text.c   positions of a document as bytes of a text
   tool_import.c        the command */
#pragma once

#include "formats/scip.h"
#include "index/resolve/resolve.h"
#include "query/query.h"

typedef struct ImportFigures {
    uint64_t documents;  /* of the index */
    uint64_t absent;     /* … of files that are not in the repository, or no indexed code */
    uint64_t refused;    /* … about another text */
    uint64_t files;      /* documents taken */
    uint64_t references; /* of these files, with a statement in the index */
    uint64_t confirmed;  /* … and the only edge is the same one, exact */
    uint64_t decided;    /* … it is likely, or one of several candidates */
    uint64_t corrected;  /* … all edges are others */
    uint64_t added;      /* … there is no edge */
    uint64_t dropped;    /* … there are likely or ambiguous edges, but it is a local variable */
    uint64_t kept;       /* … there are exact edges, which stay */
} ImportFigures;

typedef struct ImportRow {
    Str path, hash, marks;
} ImportRow;

typedef struct ScipImport {
    SessionRequest *request;
    IndexSession *session;
    Catalog *catalog;
    Resolver *resolver;
    const FsFile *file;
    Str under;   /* the index's root within the repository, with a slash at its end; or empty */
    Str indexer; /* name and version */
    ImportFigures figures;
    Str refused; /* path of the first refused document, and why */
    Str reason;
    VEC(ImportRow) rows;
} ScipImport;

/* Reads the index, and makes the rows. Writes nothing. */
bool import_scip(ScipImport *import, Err *err) MUST_USE;

/* An occurrence in a text. */
typedef struct ImportPlace {
    uint32_t start, end; /* bytes */
    Str symbol;
    bool defines;
    bool renamed; /* the word is not the symbol's name */
} ImportPlace;
typedef VEC(ImportPlace) ImportPlaceVec;

/* Appends the single-line occurrences with a symbol, by place. False, with *reason set, if the
   document cannot be about the text: its own text differs, or a stated name is not at its place. */
bool import_places(Arena *arena, const ScipDocument *document, Str text, ImportPlaceVec *places,
                   const char **reason) MUST_USE;
