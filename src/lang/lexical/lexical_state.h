/* Internal state of the lexical tier. lexical.c splits bytes into words, strings and punctuation;
   lexical_skip.c skips strings, comments and other non-code; lexical_braces.c and lexical_lines.c
   find definitions, with lexical_block.c, lexical_c.c and lexical_call.c. The tokeniser
   (code_tokens.c) and body elision (lang/elide) use parts of it.

   All `skip` functions return the offset after the skipped text, or `at` if it does not begin
   there. */
#pragma once

#include "base/limits.h"
#include "lang/registry.h"
#include "lang/scan/scan.h"

/* Kinds of strings of a language; nested parentheses and blocks that are tracked. */
#define LEXICAL_QUOTES_MAX 8
#define LEXICAL_PARENS_KEPT 64
#define LEXICAL_BLOCKS_KEPT 256
#define LEXICAL_NONE UINT32_MAX

typedef enum ByteClass {
    BYTE_PUNCT,
    BYTE_BLANK,
    BYTE_FEED,
    BYTE_WORD,
    BYTE_DIGIT,
    BYTE_QUOTE,
    BYTE_COMMENT, /* may begin a comment */
    BYTE_ACTIVE,  /* punctuation that has a meaning for Blocks */
} ByteClass;

typedef struct Span {
    uint32_t start, end;
} Span;

typedef struct LexicalQuote {
    Str text;
    bool lines;
} LexicalQuote;

typedef enum BlockKind {
    BLOCK_OTHER,
    BLOCK_FUNCTION,
    BLOCK_TYPE,
    BLOCK_OUTER, /* namespace, module, object: like the file itself */
} BlockKind;

/* What the current statement contains so far. */
typedef struct Statement {
    uint32_t start;       /* its first byte, or LEXICAL_NONE */
    Span call;            /* name of the first `name(` outside of parentheses */
    Span assigned;        /* name of `name =` */
    uint32_t value;       /* offset after that `=` */
    uint32_t first_close; /* offset after the first parenthesis closed since then; 0: none */
    bool assignment;      /* a `=` outside of parentheses */
} Statement;

/* What names after the closing brace of a type declare, in C. */
typedef enum CTail {
    TAIL_NONE,
    TAIL_TYPE,  /* names of types: `typedef struct { … } name;` */
    TAIL_VALUE, /* variables: `struct point { … } origin;` */
} CTail;

typedef struct LexicalBlock {
    BlockKind kind;
    bool has_symbol;
    uint32_t parens;  /* number of open parentheses in the block around it */
    uint32_t indent;  /* of its first line (LEXICAL_INDENT) */
    Statement around; /* continues after the block, if that is in parentheses */
} LexicalBlock;

/* A definition whose head was found, and whose block has not begun. */
typedef struct LexicalPending {
    bool active;
    SymbolKind kind;
    Span name;
    uint32_t start;
    uint32_t parens; /* number of open parentheses at its name */
    size_t depth;    /* number of open blocks at its name */
    Str owner;
} LexicalPending;

typedef struct Lexical {
    /* set up once per language, and copied for each file */
    const LexicalFacts *facts;
    const LangComments *comments;
    uint8_t class[256];
    uint32_t keyword_lengths[256]; /* by first byte: a bit for each length of such keywords */
    LexicalQuote quotes[LEXICAL_QUOTES_MAX];
    size_t quote_count;
    Str line_comments[3];
    size_t line_comment_count;
    Str block_open, block_close;

    Scan *scan;
    Str text;
    Str heredoc;      /* word that ends the here-document from the next line on; empty: none */
    bool no_heredocs; /* one without an end was found: << is not searched for any more */

    /* words */
    LexicalWords *words;
    uint32_t *slots; /* index in words + 1 */
    size_t slot_count;
    Arena *scratch;

    /* the last token */
    char previous; /* its last byte; 'a' for a word, '0' for a number, '"' for a string */
    Span word;     /* the last word */
    uint32_t last_end;

    /* the current statement and block */
    Statement statement;
    uint32_t parens;                       /* number of open parentheses */
    Span paren_words[LEXICAL_PARENS_KEPT]; /* the word before each open parenthesis */
    Span closed_call;                      /* the word before the parenthesis closed last */
    LexicalPending pending;
    size_t block_count;
    size_t blocks_lost; /* number of open blocks beyond those kept */
    bool in_group;      /* inside Go's type ( … ) */
    CTail tail;
    bool unbalanced; /* braces of some body do not match: bodies end at a brace in column 0 */
    bool no_bodies; /* no such brace follows either: bodies are not skipped, as each search would go
                       to the end of the text */
    LexicalBlock blocks[LEXICAL_BLOCKS_KEPT]; /* not zeroed */
} Lexical;

/* A state for the text in the arena, with the language's bytes, quotes and comments. */
Lexical *lexical_set_up(Arena *arena, const Language *language, Str text);

static inline Str lexical_str(const Lexical *lexical, Span span)
{
    return (Str){lexical->text.ptr + span.start, span.end - span.start};
}

/* Makes a signature of a short text that needs no folding. */
static inline Str lexical_signature(const Lexical *lexical, Str text)
{
    return str_cut_chars(lexical->scan->arena, text, SIGNATURE_CHARS_MAX);
}

static inline char lexical_byte(const Lexical *lexical, size_t at)
{
    return at < lexical->text.len ? lexical->text.ptr[at] : '\0';
}

static inline bool lexical_has(const Lexical *lexical, unsigned trait)
{
    return (lexical->facts->traits & trait) != 0;
}

static inline bool lexical_is_word(const Lexical *lexical, size_t at)
{
    unsigned char byte = (unsigned char)lexical_byte(lexical, at);
    return lexical->class[byte] == BYTE_WORD || lexical->class[byte] == BYTE_DIGIT;
}

/* lexical_skip.c */
size_t lexical_skip_string(const Lexical *lexical, size_t at);  /* at least its quote */
size_t lexical_skip_comment(const Lexical *lexical, size_t at); /* not its line end */
size_t lexical_skip_regex(const Lexical *lexical, size_t at);
size_t lexical_skip_raw(const Lexical *lexical, size_t at);
size_t lexical_skip_long(const Lexical *lexical, size_t at);
/* Skips a C function body: from after its opening brace to its closing brace; adds the macros
   defined inside. If the braces do not match, skips to the first brace in column 0, or returns
   `at`. */
size_t lexical_skip_body(Lexical *lexical, size_t at);
/* Skips the directive whose # is at `at`, and adds the macro that it defines. If it is not the
   first mark on its line, skips only the #. */
size_t lexical_skip_directive(Lexical *lexical, size_t at);
/* Records the here-document that `<<` at `at` announces, if it is one. */
void lexical_note_heredoc(Lexical *lexical, size_t at);
/* Skip the here-document that was recorded, or POD, at the start of a line. */
size_t lexical_skip_heredoc(Lexical *lexical, size_t at);
size_t lexical_skip_pod(const Lexical *lexical, size_t at);
/* Skips non-code at the start of a line; for LEXICAL_INDENT it also handles the line. */
size_t lexical_begin_line(Lexical *lexical, size_t at);

static inline bool lexical_is_none(Span span)
{
    return span.start == span.end;
}

/* lexical_call.c */
/* The word before the parenthesis at `at`, with type arguments between them skipped; empty if no
   word comes before it. */
Span lexical_word_before(const Lexical *lexical, size_t at);
/* Whether `word (…) {` is a statement, not a function. */
bool lexical_is_control(Str word);
/* Whether the word looks like a macro of C: NAME. */
bool lexical_is_macro(const Lexical *lexical, Span word);
/* Whether `word` is more likely the function's name than `call`, an earlier word before parentheses
   in the same statement, such as MACRO(…) or __attribute__(…). */
bool lexical_is_better(const Lexical *lexical, Span call, Span word);
/* Whether the word belongs to an annotation: `@a.word`. */
bool lexical_is_annotation(const Lexical *lexical, Span word);
/* Whether the word follows `new`: `new a.word`. */
bool lexical_follows_new(const Lexical *lexical, Span word);
/* Whether the last word alone is the last argument, and not the first. */
bool lexical_is_last_argument(const Lexical *lexical);

/* The keyword that the word is, or NULL. */
const LexicalKeyword *lexical_keyword(const Lexical *lexical, Str word);
size_t lexical_skip_blanks(const Lexical *lexical, size_t at);
size_t lexical_word_end(const Lexical *lexical, size_t at);
/* The name at `at`, by the naming; empty if no name begins there. *owner gets the part before its
   last dot (LEXICAL_NEXT). */
Span lexical_name(const Lexical *lexical, size_t at, LexicalNaming naming, Str *owner);
/* Whether `at` is in angle brackets of the pending definition's head: `f<K, V>(`. */
bool lexical_in_angles(const Lexical *lexical, size_t at);
/* Add a symbol: one that stays open, or one that ends at `end`. lexical_close closes the last open
   one. */
void lexical_open(Lexical *lexical, const LexicalPending *pending, uint32_t body);
void lexical_put(Lexical *lexical, const LexicalPending *pending, uint32_t end);
void lexical_close(Lexical *lexical, uint32_t end);
/* Reopens the last symbol at this depth, if it has that name. */
bool lexical_reopen(Lexical *lexical, Str name);
/* Pushes a block; its parentheses are counted from 0. */
void lexical_push(Lexical *lexical, LexicalBlock block);
LexicalBlock lexical_pop(Lexical *lexical);
BlockKind lexical_block_kind(SymbolKind kind);

/* LEXICAL_BRACES */
void braces_keyword(Lexical *lexical, const LexicalKeyword *keyword, Span word);
size_t braces_punct(Lexical *lexical, size_t at);
/* Takes `=` or `<-`, except in comparisons. */
void braces_assign(Lexical *lexical, size_t behind);
void braces_feed(Lexical *lexical, size_t at);
void braces_end(Lexical *lexical);
/* lexical_c.c, for LEXICAL_OPAQUE outside of functions. */
/* Adds the type name or variable that a statement declares; it ends at the semicolon at `at`. */
void c_statement(Lexical *lexical, size_t at);
/* Whether the `=` at `at` initialises a variable; *name gets its name. */
bool c_assigned(Lexical *lexical, size_t at, Span *name);
bool c_opens_enum(const Lexical *lexical);
CTail c_tail(const Lexical *lexical, const LexicalBlock *block);
/* Adds the members of an enum; returns the offset of the brace that ends the list. */
size_t c_members(Lexical *lexical, size_t at);
/* LEXICAL_INDENT and LEXICAL_PARENS */
void indent_line(Lexical *lexical, size_t at);
void indent_end(Lexical *lexical);
size_t parens_punct(Lexical *lexical, size_t at);
