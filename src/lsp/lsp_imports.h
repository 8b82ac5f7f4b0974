/* Names in statements of imports. An outline has their statements, and the index what they bind. */
#pragma once

#include "lsp/lsp_tree.h"

/* The places of a name within the file's statements of imports, in order, each once. */
typedef VEC(uint32_t) LspStarts;
void lsp_imports_sites(LspReader *reader, const LspFile *file, Str name, LspStarts *starts);
/* Where an import of the file binds the name; false if none does. */
bool lsp_imports_binding(LspReader *reader, const LspFile *file, Str name, size_t *start);
/* What a name at this offset means, if a statement of imports is there: appends the symbols, none
   unless it is certain. */
void lsp_imports_meaning(LspReader *reader, const LspFile *file, size_t at, Str name, IdVec *meant);
