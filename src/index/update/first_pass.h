/* The first pass at a large tree: its likely definitions (lang/lexical/lexical.h) seconds after it
   was listed, long before the exact ones. Workers read many files at a time, and nothing but what a
   search for names needs is taken up; FILE_LEXICAL says so. */
#pragma once

#include "index/update/intake.h"

typedef struct FirstPassOptions {
    Str root;
    int workers;            /* 0: one a core */
    uint64_t memory;        /* limit of all processes, MEMORY_NONE: none (memory.h) */
    const Arena *hidden[2]; /* what workers need not have */
    const volatile bool *cancel;
    /* Called now and then with how many files are done. */
    void (*step)(void *context, uint32_t done);
    void *context;
} FirstPassOptions;

/* What the paths alone tell of files that are no more than listed: language and class, as far as
 * names show them. */
void first_pass_list(Catalog *catalog, const IntakeFileVec *files);

/* Looks at the files that are no more than listed, as long as there is memory. What cannot be read
   or is not understood stays without symbols, for the exact pass to say why. Interrupted, those
   that were done are whole. */
bool first_pass_files(Arena *arena, Catalog *catalog, const IntakeFileVec *files,
                      const FirstPassOptions *options, Err *err) MUST_USE;
