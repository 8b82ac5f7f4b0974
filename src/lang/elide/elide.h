/* Body elision: finds text that the parser can skip if only declarations are wanted. A lexical pass
   finds function bodies that declare nothing an outline shows. The parser then reads each as one
   blank (lang/parse.h), so offsets and texts stay those of the file. Time and memory of a parse
   depend only on the rest.

   The pass is strict: if strings, comments or brackets are not as expected, it leaves the body, or
   the whole file, to the parser. It needs the facts in `.lexical` of lang.def, and these in
   `.elide`. */
#pragma once

#include "lang/outline.h"

typedef enum ElideTrait {
    ELIDE_KEYWORD = 1,     /* functions begin with a word of `.lexical` that declares one */
    ELIDE_METHODS = 2,     /* `name(…) {` in a type is a method; elsewhere an anonymous class */
    ELIDE_JAVASCRIPT = 4,  /* `name(…) {` and `=> {` are functions anywhere */
    ELIDE_ARROWS = 16,     /* `-> {` or `=> {` is the body of an unnamed function */
    ELIDE_BOUND = 32,      /* an unnamed function is a declaration only after `=` */
    ELIDE_CLOSURES = 64,   /* `= |x|` and `= move |x|` are declarations */
    ELIDE_TEMPLATES = 128, /* template strings: `…${…}…` */
    ELIDE_MARKUP = 256,    /* <a>…</a> is a value (JSX) */
    ELIDE_TYPED = 512,     /* return types, `name(…): T {`; after a type, `{` opens a body */
    ELIDE_NESTED = 1024,   /* block comments nest */
    ELIDE_PAGES = 2048,    /* code is between <? and ?> (PHP) */
    ELIDE_FOLDED = 4096,   /* keywords are case-insensitive */
    ELIDE_VERBATIM = 8192, /* no escapes in """ */
    ELIDE_HOLES = 1 << 14, /* {…} in strings is code, which may contain strings */
    ELIDE_INITIALS = 1 << 15,   /* `new T(…) {` initialises fields and is not a class */
    ELIDE_LONE = 1 << 16,       /* a lone ' is allowed: lifetimes, labels */
    ELIDE_LONG_HEADS = 1 << 25, /* the `{` of a head may be on another line; any `}` ends one */
    ELIDE_VALUES = 1 << 27,     /* `fun f() = a {` (Kotlin) */
} ElideTrait;

/* What an opening bracket begins. */
typedef enum BracketKind {
    BRACKET_PLAIN,
    BRACKET_VALUE, /* an object literal */
    BRACKET_FUNCTION,
    BRACKET_TYPE,
    BRACKET_ENUM, /* constants of an enum, up to a `;` */
} BracketKind;

/* A pass for one language (languages/<id>/elide.c), written with the helpers in elide_state.h. */
typedef struct Elision Elision;
typedef void (*ElideFunction)(Elision *elision);

/* Lists are separated by spaces. Without traits and without a pass nothing is elided. */
typedef struct ElideFacts {
    unsigned traits;     /* ElideTrait bits */
    const char *declare; /* words that may declare something in a function; with the suffix `+` only
                            before a name, with the suffix `.` also after a dot */
    const char *control; /* words whose `(…) {` is a statement */
    const char *values;  /* words that are followed by a value, never by an operator */
    const char *either;  /* words that may be followed by either */
    const char *members; /* words that declare, even after a dot */
    ElideFunction pass;  /* replaces the pass that follows brackets; or NULL */
    /* Hooks of the pass that follows brackets, in languages/<id>/elide.c; or NULL. */
    /* Takes note of a word, which has these roles (WordRole), instead of elide_word. */
    void (*read_word)(Elision *elision, Str word, uint8_t roles);
    /* What the `{` at that offset begins. */
    BracketKind (*brace_kind)(Elision *elision, size_t at);
    /* The offset after the string that begins at `at`; unsure when it has no end. Such strings may
       hold code. */
    size_t (*skip_string)(Elision *elision, size_t at);
    /* Whether the `/` at that offset begins a regular expression, which makes the pass unsure. */
    bool (*is_regex)(const Elision *elision, size_t at);
} ElideFacts;

/* A range of the text that the parser reads as one character. */
typedef struct ElidedSpan {
    uint32_t start, end;
    char blank; /* that character */
} ElidedSpan;
typedef VEC(ElidedSpan) ElidedSpans;

/* Bytes; shorter spans are not worth it. */
#define GAP_BYTES_MIN 12

/* The spans of a text, ascending, in the arena. Empty if the language has no facts, or if the pass
   met something that it does not understand. */
ElidedSpans elide_find(Arena *arena, Arena scratch, const Language *language, Str text);
/* Recomputes the line numbers of an outline from its offsets, as the rows of a parse with spans are
   wrong. */
void elide_lines(Arena scratch, Str text, Outline *outline);
