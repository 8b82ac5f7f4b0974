/* Inside of toml.c: the reader's position in the text, and the scalars that it reads there. */
#pragma once

#include "base/json.h"

typedef struct TomlScan {
    Arena *arena;
    Str text;
    size_t at;
    Err *err;
} TomlScan;

/* Fails at the current position's line. Both return false. */
bool toml_fail(TomlScan *scan, const char *what);
bool toml_fail_key(TomlScan *scan, Str key, const char *what);

/* The byte `ahead` of the position, 0 past the end. */
char toml_peek(const TomlScan *scan, size_t ahead);
bool toml_looking_at(const TomlScan *scan, Str word);
void toml_skip_blanks(TomlScan *scan);
/* White space, line ends and comments. */
bool toml_skip_lines(TomlScan *scan) MUST_USE;
/* Blanks and a comment, then the line's end or the text's. */
bool toml_end_line(TomlScan *scan) MUST_USE;

/* One part of a key: bare or quoted. */
bool toml_read_key(TomlScan *scan, Str *key) MUST_USE;
/* A string, number or boolean. */
bool toml_read_scalar(TomlScan *scan, Json *value) MUST_USE;
