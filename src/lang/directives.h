/* Comments that tools read: a compiler, builder or checker acts on them. */
#pragma once

#include "lang/lang.h"

typedef enum DirectiveKind {
    DIRECTIVE_NONE,
    DIRECTIVE_BUILD, /* it changes a build, a run or a test (LangComments.directives) */
    DIRECTIVE_CHECK, /* it switches a check off or on, or sets one */
} DirectiveKind;

/* What a comment is, which includes its markers. `first`: the file begins with it. */
DirectiveKind directive_find(const Language *language, Str comment, bool first);
/* The same for the comment of a line, which may follow code; *comment is set where it is one. */
DirectiveKind directive_find_in_line(const Language *language, Str line, bool first, Str *comment);
/* Whether a comment at an offset of a file stands where its row of LangFacts.leads wants it: one
   that must begin the file. Any other may stand anywhere. */
bool directive_in_place(const Language *language, Str text, size_t offset);
