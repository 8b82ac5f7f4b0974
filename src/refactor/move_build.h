/* What build files say of two source files. Only move_build*.c include this.

   move_build.c        which files are build files, and the verdict
   move_build_text.c   one build file */
#pragma once

#include "refactor/move.h"

/* How a build file lists sources. */
typedef enum BuildSyntax {
    BUILD_NONE,
    BUILD_MAKE,     /* variables and rules; lines end without a backslash */
    BUILD_CMAKE,    /* calls, whose first argument says what they add to */
    BUILD_MESON,    /* assignments and calls */
    BUILD_BRACKETS, /* lists in brackets: Bazel, gyp, gn, Python */
    BUILD_PROJECT,  /* the file is one list: projects of Visual Studio and Xcode */
} BuildSyntax;

/* Mentions of the two files in one build file; with more, their lists are not followed. Each costs
   a pass over the text. */
#define BUILD_MENTIONS_MAX 200

/* A list that names one of the two files, or both. */
typedef struct BuildList {
    Str key; /* the same for what is added to one list in several statements */
    uint32_t line;
    bool has[2];
    bool alone; /* no list: a program or a module is made of the file */
} BuildList;
typedef VEC(BuildList) BuildListVec;

typedef struct BuildFile {
    Catalog *catalog;
    Arena *arena;
    Str path, text;
    BuildSyntax syntax;
    Str sources[2]; /* paths of the two files */
    BuildListVec lists;
    size_t mentions;
} BuildFile;

/* Fills in the lists in the order in which they are first met. False: there are too many. */
bool build_read_lists(BuildFile *file) MUST_USE;
