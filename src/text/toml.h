/* Reads TOML 1.0 as Json values, for configuration files that may come from a hostile repository.
   Tables, dotted keys, arrays of tables, the four kinds of strings, integers, floats, booleans,
   arrays, inline tables and comments. What JSON has no value for, dates and times, inf and nan,
   becomes a string. Integers of every base become decimal numbers and must fit 64 bits;
   underscores are dropped. Whatever TOML forbids is an error: a key or table defined twice, an
   inline table or a plain array extended later. Size, keys and nesting are capped (TOML_*_MAX).
   Errors name the line. Strings without escapes point into the text, which must live as long. */
#pragma once

#include "base/json.h"

/* *value is an object. */
bool toml_parse(Arena *arena, Str text, Json **value, Err *err) MUST_USE;
