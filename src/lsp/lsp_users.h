/* The references that lead to a symbol, with their columns. The index knows which files have some;
   these files are read and their references of that name are resolved again. */
#pragma once

#include "base/id_map.h"
#include "lsp/lsp_spot.h"

typedef void (*LspUserVisit)(void *context, LspFile *file, const Reference *reference);

typedef struct LspUsers {
    LspReader *reader;
    IdVec family; /* the symbol and what is one with it */
    LspUserVisit visit;
    void *context;
    size_t files;    /* that were read */
    size_t possible; /* edges that may lead to the symbol, and are left out */
    size_t unread;   /* files that could not be read, or were too many */
    IdMap reported;  /* offsets in the present file */
} LspUsers;

/* Passes a reference on, once. */
void lsp_users_report(LspUsers *users, LspFile *file, const Reference *reference);
/* Visits the sure and likely references, file by file, in order. */
void lsp_users_visit(LspUsers *users);
/* The same in one file. */
void lsp_users_visit_file(LspUsers *users, uint32_t id);
