/* State of the pass that collects references from tokens, shared by c_reference.c,
   c_refer_code.c, c_refer_add.c, c_bind.c, c_argument.c, c_condition.c and c_type.c, with small
   tests on a name's neighbours. */
#pragma once

#include "lang/c/c_parse.h"

#include "base/map.h"

/* What a name was before a block declared a variable of that name. */
typedef struct CHidden {
    Str name;
    uint64_t function, type, bind; /* as in Refer.locals, types and binds */
} CHidden;

typedef struct Refer {
    CParse *parse;
    Map locals;           /* local name -> number of the function it belongs to */
    Map capitals;         /* name in capitals that this file declares -> its SymbolKind */
    Map types;            /* name of a local variable -> index + 1 in type_texts, or 0 */
    VEC(Str) type_texts;  /* types as lang/walk/type_plus.h writes them; const is kept */
    Map binds;            /* name of a local variable -> index + 1 of its last BIND */
    VEC(CHidden) hidden;  /* by declarations of the open blocks */
    VEC(uint32_t) blocks; /* open blocks of the current function: hidden.len at their start */
    Map parameters;       /* parameter name of the current macro -> number of its body's function */
    uint64_t function;    /* number of the current function; each has its own */
    uint32_t body_end;    /* token that closes the outermost body, 0 outside */
    uint32_t statement;   /* token at which the current statement begins */
    uint32_t angles_end;  /* tokens before this one are template arguments */
    Str declared;         /* the current statement's type, for its further declarators */
    bool declares;        /* the current statement declares local variables */
    int32_t depth;        /* nesting of parentheses within the statement */
} Refer;

/* ---- c_refer_add.c ---- */

/* Whether a type, possibly with `*` or `&`, precedes the token. */
bool c_follows_type(const Refer *refer, uint32_t index);
/* Whether the word is written as macros are, and this file does not declare a type of that name. A
   type of another file may still be meant. */
bool c_may_be_macro(const Refer *refer, Str word);
/* Whether the token may be a type in capitals that another file declares, since a declaration may
   begin with it. */
bool c_may_be_type(const Refer *refer, uint32_t index);
/* Whether the token may be the last of a type: not an attribute, a macro or an operator. */
bool c_is_type_end(const Refer *refer, uint32_t index);
/* Whether the token is the word `new`. */
bool c_is_new(const CParse *parse, uint32_t index);
/* Whether `new`, possibly with the arguments of a placement, precedes the token. */
bool c_follows_new(const CParse *parse, uint32_t chain);
/* Whether the token is a further declarator: `, *name`. */
bool c_follows_comma(const Refer *refer, uint32_t index);
/* Whether the name at `index` is local to the current function. */
bool c_is_local(const Refer *refer, uint32_t index);
/* Adds a reference to the name at `index`. `open` is the bracket of a call's arguments, or 0.
   NULL when REFERENCES_MAX is reached, or when the type is only a template parameter. */
Reference *c_add_reference(Refer *refer, ReferenceKind kind, uint32_t index, uint32_t open);
/* Number of the arguments in a bracket. */
uint16_t c_count_arguments(const CParse *parse, uint32_t open);
/* Records that the member or variable whose name is at `index` is assigned, unless it is a local
   variable or a part of one. */
void c_note_write(Refer *refer, uint32_t index);
/* The token at which the expression before the operator at `index` begins; `index` without one. */
uint32_t c_receiver_start(const CParse *parse, uint32_t index);
/* The expression between two tokens, normalised; empty if it cannot be written so. */
Str c_operand_text(const Refer *refer, uint32_t first, uint32_t end);
/* Makes the name at `index` local to the current function, or to its innermost open block; for
   template parameters and the like, which are not variables. */
void c_add_local(Refer *refer, uint32_t index);

/* ---- c_paste.c ---- */

/* Whether the name at `index` is an argument that a macro of the file only joins with other words.
 */
bool c_is_pasted(const Refer *refer, uint32_t index);

/* Binds what a lambda's captures initialise: `[x = make()]`. */
void c_read_captures(Refer *refer, uint32_t open);
/* Records what the `return` at `index` gives. The second function keeps this only for functions
   without a written type. */
void c_read_return(Refer *refer, uint32_t index);
void c_keep_returns(Outline *outline);

/* ---- c_block.c ---- */

/* Follows blocks at the token, which is code: `{` opens one, `}` ends one and its variables. */
void c_follow_block(Refer *refer, uint32_t index);
/* Ends the function: no block is open. */
void c_end_blocks(Refer *refer);
/* Keeps what the name is outside of the innermost open block. */
void c_hide(Refer *refer, Str name);
/* Whether the name at `index` is that of a pointer to a function, `int (*name)(int)`. */
bool c_is_pointer_name(const Refer *refer, uint32_t index);

/* ---- c_bind.c ---- */

/* Declares the variable at `index` in the current function; `further` when an earlier declarator
   of the statement gives its type. */
void c_bind(Refer *refer, uint32_t index, bool further);
/* Declares the names of a structured binding, `auto [a, b]`, whose bracket is at `open`; false
   when the bracket is something else. */
bool c_read_bindings(Refer *refer, uint32_t open);

/* ---- c_argument.c ---- */

/* C++: the texts (lang/walk/argument.h) of `wanted` arguments after the bracket at `open`; empty if
   none is known. */
Str c_arguments(const Refer *refer, uint32_t open, uint32_t wanted);
/* Keeps the type of the local variable whose name is at `index`. */
void c_note_type(Refer *refer, uint32_t index);
/* ReferenceFlag bits that say whether the object before the name is known to be const, or known
   not to be. */
uint8_t c_receiver_flags(const Refer *refer, uint32_t index);

/* The text of the argument between two tokens, as c_arguments has it. */
Str c_argument(const Refer *refer, uint32_t first, uint32_t end);

/* ---- c_condition.c ---- */

/* Adds the uses of macros in the conditions of directives. */
void c_read_conditions(Refer *refer);

/* ---- c_operation.c ---- */

/* C++: adds the call of the operator at `index`, a token of code. */
void c_read_operation(Refer *refer, uint32_t index);
/* C++: adds the calls of `begin` and `end` of the range of a loop, for its variable at `index`. */
void c_add_loop(Refer *refer, uint32_t index, Str range);

/* ---- c_refer_code.c ---- */

/* Classifies the name at `index` in code. `after` is the first token that is not part of the
   name. */
void c_read_in_code(Refer *refer, uint32_t index, uint32_t after);
/* C++: `operator` at `index`, called or named by its name. */
void c_read_operator_use(Refer *refer, uint32_t index);
/* C++: `this` at `index`. */
void c_read_this(Refer *refer, uint32_t index);
/* C++: adds the creation of an object whose type ends with the word at `last`; `open` is the
   bracket of the constructor's arguments, or 0. */
void c_add_creation(Refer *refer, uint32_t last, uint32_t open);

static inline bool c_is_name(const CToken *token)
{
    return c_is_word(token, CW_NAME);
}

/* Whether symbols of the kind are types that one word names. */
static inline bool c_is_type_kind(uint64_t kind)
{
    return kind == SYMBOL_STRUCT || kind == SYMBOL_UNION || kind == SYMBOL_CLASS ||
           kind == SYMBOL_ENUM || kind == SYMBOL_TYPE;
}

static inline bool c_ends_declarator(const CToken *token)
{
    return c_is_one_of(token, "=;,[):{");
}
