/* What a file says of itself: the first sentence of its module docstring, head comment or package
   comment; of a document its first prose; of a file with one type that type's comment. Licences,
   interpreter and editor lines are skipped. */
#pragma once

#include "lang/lang.h"

/* Bytes at the start of a file in which its head is looked for. */
#define SUMMARY_HEAD_BYTES (32 * KB)

/* Returns one line, or the empty string when the head says nothing. `text`: the file or its first
   SUMMARY_HEAD_BYTES. `outline`: with docs. */
Str file_summary(Arena *arena, const Language *language, const Outline *outline, Str text);
