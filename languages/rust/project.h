/* Project facts for Rust: the targets of a package, and the conditions of its code. */
#pragma once

#include "project/project.h"

/* The target of Cargo that a file is compiled into. */
typedef struct RustTarget {
    Str option;   /* `--test name`; empty: not known */
    Str root;     /* the file where it begins */
    Str features; /* that the manifest requires, with commas; or empty */
    Str off;      /* why Cargo does not build it; or empty */
    bool runs;    /* a program that runs its tests itself */
    bool known;   /* the file is `root`, or a module below it */
} RustTarget;

RustTarget rust_target(Project *project, Str directory, Str path);

/* What the conditions of a test need. */
typedef struct RustNeeds {
    Str features; /* that are not among the defaults, with commas; or empty */
    Str only;     /* a condition that is not known to hold; or empty */
} RustNeeds;

/* Adds the attributes `cfg(…)` in the text. `directory`: of the Cargo.toml. */
void rust_read_conditions(Project *project, Str directory, Str text, RustNeeds *needs);
/* Adds a feature, unless it is one of the defaults or known already. */
void rust_need(Project *project, Str directory, Str feature, RustNeeds *needs);
/* Whether the manifest has the feature. */
bool rust_has_feature(Project *project, Str directory, Str feature);
