/* Whether calls, as they are written, fit the changed parameters. */
#pragma once

#include "change/parameters.h"
#include "change/text_uses.h"

typedef struct CallForms {
    const OldUse *use;
    const ParameterVec *old, *new;
} CallForms;

/* `2 arguments, 3 are wanted`. */
Str call_fits_say(Arena *arena, const ParameterVec *parameters, uint16_t arguments);
/* Whether one of the calls on the line of a use names an argument that is gone, or gives one by
   place that may only be named. */
bool call_fits_misname(TextUses *uses, const CallForms *forms, Arena *arena, Str *why);
/* Whether each of these calls gives all arguments whose defaults are other ones now. */
bool call_fits_give_all(TextUses *uses, Arena *arena, const OldUse *use,
                        const ChangedSymbol *reported);
