/* Comments that speak to tools, not to people: `eslint-disable-next-line`, `noqa`, `NOLINT`,
   `@__PURE__`, `rubocop:disable`. They document nothing. */
#pragma once

#include "base/str.h"

/* Whether a line of a comment is such a directive, with what may follow it. `line`: as it stands in
   the source; `bare`: without its comment markers. */
bool tool_comment_is(Str line, Str bare);
