/* Between the parts of condensing: condense_lex.c reads tokens and knows what is no code,
   condense_braces.c follows brackets, condense_values.c knows tables, condense_script.c and
   condense_swift.c know what is peculiar to JavaScript and Swift,
   condense_indent.c, condense_end.c and condense_do.c are for blocks by indentation,
   condense_words.c for those between words, condense_lists.c for lists, condense_right.c,
   condense_layout.c and condense_items.c for right sides of `=`. Whoever meets something unexpected
   sets `unsure`, which ends the pass without gaps. */
#pragma once

#include "lang/lexical/lexical_state.h"

/* Deeper nesting is not condensed. */
#define CONDENSE_DEPTH_MAX 400
#define CONDENSE_WORDS_MAX 64

typedef enum WordRole {
    ROLE_DECLARES = 1,
    ROLE_NAMED = 2, /* … when a name follows */
    ROLE_CONTROL = 4,
    ROLE_FUNCTION = 8,
    ROLE_TYPE = 16,
    ROLE_VALUE = 32,  /* a value follows, never an operator */
    ROLE_EITHER = 64, /* it may be one or the other */
    ROLE_MEMBER = 128 /* declares behind a dot too */
} WordRole;

typedef struct RoleWord {
    Str word;
    uint8_t roles;
} RoleWord;

/* Of a language, the same for all its files. */
typedef struct RoleWords {
    RoleWord words[CONDENSE_WORDS_MAX];
    size_t count;
    uint32_t lengths[256]; /* by first byte: bits of lengths */
    bool folded;
} RoleWords;

typedef struct Token {
    char kind;     /* 'a' word, '0' number, '"' string, its byte for punctuation; 0 at the start */
    char joined;   /* the punctuation right before it: '=' in => */
    uint8_t roles; /* of a word */
    Span word;
} Token;

/* What the present statement has shown so far. */
typedef struct Head {
    uint8_t pending; /* ROLE_FUNCTION or ROLE_TYPE: what its braces belong to; 0: nothing known */
    bool assigned;   /* there was a `=` */
    bool called;     /* there were parentheses, not of a control word */
    bool typed;      /* and a `:` behind them */
    bool makes;      /* there was `new` */
    bool enumerates; /* the type is an enum */
} Head;

typedef enum BracketKind {
    BRACKET_PLAIN,
    BRACKET_VALUE, /* an object's literal */
    BRACKET_FUNCTION,
    BRACKET_TYPE,
    BRACKET_ENUM, /* its constants, up to a `;` */
} BracketKind;

typedef struct Bracket {
    char open;   /* ( [ {, ` for ${ in a template, < for the content of an element */
    char markup; /* of { in markup: 't' in a tag, 'x' in text */
    BracketKind kind;
    bool declares;         /* a function: its body has to stay */
    uint32_t start;        /* behind it */
    size_t gaps;           /* before it */
    Token before, earlier; /* the two tokens before it */
    Head head;             /* of the statement that it stands in */
} Bracket;

typedef struct Condense {
    Lexical *lexical; /* classes of bytes, quotes, comments */
    unsigned traits;  /* CondenseTrait bits */
    Str text;
    Arena *arena;
    Arena *scratch;
    GapVec gaps;
    bool unsure;
    Token last, earlier; /* tokens */
    Bracket closed;      /* while the last token closed it */
    Head head;
    Bracket *brackets;
    size_t depth;
    const RoleWords *words;
} Condense;

static inline bool condense_has(const Condense *condense, unsigned trait)
{
    return (condense->traits & trait) != 0;
}

static inline char condense_byte(const Condense *condense, size_t at)
{
    return at < condense->text.len ? condense->text.ptr[at] : '\0';
}

static inline bool token_is_word(const Condense *condense, Token token, Str word)
{
    return token.kind == 'a' && str_equal(lexical_str(condense->lexical, token.word), word);
}

/* condense_lex.c */
uint8_t condense_roles(const Condense *condense, Str word);
void condense_token(Condense *condense, char kind, char joined);
/* Behind the string, comment, … that begins at `at`; unsure when it has no end. */
size_t condense_skip_string(Condense *condense, size_t at);
size_t condense_skip_comment(Condense *condense, size_t at);  /* `at` when there is none */
size_t condense_skip_template(Condense *condense, size_t at); /* from behind its ` or } */
void condense_read(Condense *condense);

/* condense_braces.c. The first adds no gap that is too short. */
void condense_gap(Condense *condense, size_t start, size_t end, char blank);
void condense_part(Condense *condense, size_t start, size_t end, char blank);
/* In place of the gaps since that index and within: single bytes that read as all blanks but the
   last, and a gap that reads as that; gaps of comments behind it stay. The second puts none where
   it is short. */
void condense_put(Condense *condense, size_t since, Gap within, const char *blanks);
void condense_replace(Condense *condense, size_t since, Gap within, const char *blanks);
/* The function around, if any, has to stay. */
void condense_declares(Condense *condense);
void condense_word(Condense *condense, Span word, uint8_t roles);
void condense_push(Condense *condense, char open, BracketKind kind, size_t behind);
void condense_open(Condense *condense, size_t at);
/* Takes the closing bracket; returns where to go on. */
size_t condense_close(Condense *condense, size_t at);
/* What ends or shapes a statement: ; , = : and line ends. */
void condense_mark(Condense *condense, size_t at);
void condense_feed(Condense *condense);
BracketKind condense_around(const Condense *condense);

/* condense_script.c */
bool script_is_regex(Condense *condense);
size_t script_skip_regex(Condense *condense, size_t at);
BracketKind script_kind(Condense *condense);
/* An unnamed function begins behind this token: whether it is bound to a name. */
bool script_binds(const Condense *condense, Token before);
void script_arrow(Condense *condense);
bool script_is_markup(const Condense *condense, size_t at);
size_t script_markup(Condense *condense, size_t at);
/* Goes on behind a {…} in markup. */
size_t script_resume(Condense *condense, char mode, size_t at);

/* condense_values.c. From behind an opening bracket: behind the values there, or where it was. */
size_t condense_skip_values(Condense *condense, size_t from);

/* condense_swift.c */
void swift_word(Condense *condense, Span word, uint8_t roles);
BracketKind swift_kind(Condense *condense, size_t at);
bool swift_is_regex(const Condense *condense, size_t at);
size_t swift_skip_string(Condense *condense, size_t at);

/* condense_indent.c, condense_end.c, condense_words.c, condense_lists.c, condense_right.c,
   condense_do.c, condense_calls.c, condense_layout.c, condense_items.c: the whole pass. */
void indent_condense(Condense *condense);
void ends_condense(Condense *condense);
void words_condense(Condense *condense);
void lists_condense(Condense *condense);
void calls_condense(Condense *condense);
void rights_condense(Condense *condense);
void do_condense(Condense *condense);
void layout_condense(Condense *condense);
void items_condense(Condense *condense);
