/* The lexical tier: an island scanner that finds likely definitions and the words of a file in one
   pass, at several hundred MB/s. It uses no grammar: it skips strings and comments and follows
   blocks by the facts in `.lexical` of lang.def. It is used for a repository whose files are not
   parsed yet, and for files that the parser gives up. */
#pragma once

#include "lang/lang.h"

/* How definitions end. */
typedef enum LexicalBlocks {
    LEXICAL_WORDS,  /* definitions are not searched for, only words */
    LEXICAL_BRACES, /* with the closing brace */
    LEXICAL_INDENT, /* before a line that is not indented deeper, or with its `end` or bracket */
    LEXICAL_PARENS, /* with the closing parenthesis (Lisp) */
} LexicalBlocks;

typedef enum LexicalTrait {
    LEXICAL_CALLS = 1,     /* `name(…) {` defines a function */
    LEXICAL_OBJECTS = 2,   /* it does in any block (JavaScript), not only outside of functions */
    LEXICAL_LINES = 4,     /* a line end can end a declaration */
    LEXICAL_ASSIGNED = 8,  /* `name = (…) =>` and `name = function` define name */
    LEXICAL_RECEIVER = 16, /* `func (r T) name`, `type ( … )` */
    LEXICAL_CHARS = 32,    /* 'x' is a character; a lone ' opens no string */
    LEXICAL_REGEX = 64,    /* /…/ where a value is expected */
    LEXICAL_RAW = 128,     /* r"…", r#"…"#, @"…": no escapes */
    LEXICAL_HEREDOC = 256, /* <<WORD up to a line WORD */
    LEXICAL_LONG = 512,    /* [[…]], [=[…]=], and comments of that form (Lua) */
    LEXICAL_POD = 1024,    /* lines from =word to =cut or =end are comments */
    LEXICAL_SPACED = 2048, /* a line comment begins after a blank only: not in $# */
    LEXICAL_DIRECTIVES = 4096,   /* lines that begin with # are preprocessor directives */
    LEXICAL_DASHES = 8192,       /* names may contain - */
    LEXICAL_MARKS = 16384,       /* names may end in ? ! = */
    LEXICAL_SIGNATURES = 32768,  /* `name ::` and `name … =` at the start of a line define name */
    LEXICAL_SHELL = 65536,       /* `name()` defines a function; ${ } is not a block */
    LEXICAL_CLAUSES = 1 << 17,   /* consecutive definitions of one name are one symbol */
    LEXICAL_VALUES = 1 << 18,    /* `let name =` without parameters is a value; names may have ' */
    LEXICAL_BODIED = 1 << 19,    /* a type is defined only if its braces follow (C, C++) */
    LEXICAL_DOLLARS = 1 << 20,   /* $ is part of names */
    LEXICAL_DOTS = 1 << 21,      /* . is part of names */
    LEXICAL_OPERATORS = 1 << 22, /* operators are names too: def +, func == */
    LEXICAL_OPAQUE = 1 << 23,    /* functions contain no definitions except macros (C) */
    LEXICAL_JOINED = 1 << 24,    /* adjacent strings are concatenated */
    LEXICAL_QUOTED = 1 << 25,    /* 'x' and "x" are the same string */
    LEXICAL_LOOSE = 1 << 26,     /* a semicolon at the end of a line, or before }, is optional */
    LEXICAL_OFFSIDE = 1 << 27,   /* offside rule: blocks are formed by indentation */
} LexicalTrait;

typedef enum LexicalNaming {
    LEXICAL_NEXT,   /* the next word; of `a.b.c` the last component */
    LEXICAL_DOTTED, /* the next word, with its dots */
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
        *quotes; /* marks of strings, separated by spaces; with the suffix `*` they span lines */
    const LexicalKeyword *keywords; /* the last one has no word */
} LexicalFacts;

/* For lang.def. */
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

/* A distinct word of the code, in order of first occurrence. Words have at least two bytes and
   include the language's keywords, but not words in strings and comments. */
typedef struct LexicalWord {
    uint64_t hash; /* of its bytes */
    uint32_t start, len;
    uint32_t count;
} LexicalWord;
typedef VEC(LexicalWord) LexicalWords;

/* Whether definitions are found in this language. */
bool lexical_is_known(const Language *language);
/* Makes the outline of a text of at most FILE_BYTES_MAX, with engine ENGINE_LEXICAL and names and
   signatures as from lang_outline. It has no imports and no references. `words` may be NULL, else
   it gets the words, in `arena`. */
void lexical_scan(Arena *arena, Arena scratch, const Language *language, Str text, Outline *outline,
                  LexicalWords *words);
/* Adds the calls to an outline of the text without references, for languages whose `.calls`
   describes them. Arguments are not counted. */
void lexical_calls(Arena *arena, const Language *language, Str text, Outline *outline);
