/* Gaps of a walk: files in the tree, or belonging to it, that were not listed. The walk notes them;
   gaps_count then looks below ignored directories, within limits. Usual directories of packages and
   of build results are named, but not looked into. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

#include <stdint.h>

typedef enum GapKind {
    GAP_UNREADABLE, /* directories that cannot be listed */
    GAP_DEEP,       /* directories below WALK_DEPTH_MAX others */
    GAP_LINK,       /* symbolic links, wherever they lead */
    GAP_SUBMODULE,  /* submodules that are not checked out */
    GAP_SPARSE,     /* tracked files or directories that git keeps off the work tree */
    GAP_USUAL,      /* ignored directories of packages or build results */
    GAP_WORKTREE,   /* other work trees of the same repository, which have its files once more */
    GAP_KIND_COUNT
} GapKind;

/* Paths of one kind that are kept; more are only counted. */
#define GAP_PATHS_MAX 64

typedef struct Gap {
    uint32_t count;
    VEC(Str) paths; /* relative to the root of the walk */
} Gap;

/* What one ignore rule leaves out. */
typedef struct GapRule {
    Str text;       /* `*.gen.c (.gitignore:3)` */
    Str first;      /* the first path that it leaves out */
    uint32_t paths; /* number of these; a directory counts as one */
    uint32_t files; /* source files; after gaps_count those in ignored directories, too */
} GapRule;

typedef struct GapFolder {
    Str path;
    uint32_t rule;   /* index in WalkGaps.rules */
    uint32_t listed; /* source files in it that are listed, for they are tracked */
} GapFolder;

typedef struct WalkGaps {
    Gap of[GAP_KIND_COUNT];
    VEC(GapRule) rules;
    VEC(GapFolder) folders; /* ignored directories that gaps_count looks into */
    bool more;              /* a limit was reached: there is more than was counted */
} WalkGaps;

void gaps_add(Arena *arena, WalkGaps *gaps, GapKind kind, Str path);
/* Notes an ignored path: a source file, or a directory. */
void gaps_add_ignored(Arena *arena, WalkGaps *gaps, Str rule, Str path, bool folder);
/* Notes a source file in an ignored directory that is listed although it is ignored. */
void gaps_add_listed(WalkGaps *gaps, Str path);
/* A hash of all that the walk noted: equal hashes, equal gaps. */
uint64_t gaps_hash(Arena scratch, const WalkGaps *gaps);

/* The same gaps with the source files in ignored directories below the root counted; these
   directories are not listed any more. Links are not followed. Texts are shared. */
WalkGaps gaps_count(Arena *arena, Arena scratch, Str root, const WalkGaps *noted,
                    bool (*is_source)(Str path));

Str gaps_pack(const WalkGaps *gaps, Arena *arena);
/* False if the bytes are damaged; then the gaps are empty. The texts point into the bytes. */
bool gaps_unpack(Arena *arena, Str packed, WalkGaps *gaps);
