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
    ELIDE_PYTHON = 8,         /* bodies by indentation */
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
    ELIDE_RUBY = 1 << 17,     /* bodies by indentation, with an `end` (Ruby) */
    ELIDE_LUA = 1 << 18,      /* bodies between words (Lua) */
    ELIDE_LISP = 1 << 19,     /* lists that declare nothing (Emacs Lisp) */
    ELIDE_R = 1 << 20,        /* braces without assigned functions (R) */
    ELIDE_SCALA = 1 << 24,    /* right sides of `=` (Scala) */
    ELIDE_SWIFT = 1 << 25,    /* `var a: T {`, `get {`, strings with \(…) (Swift) */
    ELIDE_ELIXIR = 1 << 26,   /* blocks by indentation, from `do` to `end` (Elixir) */
    ELIDE_VALUES = 1 << 27,   /* `fun f() = a {` (Kotlin) */
    ELIDE_HASKELL = 1 << 28,  /* right sides of equations (Haskell) */
    ELIDE_OCAML = 1 << 29,    /* right sides of `let` (OCaml) */
} ElideTrait;

typedef struct ElideFacts {
    unsigned traits;     /* ElideTrait bits; 0: the language is not elided */
    const char *declare; /* words that may declare something in a function, by spaces; with a `+`
                            behind it, only when a name follows; with a `.`, also behind a dot */
    const char *control; /* words whose `(…) {` is a statement */
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
