/* Content tests: which of several languages the head of a file is in. Those that lang.def names
   (`.sniff`) are in languages/<id>/sniff.c; this is what they share, and what tells data without a
   telling name. */
#pragma once

#include "base/str.h"

/* Whether the line starts with one of the words, which are separated by `|`. */
bool sniff_starts(Str line, const char *words, bool nocase);
/* Whether any line does, case counting. */
bool sniff_has_line(Str head, const char *words);

bool sniff_json(Str head);  /* an object with a key, or an empty one */
bool sniff_jsonl(Str head); /* two lines that are one object each */
bool sniff_ini(Str head);   /* a section, then a key with a value */
