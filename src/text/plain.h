/* Untrusted text made safe for one line of output. */
#pragma once

#include "base/buf.h"

/* Appends the text with invalid UTF-8 as U+FFFD and control characters (char_is_control) as spaces.
 */
void plain_put(Buf *out, Str text);
/* The visible symbol of a C0 control character or DEL (U+2400 and following); any other control
   character gives U+FFFD, and other characters are returned unchanged. */
uint32_t plain_symbol(uint32_t c);
