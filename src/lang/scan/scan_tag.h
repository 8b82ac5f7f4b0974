/* Tag scanner for XML, HTML and similar markup: it returns one tag after another. Text between
   tags is left to the caller. */
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
    size_t start, end; /* `end` is after the closing `>` */
    size_t attributes; /* where the attributes begin; they end at attributes_end */
    size_t attributes_end;
} Tag;

/* The next tag at or after *at, which moves past it; false after the last tag. A tag that does
   not end is cut at the next `<` or at the end of the text. With `braces`, an attribute's value
   may be {…} (Svelte, JSX). *braces counts down the unclosed ones; at 0, braces are ordinary
   bytes. */
bool tag_next(Str text, size_t *at, size_t *braces, Tag *tag);
/* The name and the value without quotes of the attribute at *at, which moves past it; false at
   `end`. */
bool tag_attribute_next(Str text, size_t *at, size_t end, Str *name, Str *value);
/* The attribute's value without quotes; empty when missing. Names are compared without ASCII
   case. */
Str tag_attribute(Str text, const Tag *tag, const char *name);
/* The name without its namespace prefix: `xs:element` gives `element`. */
Str tag_local_name(Str name);
/* The text in [from, to) with tags removed and white space folded. */
Str tag_text(Scan *scan, size_t from, size_t to);
