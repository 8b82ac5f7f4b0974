/* Texts in encodings other than UTF-8, which a search reads as UTF-8: UTF-16, with or without a
   byte order mark, and Windows-1252, which includes Latin-1. No other encoding is recognised: text
   that is not UTF-8 is read as Windows-1252. */
#pragma once

#include "base/str.h"

typedef enum TextCoding {
    CODING_UTF8,
    CODING_WINDOWS_1252,
    CODING_UTF16_LE,
    CODING_UTF16_BE,
} TextCoding;

/* The coding of a text that begins with `head`: UTF-16 by its byte order mark, or because most
   characters are ASCII in UTF-16; else CODING_UTF8. */
TextCoding coding_of_head(Str head);
/* The text in UTF-8, without a byte order mark, in the arena. Invalid sequences become U+FFFD. The
   result has at most three times as many bytes. */
Str coding_decode(Arena *arena, TextCoding coding, Str text);
/* Bytes of the mark of UTF-8 at the start of a text: 3 or 0. */
size_t coding_mark(Str text);
