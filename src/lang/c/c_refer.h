/* What c_reference.c, c_refer_code.c, c_refer_add.c and c_type.c share: the state of reading
   references from tokens, and steps over what stands next to a name. */
#pragma once

#include "lang/c/c_parse.h"

#include "base/map.h"

typedef struct Refer {
    CParse *parse;
    Map locals;          /* name: number of the function it is local to */
    Map types;           /* name of a local variable: index + 1 in type_texts, or 0 */
    VEC(Str) type_texts; /* as lang/walk/type_plus.h writes them, const of values too */
    Map parameters;      /* of a macro: name: the same */
    uint64_t function;   /* number of the current one */
    uint32_t body_end;   /* token that closes the outermost body, 0 outside */
    uint32_t statement;  /* token at which the current statement begins */
    uint32_t angles_end; /* tokens before it are template arguments */
    Str declared;        /* the type in the current statement, for its further declarators */
    bool declares;       /* the current statement declares local variables */
    int32_t depth;       /* of parentheses within the statement */
} Refer;

/* ---- c_refer_add.c ---- */

/* Whether a type, with `*` and the like behind it, stands before the token. */
bool c_follows_type(const Refer *refer, uint32_t index);
/* Whether the token may be the last of a type: not an attribute, a macro or an operator. */
bool c_is_type_end(const Refer *refer, uint32_t index);
/* A further declarator: `, *name`. */
bool c_follows_comma(const Refer *refer, uint32_t index);
bool c_is_local(const Refer *refer, uint32_t index);
/* NULL when there are too many, or when a type is a template's parameter. `open` is the bracket of
   a call's arguments, or 0. */
Reference *c_add_reference(Refer *refer, ReferenceKind kind, uint32_t index, uint32_t open);
/* The member or variable whose name is at `index` is assigned, unless it is a local variable or a
   part of one. */
void c_note_write(Refer *refer, uint32_t index);
/* The name at `index` is a template's parameter, or the like: no variable. */
void c_add_local(Refer *refer, uint32_t index);

/* ---- c_bind.c ---- */

/* It is a variable of the current function; `further` when another declarator has its type. */
void c_bind(Refer *refer, uint32_t index, bool further);
/* Those in the bracket at `open` of `auto [a, b]`; false when it is another bracket. */
bool c_read_bindings(Refer *refer, uint32_t open);

/* ---- c_argument.c ---- */

/* C++: so many arguments behind the bracket (lang/walk/argument.h), empty when nothing is known of
 * any.
 */
Str c_arguments(const Refer *refer, uint32_t open, uint32_t wanted);
/* Keeps the type of the local variable whose name is at `index`. */
void c_note_type(Refer *refer, uint32_t index);
/* Whether the object before the name is known to be const, or not to be: ReferenceFlag bits. */
uint8_t c_receiver_flags(const Refer *refer, uint32_t index);

/* ---- c_refer_code.c ---- */

/* The name at `index` in code, behind which `after` is the first token that is no part of it. */
void c_read_in_code(Refer *refer, uint32_t index, uint32_t after);
/* C++: `operator` at `index`, called or named by its name. */
void c_read_operator_use(Refer *refer, uint32_t index);
/* C++: `this` at `index`. */
void c_read_this(Refer *refer, uint32_t index);
/* C++: an object is made of the type whose last word is at `last`; `open` is the bracket of the
   arguments, or 0. */
void c_add_creation(Refer *refer, uint32_t last, uint32_t open);

static inline bool c_is_name(const CToken *token)
{
    return c_is_word(token, CW_NAME);
}

static inline bool c_ends_declarator(const CToken *token)
{
    return c_is_one_of(token, "=;,[):{");
}
