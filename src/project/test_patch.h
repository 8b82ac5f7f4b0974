/* Functions that a test replaces while it runs: `@patch("shop.tax")`, `allow(clock).to
   receive(:now)`, `jest.mock("./tax")`. Rows of languages/<id>/project.def list the words. */
#pragma once

#include "project/project.h"

typedef struct TestPatches {
    VEC(Str) names;   /* of functions */
    VEC(Str) linked;  /* of functions, for all tests of the file */
    VEC(Str) types;   /* of which it makes stand-ins, for the code that it hands them to */
    VEC(Str) modules; /* stems of the paths of files of which all is replaced */
} TestPatches;

/* Appends what a text of the language replaces. */
void test_patch_read(Arena *arena, const Language *language, Str text, TestPatches *patched);
