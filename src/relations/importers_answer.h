/* Who imports a file or a module, and what it imports: the answer of `callers` and `callees` where
   a file or a module is asked for. */
#pragma once

#include "query/query.h"
#include "search/neighbours.h"

/* The files that are asked about, and what they are called in the answer. */
typedef struct ImportersQuestion {
    IdVec files; /* file ids */
    Str name;    /* path, or name of the module */
    bool module;
    NeighbourDirection direction; /* NEIGHBOURS_IN: who imports them */
    uint32_t depth;               /* steps of importers_answer */
    uint64_t limit;               /* files that it lists */
} ImportersQuestion;

bool importers_answer(SessionRequest *request, IndexSession *session,
                      const ImportersQuestion *question, Err *err) MUST_USE;
/* Notes who imports the file and what it imports, in short, with the calls that list them. Returns
   the same as fields {imported_by, imports}. */
Json *importers_tell(SessionRequest *request, IndexSession *session, uint32_t file_symbol);
/* Who imports them, in short, with the call that lists them; empty if no importer is known. Sets
   the same as the field imported_by. */
Str importers_known(SessionRequest *request, IndexSession *session, ImportersQuestion *question,
                    Json *value);
/* Notes, where no importer is known, what text names the file or module. */
void importers_note_none(SessionRequest *request, IndexSession *session,
                         const ImportersQuestion *question);
/* Takes the file, or the module that the text names; false if it names none. */
bool importers_take_file(SessionRequest *request, const Catalog *catalog, uint32_t symbol,
                         ImportersQuestion *question) MUST_USE;
bool importers_take_module(SessionRequest *request, const IndexSession *session, Str text,
                           ImportersQuestion *question) MUST_USE;
