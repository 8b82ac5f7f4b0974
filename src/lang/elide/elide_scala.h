/* What elide_scala.c knows at each token, and what of right sides and their heads it has passed
   over (elide_scala_spans.c). */
#pragma once

#include "lang/elide/elide_state.h"

/* Nested right sides; a file with deeper ones is left to the parser. */
#define RIGHTS_MAX 200

typedef enum RightState {
    RIGHT_NAMING, /* behind `def`: its name comes, whatever it looks like */
    RIGHT_HEAD,   /* up to `=`, or the `{` of a procedure */
    RIGHT_FIRST,  /* behind the `=` */
    RIGHT_BODY,
} RightState;

typedef struct Right {
    RightState state;
    bool value;    /* of `val` or `var` */
    bool typed;    /* its head has a `:` */
    bool braced;   /* the body of a procedure or of a lambda: it ends with its braces */
    bool declares; /* it has to stay */
    bool arrow;    /* `=>` outside of brackets */
    bool block;    /* its first token begins a line */
    bool broken;   /* over lines in a way that grammars read in theirs */
    uint32_t indent;
    size_t depth;
    size_t spans;        /* before it */
    uint32_t start, end; /* of what was read of the right side */
    uint32_t type;       /* where its type begins; 0: it has none, or that has to stay */
    size_t type_span;    /* before that */
    uint32_t lists;      /* where its parameters begin; 0: it has none */
    size_t lists_span;   /* before that */
} Right;

typedef struct HeadList {
    uint32_t start; /* behind its bracket; 0: none is open */
    bool clear;     /* nothing is declared there */
    size_t depth, spans;
} HeadList;

typedef struct Rights {
    Elision *elision;
    const uint8_t *class;
    Str text;
    size_t at;
    uint32_t indent;     /* of the line */
    bool begins;         /* the next token is the first one of its line */
    bool member;         /* a `.` came before */
    bool ends;           /* the last token can end an expression */
    bool expects;        /* an expression goes on behind it, which may begin a line */
    bool guards;         /* it is `if`, `while` or `for` */
    bool quoted;         /* it is a string or a character that has to stay */
    bool indents;        /* the next token is like the first one of a line */
    uint32_t line, last; /* where the line and the last token begin */
    size_t count;        /* open right sides */
    bool heads;          /* behind `class` and the like, on its line and at its depth */
    size_t heads_depth;
    HeadList list;
    size_t depth;

    /* not zeroed */
    Right rights[RIGHTS_MAX];
    char open[ELIDE_DEPTH_MAX];
    bool guard[ELIDE_DEPTH_MAX]; /* it follows `if`, `while` or `for` */
} Rights;

static inline char scala_byte(const Rights *rights, size_t at)
{
    return at < rights->text.len ? rights->text.ptr[at] : '\0';
}

static inline Right *scala_top(Rights *rights)
{
    return rights->count ? &rights->rights[rights->count - 1] : NULL;
}

static inline bool scala_is_operator(char c)
{
    return c && strchr("!#%&*+-/:<=>?@\\^|~", c);
}

/* The type in a head ends where the last token of the head does. */
void scala_type_gap(Rights *rights, const Right *right);
/* A `def` with neither type nor body is unknown to the grammar. */
void scala_procedure_gap(Rights *rights, const Right *right);
/* A bracket opens, its depth not yet counted. */
void scala_open_list(Rights *rights);
/* One closed, at the depth around it. */
void scala_close_list(Rights *rights);
/* A right side that declares nothing. */
void scala_gap(Rights *rights, const Right *right);
/* Whether `{ a =>`, `{ (a, b) =>` begins there, on one line and not too long. */
bool scala_is_lambda(const Rights *rights);
