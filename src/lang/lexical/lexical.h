/* The lexical tier: likely definitions and the words of a file, read in one pass at several hundred
   megabytes a second. Strings and comments are skipped and blocks followed by what a language's
   lang.def says in `.lexical`; no grammar is asked. It serves a repository before its files are
   parsed, and files that a grammar refuses. */
#pragma once

#include "lang/lang.h"

/* How definitions end. */
typedef enum LexicalBlocks {
    LEXICAL_WORDS,  /* none are looked for: words only */
    LEXICAL_BRACES, /* with the brace that closes theirs */
    LEXICAL_INDENT, /* before a line that is indented no deeper, or with its `end` or bracket */
    LEXICAL_PARENS, /* with their parenthesis: Lisp */
} LexicalBlocks;

typedef enum LexicalTrait {
    LEXICAL_CALLS = 1,     /* `name(…) {` defines a function */
    LEXICAL_OBJECTS = 2,   /* … in any block (JavaScript); otherwise outside of functions only */
    LEXICAL_LINES = 4,     /* a line end can end a declaration */
    LEXICAL_ASSIGNED = 8,  /* `name = (…) =>` and `name = function` define name */
    LEXICAL_RECEIVER = 16, /* `func (r T) name`, `type ( … )` */
    LEXICAL_CHARS = 32,    /* 'x' is a character, a quote alone is none */
    LEXICAL_REGEX = 64,    /* /…/ where a value is expected */
    LEXICAL_RAW = 128,     /* r"…", r#"…"#, @"…": no escapes */
    LEXICAL_HEREDOC = 256, /* <<WORD up to a line WORD */
    LEXICAL_LONG = 512,    /* [[…]], [=[…]=], and comments of that form (Lua) */
    LEXICAL_POD = 1024,    /* lines from =word to =cut or =end are comments */
    LEXICAL_SPACED = 2048, /* a line comment begins after a blank only: $# is none */
    LEXICAL_DIRECTIVES = 4096,   /* lines from # are the preprocessor's */
    LEXICAL_DASHES = 8192,       /* names may have - in them */
    LEXICAL_MARKS = 16384,       /* names may end in ? ! = */
    LEXICAL_SIGNATURES = 32768,  /* `name ::` and `name … =` at the start of a line define name */
    LEXICAL_SHELL = 65536,       /* `name()` defines; ${ } is no block */
    LEXICAL_CLAUSES = 1 << 17,   /* definitions of one name in a row are one */
    LEXICAL_VALUES = 1 << 18,    /* `let name =` without parameters is a value; names may have ' */
    LEXICAL_BODIED = 1 << 19,    /* a type is defined only where its braces follow */
    LEXICAL_DOLLARS = 1 << 20,   /* $ is part of names */
    LEXICAL_DOTS = 1 << 21,      /* . is part of names */
    LEXICAL_OPERATORS = 1 << 22, /* operators are names too: def +, func == */
    LEXICAL_OPAQUE = 1 << 23,    /* functions have nothing in them but statements and macros */
    LEXICAL_JOINED = 1 << 24,    /* strings beside each other are one */
    LEXICAL_QUOTED = 1 << 25,    /* 'x' and "x" are the same string */
    LEXICAL_LOOSE = 1 << 26,     /* a semicolon at the end of a line, or before }, says nothing */
    LEXICAL_OFFSIDE = 1 << 27,   /* how far a line is indented says what it belongs to */
} LexicalTrait;

typedef enum LexicalNaming {
    LEXICAL_NEXT,   /* the next word, the last of `a.b.c` */
    LEXICAL_DOTTED, /* the next word with its dots */
    LEXICAL_ITSELF, /* the keyword is the name: `init`, `constructor` */
} LexicalNaming;

typedef struct LexicalKeyword {
    const char *word;
    SymbolKind kind;
    LexicalNaming naming;
} LexicalKeyword;

typedef struct LexicalFacts {
    LexicalBlocks blocks;
    unsigned traits; /* LexicalTrait bits */
    const char
        *quotes; /* what opens and closes a string, by spaces; a `*` behind it: several lines */
    const LexicalKeyword *keywords; /* up to one without a word */
} LexicalFacts;

/* In lang.def. */
#define KEYWORDS(...) ((const LexicalKeyword[]){__VA_ARGS__, {NULL, SYMBOL_NONE, LEXICAL_NEXT}})
#define KEYWORD(word_, kind_) \
    { \
        word_, SYMBOL_##kind_, LEXICAL_NEXT \
    }
#define KEYWORD_DOTTED(word_, kind_) \
    { \
        word_, SYMBOL_##kind_, LEXICAL_DOTTED \
    }
#define KEYWORD_ITSELF(word_, kind_) \
    { \
        word_, SYMBOL_##kind_, LEXICAL_ITSELF \
    }

/* A word that occurs in code, once each, in order of the first occurrence. Words of two and more
   bytes, keywords of the language included; not those in strings and comments. */
typedef struct LexicalWord {
    uint64_t hash; /* of its bytes */
    uint32_t start, len;
    uint32_t count;
} LexicalWord;
typedef VEC(LexicalWord) LexicalWords;

/* Whether definitions are found in this language. */
bool lexical_is_known(const Language *language);
/* Text up to FILE_BYTES_MAX. The outline's engine is ENGINE_LEXICAL; names and signatures as
   lang_outline gives them. `words` may be NULL. */
void lexical_scan(Arena *arena, Arena scratch, const Language *language, Str text, Outline *outline,
                  LexicalWords *words);
/* Adds the calls of a language whose `.calls` says how they look, to an outline of the text that
   has no references yet; arguments are not counted. */
void lexical_calls(Arena *arena, const Language *language, Str text, Outline *outline);
