/* Declarations of the C family, read from tokens without knowing macros or types: what counts is
   the shape of a statement's head. Scopes wait in a list and are read one after the other, so
   nesting costs no stack; entries are put in source order, and under their parents, at the end. */
#pragma once

#include "lang/c/c_token.h"

typedef enum CScopeKind {
    C_IN_FILE, /* namespaces and extern "C" too */
    C_IN_CLASS,
    C_IN_ENUM,
    C_IN_FUNCTION,
    C_IN_OBJECT, /* Objective-C: between @interface and @end */
} CScopeKind;

typedef struct CScope {
    CScopeKind kind;
    bool aside;          /* tokens of the second stream */
    uint32_t depth;      /* scopes around it */
    uint32_t first, end; /* tokens */
    Str name;            /* of the class */
    uint32_t access;     /* modifiers of members */
} CScope;

typedef struct CEntry {
    Symbol symbol;
    uint32_t body_end; /* byte; children start between symbol.body and this */
} CEntry;

typedef struct CParse {
    Scan *scan;
    Arena *scratch;
    CSource *source;
    CToken *tokens; /* of the scope at hand */
    uint32_t count;
    CScope scope;
    VEC(CScope) waiting;
    VEC(CEntry) entries;
} CParse;

/* Tokens [first, end). */
typedef struct CRange {
    uint32_t first, end;
} CRange;

/* A name followed by an argument list: what might be the function that a head declares. */
typedef struct CCandidate {
    uint32_t name;  /* token; of an operator, the word `operator` */
    uint32_t chain; /* where its qualification A::B:: begins */
    uint32_t open;  /* the argument list's bracket */
    uint32_t types; /* words before it that may be its type */
    uint32_t names; /* of them, plain words */
    bool operates;  /* operator or conversion */
} CCandidate;

/* Possible names in the head of one declaration; macros before it make several. */
#define C_CANDIDATES_MAX 12
#define C_NAMES_MAX 12

/* struct, union, class or enum, with a body or without. */
typedef struct CClass {
    SymbolKind kind;
    uint32_t key;   /* token */
    CRange name;    /* empty when anonymous */
    uint32_t bases; /* first token of the base list, 0 when none */
    uint32_t body;  /* its bracket, 0 when none */
    uint32_t after; /* token behind it */
} CClass;

/* The tokens of a declaration up to its terminator. */
typedef struct CHead {
    uint32_t begin;   /* first token, template<…> included */
    uint32_t from;    /* first token of the declaration itself */
    uint32_t stop;    /* terminator: ; { = , : } or the end */
    uint32_t restart; /* the declaration begins only here; 0 otherwise */
    CCandidate candidates[C_CANDIDATES_MAX];
    uint32_t candidate_count;
    uint32_t names[C_NAMES_MAX];  /* plain words that may be a variable's name */
    uint32_t chains[C_NAMES_MAX]; /* where the qualification of each begins */
    uint32_t name_count;
    uint32_t types;    /* words that may be the type */
    uint32_t group;    /* bracket of `(*name)`, 0 when none */
    CClass class;      /* the latest one with a body, or without when there is none */
    uint32_t spec_end; /* token after a class with a body; else 0 */
    bool is_typedef, is_friend, trailing, foreign;
} CHead;

void c_parse(CParse *parse);

/* ---- c_head.c ---- */

/* Reads a head that begins at `from`. */
void c_head_read(CParse *parse, uint32_t begin, uint32_t from, CHead *head);
/* The candidate that is the declared function, NULL when none looks like it. */
const CCandidate *c_head_function(const CParse *parse, CHead *head);
/* Whether an argument list is one of parameters for sure: `(void)`, or types stand in it. */
bool c_has_parameters(const CParse *parse, uint32_t open);
/* `(*name)`, `(*name(…))`, `(WINAPI *name)[4]`: the token of the name, 0 when there is none. */
uint32_t c_group_name(const CParse *parse, uint32_t open, bool *is_function);
/* The bracket of the parameters of `operator` at `at`; another token when it has none. */
uint32_t c_operator_open(const CParse *parse, uint32_t at);

/* How much an argument list looks like one of parameters: 4 when it surely is one. */
int c_parameter_score(const CParse *parse, uint32_t open);

/* ---- c_macro.c ---- */

bool c_is_macro_name(Str name);
/* Whether one of the words (joined by spaces) stands between the name's underscores. */
bool c_has_word(Str name, const char *words);
/* A macro on a line of its own that is no part of what follows. */
bool c_is_mark_line(const CParse *parse, const CHead *head, uint32_t at);
/* `API(int) f(int a)`: the macro whose list opens at `open` says what `f` returns. */
bool c_is_result_macro(const CParse *parse, uint32_t open);
/* `UNUSED(static int f(int a))`: a whole head stands in the macro's list, which opens at `open`. */
bool c_wraps_head(const CParse *parse, const CHead *head, uint32_t at, uint32_t open);
/* A macro invocation at `at` that stands for a whole statement and has no semicolon. */
bool c_stands_alone(const CParse *parse, const CHead *head, uint32_t at, uint32_t after);

/* ---- c_declaration.c, c_function.c, c_variable.c: each returns the token after the statement ----
 */

uint32_t c_read_declaration(CParse *parse, uint32_t begin, uint32_t from);
uint32_t c_recover(const CParse *parse, uint32_t stop);
/* The brace of the candidate's body, or the word that stands for all of it; 0 when the head only
   declares it. */
uint32_t c_find_body(const CParse *parse, const CHead *head, const CCandidate *candidate);
/* Operators, destructors, constructors: functions without a type before them. */
bool c_is_unmistakable(const CParse *parse, const CCandidate *candidate);
uint32_t c_read_definition(CParse *parse, const CHead *head, const CCandidate *candidate,
                           uint32_t body);
/* Returns the terminator instead: declarators may follow. */
uint32_t c_read_prototype(CParse *parse, const CHead *head, const CCandidate *candidate);
/* The word that is the variable's name, 0 when there is no room for a type before it. */
uint32_t c_variable_name(const CParse *parse, const CHead *head);
/* Named like the macros that stand for attributes: __packed, UNUSED. */
bool c_is_attribute_like(Str name);
SymbolKind c_variable_kind(const CParse *parse, const CHead *head);
/* The declarator named at `name` (within the bracket `group`, or 0) and those after it. */
uint32_t c_read_variables(CParse *parse, const CHead *head, uint32_t name, uint32_t group);
/* Those after the comma at `at`, where the first one's name is at `prefix`. */
uint32_t c_read_declarators(CParse *parse, const CHead *head, uint32_t prefix, uint32_t at);

/* ---- c_defining.c ---- */

/* The name that the macro at `macro`, which stands for the statement up to `after`, declares. */
void c_read_defining(CParse *parse, const CHead *head, uint32_t macro, uint32_t after);
/* The comma outside of brackets and angles, or `end`. */
uint32_t c_argument_end(const CParse *parse, uint32_t at, uint32_t end);

/* ---- c_class.c ---- */

bool c_class_read(const CParse *parse, uint32_t key, CClass *class);
void c_class_emit(CParse *parse, const CHead *head, const CClass *class);
/* The class's members are to be read later. */
void c_class_wait(CParse *parse, const CClass *class, Str name);
void c_enum_read(CParse *parse);
/* Statements that begin with these words; each returns the token after the statement. */
uint32_t c_read_namespace(CParse *parse, uint32_t begin, uint32_t at);
uint32_t c_read_using(CParse *parse, uint32_t begin, uint32_t at);
uint32_t c_read_concept(CParse *parse, uint32_t begin, uint32_t at);

/* ---- c_body.c ---- */

/* Types, named lambdas and functions in a function's body. */
void c_body_read(CParse *parse);
/* The brace of a lambda or block whose capture list or `^` is at `at`; 0 if it is none. */
uint32_t c_lambda_brace(const CParse *parse, uint32_t at);

/* ---- c_objective.c ---- */

/* A statement that only Objective-C has: the token after it, 0 when it is none. */
uint32_t c_read_objective(CParse *parse, uint32_t at);
/* `[receiver name:… more:…]` at its bracket: the selector, empty when it is no message; *name gets
   the token of its first part. */
Str c_message_selector(const CParse *parse, uint32_t open, CRange *receiver, uint32_t *name);

/* ---- c_emit.c ---- */

typedef struct CDeclaration {
    SymbolKind kind;
    CRange name;
    CRange owner; /* empty: none */
    CRange whole;
    CRange signature[3];
    uint32_t body;     /* bracket token, 0 when none */
    uint32_t body_end; /* token, where no bracket says it */
    uint32_t modifiers;
    Str label; /* the name where it is not the range's text */
    Str type;  /* where it is not what stands before the name */
    bool is_value;
} CDeclaration;

void c_emit(CParse *parse, const CDeclaration *declaration);
void c_emit_macros(CParse *parse);
void c_emit_outline(CParse *parse);
/* A scope to be read later; past SYMBOL_DEPTH_MAX around it, it is left out. The second one is what
   the bracket at `open` encloses. */
void c_push_scope(CParse *parse, CScope scope);
void c_wait(CParse *parse, CScopeKind kind, uint32_t open, Str name, uint32_t access);
Str c_join_text(const CParse *parse, Arena *arena, CRange range);
/* A name; of an operator however its parts are spaced. */
Str c_name_text(const CParse *parse, CRange name);

/* ---- c_reference.c ---- */

/* Calls, types, bases and functions used as values; after the outline is in order. */
void c_refer(CParse *parse);

/* ---- c_flow.c ---- */

/* Complexity and control flow of the functions; after the outline is in order. */
void c_flow(CParse *parse);
/* Whether an error is dropped or assumed away at this word (flow.h). */
bool c_is_unguarded(const CParse *parse, uint32_t index);

/* ---- c_type.c ---- */

/* `>` at `close`: the token of its `<`, or `close` when there is none. */
uint32_t c_angles_open(const CParse *parse, uint32_t close);
/* Where the qualification A::B<C>:: of a name begins. */
uint32_t c_chain_start(const CParse *parse, uint32_t index);
/* The type before the name or declarator at `name`, without pointers; empty when there is none. */
CRange c_type_before(const CParse *parse, uint32_t name);
Str c_type_text(const CParse *parse, uint32_t name);
/* Of a variable or typedef, or what a function returns. */
Str c_declared_type(const CParse *parse, const CDeclaration *declaration);

/* C++: what a class's head says of type arguments, as lang/walk/type_head.h spells it. */
Str c_class_head(const CParse *parse, uint32_t begin, const CClass *class);

/* ---- c_cut.c ---- */

void c_cut(CParse *parse);

/* ---- small steps, for all of them ---- */

static inline const CToken *c_at(const CParse *parse, uint32_t index)
{
    return &parse->tokens[MIN(index, parse->count - 1)];
}

static inline bool c_at_is(const CParse *parse, uint32_t index, int punct)
{
    return c_is(c_at(parse, index), punct);
}

static inline bool c_at_word(const CParse *parse, uint32_t index, CWord word)
{
    return c_is_word(c_at(parse, index), word);
}

static inline Str c_text_at(const CParse *parse, uint32_t index)
{
    return c_text(parse->source, c_at(parse, index));
}

static inline bool c_is_plus(const CParse *parse)
{
    return (parse->source->dialect & C_PLUS) != 0;
}

/* The token after `at` if it is that punctuation, else `at`. */
static inline uint32_t c_past(const CParse *parse, uint32_t at, int punct)
{
    return at < parse->scope.end && c_at_is(parse, at, punct) ? at + 1 : at;
}

/* The token after this one, past the partner when it opens a bracket, at most the scope's end: a
   partner may stand behind that. Always further on. */
static inline uint32_t c_next(const CParse *parse, uint32_t index)
{
    const CToken *token = c_at(parse, index);
    bool opens = token->match != C_NO_MATCH && token->match > index;
    uint32_t next = MIN(opens ? token->match + 1 : index + 1, parse->scope.end);
    return MAX(next, index + 1);
}

/* The token after the body whose brace, or the word for all of it, is at `open`; a brace without a
   partner reaches to the scope's end. */
static inline uint32_t c_close(const CParse *parse, uint32_t open)
{
    bool closed = c_at(parse, open)->match != C_NO_MATCH || c_at_word(parse, open, CW_BRACED);
    return closed ? c_next(parse, open) : parse->scope.end;
}

/* Says what part the tokens play; for references only. */
static inline void c_mark(CParse *parse, CRange range, CRole role)
{
    uint32_t end = MIN(range.end, parse->count);
    for (uint32_t i = range.first; parse->scan->options->want_references && i < end; i++)
        parse->tokens[i].role = (uint8_t)role;
}

/* `<` at index: the token after the matching `>`, or 0. */
uint32_t c_skip_angles(const CParse *parse, uint32_t index);
/* From `index` to the terminator at the same depth: the first of `;`, and what `stops` names. */
uint32_t c_find(const CParse *parse, uint32_t index, const char *stops);
/* The end of an initialiser: the comma or semicolon after it. */
uint32_t c_find_value_end(const CParse *parse, uint32_t index);
