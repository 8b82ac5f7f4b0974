/* One item in the text of its file: whether it is there, put in, taken out. Touches no files. */
#pragma once

#include "setup/agent.h"
#include "text/edit.h"

typedef enum SetupState {
    SETUP_ABSENT,
    SETUP_PRESENT,
    SETUP_DIFFERENT, /* there, but not as it would be written: of the user, or of another version */
} SetupState;

/* `command` is how the agent starts this program. Errors: the text cannot be parsed. */
bool setup_item_look(Arena *arena, const SetupItem *item, Str command, EditText text,
                     SetupState *state, Err *err) MUST_USE;
/* Puts it in. What is different is replaced where it is text of our own (file, paragraph), and left
   alone where it is an entry. */
bool setup_item_add(Arena *arena, const SetupItem *item, Str command, EditText text,
                    EditText *result, Err *err) MUST_USE;
/* Takes it out, different or not. */
bool setup_item_remove(Arena *arena, const SetupItem *item, EditText text, EditText *result,
                       Err *err) MUST_USE;
