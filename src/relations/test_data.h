/* Files of data that a change touches. No edge leads to them: the code that names the file reads
   it, and the tests of that code are those of the change. */
#pragma once

#include "project/project.h"
#include "relations/impact_diff.h"
#include "session/session.h"

/* A changed file that is no code, and who names it. */
typedef struct DataUse {
    Str path;
    VEC(Str) places; /* `load.py:2`, at most MENTIONS_SHOWN in code and as many in tests */
} DataUse;

typedef struct DataUses {
    VEC(DataUse) list; /* the first of the diff */
    size_t more;       /* files that were not looked for */
    IdVec users;       /* functions at these places, or that use what is declared there */
} DataUses;

/* Adds who runs a line: its function; else the functions that use the variable declared there; at
   the top of a file, all of its functions. */
void test_data_users(Project *project, uint32_t id, uint32_t line, IdVec *users);
void test_data_uses(SessionRequest *request, IndexSession *session, Project *project,
                    const ImpactDiff *diff, DataUses *uses);
/* `limits.json is named at load.py:2`, or that its readers are not known. */
void test_data_put(Buf *out, const DataUses *uses);
