/* Constructs that turn a name into data at run time: `#x`, `stringify!`, a serializer, the text of
   an enumeration's value. A rename that one of them may show changes what the program does. The
   rows are in languages/<id>/rename.def. */
#pragma once

#include "base/str.h"

/* What a construct can take the name of. */
enum {
    NAMES_FIELDS = 1,
    NAMES_VARIANTS = 2, /* members of enumerations */
    NAMES_TYPES = 4,
    NAMES_FUNCTIONS = 8,
    NAMES_METHODS = 16,
    NAMES_OTHERS = 32, /* variables, constants, macros */
    NAMES_DATA = NAMES_FIELDS | NAMES_VARIANTS,
    NAMES_ALL = 63
};

/* Where a construct has to be. */
typedef enum NameReach {
    REACH_TREE,   /* in any file of the language */
    REACH_TYPED,  /* … that may have a value of the symbol's type */
    REACH_BESIDE, /* in a file that has the name or its type, or in a declaration's directory */
    REACH_SHOWN,  /* … and what it is given may be a value of the type, by how it is written */
    REACH_JOINED, /* … an operator that joins texts: `"of " + mode` */
    REACH_BEFORE, /* right after the name: `{x=}` */
    REACH_AROUND, /* the name is between the brackets that follow */
    REACH_MODULE, /* … what is there is a module that the file imports as a value */
    REACH_MADE, /* between the brackets after the name of the type, or of a function that copies its
                   values */
    REACH_INDEXED,  /* right behind the name of the type: `Mode[name]` */
    REACH_HANDED,   /* the type as a whole is an argument of a call, but of no mark */
    REACH_DECLARED, /* in the declaration of the symbol or its type, or in the lines before it */
} NameReach;

typedef struct NameData {
    unsigned names;
    NameReach reach;
    const char *marks; /* any of these texts, separated by spaces */
    const char
        *needs; /* … and one of these in the declaration of the symbol or its type; or NULL */
    const char *tag; /* what gives the field another name in its declaration; or NULL */
    bool shown_only; /* names that other packages do not see are left out */
} NameData;

/* A list of rows, for RenameFacts. */
#define NAME_DATA(...) ((const NameData[]){__VA_ARGS__, {0}})
