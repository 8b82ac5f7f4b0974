/* Examples in comments and documents that a run of the tests executes: doctests. */
#pragma once

#include "project/test_block.h"
#include "search/neighbours.h"

typedef struct DocTest {
    uint32_t
        symbol;     /* whose comment has the example; a file; or, with a block, what is around it */
    uint32_t block; /* the block that runs the examples of a module; or 0 */
    const Neighbour *node; /* that an example names */
} DocTest;
typedef VEC(DocTest) DocTestVec;

/* Finds those that name one of the nodes. */
void doc_tests_find(Project *project, const Neighbourhood *found, DocTestVec *tests);
