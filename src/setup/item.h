/* Detecting, inserting and removing one setup item in the text of its file. Accesses no files. */
#pragma once

#include "setup/coding_agent.h"
#include "text/text_edit.h"

typedef enum SetupState {
    SETUP_ABSENT,
    SETUP_PRESENT,
    SETUP_DIFFERENT, /* present, but not as setup would write it: by the user, or by another version
                      */
} SetupState;

/* Sets *state. `command` is how the agent starts this program. Fails if the text cannot be parsed.
 */
bool setup_item_look(Arena *arena, const SetupItem *item, Str command, EditText text,
                     SetupState *state, Err *err) MUST_USE;
/* Inserts the item. A different version of it is replaced if it is a file or paragraph, but kept if
   it is an entry. */
bool setup_item_add(Arena *arena, const SetupItem *item, Str command, EditText text,
                    EditText *result, Err *err) MUST_USE;
/* Removes the item, different or not. */
bool setup_item_remove(Arena *arena, const SetupItem *item, EditText text, EditText *result,
                       Err *err) MUST_USE;
