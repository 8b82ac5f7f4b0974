/* Tokens of the C family, ready for a reader of declarations: comments and preprocessor directives
   stand apart, brackets know their partners, and of code under #if only branches that fit together
   are in the stream. What was left out (losing branches, macro bodies) is in a second stream, so
   that references in it are still seen. */
#pragma once

#include "lang/scan/scan.h"

/* Bits, because C++, CUDA and Objective-C++ are made of several. */
typedef enum CDialect {
    C_PLAIN = 1,
    C_PLUS = 2, /* C++ */
    C_OBJECTIVE = 4,
    C_SHADER = 8, /* GLSL */
} CDialect;

typedef enum CTokenKind {
    C_END,
    C_WORD,
    C_NUMBER,
    C_STRING,
    C_PUNCT
} CTokenKind;

/* Punctuation is its own character; these are longer. */
typedef enum CPunct {
    C_SCOPE = 128, /* :: */
    C_ARROW,       /* -> */
    C_DOTS,        /* ... */
    C_AND,         /* && */
    C_OPERATOR,    /* every other operator of several characters */
} CPunct;

typedef enum CWord {
    CW_NAME, /* no keyword */
    CW_STRUCT,
    CW_UNION,
    CW_CLASS,
    CW_ENUM,
    CW_NAMESPACE,
    CW_TYPEDEF,
    CW_USING,
    CW_TEMPLATE,
    CW_TYPENAME,
    CW_OPERATOR,
    CW_EXTERN,
    CW_FRIEND,
    CW_CONCEPT,
    CW_REQUIRES,
    CW_ACCESS, /* public, protected, private and Qt's */
    CW_ASSERT, /* static_assert */
    CW_ASM,
    CW_ATTRIBUTE, /* takes an argument list and says nothing about the declaration's shape */
    CW_TYPEOF,    /* takes an argument list and is a type */
    CW_PRIMITIVE,
    CW_SPECIFIER, /* static, inline, const, … */
    CW_FINAL,     /* final, override */
    CW_CONTROL,   /* if, return, … */
    CW_OPERATION, /* sizeof, new, … */
    CW_BRACED,    /* a macro of the file that is a function's whole body */
} CWord;

#define C_NO_MATCH UINT32_MAX

/* What part a token plays, for references. */
typedef enum CRole {
    CR_HEAD,     /* in a declaration: names are types */
    CR_LEFT_OUT, /* while directives are resolved */
    CR_DECLARED, /* the name that is declared */
    CR_BASE,     /* in a list of bases */
    CR_VALUE,    /* in code or an initialiser */
    CR_BODY,     /* the brace that opens a function's body */
    CR_MADE,     /* in a constructor's list: a base or a member */
} CRole;

typedef struct CToken {
    uint32_t start, end; /* bytes */
    uint32_t line;
    uint32_t match; /* brackets: index of the partner, or C_NO_MATCH */
    uint8_t kind;   /* CTokenKind */
    uint8_t code;   /* CWord or CPunct */
    bool first;     /* of its line */
    uint8_t role;   /* CRole */
} CToken;

typedef struct CComment {
    uint32_t start, end;
    uint32_t line, end_line;
    bool trailing; /* code stands before it on its line */
} CComment;

typedef enum CDirectiveKind {
    CD_OTHER,
    CD_IF,
    CD_ELSE, /* elif too */
    CD_ENDIF,
    CD_DEFINE,
    CD_INCLUDE,
} CDirectiveKind;

typedef struct CDirective {
    CDirectiveKind kind;
    uint32_t start, end; /* bytes, continuation lines included */
    uint32_t line, end_line;
    uint32_t token;     /* tokens before it */
    uint32_t aside;     /* macro bodies: first token in the second stream */
    Str name;           /* of a macro or a file; #if: the condition */
    bool has_arguments; /* #define name(…) */
    uint32_t head;      /* of a macro: the end of its name and parameters */
    uint32_t body;      /* of a macro, 0 when empty */
    bool guard;         /* an include guard's #define */
    bool negated;       /* #ifndef, #if ! */
} CDirective;

/* A branch that was left out, in the second stream. */
typedef struct CBranch {
    uint32_t first, end; /* tokens of the second stream */
    uint32_t token;      /* where in the first stream it would stand */
    bool whole;          /* begins where a statement may begin */
} CBranch;

typedef VEC(CToken) CTokenVec;
typedef VEC(CComment) CCommentVec;
typedef VEC(CDirective) CDirectiveVec;
typedef VEC(CBranch) CBranchVec;

typedef struct CSource {
    Str text;
    unsigned dialect;
    CTokenVec tokens; /* ends with a C_END */
    CTokenVec aside;
    CCommentVec comments;
    CDirectiveVec directives;
    CBranchVec branches;
    bool broken; /* brackets do not match */
} CSource;

/* Everything above from a text. Stops early when the scan has expired. */
void c_read(Scan *scan, unsigned dialect, CSource *source);
/* The parts of it, in order; each in the file of its name. */
void c_lex(Scan *scan, CSource *source);
void c_resolve_directives(Arena *scratch, CSource *source);
void c_match_brackets(Arena scratch, CSource *source, CTokenVec *tokens, uint32_t from,
                      uint32_t to);

/* Names that become CW_BRACED. */
void c_mark_braced(Arena scratch, CSource *source);

static inline Str c_text(const CSource *source, const CToken *token)
{
    return (Str){source->text.ptr + token->start, token->end - token->start};
}

static inline bool c_is(const CToken *token, int punct)
{
    return token->kind == C_PUNCT && token->code == punct;
}

static inline bool c_is_one_of(const CToken *token, const char *puncts)
{
    return token->kind == C_PUNCT && byte_in((char)token->code, puncts);
}

static inline bool c_is_word(const CToken *token, CWord word)
{
    return token->kind == C_WORD && token->code == word;
}
