/* Tags of XML, HTML and their kind: one after another, with text between them left to the
   caller. */
#pragma once

#include "lang/scan/scan_text.h"

typedef enum TagKind {
    TAG_OPEN,
    TAG_CLOSE,
    TAG_COMMENT,
    TAG_OTHER, /* CDATA, processing instruction, declaration, <% … %> */
} TagKind;

typedef struct Tag {
    TagKind kind;
    bool self_closing;
    Str name;
    size_t start, end; /* end: after its `>` */
    size_t attributes; /* where they begin, up to attributes_end */
    size_t attributes_end;
} Tag;

/* The next tag at or after *at, which moves behind it; false when there is none. With `braces` an
   attribute value may be {…} (Svelte, JSX); it counts down how often one may fail to end. A tag
   that does not end is cut at the next `<` or the end. */
bool tag_next(Str text, size_t *at, size_t *braces, Tag *tag);
/* Name and value (without quotes) of the attribute at *at, which moves on; false at `end`. */
bool tag_attribute_next(Str text, size_t *at, size_t end, Str *name, Str *value);
/* The value without quotes; empty when missing. Names compare without ASCII case. */
Str tag_attribute(Str text, const Tag *tag, const char *name);
/* The name without its prefix: `xs:element` is `element`. */
Str tag_local_name(Str name);
/* Text up to `limit` bytes from `from` with tags dropped and white space folded. */
Str tag_text(Scan *scan, size_t from, size_t to);
