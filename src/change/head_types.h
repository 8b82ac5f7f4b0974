/* The types in two heads, made comparable: by what their names mean (type_names.h), and by what the
   type parameters of one head are in the other. */
#pragma once

#include "change/change.h"
#include "change/parameters.h"

typedef struct HeadTypes {
    Arena *arena;
    const ChangeSet *set;
    const ChangeSide *old, *new;
    StrVec from, to;      /* type parameters of the old head, and the new names of the same */
    StrVec bound, values; /* type parameters that came, and what each is for those of before */
} HeadTypes;

/* `parameters` are those of both heads where they have some: a type parameter that came is what the
   old head has in its place. */
HeadTypes head_types_of(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed,
                        const ParameterVec *old, const ParameterVec *new);
/* A type of the old head (`before`), or of the new one, in comparable form. */
Str head_types_settle(const HeadTypes *types, bool before, Str type);
/* Whether values of the narrow type may be given where the wide one is asked for; both are settled.
 */
bool head_types_take(const HeadTypes *types, Str wide, Str narrow);
