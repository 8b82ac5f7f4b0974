/* How a runner of files is made to run some of their cases: by patterns of titles, or by lines. */
#pragma once

#include "base/buf.h"
#include "project/test_block.h"

/* The case in the runner's form; empty: it runs whole files. `path`: of its file. */
Str test_select_name(const TestRun *run, Arena *arena, const TitledBlocks *blocks, uint32_t block,
                     Str path);
/* Whether the form leaves values in the titles open, so that other cases may fit it. */
bool test_select_is_pattern(const TestRun *run, const TitledBlocks *blocks, uint32_t block);
/* The same for a case that runs in groups of other files, whose titles come first. */
Str test_select_shared(const TestRun *run, Arena *arena, Str name);
/* Whether the form takes the place of the file's path. */
bool test_select_is_path(const TestRun *run);
/* Puts the options that select the cases. */
typedef VEC(Str) TestTitleVec;
void test_select_put(Buf *out, Arena *arena, const TestRun *run, const TestTitleVec *titles);
