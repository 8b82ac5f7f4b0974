/* Body elision: what a parse can pass over when only declarations are wanted. A lexical pass finds
   the bodies of functions in which nothing is declared that an outline shows; the parser then sees
   each as one blank (lang/parse.h), so positions and texts stay those of the file. A parse costs
   and takes what is left. The pass is strict: where strings, comments or brackets are not what it
   expects, the body, or the whole file, is left to the parser. Of a language it needs what lang.def
   says in `.lexical`, and in `.elide` these facts. */
#pragma once

#include "lang/outline.h"

typedef enum ElideTrait {
    ELIDE_KEYWORD = 1,        /* functions begin with a word of `.lexical` that declares one */
    ELIDE_METHODS = 2,        /* `name(…) {` in a type is one; elsewhere it is an unnamed type */
    ELIDE_JAVASCRIPT = 4,     /* `name(…) {` and `=> {` are functions wherever they stand */
    ELIDE_ARROWS = 16,        /* `-> {` or `=> {` is the body of an unnamed function */
    ELIDE_BOUND = 32,         /* an unnamed function declares only behind `=` */
    ELIDE_CLOSURES = 64,      /* `= |x|` and `= move |x|` declare */
    ELIDE_TEMPLATES = 128,    /* `…${…}…` */
    ELIDE_MARKUP = 256,       /* <a>…</a> is a value */
    ELIDE_TYPED = 512,        /* `name(…): T {`: the `{` of a type follows no type */
    ELIDE_NESTED = 1024,      /* block comments nest */
    ELIDE_PAGES = 2048,       /* code stands between <? and ?> */
    ELIDE_FOLDED = 4096,      /* words in capitals are the same */
    ELIDE_VERBATIM = 8192,    /* no escapes in """ */
    ELIDE_HOLES = 1 << 14,    /* {…} in strings may have strings in it */
    ELIDE_INITIALS = 1 << 15, /* `new T(…) {` sets fields: no type */
    ELIDE_LONE = 1 << 16,     /* a ' alone may stand anywhere: lifetimes, labels */
    ELIDE_SWIFT = 1 << 25,    /* `var a: T {`, `get {`, strings with \(…) (Swift) */
    ELIDE_VALUES = 1 << 27,   /* `fun f() = a {` (Kotlin) */
} ElideTrait;

/* A pass of a language's own (languages/<id>/elide.c, on the kit in elide_state.h). */
typedef struct Elision Elision;
typedef void (*ElideFunction)(Elision *elision);

/* Without traits and without a pass nothing is elided. */
typedef struct ElideFacts {
    unsigned traits;     /* ElideTrait bits */
    const char *declare; /* words that may declare something in a function, by spaces; with a `+`
                            behind it, only when a name follows; with a `.`, also behind a dot */
    const char *control; /* words whose `(…) {` is a statement */
    const char *values;  /* words that a value follows, never an operator */
    const char *either;  /* words that either may follow */
    const char *members; /* words after which a name declares, even after a dot */
    ElideFunction pass;  /* instead of the one that follows brackets; or NULL */
} ElideFacts;

/* [start, end) of the text, which the parser is to see as one byte. */
typedef struct ElidedSpan {
    uint32_t start, end;
    char blank; /* the byte that it reads as */
} ElidedSpan;
typedef VEC(ElidedSpan) ElidedSpans;

/* Shorter ones are not worth it. */
#define GAP_BYTES_MIN 12

/* The spans of a text, ascending, in the arena; none when the language has no facts, when the pass
   is not sure of the file, or when there are none. */
ElidedSpans elide_find(Arena *arena, Arena scratch, const Language *language, Str text);
/* Line numbers of an outline whose parse had spans, from its offsets. */
void elide_lines(Arena scratch, Str text, Outline *outline);
