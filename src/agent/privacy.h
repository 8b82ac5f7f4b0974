/* Which files a model may be shown: those of the index, so ignored files stay here, but no file
   whose name suggests secrets. */
#pragma once

#include "tools/tool.h"

/* Whether a model may be shown the text of a file: the file, or its link target, is in the
   index. */
bool privacy_may_show(Arena scratch, const ToolContext *context, Str path);
/* The answer of a tool that lists files with indented lines below them, without the files whose
   names suggest secrets. */
Str privacy_clean_answer(Arena *arena, Str answer);
