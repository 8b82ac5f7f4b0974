/* Rust: a file is a module. The other file imports what the code needs by its path from the crate.
   The old module passes the symbol on, so that paths of others stay. Only move_rust*.c include it.

   move_rust.c        the order of the steps, what cannot be moved, and the edits
   move_rust_needs.c  imports that go with it, and what must become visible
   move_rust_paths.c  which module a file is */
#pragma once

#include "refactor/move.h"

typedef struct RustEdit {
    size_t start, end;
    Str text;
} RustEdit;

typedef struct Rust {
    Move *move;
    Str old, new; /* paths of the modules: `crate::a` */
    bool fresh;
    uint32_t parent;     /* fresh: the file that declares the module */
    uint32_t last;       /* index of the last symbol that is moved */
    VEC(RustEdit) edits; /* of the old file */
    VEC(Str) uses;       /* what the other file imports: `std::fmt::Write as W` */
} Rust;

/* The path of a file's module from the crate, which has this root; empty: it is not known. */
Str rust_module(const Rust *rust, Str path, uint32_t *root);
/* The file that would declare a new module; FILE_NOWHERE: none. */
uint32_t rust_parent(const Rust *rust, Str path);
/* The last part of a path, and what is before it. */
Str rust_last(Str path);
Str rust_outer(Str path);
/* Whether a module is another, or within it. */
bool rust_is_within(Str module, Str outer);
/* Whether code of a module may name another one by its path. */
bool rust_sees(const Rust *rust, Str module, Str other);
/* Where the words of a declaration begin, after its attributes and comments. */
size_t rust_words(Str text, size_t at);

/* Adds the imports that the moved code needs. */
bool rust_take_needs(Rust *rust, Err *err) MUST_USE;
