/* Calls of a method by its name alone, where the receiver's type is unknown, in test files that
   name the class that declares it: such tests may run it. */
#pragma once

#include "project/test_block.h"
#include "search/neighbours.h"

typedef struct NamedCalls {
    const Neighbour *node; /* the method */
    uint32_t file;         /* whose text is read */
    Str name;   /* that is called: its own, or that of a matcher, `be_free` for `free?` */
    bool alone; /* without a receiver */
} NamedCalls;
typedef VEC(NamedCalls) NamedCallsVec;

/* Finds the files of tests in which nothing that the search found calls the method, though they or
   classes derived from theirs name its class. */
void named_calls_find(Project *project, const Neighbourhood *found, NamedCallsVec *calls);
/* Whether the text makes such a call. */
bool named_calls_has(Str text, const NamedCalls *call);
