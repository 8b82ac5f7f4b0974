/* Text of others within a line of ours. */
#pragma once

#include "base/buf.h"

/* Invalid UTF-8 as U+FFFD, control characters (char_is_control) as spaces. */
void plain_put(Buf *out, Str text);
