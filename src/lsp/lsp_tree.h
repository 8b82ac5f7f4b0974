/* The index with the client's texts in it, in the reader's process. The catalog is the live one as
   it was at the fork; texts that differ from it are taken in as another state (as_of.h), in memory
   alone. */
#pragma once

#include "index/resolve/resolve.h"
#include "lsp/lsp_reader.h"

/* The catalog, made on first use; NULL with the fault. */
Catalog *lsp_tree_catalog(LspReader *reader, RpcFault *fault);
/* The resolver of that catalog, which must have been made. */
Resolver *lsp_tree_resolver(LspReader *reader);

/* A file with its text: the client's if it is open, else that of the disk. */
typedef struct LspFile {
    Str path;    /* relative to the repository; empty: outside of it */
    Str uri;     /* as the client spells it */
    uint32_t id; /* in the catalog, or FILE_NOWHERE */
    const Language *language;
    LspText text;
    Outline outline; /* with references, once read */
    bool is_outlined;
    Outline places; /* the indexed symbols with their places, once read */
    bool has_places;
    Arena *arena;
} LspFile;

/* Reads the file that a request names; NULL with the fault. */
LspFile *lsp_tree_named(LspReader *reader, const Json *params, RpcFault *fault);
/* Reads a file of the catalog; NULL if its text is not the indexed one. It is kept until the
   reader ends. */
LspFile *lsp_tree_file(LspReader *reader, uint32_t id);
/* Makes the outline, with references. */
void lsp_tree_outline(LspReader *reader, LspFile *file);
/* Reads the places of the indexed symbols; false if the index has them no more. */
bool lsp_tree_places(LspReader *reader, LspFile *file) MUST_USE;
