/* Requests in files that are read as lines: commands such as `curl` of shells, CI and images, and
   documents that describe an interface (OpenAPI), whose operations count as requests. */
#pragma once

#include "lang/outline.h"

/* Appends the requests of commands to outline->routes. */
void route_read_commands(Arena *arena, Arena scratch, Str text, Outline *outline);
/* The same for the operations of a file that is an OpenAPI document in YAML or JSON. */
void route_read_document(Arena *arena, Arena scratch, Str text, Outline *outline);
