/* Parser of TOML 1.0 into Json values, for configuration files that may come from a hostile
   repository. It reads tables, dotted keys, arrays of tables, all kinds of strings, integers,
   floats, booleans, arrays, inline tables and comments. Values that JSON lacks (dates, times, inf,
   nan) become strings. Integers of every base become decimal numbers and must fit 64 bits;
   underscores are dropped.
   Whatever TOML forbids is an error: a key or table defined twice, an inline table or a plain array
   extended later. Size, keys and nesting are limited (TOML_*_MAX). Errors name the line. Strings
   without escapes point into the text, which must outlive the value. */
#pragma once

#include "base/json.h"

/* *value is an object. */
bool toml_parse(Arena *arena, Str text, Json **value, Err *err) MUST_USE;
