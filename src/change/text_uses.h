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
/* Names that the change takes away and that were not looked for: there were too many. */
size_t text_uses_skipped(const TextUses *uses);
/* Reads the arguments of the call of the use's name that is `nth` on its line, from 0. False: there
   is no such call, or its file cannot be read. */
bool text_uses_arguments(TextUses *uses, const OldUse *use, size_t nth, CallArguments *arguments);
/* Whether an override on a line has a list of parameters with each of the types and, where it must
   answer, a type of its result. */
bool text_uses_override_fits(TextUses *uses, const OldUse *use, const StrVec *types, bool answers);
/* Whether a declaration says that it overrides, before its name. */
bool text_uses_is_marked(TextUses *uses, const OldUse *use);
/* The line of a declaration's name, which marks may stand above. */
uint32_t text_uses_name_line(TextUses *uses, const OldUse *use);
/* Whether the head of an override has a type. */
bool text_uses_override_answers(TextUses *uses, const OldUse *use, Str type);
/* Of what the breaks of a method ask of its overrides: what the head of this one has. */
StrVec text_uses_override_has(TextUses *uses, const OldUse *use, const ChangedSymbol *reported);
/* Adds uses of changed members and of types whose fields have other places. `catalog` is as of the
   new state. */
void text_uses_add(TextUses *uses, Arena scratch, ConsequenceVec *found);
