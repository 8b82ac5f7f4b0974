/* Places of values, which have no edges in the index: fields, variables, constants, members of
   enumerations. Each place of such a name is judged when it is asked for. */
#pragma once

#include "lsp/lsp_spot.h"
#include "lsp/lsp_users.h"

/* Sets what the spot's name means, if it names a value: `meant`, or `possible`. */
void lsp_values_meaning(LspReader *reader, LspSpot *spot);
/* Whether places of the symbol are judged here. */
bool lsp_values_apply(const LspReader *reader, uint32_t symbol);
/* Marks the files that may have places of the family's values. A file that is too much to read is
   counted in `unread`. */
void lsp_values_files(LspUsers *users, bool *files);
/* Visits the places of the family's values in a file, in order. */
void lsp_values_visit(LspUsers *users, LspFile *file);
