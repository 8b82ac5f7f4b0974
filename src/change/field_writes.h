/* Fields of types that no declaration names: those that methods assign to (`self.x = 1`), and those
   that a list gives (`__slots__`, `defstruct [:x]`, `namedtuple("P", "x y")`). */
#pragma once

#include "change/side.h"

#include "base/map.h"

typedef struct WrittenField {
    Str owner, name;
    uint32_t at;    /* offset in the text */
    bool is_listed; /* by a list, which values are made from */
} WrittenField;

typedef struct WrittenFields {
    VEC(WrittenField) list;
    Map known;   /* by owner and name: 1 + index in the list */
    StrVec open; /* owners that may have any field */
} WrittenFields;

/* Reads one side. With `loose`, whatever may assign counts. */
void field_writes_read(Arena *arena, const ChangeSide *side, bool loose, WrittenFields *fields);
bool field_writes_have(Arena *arena, const WrittenFields *fields, Str owner, Str name);
/* Whether the word is one by which a method names its own object. */
bool field_writes_is_own_word(Str word);
