/* Generated files, recognised by a mark: a separate comment in the header, before the first line of
   code. A sentence that only mentions generated things is not a mark, nor is a string or a
   documentation string. */
#pragma once

#include "lang/lang.h"

typedef enum GeneratedMark {
    GENERATED_NONE,
    GENERATED_MADE,   /* a program wrote it */
    GENERATED_SEALED, /* the same, and its header forbids edits */
} GeneratedMark;

/* What the header says; *line is where, from 1, or 0. */
GeneratedMark generated_mark(const Language *language, Str text, uint32_t *line);
