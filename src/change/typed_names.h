/* Names that a file declares to be of a type, and functions that take a value of it. */
#pragma once

#include "change/use_text.h"

/* A parameter of a type: the function, its place, and whether the value itself is handed over and
   not a reference to it. */
typedef struct TypedTaker {
    Str name;
    size_t place;
    bool by_value;
} TypedTaker;
typedef VEC(TypedTaker) TypedTakerVec;

/* Adds names of variables, parameters and fields that a file declares with the type before them,
   as C does: `T a`, `const T &a`, `T *a` not among them. */
void typed_names_read(Arena *arena, const UseText *file, Str type, StrVec *names);
/* Adds the functions of a file that take a value of the type, or a reference to one. */
void typed_names_takers(Arena *arena, const UseText *file, Str type, TypedTakerVec *takers);
/* Reads where the argument of a place begins and ends in the list that opens at a token. False: the
   list has no such argument. */
bool typed_names_argument(const UseText *file, size_t open, size_t place, size_t *first,
                          size_t *last);
