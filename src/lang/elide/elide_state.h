/* The kit of body elision, and what its parts share: elide_lex.c reads tokens and knows what is no
   code, elide_braces.c follows brackets, elide_tables.c knows tables, elide_javascript.c and
   elide_swift.c know what is peculiar to these. Passes of languages without braces are in
   languages/<id>/elide.c. A part that meets something unexpected sets `unsure`, which ends the pass
   without spans. */
#pragma once

#include "lang/lexical/lexical_state.h"

/* Deeper nesting is not elided. */
#define ELIDE_DEPTH_MAX 400
#define ELIDE_WORDS_MAX 64

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
    RoleWord words[ELIDE_WORDS_MAX];
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
    size_t spans;          /* before it */
    Token before, earlier; /* the two tokens before it */
    Head head;             /* of the statement that it stands in */
} Bracket;

struct Elision {
    Lexical *lexical; /* classes of bytes, quotes, comments */
    unsigned traits;  /* ElideTrait bits */
    Str text;
    Arena *arena;
    Arena *scratch;
    ElidedSpans spans;
    bool unsure;
    Token last, earlier; /* tokens */
    Bracket closed;      /* while the last token closed it */
    Head head;
    Bracket *brackets;
    size_t depth;
    const RoleWords *words;
};

static inline bool elide_has(const Elision *elision, unsigned trait)
{
    return (elision->traits & trait) != 0;
}

static inline char elide_byte(const Elision *elision, size_t at)
{
    return at < elision->text.len ? elision->text.ptr[at] : '\0';
}

static inline bool token_is_word(const Elision *elision, Token token, Str word)
{
    return token.kind == 'a' && str_equal(lexical_str(elision->lexical, token.word), word);
}

/* elide_lex.c */
uint8_t elide_roles(const Elision *elision, Str word);
void elide_token(Elision *elision, char kind, char joined);
/* Behind the string, comment, … that begins at `at`; unsure when it has no end. */
size_t elide_skip_string(Elision *elision, size_t at);
size_t elide_skip_comment(Elision *elision, size_t at);  /* `at` when there is none */
size_t elide_skip_template(Elision *elision, size_t at); /* from behind its ` or } */
void elide_read(Elision *elision);

/* elide_braces.c. The first adds no span that is too short. */
void elide_span(Elision *elision, size_t start, size_t end, char blank);
void elide_part(Elision *elision, size_t start, size_t end, char blank);
/* In place of the spans since that index and within: single bytes that read as all blanks but the
   last, and a span that reads as that; spans of comments behind it stay. The second puts none where
   it is short. */
void elide_put(Elision *elision, size_t since, ElidedSpan within, const char *blanks);
void elide_replace(Elision *elision, size_t since, ElidedSpan within, const char *blanks);
/* The function around, if any, has to stay. */
void elide_declares(Elision *elision);
void elide_word(Elision *elision, Span word, uint8_t roles);
void elide_push(Elision *elision, char open, BracketKind kind, size_t behind);
void elide_open(Elision *elision, size_t at);
/* Takes the closing bracket; returns where to go on. */
size_t elide_close(Elision *elision, size_t at);
/* What ends or shapes a statement: ; , = : and line ends. */
void elide_mark(Elision *elision, size_t at);
void elide_feed(Elision *elision);
BracketKind elide_around(const Elision *elision);

/* elide_javascript.c */
bool script_is_regex(Elision *elision);
size_t script_skip_regex(Elision *elision, size_t at);
BracketKind script_kind(Elision *elision);
/* An unnamed function begins behind this token: whether it is bound to a name. */
bool script_binds(const Elision *elision, Token before);
void script_arrow(Elision *elision);
bool script_is_markup(const Elision *elision, size_t at);
size_t script_markup(Elision *elision, size_t at);
/* Goes on behind a {…} in markup. */
size_t script_resume(Elision *elision, char mode, size_t at);

/* elide_tables.c. From behind an opening bracket: behind the values there, or where it was. */
size_t elide_skip_tables(Elision *elision, size_t from);

/* elide_swift.c */
void swift_word(Elision *elision, Span word, uint8_t roles);
BracketKind swift_kind(Elision *elision, size_t at);
bool swift_is_regex(const Elision *elision, size_t at);
size_t swift_skip_string(Elision *elision, size_t at);
