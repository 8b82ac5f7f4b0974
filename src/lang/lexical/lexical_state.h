/* Between the parts of the lexical tier: lexical.c reads bytes into words, strings and punctuation,
   lexical_skip.c knows what is no code, lexical_braces.c and lexical_lines.c make definitions. */
#pragma once

#include "base/limits.h"
#include "lang/registry.h"
#include "lang/scan/scan.h"

/* Kinds of string of one language; then nested parentheses and blocks that are remembered. */
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
    BYTE_COMMENT, /* may begin one */
    BYTE_ACTIVE,  /* punctuation that the family looks at */
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

/* What is known of a statement so far. */
typedef struct Statement {
    uint32_t start;       /* its first byte, or LEXICAL_NONE */
    Span call;            /* first `name(` of it outside of parentheses */
    Span assigned;        /* `name =` */
    uint32_t value;       /* behind that `=` */
    uint32_t first_close; /* behind the first parenthesis closed since; 0: none */
    bool assignment;      /* there was a `=` outside of parentheses */
} Statement;

/* What the braces of a type that were just closed are followed by. */
typedef enum CTail {
    TAIL_NONE,
    TAIL_TYPE,  /* names of types: `typedef struct { … } name;` */
    TAIL_VALUE, /* variables: `struct point { … } origin;` */
} CTail;

typedef struct Block {
    BlockKind kind;
    bool has_symbol;
    uint32_t parens;  /* open ones of the block around it */
    uint32_t indent;  /* of its first line, LEXICAL_INDENT */
    Statement around; /* goes on behind a block in parentheses */
} Block;

/* A definition whose block has not begun. */
typedef struct Pending {
    bool active;
    SymbolKind kind;
    Span name;
    uint32_t start;
    uint32_t parens;
    size_t depth; /* of blocks */
    Str owner;
} Pending;

typedef struct Lexical {
    /* of the language: the same for all its files */
    const LexicalFacts *facts;
    uint8_t class[256];
    uint32_t keyword_lengths[256]; /* by first byte: bits of the lengths of keywords */
    LexicalQuote quotes[LEXICAL_QUOTES_MAX];
    size_t quote_count;
    Str line_comments[3];
    size_t line_comment_count;
    Str block_open, block_close;

    Scan *scan;
    Str text;
    Str heredoc; /* the word that ends it; empty: none */
    bool no_heredocs;

    /* words */
    LexicalWords *words;
    uint32_t *slots; /* index in words + 1 */
    size_t slot_count;
    Arena *scratch;

    /* what was read last */
    char previous; /* last byte of code that is not blank; 'a' for a word, '0' for a number */
    Span word;     /* the last word */
    uint32_t last_end;

    /* the present statement and block */
    Statement statement;
    uint32_t parens;                       /* open ones */
    Span paren_words[LEXICAL_PARENS_KEPT]; /* the word before each */
    Span closed_call;                      /* the word before the one closed last */
    Pending pending;
    size_t block_count;
    size_t blocks_lost; /* open ones beyond those kept */
    bool in_group;      /* type ( … ) */
    CTail tail;
    bool unbalanced; /* braces do not match in a body: the first at a line's start ends each */
    bool no_bodies;  /* not even that: looking for each to the end of the text would be slow */
    Block blocks[LEXICAL_BLOCKS_KEPT]; /* not zeroed */
} Lexical;

/* What a language says of its bytes, quotes and comments; nothing read yet. */
Lexical *lexical_set_up(Arena *arena, const Language *language, Str text);

static inline Str lexical_str(const Lexical *lexical, Span span)
{
    return (Str){lexical->text.ptr + span.start, span.end - span.start};
}

/* A signature that is a word, or hardly more. */
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

/* lexical_skip.c: behind what begins at `at`; `at` itself when it is none of it. */
size_t lexical_skip_string(const Lexical *lexical, size_t at);
size_t lexical_skip_comment(const Lexical *lexical, size_t at); /* not its line end */
size_t lexical_skip_regex(const Lexical *lexical, size_t at);
size_t lexical_skip_raw(const Lexical *lexical, size_t at);
size_t lexical_skip_long(const Lexical *lexical, size_t at);
/* From behind the brace that opens a body of C to the one that closes it; only macros are taken
   from it: the first one at the start of a line when the braces do not match, `at` when there is
   none. */
size_t lexical_skip_body(Lexical *lexical, size_t at);
/* Behind the preprocessor's line whose # is at `at`, macros taken; behind the # when it is none. */
size_t lexical_skip_directive(Lexical *lexical, size_t at);
void lexical_note_heredoc(Lexical *lexical, size_t at);
/* From the start of a line: behind the text of a here-document that was noted; behind POD, `at`
   when there is none. */
size_t lexical_skip_heredoc(Lexical *lexical, size_t at);
size_t lexical_skip_pod(const Lexical *lexical, size_t at);
/* What stands at the start of a line and is no code; tells the family of the line. */
size_t lexical_begin_line(Lexical *lexical, size_t at);

static inline bool lexical_is_none(Span span)
{
    return span.start == span.end;
}

/* lexical_call.c. The word before the bracket at `at`, type arguments between them left out. */
Span lexical_word_before(const Lexical *lexical, size_t at);
bool lexical_is_control(Str word);
/* NAME, which looks like a macro of C; and what decorates the head of a function: MACRO(…),
   __attribute__(…). */
bool lexical_is_macro(const Lexical *lexical, Span word);
bool lexical_is_better(const Lexical *lexical, Span call, Span word);
bool lexical_is_annotation(const Lexical *lexical, Span word);
bool lexical_follows_new(const Lexical *lexical, Span word);
/* Whether the last word is all of an argument that is not the first. */
bool lexical_is_last_argument(const Lexical *lexical);

/* The keyword, or NULL. */
const LexicalKeyword *lexical_keyword(const Lexical *lexical, Str word);
size_t lexical_skip_blanks(const Lexical *lexical, size_t at);
size_t lexical_word_end(const Lexical *lexical, size_t at);
/* The name at `at`, as the naming says; empty when there is none. *owner gets what stands before
   its last dot. */
Span lexical_name(const Lexical *lexical, size_t at, LexicalNaming naming, Str *owner);
/* Whether this is among the type parameters or in a type of what is pending: `f<K, V>(`. */
bool lexical_in_angles(const Lexical *lexical, size_t at);
/* Emits a symbol: with a block that stays open, or ending at `end`. */
void lexical_open(Lexical *lexical, const Pending *pending, uint32_t body);
void lexical_put(Lexical *lexical, const Pending *pending, uint32_t end);
void lexical_close(Lexical *lexical, uint32_t end);
/* Makes the last symbol of this level open again when it has that name. */
bool lexical_reopen(Lexical *lexical, Str name);
/* Pushes a block; its parentheses are counted from 0. */
void lexical_push(Lexical *lexical, Block block);
Block lexical_pop(Lexical *lexical);
BlockKind lexical_block_kind(SymbolKind kind);

/* LEXICAL_BRACES */
void braces_keyword(Lexical *lexical, const LexicalKeyword *keyword, Span word);
size_t braces_punct(Lexical *lexical, size_t at);
/* `=` or `<-` that is no comparison. */
void braces_assign(Lexical *lexical, size_t behind);
void braces_feed(Lexical *lexical, size_t at);
void braces_end(Lexical *lexical);
/* lexical_c.c, for LEXICAL_OPAQUE outside of functions. A statement that ends with the semicolon at
   `at` and defines neither function nor type: type names, variables. */
void c_statement(Lexical *lexical, size_t at);
/* Whether the `=` at `at` gives a variable its value. */
bool c_assigned(Lexical *lexical, size_t at, Span *name);
bool c_opens_enum(const Lexical *lexical);
CTail c_tail(const Lexical *lexical, const Block *block);
/* Takes the members of an enum; returns where the list ends: its brace. */
size_t c_members(Lexical *lexical, size_t at);
/* LEXICAL_INDENT and LEXICAL_PARENS */
void indent_line(Lexical *lexical, size_t at);
void indent_end(Lexical *lexical);
size_t parens_punct(Lexical *lexical, size_t at);
