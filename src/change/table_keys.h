/* Keys of the tables that declarations of a file hold or return, as the text has them. */
#pragma once

#include "change/side.h"

typedef struct TableKey {
    Str name;
    uint32_t at; /* offset in the text */
} TableKey;
typedef VEC(TableKey) TableKeyVec;

/* Lists the keys of a symbol's value, or of the table that a function returns. */
void table_keys_read(Arena *arena, const ChangeSide *side, uint32_t symbol, TableKeyVec *keys);
/* Whether the symbol's text has the name as a word or as a string. */
bool table_keys_mention(const ChangeSide *side, uint32_t symbol, Str name);
