/* Where a comment ends to a compiler, which may be elsewhere than to an editor (LangComments). */
#pragma once

#include "lang/lexical/lexical_state.h"

/* End of the comment at `at`, or `at` if no comment begins there. *doubtful, unless NULL: compilers
   differ in where it ends. */
size_t lexical_comment_end(const Lexical *lexical, size_t at, bool *doubtful);
