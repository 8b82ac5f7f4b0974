/* What is at a position: the name of a declaration, a reference with its meaning, or a local
   variable. */
#pragma once

#include "lsp/lsp_tree.h"

typedef struct LspSpot {
    LspFile *file;     /* with its outline */
    size_t start, end; /* of the name; equal: no name is there */
    Str name;
    uint32_t declared;  /* the symbol whose name it is, or SYMBOL_NOWHERE */
    IdVec meant;        /* what a reference surely or likely means */
    IdVec possible;     /* … or one of these, which are several candidates */
    bool likely;        /* `meant` is not certain */
    bool is_local;      /* a parameter or variable of a function */
    size_t local;       /* where that is declared */
    VEC(size_t) locals; /* … and where it is named, in order */
    Str external;       /* `ext:package:name`, when it leaves the repository; or empty */
} LspSpot;

/* Where a reference writes its name: a type may begin with what it is reached through, `a.B`. */
size_t lsp_spot_reference(const LspFile *file, const Reference *reference);
/* Reads `textDocument` and `position`. False with the fault. A position
   without a name is no fault. */
bool lsp_spot_find(LspReader *reader, const Json *params, LspSpot *spot, RpcFault *fault);
/* The symbols that a question about the spot is about: what it declares or means, definitions
   before their declarations. */
IdVec lsp_spot_subjects(LspReader *reader, const LspSpot *spot);
/* A symbol and all that are one with it: its declarations, its definition. */
IdVec lsp_spot_family(LspReader *reader, uint32_t symbol);
/* Why the meaning of the spot's name is not known, as a sentence. */
Str lsp_spot_unknown(LspReader *reader, const LspSpot *spot);
/* The place of a symbol's name, as bytes of its file. False if the file changed just now. */
typedef struct LspNamePlace {
    LspFile *file;
    const Symbol *parsed;
    size_t start, end;
} LspNamePlace;
bool lsp_spot_place(LspReader *reader, uint32_t symbol, LspNamePlace *place);
