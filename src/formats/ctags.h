/* Tags files in the extended format of universal-ctags (tags(5)), which vim, readtags and most
   editors read. Lines are written one by one; the caller sorts them by ctags_name. */
#pragma once

#include "base/buf.h"

/* Longest quotation of a line in a search pattern, as in universal-ctags. */
#define CTAGS_PATTERN_BYTES_MAX 96

typedef struct CtagsTag {
    Str name;   /* from ctags_name */
    Str path;   /* relative to the directory of the tags file */
    Str source; /* the line of the definition, without its end; ptr NULL: unknown */
    uint32_t line, end_line;
    Str kind;              /* in words */
    Str language;          /* may be empty, like everything below */
    Str scope_kind, scope; /* the enclosing symbol, with its own scopes */
    Str signature;         /* parameters with their parentheses */
    Str access;
    bool file_only; /* visible in its own file only */
} CtagsTag;

/* The name as spelled in tags files: control bytes, backslashes, and a leading `!` or space are
   escaped. The same text if nothing needs escaping. */
Str ctags_name(Arena *arena, Str name);
/* The lines at the top: format, order, program. */
void ctags_put_head(Buf *out);
/* One line. A definition whose line cannot be quoted is located by its number. */
void ctags_put(Buf *out, const CtagsTag *tag);
/* Whether a file with this beginning is a tags file of this program. */
bool ctags_is_own(Str head);
