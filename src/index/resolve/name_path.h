/* Paths of names as any language writes them: `a.b`, `a::b`, `a/b`, `a\b`. */
#pragma once

#include "base/str.h"

static inline bool name_path_is_joint(char c)
{
    return c == '.' || c == ':' || c == '/' || c == '\\';
}
/* `c` of `a.b::c`. */
static inline Str name_path_last(Str path)
{
    size_t at = path.len;
    while (at && !name_path_is_joint(path.ptr[at - 1]))
        at--;
    return str_from_offset(path, at);
}
