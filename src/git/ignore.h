/* Ignore files, applied exactly as git applies them (gitignore(5)): the last matching pattern of
   the deepest file wins; `!` takes back; a directory that is ignored is not looked into. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

typedef struct IgnorePattern {
    Str text; /* without markers, leading and trailing slash */
    bool negated;
    bool directory; /* matches directories only */
    bool anchored;  /* against the path below the file's directory, else against the base name */
    bool plain;     /* no wildcards, or one `*` in front: `tags`, `*.o`; then `tail` is the rest */
    bool suffix;    /* that star */
    Str tail;
    Str literal;   /* what all it matches begins with */
    bool whole;    /* that is all of the pattern */
    Str written;   /* as it stands in its file … */
    uint32_t line; /* … on which line */
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
/* The pattern that decides about a path, and its file; NULL when none does. */
const IgnorePattern *ignore_find(const IgnoreStack *stack, Str path, bool is_directory,
                                 const IgnoreFile **found);
/* What the stack says about a path relative to the root; the latest pushed file is asked first. */
IgnoreVerdict ignore_check(const IgnoreStack *stack, Str path, bool is_directory);

/* git's wildmatch with pathnames: `*`, `?` and `[…]` match within a component, `**` across. Linear
   in the product of the lengths, never exponential. */
bool ignore_match(Str pattern, Str path);
