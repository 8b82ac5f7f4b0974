/* Types of Java as far as choosing among overloads needs them: erased, and with what is unknown
   named as unknown. */
#pragma once

#include "index/resolve/resolve_scope.h"

typedef enum TypeKind {
    TYPE_UNKNOWN,
    TYPE_NULL,
    TYPE_LAMBDA, /* a lambda or a method reference */
    TYPE_PRIMITIVE,
    TYPE_OBJECT,
} TypeKind;

#define LAMBDA_ANY UINT32_MAX

typedef struct JavaType {
    TypeKind kind;
    uint32_t primitive;        /* of a primitive: its place among them */
    uint32_t symbol;           /* of an object: the repository's type, or SYMBOL_NOWHERE */
    Str name;                  /* … then its simple name */
    bool may_be_type_variable; /* nothing says what the name means: it may be a type parameter */
    uint32_t rank;             /* so many times an array of it */
    uint32_t parameters;       /* of a lambda, LAMBDA_ANY for a method reference */
} JavaType;

/* Whether a value may be passed as a parameter. */
typedef enum Fit {
    FIT_NO,
    FIT_MAYBE,
    FIT_BOXED,  /* with boxing */
    FIT_STRICT, /* as it is: the same type or a supertype */
} Fit;

JavaType java_type_of_value(Resolver *resolver, const Value *value);
/* One argument as lang/walk/argument.h spells it. */
JavaType java_type_of_argument(Scope *scope, const Reference *reference, Str text);
bool java_same_type(const JavaType *a, const JavaType *b);
Fit java_fit(Resolver *resolver, const JavaType *given, const JavaType *wanted);

/* The methods of that name that a call on the type may mean: its own and inherited ones. */
void java_members(Scope *scope, const Reference *reference, uint32_t type, uint32_t name,
                  Finds *finds);
/* Leaves of several methods those that may take the arguments, and the best one alone if there is
   one. */
void java_choose(Scope *scope, const Reference *reference, Finds *finds);
/* A bare call in an anonymous class: true when its base has the method, *finds says which. */
bool java_anonymous(Scope *scope, const Reference *reference, Finds *finds);
/* Whether a bare call that was found in an outer class may as well mean what a class between
   inherits from the JDK: `size()` in an inner collection. */
bool java_may_inherit(Scope *scope, const Reference *reference, const Finds *finds);
/* The calls that constructors make without saying so: `super()`. */
void java_add_implicit(Scope *scope);
