/* Types of Java, erased, as overload resolution compares them. */
#pragma once

#include "index/resolve/resolver.h"

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
    uint32_t primitive;        /* of a primitive: its row in the table */
    uint32_t symbol;           /* of an object: its type in the repository, or SYMBOL_NOWHERE */
    Str name;                  /* … then its simple name */
    bool may_be_type_variable; /* … and whether the meaning of the name is unknown */
    uint32_t rank;             /* dimensions of an array, 0 for none */
    uint32_t parameters;       /* of a lambda; LAMBDA_ANY for a method reference */
} JavaType;

/* Whether an argument may be passed as a parameter. */
typedef enum Fit {
    FIT_NO,
    FIT_MAYBE,
    FIT_BOXED,  /* with boxing or unboxing */
    FIT_STRICT, /* without conversion: the same type or a supertype */
} Fit;

JavaType java_type_of_value(Resolver *resolver, const Value *value);
/* The type of one argument, as lang/walk/argument.h spells it. */
JavaType java_type_of_argument(Scope *scope, const Reference *reference, Str text);
bool java_type_equal(const JavaType *a, const JavaType *b);
Fit java_type_fit(Resolver *resolver, const JavaType *given, const JavaType *wanted);
