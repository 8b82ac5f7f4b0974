/* Island parser for declarations of the C family. It works on tokens and knows neither macros
   nor types: the shape of a declaration's head decides its kind.

   Scopes (namespaces, classes, function bodies) are kept in a work list and read one after
   another, so nesting costs no C stack. Entries are sorted into source order and put under their
   parents once all scopes are read. */
#pragma once

#include "lang/c/c_token.h"

typedef enum CScopeKind {
    C_IN_FILE, /* namespaces and extern "C" too */
    C_IN_CLASS,
    C_IN_ENUM,
    C_IN_FUNCTION,
    C_IN_OBJECT, /* Objective-C: from @interface, @implementation or @protocol to @end */
} CScopeKind;

typedef struct CScope {
    CScopeKind kind;
    bool aside;          /* its tokens are in the second stream (CSource.aside) */
    uint32_t depth;      /* number of enclosing scopes */
    uint32_t first, end; /* token range */
    Str name;            /* of the class; empty for other scopes */
    uint32_t access;     /* modifiers that an access label gives to the members after it */
} CScope;

typedef struct CEntry {
    Symbol symbol;
    uint32_t body_end; /* byte offset; children start between symbol.body and this */
} CEntry;

/* A macro that opens or closes a suite of tests. */
typedef struct CSuite {
    uint32_t at;
    uint32_t fixture; /* token of the class whose members the cases after it have, or 0 */
} CSuite;

typedef struct CParse {
    Scan *scan;
    Arena *scratch;
    CSource *source;
    CToken *tokens; /* stream that holds the scope being read */
    uint32_t count;
    CScope scope;
    VEC(CScope) waiting;
    VEC(CEntry) entries;
    VEC(CSuite) suites; /* of the stream `suites_of`, in its order */
    const CToken *suites_of;
} CParse;

/* Tokens [first, end). */
typedef struct CRange {
    uint32_t first, end;
} CRange;

/* A name followed by an argument list: a function that the head may declare. */
typedef struct CCandidate {
    uint32_t name;  /* token index; of an operator, the word `operator` */
    uint32_t chain; /* token at which its qualification A::B:: begins */
    uint32_t open;  /* the argument list's bracket */
    uint32_t types; /* number of words before it that may be its type */
    uint32_t names; /* number of those that are plain words, not keywords */
    bool operates;  /* it is an operator or a conversion */
} CCandidate;

/* A head can hold several possible names, because macros before the declaration look like
   functions. Names beyond these numbers are ignored. */
#define C_CANDIDATES_MAX 12
#define C_NAMES_MAX 12

/* A class specifier: struct, union, class or enum, with a body or without. */
typedef struct CClass {
    SymbolKind kind;
    uint32_t key;   /* token of the keyword */
    CRange name;    /* token range; empty when anonymous */
    uint32_t bases; /* first token of the base list, 0 without one */
    uint32_t body;  /* token of the opening brace, 0 when there is no body */
    uint32_t after; /* token after the specifier */
} CClass;

/* The head of a declaration: its tokens up to the terminator. */
typedef struct CHead {
    uint32_t begin;   /* first token, template<…> included */
    uint32_t from;    /* first token of the declaration itself */
    uint32_t stop;    /* token of the terminator (; { = , : }) or the end of the scope */
    uint32_t restart; /* where the declaration really begins, after a separate macro; else 0 */
    CCandidate candidates[C_CANDIDATES_MAX];
    uint32_t candidate_count;
    uint32_t names[C_NAMES_MAX];  /* plain words that may be a variable's name */
    uint32_t chains[C_NAMES_MAX]; /* where the qualification A::B:: of each name begins */
    uint32_t name_count;
    uint32_t types;    /* number of words that may be the type */
    uint32_t group;    /* bracket of `(*name)`, 0 when none */
    CClass class;      /* the last class specifier with a body, else the last without */
    uint32_t spec_end; /* token after a class specifier with a body; else 0 */
    /* trailing: past the `->` of a trailing return type, where no more names follow. foreign: it
       has tokens before its name that no declaration has there. */
    bool is_typedef, is_friend, trailing, foreign;
} CHead;

/* Fills parse->entries from the whole file, branches of #if that were left out included. Stops
   early when the scan has expired. */
void c_parse(CParse *parse);

/* Marks the outline as degraded: the text has declarations that are no entries. */
void c_note_loss(CParse *parse, Str why);

/* ---- c_head.c ---- */

/* Reads the head whose first token is `begin`; `from` is the first token after template<…>. */
void c_head_read(CParse *parse, uint32_t begin, uint32_t from, CHead *head);
/* The candidate that is the declared function; NULL if no candidate looks like a function. */
const CCandidate *c_head_function(const CParse *parse, CHead *head);
/* Whether the argument list is certainly a parameter list: `(void)`, or it contains types. */
bool c_has_parameters(const CParse *parse, uint32_t open);
/* The token of the name in `(*name)`, `(*name(…))` or `(WINAPI *name)[4]`; 0 in other groups. */
uint32_t c_group_name(const CParse *parse, uint32_t open, bool *is_function);
/* The bracket of the parameter list of the `operator` at `at`; another token without a list. */
uint32_t c_operator_open(const CParse *parse, uint32_t at);

/* How much the argument list looks like a parameter list; 4 means certainly. */
int c_parameter_score(const CParse *parse, uint32_t open);

/* ---- c_macro.c ---- */

/* Whether the name is spelled like a macro: capitals, digits and underscores. */
bool c_is_macro_name(Str name);
/* Whether the macro name contains one of the words (separated by spaces) as a part between
   underscores. */
bool c_has_word(Str name, const char *words);
/* Whether the macro at `at` is on a separate line and not a part of the next declaration. */
bool c_is_mark_line(const CParse *parse, const CHead *head, uint32_t at);
/* Whether the macro whose list opens at `open` gives the return type, as in `API(int) f(int a)`. */
bool c_is_result_macro(const CParse *parse, uint32_t open);
/* Whether the macro's list, which opens at `open`, holds a whole head: `UNUSED(static int f(int
   a))`. */
bool c_wraps_head(const CParse *parse, const CHead *head, uint32_t at, uint32_t open);
/* Whether the macro invocation at `at` is a whole statement that has no semicolon. */
bool c_stands_alone(const CParse *parse, const CHead *head, uint32_t at, uint32_t after);

/* ---- c_suite.c ---- */

/* The token of the class that the suite around `at` has as its fixture, or 0. */
uint32_t c_suite_fixture(CParse *parse, uint32_t at);

/* ---- c_declaration.c, c_function.c, c_variable.c: each returns the token after the statement ----
 */

/* Reads a declaration that begins at `begin`, or at `from` after template<…>, and emits it. */
uint32_t c_read_declaration(CParse *parse, uint32_t begin, uint32_t from);
/* Skips a statement that is not understood; `stop` is the terminator of its head. */
uint32_t c_recover(const CParse *parse, uint32_t stop);
/* The opening brace of the candidate's body, or the macro that expands to the whole body; 0 when
   the head is only a declaration. */
uint32_t c_find_body(const CParse *parse, const CHead *head, const CCandidate *candidate);
/* Whether the candidate is a function without a type before it: operator, constructor,
   destructor. */
bool c_is_unmistakable(const CParse *parse, const CCandidate *candidate);
/* Emits the candidate, whose body is at `body` (c_find_body), and queues the body. */
uint32_t c_read_definition(CParse *parse, const CHead *head, const CCandidate *candidate,
                           uint32_t body);
/* Emits the candidate without a body. Returns the terminator, because declarators may follow. */
uint32_t c_read_prototype(CParse *parse, const CHead *head, const CCandidate *candidate);
/* The word that is the variable's name; 0 when no word before it can be the type. */
uint32_t c_variable_name(const CParse *parse, const CHead *head);
/* Whether the name looks like a macro for an attribute: __packed, UNUSED. */
bool c_is_attribute_like(Str name);
/* Type for a typedef, field within a class, else variable. */
SymbolKind c_variable_kind(const CParse *parse, const CHead *head);
/* Reads the declarator named at `name` and those after it. `group` is the bracket around the
   name, or 0. */
uint32_t c_read_variables(CParse *parse, const CHead *head, uint32_t name, uint32_t group);
/* Reads the names of a structured binding, `auto [a, b] = …`; 0 for any other head. */
uint32_t c_read_parts(CParse *parse, const CHead *head);
/* Reads the declarators after the comma at `at`; the first declarator's name is at `prefix`. */
uint32_t c_read_declarators(CParse *parse, const CHead *head, uint32_t prefix, uint32_t at);

/* ---- c_defining.c ---- */

/* Adds the entry for the name that the macro at `macro` declares, if any. The invocation is the
   whole statement, up to the token `after`. */
void c_read_defining(CParse *parse, const CHead *head, uint32_t macro, uint32_t after);
/* The next comma outside brackets and template arguments, or `end`. */
uint32_t c_argument_end(const CParse *parse, uint32_t at, uint32_t end);

/* ---- c_class.c ---- */

/* Reads the class specifier whose keyword is at `key`; false when it has no body. */
bool c_class_read(const CParse *parse, uint32_t key, CClass *class);
void c_class_emit(CParse *parse, const CHead *head, const CClass *class);
/* Queues the class's members to be read later. */
void c_class_wait(CParse *parse, const CClass *class, Str name);
/* Emits the enumerators of the current scope. */
void c_enum_read(CParse *parse);
/* Statements that begin with these keywords; each returns the token after the statement. */
uint32_t c_read_namespace(CParse *parse, uint32_t begin, uint32_t at);
uint32_t c_read_using(CParse *parse, uint32_t begin, uint32_t at);
uint32_t c_read_concept(CParse *parse, uint32_t begin, uint32_t at);

/* ---- c_body.c ---- */

/* Finds types, named lambdas and nested functions in a function's body. */
void c_body_read(CParse *parse);
/* The brace of the lambda or block whose capture list or `^` is at `at`; 0 if it is neither. */
uint32_t c_lambda_brace(const CParse *parse, uint32_t at);

/* ---- c_objective.c ---- */

/* Reads a statement that only Objective-C has; returns the token after it, 0 for other statements.
 */
uint32_t c_read_objective(CParse *parse, uint32_t at);
/* The selector of the message `[receiver name:… more:…]` whose bracket is at `open`; empty if it is
   not a message. *name gets the token of the selector's first part. */
Str c_message_selector(const CParse *parse, uint32_t open, CRange *receiver, uint32_t *name);

/* ---- c_emit.c ---- */

typedef struct CDeclaration {
    SymbolKind kind;
    CRange name;
    CRange owner; /* the class or namespace named before it; may be empty */
    CRange whole;
    CRange signature[3];
    uint32_t body;     /* opening brace, 0 without a body */
    uint32_t body_end; /* last token, when no brace gives the end */
    uint32_t modifiers;
    Str label; /* the name, when it is not the text of `name` */
    Str type;  /* the type, if it is not directly before the name */
    bool is_value;
} CDeclaration;

/* Adds an entry for the declaration. Past SYMBOLS_MAX it is dropped and the outline degraded. */
void c_emit(CParse *parse, const CDeclaration *declaration);
/* Adds entries for #define, and imports for #include. */
void c_emit_macros(CParse *parse);
/* Moves all entries to the outline, sorted and with their parents. */
void c_emit_outline(CParse *parse);
/* Queues a scope to be read later; it is dropped when SYMBOL_DEPTH_MAX scopes enclose it. c_wait
   queues the tokens between the bracket at `open` and its partner. */
void c_push_scope(CParse *parse, CScope scope);
void c_wait(CParse *parse, CScopeKind kind, uint32_t open, Str name, uint32_t access);
/* The source text of the tokens, white space and comments folded; of one token without a copy. */
Str c_join_text(const CParse *parse, Arena *arena, CRange range);
/* The text of a name; an operator's is spelled the same however its parts are spaced. */
Str c_name_text(const CParse *parse, CRange name);

/* ---- c_reference.c ---- */

/* Adds calls, types, bases and functions used as values. Needs the outline in its final order. */
void c_refer(CParse *parse);

/* ---- c_flow.c ---- */

/* Computes complexity and control flow of the functions. Needs the outline in its final order. */
void c_flow(CParse *parse);
/* Whether the code drops an error or assumes success at this word (see flow.h). */
bool c_is_unguarded(const CParse *parse, uint32_t index);

/* ---- c_type.c ---- */

/* The token of the `<` that matches the `>` at `close`; `close` if nothing matches. */
uint32_t c_angles_open(const CParse *parse, uint32_t close);
/* The token at which the qualification A::B<C>:: of a name begins. */
uint32_t c_chain_start(const CParse *parse, uint32_t index);
/* The tokens of the type before the name or declarator at `name`, without pointers; empty without
   a type. */
CRange c_type_before(const CParse *parse, uint32_t name);
Str c_type_text(const CParse *parse, uint32_t name);
/* The type of a variable or typedef, or a function's return type. */
Str c_declared_type(const CParse *parse, const CDeclaration *declaration);

/* C++: the token after the `>` that closes the template parameters whose `<` is at `open`; 0 if
   they are not closed. Comparisons in defaults, `bool B = N < 8`, do not open a list. */
uint32_t c_skip_parameters(const CParse *parse, uint32_t open);
/* C++: the template parameters and the bases' template arguments in a class's head, as
   lang/walk/type_head.h writes them. */
Str c_class_head(const CParse *parse, uint32_t begin, const CClass *class);

/* ---- c_cut.c ---- */

/* Adds the outline's cut points. */
void c_cut(CParse *parse);

/* ---- token access shared by these files ---- */

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

/* The token after this one. Steps over the partner when it opens a bracket, but never beyond the
   scope's end, since a partner may lie outside. Always advances. */
static inline uint32_t c_past(const CParse *parse, uint32_t at, int punct)
{
    return at < parse->scope.end && c_at_is(parse, at, punct) ? at + 1 : at;
}

/* The token after the body that begins at `open`: a brace, or a macro that expands to the whole
   body. A brace without a partner reaches to the scope's end. */
static inline uint32_t c_next(const CParse *parse, uint32_t index)
{
    const CToken *token = c_at(parse, index);
    bool opens = token->match != C_NO_MATCH && token->match > index;
    uint32_t next = MIN(opens ? token->match + 1 : index + 1, parse->scope.end);
    return MAX(next, index + 1);
}

/* Sets the tokens' role. Only references need roles, so nothing is done if no references are
   wanted. */
static inline uint32_t c_close(const CParse *parse, uint32_t open)
{
    bool closed = c_at(parse, open)->match != C_NO_MATCH || c_at_word(parse, open, CW_BRACED);
    return closed ? c_next(parse, open) : parse->scope.end;
}

/* Sets the roles of the tokens; for references only. */
static inline void c_mark(CParse *parse, CRange range, CRole role)
{
    uint32_t end = MIN(range.end, parse->count);
    for (uint32_t i = range.first; parse->scan->options->want_references && i < end; i++)
        parse->tokens[i].role = (uint8_t)role;
}

/* The token after the `>` that matches the `<` at `index`; 0 if nothing matches. */
uint32_t c_skip_angles(const CParse *parse, uint32_t index);
/* The first token from `index` on, at the same depth, that is `;`, `}` or one of `stops`; at
   most the scope's end. */
uint32_t c_find(const CParse *parse, uint32_t index, const char *stops);
/* The comma, semicolon or brace that ends the initialiser at `index`. */
uint32_t c_find_value_end(const CParse *parse, uint32_t index);
