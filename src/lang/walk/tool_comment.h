/* Tool directives in comments: `eslint-disable-next-line`, `noqa`, `NOLINT`, `@__PURE__`,
   `rubocop:disable`. They are not documentation. */
#pragma once

#include "base/str.h"

/* Whether a comment line is a directive, with or without text after it. `line` is the line of the
   source; `bare` is the same without comment markers. */
bool tool_comment_is(Str line, Str bare);
