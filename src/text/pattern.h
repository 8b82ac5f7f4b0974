/* What a text search looks for: a text as it stands, or a regular expression (PCRE2). The unit is
   the line: a match never crosses a line end, `^` and `$` are the line's. Bytes that are not UTF-8
   match nothing but themselves. A pattern is shared by threads; each has a matcher of its own. */
#pragma once

#include "base/err.h"

typedef struct PatternOptions {
    bool regex;
    bool ignore_case;
    bool whole_word; /* not within a longer word */
} PatternOptions;

typedef struct Pattern Pattern;

/* Errors: empty, too long, more than one line, or not a regular expression (with the place). */
bool pattern_open(Arena *arena, Str text, PatternOptions options, Pattern **pattern,
                  Err *err) MUST_USE;
void pattern_close(Pattern **pattern); /* works as SCOPED(pattern_close) */

typedef struct Matcher Matcher;
/* In the arena; the pattern must outlive it. */
Matcher *matcher_open(Arena *arena, const Pattern *pattern);
void matcher_close(Matcher **matcher); /* works as SCOPED(matcher_close) */

typedef enum MatchResult {
    MATCH_FOUND,
    MATCH_NOT_FOUND,
    MATCH_GIVEN_UP, /* the expression needs more steps than limits.h allows */
} MatchResult;

typedef struct Match {
    size_t start, end;           /* of the match */
    size_t line_start, line_end; /* of its line, without LF */
} Match;

/* The first match at or after `from`, which is 0, the start of a line, or the end of a match. */
MatchResult matcher_find(Matcher *matcher, Str text, size_t from, Match *match);

/* ---- for pattern.c and tests ---- */

typedef struct PatternParts {
    Str inside;   /* the expression, changed so that nothing in it matches a line end */
    Str literal;  /* a text that every match contains; may be empty */
    bool by_line; /* it could not be changed: it must see one line at a time */
} PatternParts;
/* A reading of the expression's syntax that is exact where it answers, and gives up (by_line, no
   literal) on what it does not know. The expression is known to compile. */
PatternParts pattern_take_apart(Arena *arena, Str expression);
