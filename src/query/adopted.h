/* The languages that inclusions give to files whose names say nothing: `ops.list`, which a C file
   includes, is C. Only an index knows them; none is built or updated for that. */
#pragma once

#include "base/map.h"
#include "lang/lang.h"
#include "session/request.h"

typedef struct Adopted {
    bool loaded;
    Str root;      /* of the repository */
    Map languages; /* by path in it: const Language * */
} Adopted;

/* The language of a file that its name and head take for `own`. `path` is absolute. The index is
   read at the first file whose name says nothing. */
const Language *adopted_language(SessionRequest *request, Adopted *adopted, Str path,
                                 const Language *own);
