/* The parameters of a callable, read from the text of its head in whatever language: a list in
   parentheses, cut at its commas. */
#pragma once

#include "change/side.h"

typedef struct Parameter {
    Str name;      /* empty: only a type is written */
    Str type;      /* its text with white space folded, or empty */
    bool optional; /* callers may leave it out */
    bool many;     /* stands for any number of arguments */
    bool by_name;  /* Python: only by its name */
} Parameter;
typedef VEC(Parameter) ParameterVec;

/* False where the head has no list of parameters. Receivers (`self`, `this`) are left out. */
bool parameters_read(Arena *arena, const ChangeSide *side, size_t index, ParameterVec *parameters);
