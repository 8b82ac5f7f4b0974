/* Markdown files of the user: slash commands and skills, as Claude Code and opencode have them.
   They are read from the user's own directories, never from a repository. They are texts for a
   model: nothing in them runs. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

typedef enum OwnKind {
    OWN_COMMAND, /* commands/NAME.md */
    OWN_SKILL,   /* skills/NAME/SKILL.md */
    OWN_KIND_COUNT
} OwnKind;

typedef struct OwnText {
    Str name;
    Str about; /* `description` of its front matter, one line; may be empty */
    Str body;  /* without the front matter */
} OwnText;
typedef VEC(OwnText) OwnTextVec;

/* All texts of a kind by name; of one name, that of the first directory. */
OwnTextVec own_text_list(Arena *arena, OwnKind kind);
/* False if no text has this name. */
bool own_text_find(Arena *arena, OwnKind kind, Str name, OwnText *text);
/* The body of a command with its arguments: `$ARGUMENTS` is all of them, `$1` to `$9` are words. A
   body without these gets them at its end. */
Str own_text_fill(Arena *arena, Str body, Str arguments);
