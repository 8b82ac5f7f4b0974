/* Citations: every `path:line` and symbol that an answer names is looked up in the index. What is
   not there is marked where it stands, so that no reader takes it for a fact. */
#pragma once

#include "base/vec.h"
#include "tools/tool.h"

typedef struct Citations {
    uint32_t found, wrong;
    VEC(Str) marked; /* the wrong ones, each once */
} Citations;

/* The lines with marks added: `src/a.c:99 [no such line: the file has 80]`. `shown` is text that
   the model got: a symbol that occurs there is not marked. Lines of code blocks that have no path
   in them stay as they are; *in_code says whether the text ends within one. */
Str cite_check(Arena *arena, const ToolContext *context, Str text, Str shown, bool *in_code,
               Citations *citations);
