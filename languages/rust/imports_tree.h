/* Rust's modules, as `mod` declares them: which file and which block of a file is the child of
   which. `#[path]` counts from the folder of the file, within blocks from theirs; a file that it
   names has its children beside it, as mod.rs and the root of a crate have. What no file declares
   (macros do it) stands where its path says: a/b.rs in a. */
#pragma once

#include "index/imports/imports_rules.h"

/* A module: a file, or a block in it. */
typedef struct RustModule {
    uint32_t file;
    uint32_t entry; /* of the block; 0: the file */
} RustModule;

/* One name may be several modules: `#[cfg(unix)] #[path = "unix.rs"] mod sys;` and the like. */
#define RUST_MODULES_MAX 8
typedef struct RustModules {
    RustModule list[RUST_MODULES_MAX];
    size_t len;
} RustModules;

/* The module that a line stands in. */
RustModule rust_module_at(const Catalog *catalog, uint32_t file, uint32_t line);
/* Up one level; false at the root of a crate, and where nobody knows. */
bool rust_module_parent(Imports *imports, RustModule *module);
/* The root of the crate. */
RustModule rust_module_root(Imports *imports, RustModule module);
void rust_module_children(Imports *imports, Arena scratch, RustModule module, Str name,
                          RustModules *children);
/* Those that the declaration itself leads to: the entry of a module, with or without a body. */
void rust_module_declared(Imports *imports, RustModule declaration, RustModules *modules);
/* `a::b` of a block within blocks; empty for a file. */
Str rust_module_within(const Catalog *catalog, Arena *arena, RustModule module);
