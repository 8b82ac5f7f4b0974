/* Which files a model may be shown: those of the index, so that ignored ones stay here, and of them
   none whose name promises secrets. */
#pragma once

#include "tools/tool.h"

/* Whether a model may be shown the text of a file: it, or what it leads to, is in the index. */
bool privacy_may_show(Arena scratch, const ToolContext *context, Str path);
/* The answer of a tool, which lists files with indented lines below them, without the files whose
   names promise secrets. */
Str privacy_clean_answer(Arena *arena, Str answer);
