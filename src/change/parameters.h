/* Parameters of a callable, parsed from the text of its head in any language: a parenthesised list,
   split at commas. */
#pragma once

#include "change/side.h"

typedef struct Parameter {
    Str name;      /* empty: only a type is written */
    Str type;      /* text with white space folded, or empty */
    Str sense;     /* the type in a form that can be compared (head_types.h), or empty */
    Str value;     /* its default, as it is written; or empty */
    bool optional; /* callers may omit it */
    bool many;     /* takes any number of arguments */
    bool by_name;  /* keyword only */
    bool by_place; /* it cannot be given by its name */
} Parameter;
typedef VEC(Parameter) ParameterVec;

/* Whether a type's name is followed by the parameters of its constructor: `record R(int a)`. */
bool parameters_are_in_head(const ChangeSide *side, uint32_t index);
/* Whether calls by its name give its parameters: a function, or such a type. */
bool parameters_are_given(const ChangeSide *side, uint32_t index);
/* False if the head has no parameter list. Receivers (`self`, `this`) and blocks of Ruby are left
   out. */
bool parameters_read(Arena *arena, const ChangeSide *side, size_t index, ParameterVec *parameters);
/* Whether it is called as if it were a method of its first parameter: `Total(this Order order)`. */
bool parameters_extend(const ChangeSide *side, uint32_t index);
/* Whether that number of arguments fits. */
bool parameters_fit(const ParameterVec *parameters, size_t arguments);
/* Range of argument counts that fit; `most` SIZE_MAX: no limit. */
void parameters_count(const ParameterVec *parameters, size_t *least, size_t *most);
