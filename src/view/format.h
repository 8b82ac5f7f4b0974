/* Output formats of answers, and texts that all views write. */
#pragma once

#include "base/json.h"

#define VIEW_FORMATS(X) X(TEXT, "text") X(JSON, "json") X(TOON, "toon")

typedef enum ViewFormat {
#define X(name, text) VIEW_##name,
    VIEW_FORMATS(X)
#undef X
    VIEW_FORMAT_COUNT
} ViewFormat;

Str view_format_name(ViewFormat format);

/* Writes a structured answer as TOON or as one line of JSON (also for TEXT), with a line end. The
   value must be complete before `scratch` is passed. */
void view_put_value(Buf *out, Arena scratch, ViewFormat format, const Json *value);

/* Writes foreign text within a line: invalid UTF-8 as U+FFFD, control characters (char_is_control)
   as spaces. */
void view_put_line_text(Buf *out, Str text);
/* Writes a path, or a place in a file, in the form that calls accept (text/address.h). */
void view_put_address(Buf *out, Str text);

/* At most `max` bytes of the text, cut in the middle with an ellipsis, never within a character. */
Str view_cut_middle(Arena *arena, Str text, size_t max);
/* The same, cut at the end. */
Str view_cut_end(Arena *arena, Str text, size_t max);

/* Writes `[a-b]`, or `[a]` for one line. */
void view_put_range(Buf *out, uint64_t first, uint64_t last);
