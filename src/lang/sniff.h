/* Content sniffing: whether the head of a file is in a given language. The tests that lang.def
   names (`.sniff`) are in languages/<id>/sniff.c. Here are the helpers that they share, and tests
   for data formats, for files whose name says nothing. */
#pragma once

#include "base/str.h"

/* Whether the line starts with one of the words, which are separated by `|`. */
bool sniff_starts(Str line, const char *words, bool nocase);
/* Whether any line does, case-sensitively. */
bool sniff_has_line(Str head, const char *words);

bool sniff_json(Str head);  /* an object with a key, or an empty one */
bool sniff_jsonl(Str head); /* the first two lines each hold an object */
bool sniff_ini(Str head);   /* a section, then a key with a value */
