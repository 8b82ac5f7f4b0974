/* Values of expressions, as far as they can be inferred. */
#pragma once

#include "index/resolve/resolve.h"
#include "index/resolve/rules.h"

typedef enum ValueKind {
    VALUE_UNKNOWN,
    VALUE_FOREIGN,  /* something from outside the repository; `package` says where from, if known */
    VALUE_INSTANCE, /* an instance of the type `symbol` */
    VALUE_TYPE,     /* the type itself */
    VALUE_MODULE,   /* a unit or namespace: `symbol` is its home */
    VALUE_FUNCTION, /* a function that is named, not called */
} ValueKind;

typedef struct Value {
    ValueKind kind;
    uint32_t symbol;
    uint32_t package;       /* name id */
    uint32_t variant;       /* of an instance: the enum member that it is, or 0 */
    uint32_t named;         /* name id of a type that is not of the repository, or 0 */
    uint32_t argument;      /* name id of the text of the type's arguments, or 0 */
    uint32_t place;         /* the place where that text is written */
    uint32_t parts;         /* index + 1 in Resolver.others of the values that a written tuple has,
                               one for each part of `argument`; or 0 */
    Str given;              /* of a function or type that is called: lang/walk/given.h */
    uint32_t owner;         /* of an extension: index + 1 in Resolver.others of its receiver */
    uint32_t others;        /* index + 1 in Resolver.others of a further alternative, or 0 */
    bool is_foreign_result; /* foreign, and returned or made there: its members are not known */
    bool is_inner;          /* of a local variable: of an unnamed scope */
    uint32_t before;        /* of a local variable: index + 1 of the value that it hides */
    bool was_rebound;       /* of a local variable: it was bound to something else before */
    uint8_t pointers;       /* C++: `*` and smart pointers around the type, as far as known */
    bool is_exact;          /* of a type: it is named there; of an instance: it is made of such a
                               type, so that it is of no class below */
    bool is_doubtful;       /* of a type or a local variable: Resolver.is_doubtful when found */
    Str suffix; /* layers around the type: `[]` and `[List]` for elements, `?` for an optional */
} Value;

/* An instance of a type; any other value unchanged. */
static inline Value value_instance(Value value)
{
    if (value.kind == VALUE_TYPE)
        value.kind = VALUE_INSTANCE;
    return value;
}
/* Parts of a written tuple or object whose values are kept. */
#define VALUE_PARTS_MAX 8
/* Alternatives of one value that are kept. */
#define VALUE_ALTERNATIVES_MAX 4
/* The values that it may be, without unknown ones. Returns their number. */
uint32_t value_alternatives(const Resolver *resolver, const Value *value,
                            Value all[VALUE_ALTERNATIVES_MAX]);
/* Whether anything is known of it: its type, its elements or its arguments. */
bool value_is_known(const Value *value);
/* One value for several. Unknown ones make it doubtful. */
Value value_either(Resolver *resolver, const Value *values, uint32_t count);
/* The member `name` of a value. `called`: a call follows. */
Value value_member(Resolver *resolver, const Value *value, Str name, bool called);
/* The value of a name without a receiver at a place. `scope` may be NULL: no local variables. */
Value value_of_name(Resolver *resolver, const Scope *scope, uint32_t at, Str name, bool called);
/* What a smart pointer points to: the result of C++'s `operator->`, the Target of Rust's Deref.
   Members that its own type lacks are looked up there. VALUE_UNKNOWN for other values. */
Value value_dereferenced(Resolver *resolver, const Value *value);
/* Whether the type's own declaration names one of these bases. */
bool value_extends(const Resolver *resolver, uint32_t type, const char *bases);
/* The field of that number, `0` for the first: of a structured binding of C++, of Python's named
   tuples. */
Value value_numbered(Resolver *resolver, const Value *value, Str name);
