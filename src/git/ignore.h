/* Ignore patterns with git's semantics (gitignore(5)): the last matching pattern of the deepest
   file wins and `!` re-includes. Nothing inside an ignored directory is considered. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

typedef struct IgnorePattern {
    Str text; /* without markers, leading and trailing slash */
    bool negated;
    bool directory; /* matches directories only */
    bool anchored;  /* against the path below the file's directory, else against the base name */
    bool plain;     /* no wildcards except one leading `*`: `tags`, `*.o`; `tail` is the rest */
    bool suffix;    /* has that star */
    Str tail;
    Str literal;   /* common prefix of all matches */
    bool whole;    /* `literal` is the whole pattern */
    Str written;   /* source text in its file */
    uint32_t line; /* line of its file, from 1 */
} IgnorePattern;

/* The patterns of one ignore file. */
typedef struct IgnoreFile {
    Str base; /* directory of the file, relative to the root, empty for the root itself */
    Str path; /* of the file */
    IgnorePattern *patterns;
    size_t count;
} IgnoreFile;

typedef VEC(IgnoreFile) IgnoreStack;

typedef enum IgnoreVerdict {
    IGNORE_UNDECIDED,
    IGNORE_NO,
    IGNORE_YES
} IgnoreVerdict;

/* Pushes the patterns of an ignore file's text. `base`, `path` and `text` must outlive the stack.
 */
void ignore_push(Arena *arena, IgnoreStack *stack, Str base, Str path, Str text);
/* The pattern that decides about a path, and its file; NULL if no pattern does. */
const IgnorePattern *ignore_find(const IgnoreStack *stack, Str path, bool is_directory,
                                 const IgnoreFile **found);
/* The verdict of the whole stack on a path relative to the root. The file pushed last takes
   precedence. */
IgnoreVerdict ignore_check(const IgnoreStack *stack, Str path, bool is_directory);

/* git's wildmatch with pathnames: `*`, `?` and `[…]` match within a component, `**` across
   components. Time is at most proportional to the product of the lengths, never exponential. */
bool ignore_match(Str pattern, Str path);
