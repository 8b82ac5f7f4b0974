/* Imports that name modules with dots, as Python's. */
#pragma once

#include "refactor/relocate.h"

/* The name of a file's head, and the path of the module that it means: `pkg` and `src/pkg`. */
typedef struct DottedHead {
    Str name;
    Str path;   /* without extension and `/__init__` */
    bool whole; /* of `import a.b`: each dotted name that is imported is spelled in full */
    bool kept;  /* its import statement still binds the name */
} DottedHead;
typedef VEC(DottedHead) DottedHeadVec;

/* The path of a module: without extension and `/__init__`. */
Str dotted_path(Str path);
/* The path of a module after the edit. `path` may be that of a directory. */
Str dotted_path_after(const Relocate *relocate, Str path);
/* Whether the module, or a directory, at that path moves. */
bool dotted_moves(const Relocate *relocate, Str path);
/* Slashes become dots. */
Str dotted_name(Arena *arena, Str path);
/* Reads and changes uses of modules in code: `pkg.util.f()`. */
void dotted_read_chains(Relocate *relocate, RelocateText *text, const DottedHeadVec *heads);
