/* Compiled pattern of a text search: a literal text or a regular expression (PCRE2). The unit is
   the line: a match crosses line ends only if the pattern names them (`\n`, `\R`, `(?s)`, a line
   end in a literal text), and `^` and `$` are the line's. A line end matches LF and CRLF. Bytes
   that are not UTF-8 match only themselves. Threads may share a pattern; each needs its own
   matcher. */
#pragma once

#include "base/err.h"

typedef struct PatternOptions {
    bool regex;
    bool ignore_case;
    bool whole_word; /* no character of a word before or after it */
} PatternOptions;

typedef struct Pattern Pattern;

/* Fails if the text is empty, too long, or not a regular expression (naming the position). */
bool pattern_open(Arena *arena, Str text, PatternOptions options, Pattern **pattern,
                  Err *err) MUST_USE;
void pattern_close(Pattern **pattern); /* works as SCOPED(pattern_close) */

/* Whether a match may cross line ends; then it is found only in texts that hold all of it. */
bool pattern_spans_lines(const Pattern *pattern);
/* Whether a match may have characters beyond ASCII; then the encoding of a text matters. */
bool pattern_is_beyond_ascii(const Pattern *pattern);
/* Why no text can match, as far as the expression can be judged: `nothing gets past character 2 of
   it, '^'`. Empty: some text may. Takes some milliseconds. */
Str pattern_doubt(Arena *arena, Arena scratch, Str text, PatternOptions options);

typedef struct Matcher Matcher;
/* Allocates a matcher in the arena; the pattern must outlive it. */
Matcher *matcher_open(Arena *arena, const Pattern *pattern);
bool matcher_spans_lines(const Matcher *matcher); /* pattern_spans_lines */
void matcher_close(Matcher **matcher);            /* works as SCOPED(matcher_close) */

typedef enum MatchResult {
    MATCH_FOUND,
    MATCH_NOT_FOUND,
    MATCH_GIVEN_UP, /* the expression needs more steps than limits.h allows */
} MatchResult;

typedef struct PatternMatch {
    size_t start, end;           /* of the match */
    size_t line_start, line_end; /* of its lines, without the last LF */
} PatternMatch;

/* Finds the first match at or after `from`, which must be 0, the start of a line, or the end of a
   match. */
MatchResult matcher_find(Matcher *matcher, Str text, size_t from, PatternMatch *match);

/* ---- for pattern.c and tests ---- */

/* A line end, as an expression. */
#define PATTERN_LINE_END STR("(?:\\r?\\n)")

typedef struct PatternParts {
    Str inside;   /* the expression, rewritten so that nothing in it matches a line end */
    Str literal;  /* a text that every match contains; may be empty */
    bool by_line; /* it could not be rewritten: it must see one line at a time */
    bool lines;   /* it names line ends: it must see all lines at once */
} PatternParts;
/* Analyses the expression's syntax. The result is exact, or gives up (by_line, no literal) on
   unknown syntax. With `lines` only the line ends in it are rewritten, to match CRLF,
   too. The expression must compile. */
PatternParts pattern_take_apart(Arena *arena, Str expression);
