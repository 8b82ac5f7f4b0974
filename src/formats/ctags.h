/* Tags files in the extended format of universal-ctags (tags(5)), which vim, readtags and most
   editors read. Lines are written one by one; the caller sorts them by ctags_name. */
#pragma once

#include "base/buf.h"

/* Bytes of a line that a search pattern quotes, as in universal-ctags. */
#define CTAGS_PATTERN_BYTES_MAX 96

typedef struct CtagsTag {
    Str name;   /* as ctags_name gives it */
    Str path;   /* relative to the directory of the tags file */
    Str source; /* the line of the definition, without its end; ptr NULL: not known */
    uint32_t line, end_line;
    Str kind;              /* in words */
    Str language;          /* may be empty, like everything below */
    Str scope_kind, scope; /* the symbol around it, with its own scopes */
    Str signature;         /* parameters with their parentheses */
    Str access;
    bool file_only; /* visible in its own file only */
} CtagsTag;

/* The name as tags files spell it: control bytes, backslashes, and a `!` or a space at its start
   are escaped. The same text if nothing is. */
Str ctags_name(Arena *arena, Str name);
/* The lines at the top: format, order, program. */
void ctags_put_head(Buf *out);
/* One line. A definition whose line cannot be quoted is given by its number. */
void ctags_put(Buf *out, const CtagsTag *tag);
/* Whether a file that begins so is a tags file of this program. */
bool ctags_is_own(Str head);
