/* Module tree of Rust: the files and blocks that are children of each module, as `mod` declares.

   `#[path]` is relative to the folder of the file, or within blocks to theirs. The children of a
   file named by it are in the file's own folder, as for mod.rs and crate roots. A file that is
   declared by a macro instead of `mod` is placed by its path: a/b.rs belongs to a. */
#pragma once

#include "index/imports/imports_rules.h"

/* A module: a file, or a block in a file. */
typedef struct RustModule {
    uint32_t file;
    uint32_t entry; /* entry of the block; 0: the file */
} RustModule;

/* One name can be several modules: `#[cfg(unix)] #[path = "unix.rs"] mod sys;` and the like. */
#define RUST_MODULES_MAX 8
typedef struct RustModules {
    RustModule list[RUST_MODULES_MAX];
    size_t len;
} RustModules;

/* The innermost module that contains the line. */
RustModule rust_module_at(const Catalog *catalog, uint32_t file, uint32_t line);
/* Replaces the module by its parent. False at a crate's root and when the parent is unknown. */
bool rust_module_parent(Imports *imports, RustModule *module);
/* The root of the module's crate. */
RustModule rust_module_root(Imports *imports, RustModule module);
void rust_module_children(Imports *imports, Arena scratch, RustModule module, Str name,
                          RustModules *children);
/* The modules that a declaration (an entry with or without a body) refers to. */
void rust_module_declared(Imports *imports, RustModule declaration, RustModules *modules);
/* The path of a block within its file, `a::b`; empty for a file. */
Str rust_module_within(const Catalog *catalog, Arena *arena, RustModule module);
/* Takes `crate`, `self`, `super`, a module that is declared there, or a crate of the repository off
   the front of a path in code, and the modules that follow. Gives how many parts of the path these
   are; 0: it begins otherwise, or leads out of the repository. */
size_t rust_module_path(Imports *imports, Arena scratch, RustModule here, Str path,
                        RustModule *module);
/* The files that one name means under different conditions: `#[cfg(unix)] mod sys;` and
   `#[cfg_attr(…, path = …)]`. The file itself among them; at most `max`, which is not 0. */
size_t rust_module_variants(Imports *imports, uint32_t file, uint32_t *files, size_t max);
