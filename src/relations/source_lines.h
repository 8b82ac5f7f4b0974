/* The lines of a symbol or of a file, found through the index and read from the work tree. */
#pragma once

#include "relations/symbol_answer.h"

/* Which lines: those of a symbol, or of a file if there is no symbol. */
typedef struct SourceQuestion {
    Str symbol;          /* name, qualified name, hash, PATH::Name, PATH:LINE; empty: none */
    Str file;            /* of the symbol, if several have its name; or of the lines */
    uint64_t first, end; /* without a symbol */
    uint64_t context;    /* lines before and after */
} SourceQuestion;

/* Opens the session. *lines is set to what *source has, with the lines around. A file that the
   index only lists, such as minified code, is read too. */
bool source_lines_find(SessionRequest *request, IndexSession *session,
                       const SourceQuestion *question, SourceLines *lines, Str *source,
                       Err *err) MUST_USE;
