/* Untrusted text made safe for one line of output. */
#pragma once

#include "base/buf.h"

/* Appends the text with invalid UTF-8 as U+FFFD and control characters (char_is_control) as spaces.
 */
void plain_put(Buf *out, Str text);
