/* The description of a binary file, in place of its content: type, size and, for pictures,
   dimensions. */
#pragma once

#include "lang/lang.h"
#include "view/format.h"

typedef struct BinaryFile {
    Str path; /* as shown */
    uint64_t bytes;
    BinaryType type;
} BinaryFile;

/* `logo.png: PNG image, 512 × 512, 34.2 KB` */
void binary_write_line(Buf *out, const BinaryFile *file);
/* The same facts as a JSON object whose `_type` is `kind` ("map", "read"). The caller may add
   members. */
Json *binary_value(Arena *arena, Str kind, const BinaryFile *file);
/* As text or as a value, depending on the format. */
void binary_write(Buf *out, Arena scratch, ViewFormat format, Str kind, const BinaryFile *file);
