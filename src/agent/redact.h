/* Redaction: texts that look like secrets are replaced before they leave this machine
   (text/secrets.h). */
#pragma once

#include "base/str.h"
#include "base/vec.h"

typedef struct Redaction {
    Str name;      /* name of the part it was in */
    uint32_t line; /* line of that part, from 1; 0: the whole part */
    Str what;      /* `a private key` */
} Redaction;
typedef VEC(Redaction) RedactionVec;

/* The text without its secrets: a line that has one becomes `[redacted: a private key]`, and so
   does a block from BEGIN to END. If the rest still looks secret, all of it goes. */
Str redact(Arena *arena, Str name, Str text, RedactionVec *redactions);
