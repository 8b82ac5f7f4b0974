/* What changing a signature must know of a language: languages/<id>/signature.def. A language
   without that file has no such change. Lists are words separated by spaces. */
#pragma once

#include "lang/lang.h"

typedef struct SignatureFacts {
    const char *language;
    const char
        *spreads;      /* what begins an argument that is several, or a parameter that takes them */
    const char *types; /* words of types that every file knows */
    const char *receivers;  /* a member's first parameter, which its calls do not pass */
    const char *still;      /* decorators of a member without a receiver … */
    const char *of_type;    /* … of one whose receiver is the type */
    const char *decorators; /* … and others that leave the parameters as they are */
    const char *looks;      /* words of code that reads parameters otherwise than by their names */
    const char *constants;  /* words that are values in themselves */
    const char *void_list;  /* a list of parameters that has no one: C's `void` */
    bool names_are_last;    /* `int x`, not `x: int` */
    bool names_share_types; /* `a, b int` */
    bool names_arguments;   /* `f(x=1)` */
    bool has_defaults;      /* `x = 1`, which a call may leave out */
    bool has_function_interfaces; /* a lambda may be an interface of one method */
    bool is_typed;                /* each parameter has a type */
} SignatureFacts;

/* NULL: it is not known how its functions are called. */
const SignatureFacts *call_form_facts(const Language *language);
