/* Condensing: what a parse can pass over when only declarations are wanted. A lexical pass finds
   the bodies of functions in which nothing is declared that an outline shows; the parser then sees
   each as one blank (lang/parse.h), so positions and texts stay those of the file. A parse costs
   and takes what is left. The pass is strict: where strings, comments or brackets are not what it
   expects, the body, or the whole file, is left to the parser. Of a language it needs what lang.def
   says in `.lexical`, and in `.condense` these facts. */
#pragma once

#include "lang/outline.h"

typedef enum CondenseTrait {
    CONDENSE_KEYWORD = 1,     /* functions begin with a word of `.lexical` that declares one */
    CONDENSE_METHODS = 2,     /* `name(…) {` in a type is one; elsewhere it is an unnamed type */
    CONDENSE_SCRIPT = 4,      /* `name(…) {` and `=> {` are functions wherever they stand */
    CONDENSE_INDENT = 8,      /* bodies by indentation */
    CONDENSE_ARROWS = 16,     /* `-> {` or `=> {` is the body of an unnamed function */
    CONDENSE_BOUND = 32,      /* an unnamed function declares only behind `=` */
    CONDENSE_CLOSURES = 64,   /* `= |x|` and `= move |x|` declare */
    CONDENSE_TEMPLATES = 128, /* `…${…}…` */
    CONDENSE_MARKUP = 256,    /* <a>…</a> is a value */
    CONDENSE_TYPED = 512,     /* `name(…): T {`: the `{` of a type follows no type */
    CONDENSE_NESTED = 1024,   /* block comments nest */
    CONDENSE_PAGES = 2048,    /* code stands between <? and ?> */
    CONDENSE_FOLDED = 4096,   /* words in capitals are the same */
    CONDENSE_VERBATIM = 8192, /* no escapes in """ */
    CONDENSE_HOLES = 1 << 14, /* {…} in strings may have strings in it */
    CONDENSE_INITIALS = 1 << 15,  /* `new T(…) {` sets fields: no type */
    CONDENSE_LONE = 1 << 16,      /* a ' alone may stand anywhere: lifetimes, labels */
    CONDENSE_ENDS = 1 << 17,      /* bodies by indentation, with an `end` (Ruby) */
    CONDENSE_WORDS = 1 << 18,     /* bodies between words (Lua) */
    CONDENSE_LISTS = 1 << 19,     /* lists that declare nothing (Emacs Lisp) */
    CONDENSE_CALLS = 1 << 20,     /* braces without assigned functions (R) */
    CONDENSE_RIGHTS = 1 << 24,    /* right sides of `=` (Scala) */
    CONDENSE_ACCESSORS = 1 << 25, /* `var a: T {`, `get {`, strings with \(…) (Swift) */
    CONDENSE_DO = 1 << 26,        /* blocks by indentation, from `do` to `end` (Elixir) */
    CONDENSE_VALUES = 1 << 27,    /* `fun f() = a {` (Kotlin) */
    CONDENSE_LAYOUT = 1 << 28,    /* right sides of equations (Haskell) */
    CONDENSE_ITEMS = 1 << 29,     /* right sides of `let` (OCaml) */
} CondenseTrait;

typedef struct CondenseFacts {
    unsigned traits;     /* CondenseTrait bits; 0: the language is not condensed */
    const char *declare; /* words that may declare something in a function, by spaces; with a `+`
                            behind it, only when a name follows; with a `.`, also behind a dot */
    const char *control; /* words whose `(…) {` is a statement */
} CondenseFacts;

/* [start, end) of the text, which the parser is to see as one byte. */
typedef struct Gap {
    uint32_t start, end;
    char blank; /* the byte that it reads as */
} Gap;
typedef VEC(Gap) GapVec;

/* Shorter ones are not worth it. */
#define GAP_BYTES_MIN 12

/* The gaps of a text, ascending, in the arena; none when the language has no facts, when the pass
   is not sure of the file, or when there are none. */
GapVec condense_find(Arena *arena, Arena scratch, const Language *language, Str text);
/* Line numbers of an outline whose parse had gaps, from its offsets. */
void condense_lines(Arena scratch, Str text, Outline *outline);
