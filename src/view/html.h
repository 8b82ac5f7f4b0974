/* Pages of HTML that hold all they need. What comes from a repository is text on them, whatever it
   says: it is escaped, and a character that is not seen, or turns the reading direction, shows as
   its number. */
#pragma once

#include "base/buf.h"

/* Up to the body. The content security policy names the hashes of this style and this script, so
   that nothing else could run or load, even if a text found a way past the escaping. */
typedef struct HtmlHead {
    Str title; /* as it is to be shown; escaped here */
    Str style, script;
} HtmlHead;
void html_put_head(Buf *out, Arena scratch, const HtmlHead *head);
/* The same script, and the end of the page. */
void html_put_end(Buf *out, Str script);

/* A text without such characters: only the letters of HTML are escaped. */
void html_put_escaped(Buf *out, Str text);
/* Text or an attribute's value; a character that is not seen as `<U+202E>`, escaped. */
void html_put_text(Buf *out, Str text);
/* The same of code, where such a character is an element `<s>`, a byte that is no UTF-8, too. Tabs
   stay. */
void html_put_code(Buf *out, Str text);
/* A text as the name of a place on a page, which a link to it repeats as it is: letters, digits and
   `_.-/:` stay, other bytes are %XX. */
Str html_anchor(Arena *arena, Str text);
