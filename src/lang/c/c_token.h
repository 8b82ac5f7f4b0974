/* Token streams of a C-family file, prepared for a parser of declarations.

   Comments and preprocessor directives are kept in separate lists, and each bracket has the index
   of its partner. The main stream has only those branches of #if that fit together syntactically.
   The remaining branches and macro bodies are in a second stream, so that references in them are
   still found. */
#pragma once

#include "lang/scan/scan.h"

/* Bit set, because C++, CUDA and Objective-C++ combine several. */
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

/* Single characters are their own code; these are the longer ones. */
typedef enum CPunct {
    C_SCOPE = 128, /* :: */
    C_ARROW,       /* -> */
    C_DOTS,        /* ... */
    C_AND,         /* && */
    C_OPERATOR,    /* every other operator of several characters */
} CPunct;

typedef enum CWord {
    CW_NAME, /* not a keyword */
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
    CW_ACCESS, /* public, protected, private and Qt's signals */
    CW_ASSERT, /* static_assert */
    CW_ASM,
    CW_ATTRIBUTE, /* takes an argument list and does not change the declaration */
    CW_TYPEOF,    /* takes an argument list and is a type */
    CW_PRIMITIVE,
    CW_SPECIFIER, /* static, inline, const, … */
    CW_FINAL,     /* final, override */
    CW_CONTROL,   /* if, return, … */
    CW_OPERATION, /* sizeof, new, … */
    CW_BRACED,    /* a macro of this file that expands to a function's whole body */
} CWord;

#define C_NO_MATCH UINT32_MAX

/* Syntactic role of a token; used to classify references. */
typedef enum CRole {
    CR_HEAD,     /* part of a declaration: its names are types */
    CR_LEFT_OUT, /* in a branch that c_resolve_directives moves to the second stream */
    CR_DECLARED, /* name being declared */
    CR_BASE,     /* in a list of base classes */
    CR_VALUE,    /* in code or in an initialiser */
    CR_BODY,     /* opening brace of a function's body */
    CR_MADE,     /* in a constructor's initialiser list: base or member */
} CRole;

typedef struct CToken {
    uint32_t start, end; /* byte offsets */
    uint32_t line;
    uint32_t match; /* of a bracket: index of its partner, or C_NO_MATCH */
    uint8_t kind;   /* CTokenKind */
    uint8_t code;   /* CWord or CPunct */
    bool first;     /* first token of its line */
    uint8_t role;   /* CRole */
} CToken;

typedef struct CComment {
    uint32_t start, end;
    uint32_t line, end_line;
    bool trailing; /* follows code on its line */
} CComment;

typedef enum CDirectiveKind {
    CD_OTHER,
    CD_IF,
    CD_ELSE, /* #elif included */
    CD_ENDIF,
    CD_DEFINE,
    CD_INCLUDE,
} CDirectiveKind;

typedef struct CDirective {
    CDirectiveKind kind;
    uint32_t start, end; /* bytes, continuation lines included */
    uint32_t line, end_line;
    uint32_t token;     /* number of tokens before it in the main stream */
    uint32_t aside;     /* of a macro: first token of its body in the second stream */
    Str name;           /* of a macro or an included file; of #if and #elif, the condition */
    bool has_arguments; /* #define name(…) */
    uint32_t head;      /* of a macro: offset at which its name and parameters end */
    uint32_t body;      /* of a macro: offset of its body, 0 when empty */
    bool guard;         /* an include guard's #define */
    bool negated;       /* #ifndef, #if ! */
} CDirective;

/* A branch of #if that is in the second stream. */
typedef struct CBranch {
    uint32_t first, end; /* token range in the second stream */
    uint32_t opens;      /* index in the main stream at which its #if is */
    uint32_t token;      /* index there at which it would be inserted */
    bool whole;          /* it begins where a statement may begin */
} CBranch;

typedef VEC(CToken) CTokenVec;
typedef VEC(CComment) CCommentVec;
typedef VEC(CDirective) CDirectiveVec;
typedef VEC(CBranch) CBranchVec;

typedef struct CSource {
    Str text;
    unsigned dialect;
    CTokenVec tokens; /* main stream; ends with a C_END */
    CTokenVec aside;
    CCommentVec comments;
    CDirectiveVec directives;
    CBranchVec branches;
    bool broken; /* brackets do not balance */
} CSource;

/* Fills the source from the scan's text. Stops early when the scan has expired. */
void c_read(Scan *scan, unsigned dialect, CSource *source);
/* The passes of c_read, in order; each is in the file of its name. */
void c_lex(Scan *scan, CSource *source);
void c_resolve_directives(Arena *scratch, CSource *source);
void c_match_brackets(Arena scratch, CSource *source, CTokenVec *tokens, uint32_t from,
                      uint32_t to);

/* Marks names of macros that expand to a function's whole body as CW_BRACED. */
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
