/* First, lexical pass over a large tree: finds likely definitions (lang/lexical/lexical.h) seconds
   after the listing, long before the exact pass ends.

   Worker processes scan batches of files. Only entries for name searches are put into the catalog,
   and such files have the state FILE_LEXICAL. */
#pragma once

#include "index/update/intake.h"

typedef struct FirstPassOptions {
    Str root;
    int workers;            /* 0: one per core */
    uint64_t memory;        /* limit in bytes for all processes, MEMORY_NONE: none (memory.h) */
    const Arena *hidden[2]; /* arenas that workers do not need */
    const volatile bool *cancel;
    /* Called from time to time with the number of files done. */
    void (*step)(void *context, uint32_t done);
    void *context;
} FirstPassOptions;

/* Sets language and class of files that are only listed, as far as the path shows them. */
void first_pass_list(Catalog *catalog, const IntakeFileVec *files);

/* Scans the files that are only listed, as long as memory lasts. Files that cannot be read or are
   not understood get no symbols; the exact pass reports why. When interrupted, files already done
   are complete. */
bool first_pass_files(Arena *arena, Catalog *catalog, const IntakeFileVec *files,
                      const FirstPassOptions *options, Err *err) MUST_USE;
