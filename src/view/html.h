/* Self-contained HTML pages and the escaping of untrusted text. Text of a repository is always
   shown as text; an invisible character, or one that changes the reading direction, is shown as its
   number. */
#pragma once

#include "base/buf.h"

/* Writes the page up to the body. The content security policy contains the hashes of this style and
   this script. Nothing else can run or load, even if a text got past the escaping. */
typedef struct HtmlHead {
    Str title; /* as plain text; escaped when written */
    Str style, script;
} HtmlHead;
void html_put_head(Buf *out, Arena scratch, const HtmlHead *head);
/* Writes the script, which must be the one in the head, and the end of the page. */
void html_put_end(Buf *out, Str script);

/* Writes a text that has no such characters; only HTML's own characters are escaped. */
void html_put_escaped(Buf *out, Str text);
/* Writes text or an attribute's value. An invisible character becomes `<U+202E>`, escaped. */
void html_put_text(Buf *out, Str text);
/* The same for code: an invisible character or an invalid byte becomes an element `<s>`. Tabs are
   kept. */
void html_put_code(Buf *out, Str text);
/* The text as an id on a page, which a link to it repeats unchanged. Letters, digits and `_.-/:`
   are kept, other bytes become %XX. */
Str html_anchor(Arena *arena, Str text);
