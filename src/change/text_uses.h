/* Uses that the symbol graph does not have: reads of members, named arguments, literals without
   names. They are sought in the texts of files that use the changed file, or lie next to it. */
#pragma once

#include "change/consequences.h"

/* Where the new texts of files come from that the change leaves as they are. */
typedef struct ChangeTexts {
    void *context;
    /* False: there is no such text. It lives in the arena. */
    bool (*read)(void *context, Arena *arena, Str path, Str *text);
} ChangeTexts;

/* The arguments of a call, as they are written. */
typedef struct CallArguments {
    StrVec names;  /* of those that are given by name */
    size_t placed; /* those given by their place */
    bool spread;   /* one of them may be any number */
} CallArguments;

TextUses *text_uses_open(Arena *arena, const ChangeSet *set, Catalog *catalog,
                         const ChangeTexts *texts);
/* Files that may use what changes and were not read: there were too many. */
size_t text_uses_unread(const TextUses *uses);
/* Reads the arguments of a call of that name on a line. False: they cannot be read. */
bool text_uses_arguments(TextUses *uses, Str path, uint32_t line, Str name,
                         CallArguments *arguments);
/* Whether an override on a line has a list of parameters with each of the types and, where it must
   answer, a type of its result. */
bool text_uses_override_fits(TextUses *uses, const OldUse *use, const StrVec *types, bool answers);
/* Adds uses of changed members and of types whose fields have other places. `catalog` is as of the
   new state. */
void text_uses_add(TextUses *uses, Arena scratch, ConsequenceVec *found);
