/* URIs of files. */
#pragma once

#include "base/str.h"

/* The absolute path that a `file:` URI names, normalised; empty for any other URI. */
Str lsp_uri_path(Arena *arena, Str uri);
/* Appends a path to a URI of a directory. */
Str lsp_uri_join(Arena *arena, Str directory, Str path);
/* The `file:` URI of an absolute path. */
Str lsp_uri_of(Arena *arena, Str path);
