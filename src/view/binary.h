/* What is said of a file that is not text. */
#pragma once

#include "lang/lang.h"
#include "view/format.h"

typedef struct BinaryFile {
    Str path; /* as it is to be shown */
    uint64_t bytes;
    BinaryType type;
} BinaryFile;

/* `logo.png: PNG image, 512 × 512, 34.2 KB` */
void binary_write_line(Buf *out, const BinaryFile *file);
/* The same as a structured answer of a kind ("map", "read"), to which the caller may add members.
 */
Json *binary_value(Arena *arena, Str kind, const BinaryFile *file);
/* One or the other. */
void binary_write(Buf *out, Arena scratch, ViewFormat format, Str kind, const BinaryFile *file);
