/* Names that a file goes on giving although no declaration of it has them: an export or an alias of
   the old name, a function that answers for names, a value with such a key. Some kinds of type
   bring members, too. Each is proved by the new text; what it does not show is not given. */
#pragma once

#include "change/side.h"

/* A name that a declaration had in the old state. */
typedef struct LostName {
    const ChangeSide *old, *new; /* of the file that declared it */
    uint32_t symbol;             /* in the old outline */
    Str now;                     /* its new name; empty: it is gone */
    const Arena *scratch;
} LostName;

/* Notes the names that a side gives late. */
void shims_note(Arena *arena, ChangeSide *side, const TokenVec *tokens);
bool shims_give(const LostName *lost);
