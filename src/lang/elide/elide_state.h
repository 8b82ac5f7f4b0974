/* Internals of body elision, also for passes in languages/<id>/elide.c (languages without braces).
   elide_lex.c reads tokens and skips strings and comments, elide_braces.c follows brackets,
   elide_tables.c elides tables of constants, elide_javascript.c handles JavaScript and TypeScript.
   Hooks of one language are in languages/<id>/elide.c, too. Code that meets something unexpected
   sets `unsure`, which ends the pass without spans.

   All `skip` functions return the offset after the skipped text. */
#pragma once

#include "lang/lexical/lexical_state.h"

/* In files with deeper nesting nothing is elided. */
#define ELIDE_DEPTH_MAX 400
#define ELIDE_WORDS_MAX 64

typedef enum WordRole {
    ROLE_DECLARES = 1,
    ROLE_NAMED = 2, /* declares if a name follows */
    ROLE_CONTROL = 4,
    ROLE_FUNCTION = 8,
    ROLE_TYPE = 16,
    ROLE_VALUE = 32,  /* a value follows, never an operator */
    ROLE_EITHER = 64, /* a value or an operator follows */
    ROLE_MEMBER = 128 /* declares after a dot too */
} WordRole;

typedef struct RoleWord {
    Str word;
    uint8_t roles;
} RoleWord;

/* Words with roles of one language; made once per process. */
typedef struct RoleWords {
    RoleWord words[ELIDE_WORDS_MAX];
    size_t count;
    uint32_t lengths[256]; /* by first byte: a bit for each length of such words */
    bool folded;
} RoleWords;

typedef struct ElideToken {
    char kind;     /* 'a' word, '0' number, '"' string, its byte for punctuation; 0 at the start */
    char joined;   /* the punctuation right before it: '=' in => */
    uint8_t roles; /* of a word */
    Span word;
} ElideToken;

/* What the current statement contains so far. */
typedef struct Head {
    uint8_t pending; /* ROLE_FUNCTION or ROLE_TYPE: the owner of its braces; 0: unknown */
    bool assigned;   /* a `=` */
    bool called;     /* parentheses, except those of a control word */
    bool typed;      /* a `:` after those */
    bool makes;      /* `new` */
    bool enumerates; /* the type is an enum */
} Head;

typedef struct Bracket {
    char open;   /* ( [ {, ` for ${ in a template, < for the content of an element */
    char markup; /* of { in markup: 't' in a tag, 'x' in text */
    BracketKind kind;
    bool declares;  /* of a function: something is declared in it, so it is not elided */
    uint32_t start; /* offset after the bracket */
    size_t spans;   /* number of spans before it */
    ElideToken before, earlier; /* the two tokens before it */
    Head head;                  /* of the statement that contains it */
} Bracket;

struct Elision {
    Lexical *lexical; /* classes of bytes, quotes, comments */
    const ElideFacts *facts;
    unsigned traits; /* of the facts: ElideTrait bits */
    Str text;
    Arena *arena;
    Arena *scratch;
    ElidedSpans spans;
    bool unsure;
    ElideToken last, earlier; /* the last two tokens */
    Bracket closed;           /* the bracket that the last token closed, if it did */
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

static inline bool token_is_word(const Elision *elision, ElideToken token, Str word)
{
    return token.kind == 'a' && str_equal(lexical_str(elision->lexical, token.word), word);
}

/* elide_lex.c */
/* WordRole bits of a word; 0 for other words. */
uint8_t elide_roles(const Elision *elision, Str word);
/* Makes this the last token. */
void elide_token(Elision *elision, char kind, char joined);
/* Skip the string, comment or template text at `at`; set `unsure` if it has no end. */
size_t elide_skip_string(Elision *elision, size_t at);
size_t elide_skip_comment(Elision *elision, size_t at);  /* `at` without a comment */
size_t elide_skip_template(Elision *elision, size_t at); /* `at` is after its ` or } */
/* The pass over a language with braces. */
void elide_read(Elision *elision);

/* elide_braces.c */
/* Both add a span; the first does not if it would be too short. */
void elide_span(Elision *elision, size_t start, size_t end, char blank);
void elide_part(Elision *elision, size_t start, size_t end, char blank);
/* Replaces the spans from index `since` on that are inside `within`. The parser reads the span as
   the last character of `blanks`; each character before it gets a span of one byte in front. Spans
   of comments after `within` are kept. The second function does nothing if `within` is short. */
void elide_put(Elision *elision, size_t since, ElidedSpan within, const char *blanks);
void elide_replace(Elision *elision, size_t since, ElidedSpan within, const char *blanks);
/* Something is declared here: the innermost function around it is not elided. */
void elide_declares(Elision *elision);
void elide_word(Elision *elision, Span word, uint8_t roles);
/* Opens a bracket; the second function decides its kind. */
void elide_push(Elision *elision, char open, BracketKind kind, size_t behind);
void elide_open(Elision *elision, size_t at);
/* Takes a closing bracket; returns the offset at which to continue. */
size_t elide_close(Elision *elision, size_t at);
/* Take marks that end or change a statement (; , = : and others), and line ends. */
void elide_mark(Elision *elision, size_t at);
void elide_feed(Elision *elision);
/* Kind of the innermost open bracket; outside of all BRACKET_TYPE. */
BracketKind elide_around(const Elision *elision);

/* elide_javascript.c */
bool script_is_regex(Elision *elision);
size_t script_skip_regex(Elision *elision, size_t at);
BracketKind script_kind(Elision *elision);
/* Whether an unnamed function that follows this token is bound to a name. */
bool script_binds(const Elision *elision, ElideToken before);
void script_arrow(Elision *elision);
bool script_is_markup(const Elision *elision, size_t at);
size_t script_markup(Elision *elision, size_t at);
/* Continues after a {…} in markup. */
size_t script_resume(Elision *elision, char mode, size_t at);

/* elide_tables.c. Skips a table of constants after an opening bracket, and elides it; returns
   `from` without a table. */
size_t elide_skip_tables(Elision *elision, size_t from);
