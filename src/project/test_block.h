/* Tests that are blocks within a file rather than functions: `it("adds", …)`, `test "adds" do`.
   Rows of languages/<id>/project.def list the words that begin them. */
#pragma once

#include "project/project.h"

/* The blocks of a file, read once. NULL: the language has no such tests, or the file no blocks. */
const TitledBlocks *test_blocks(Project *project, uint32_t file);
/* Whether a file that is no test file has such tests: its text has a word that says so. */
bool test_blocks_are_among(Project *project, uint32_t file);
/* Whether the symbol is a function with tests that are blocks: what calls it makes them. */
bool test_block_makes_cases(Project *project, uint32_t symbol);
/* The titles of the groups around the block and its own, joined, without the file; names that no
   text gives are left out. */
Str test_block_path(const TitledBlocks *blocks, Arena *arena, uint32_t block, const char *between);
/* Whether the block, or one around it, is not run. */
bool test_block_is_off(const TitledBlocks *blocks, uint32_t block);
