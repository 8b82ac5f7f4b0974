/* Tests that name the class whose members they have, though it is declared in another file:
   `TEST_F(Fixture, name)` with a fixture from a header. */
#pragma once

#include "project/project.h"

/* Functions of tests that name an owner: its name and the symbol, in order. Starts empty; the first
   search fills it. */
typedef struct TestOwned {
    VEC(uint64_t) list;
    bool is_read;
} TestOwned;

/* Appends the functions in test files other than the type's own that name it as their owner. */
void test_owned_find(Project *project, TestOwned *owned, uint32_t type, IdVec *tests);
