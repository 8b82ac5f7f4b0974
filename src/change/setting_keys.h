/* Keys of settings and data that readers of the file can no longer take as they did. */
#pragma once

#include "change/change.h"

typedef struct BrokenKey {
    Str name, owner;   /* the last two parts of its path: `port` and `database` */
    Str path;          /* `database.port` */
    Str moved;         /* the key around it now, where it was put deeper; or empty */
    StrVec others;     /* keys around others of the name, in the old state */
    StrVec instead;    /* names that the change adds next to it */
    bool gone;         /* else its value is of another shape */
    bool numbers;      /* both values are numbers: one is written as a text */
    uint32_t reported; /* in the file's symbols; SYMBOL_ABSENT: none */
    Str why;
} BrokenKey;
typedef VEC(BrokenKey) BrokenKeyVec;

/* Lists them for a changed file; none for one that is not of settings or data. */
void setting_keys_broken(Arena *arena, const ChangeSet *set, uint32_t file, BrokenKeyVec *keys);
