/* Scanner of the TOML parser: its position in the text, and the scalars that it reads there. Only
   for src/text/toml*. */
#pragma once

#include "base/json.h"

typedef struct TomlScan {
    Arena *arena;
    Str text;
    size_t at;
    Err *err;
} TomlScan;

/* Set an error that names the current line. Both return false. */
bool toml_fail(TomlScan *scan, const char *what);
bool toml_fail_key(TomlScan *scan, Str key, const char *what);

/* The byte `ahead` of the position, 0 past the end. */
char toml_peek(const TomlScan *scan, size_t ahead);
bool toml_looking_at(const TomlScan *scan, Str word);
void toml_skip_blanks(TomlScan *scan);
/* Skips white space, line ends and comments. */
bool toml_skip_lines(TomlScan *scan) MUST_USE;
/* Skips blanks and a comment, then requires the end of the line or of the text. */
bool toml_end_line(TomlScan *scan) MUST_USE;

/* Reads one part of a key, bare or quoted. */
bool toml_read_key(TomlScan *scan, Str *key) MUST_USE;
/* Reads a string, number or boolean. */
bool toml_read_scalar(TomlScan *scan, Json *value) MUST_USE;
