/* Tests that are written in one place and run in others: blocks of a function that makes them, and
   of a group that others include by its title. */
#pragma once

#include "project/test_block.h"

typedef struct TestPlace {
    uint32_t file;
    uint32_t block; /* that includes the group; 0: a call in the file makes them */
} TestPlace;
typedef VEC(TestPlace) TestPlaceVec;

/* Appends where the block's tests run; nothing: where they are written. `symbol`: the one that is
   declared around the block. */
void test_shared_places(Project *project, uint32_t symbol, uint32_t block, TestPlaceVec *places);
/* Appends the blocks of other files that include a group of the title, or that are such a group. */
void test_shared_titled(Project *project, uint32_t own, TitledKind kind, Str title,
                        TestPlaceVec *places);
