/* Functions of a name that are left when one of them is gone. */
#pragma once

#include "change/change.h"
#include "change/parameters.h"

typedef enum OverloadsLeft {
    OVERLOADS_NONE,   /* no other function of its owner has the name */
    OVERLOADS_TAKE,   /* one of them takes all that it took */
    OVERLOADS_DIFFER, /* what it took is not proved to fit any of them */
} OverloadsLeft;

/* Looks at the others in the new state; `parameters` are those of the function that is gone. */
OverloadsLeft overloads_left_of(Arena *arena, const ChangeSet *set, const ChangedSymbol *gone,
                                const ParameterVec *parameters);
