/* What the results of a function are, by the forms of their expressions. */
#pragma once

#include "change/function_body.h"

typedef enum ResultKind {
    RESULT_NOTHING = 1,
    RESULT_TEXT = 2,
    RESULT_NUMBER = 4,
    RESULT_LIST = 8,
    RESULT_MAP = 16,
    RESULT_TRUTH = 32,
    RESULT_OBJECT = 64,
    RESULT_SEVERAL = 128,   /* a list of values, no single one */
    RESULT_REFERENCE = 256, /* a reference to such a list */
    RESULT_TAGGED = 512,    /* `{:ok, value}` */
    RESULT_LOOKED = 1024,   /* what was looked up; nothing where it is not found */
    RESULT_UNKNOWN = 2048,
} ResultKind;

typedef struct Results {
    unsigned kinds; /* ResultKind bits of all results */
    size_t count;   /* how many expressions give one */
    size_t values;  /* most values that one result has */
    size_t demands; /* results that raise an error where nothing is found */
    Str object;     /* the type of results that are made */
    StrVec keys;    /* of results that are maps */
    bool open;      /* such a map may have other keys, too */
    StrVec tags;    /* atoms that begin a tuple which is made */
} Results;

/* Reads the results of a body. */
void results_read(const FunctionBody *body, Results *results);
/* What one kind of them is called: `a list`. */
const char *results_name(unsigned kinds);
