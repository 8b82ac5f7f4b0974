/* The forms that an answer can take. */
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

/* A structured answer as TOON or as one JSON line (also for TEXT), with a line end. The value must
   be complete before `scratch` is passed. */
void view_put_value(Buf *out, Arena scratch, ViewFormat format, const Json *value);

/* Text of others within a line of ours: invalid UTF-8 as U+FFFD, control
   characters (char_is_control) as spaces. */
void view_put_line_text(Buf *out, Str text);
/* A path, or a place in one, so that it can be given back (text/address.h). */
void view_put_address(Buf *out, Str text);

/* At most max bytes of the text, cut in the middle with an ellipsis, never within a character. */
Str view_cut_middle(Arena *arena, Str text, size_t max);
/* The same, cut at the end. */
Str view_cut_end(Arena *arena, Str text, size_t max);

/* `[a-b]`, or `[a]` for one line. */
void view_put_range(Buf *out, uint64_t first, uint64_t last);
