/* Handles: resolves the text by which a user refers to a symbol. A handle is one of
   - a symbol hash or a unique prefix of one (6 digits or more; the half after the colon is enough),
   - `path::Qualified.name`, `path:line`, or a path (the file itself),
   - a qualified name or a name.

   If no name has exactly this spelling, all separators are equal and a trailing `()` or `/2` is
   ignored: `Class#method`, `Enum.map/2`. A path may contain `::`; the longest path that exists
   counts. It may be quoted (text/address.h). */
#pragma once

#include "index/catalog/catalog.h"

/* Candidates that an answer lists; the total is given. */
#define HANDLE_CANDIDATES_MAX 20
/* Declarations of one name in one file that are taken together; generated code has hundreds. */
#define HANDLE_ALIKE_MAX 256

typedef struct HandleMatch {
    IdVec symbols; /* dense ids, best first, at most HANDLE_CANDIDATES_MAX */
    size_t total;  /* number of candidates */
    size_t parts;  /* further parts of the first symbol's type at that place */
    /* All candidates have one qualified name in one file, so no name says more: overloads,
       accessors, alternatives of `#if`, a table and its ALTER. Then `clear` is set, and `symbols`
       has at most HANDLE_ALIKE_MAX. */
    bool alike;
    /* The first symbol is clearly the one meant: the only candidate, or used far more than any
       other. Own code, except tests and mere members, also wins over the rest. */
    bool clear; /* a type is preferred to its constructors */
} HandleMatch;

/* Finds the candidates. Needs the catalog's symbols. No match is not an error. */
void handle_find(Catalog *catalog, Arena *arena, Str text, HandleMatch *match);
/* The file named by the part before a `::`, and in *name the text after it; FILE_NOWHERE if no file
   has that path. */
uint32_t handle_file(Catalog *catalog, Str text, Str *name);
/* The text after the last separator of a qualified name, without `()` or an arity: `map` for
   `Enum.map/2`. */
Str handle_last_part(Str text);
