/* The names by which text writes several symbols, for one search of all of them. */
#pragma once

#include "session/send.h"
#include "session/session.h"

typedef struct MentionNames {
    VEC(Str) words;        /* each once; what one expression can hold */
    VEC(uint32_t) symbols; /* of these words */
    size_t unsought;       /* further names */
} MentionNames;

/* Leaves out names that text does not write (operators, files). Of several symbols, those that only
   their own file can use are left out, too, and fields and variables, whose uses have no edges in
   any case. */
MentionNames mention_names(SessionRequest *request, const IndexSession *session,
                           const uint32_t *symbols, size_t count);
