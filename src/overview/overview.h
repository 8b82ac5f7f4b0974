/* `fovea overview`: what a senior engineer would tell a newcomer in two minutes. It is aggregated
   from the catalog and from the manifests of build tools. */
#pragma once

#include "index/graph/module_uses.h"
#include "index/graph/repository_parts.h"
#include "query/query.h"
#include "query/unseen.h"

/* The most modules that an overview names. */
#define OVERVIEW_MODULES_MAX 100

typedef struct LanguageCount {
    const Language *language;
    uint32_t files;
    uint64_t lines, bytes;
} LanguageCount;
typedef VEC(LanguageCount) LanguageCountVec;

/* A command, framework or program, and the file that it was found in. */
typedef struct Evidence {
    Str what, source;
    uint32_t lines, at; /* of a program: lines of its file; the line where it starts, or 0 */
} Evidence;
typedef VEC(Evidence) EvidenceVec;

/* A package of a repository that has several. */
typedef struct Package {
    Str directory, name, about;
    Str commands; /* names of the scripts that build, test and start it, with commas */
    bool hidden;  /* not published, or an example */
} Package;
typedef VEC(Package) PackageVec;

typedef struct Overview {
    Str about;                  /* one sentence, or empty */
    LanguageCountVec languages; /* most lines first */
    Modules modules;
    const ModuleUses *uses; /* edges between modules, hot symbols */
    Parts parts;
    Str *purposes;              /* one sentence for each part; may be empty */
    Str *contents;              /* the largest files and directories of each part, or empty */
    ModuleEdgeVec dependencies; /* between parts */
    EvidenceVec commands, frameworks, entries, documents;
    VEC(Str) own_names;  /* names of the project itself in manifests */
    PackageVec packages; /* those that users install come first */
    Str packages_source; /* the file that lists them, or empty */
    uint32_t files, skipped[FILE_CLASS_COUNT], failed;
    uint64_t lines, bytes, symbols;
    bool makefile, makefile_hands_on; /* there is one at the top; it calls one further down */
    uint32_t entries_more;            /* programs that are only counted: */
    uint32_t mains_more;              /* functions called main, */
    EvidenceVec starts_more;          /* and files */
    uint32_t low, medium, high;
    RiskLevels levels;
    Unseen unseen;
} Overview;

/* Gathers everything that does not depend on the number of parts. */
void overview_gather(SessionRequest *request, const IndexSession *session, Overview *overview);
/* Divides the repository into at most `max` parts, with purposes and dependencies. May be called
   again with another number. */
void overview_divide(SessionRequest *request, const IndexSession *session, size_t max,
                     Overview *overview);
/* git: with branch and commit. */
Json *overview_value(Arena *arena, const IndexSession *session, const Overview *overview, bool git);

/* Finds commands, frameworks and programs in manifests (overview_manifest.c). */
void overview_read_manifests(SessionRequest *request, const IndexSession *session,
                             Overview *overview);
/* Removes the project and its own packages from the frameworks. */
void overview_drop_itself(SessionRequest *request, Overview *overview);
/* Finds the packages of the workspace: the members that pnpm-workspace.yaml, package.json,
   Cargo.toml or go.work name. Without a manifest at the top, those one or two directories down. */
void overview_find_packages(SessionRequest *request, const IndexSession *session,
                            Overview *overview);
/* The first dozen as rows. */
Json *overview_packages_value(Arena *arena, const Overview *overview);
/* Finds where programs start, and what to read first (overview_entry.c). */
void overview_find_entries(SessionRequest *request, const IndexSession *session,
                           Overview *overview);
void overview_put_entries(Buf *out, const SessionRequest *request, const Overview *overview);
/* Finds what the repository and each part are for, in its authors' words (overview_purpose.c). */
void overview_find_purposes(SessionRequest *request, const IndexSession *session,
                            Overview *overview);
/* Returns the indexed file that a symbolic link leads to; empty: it is no link or leads
   elsewhere. */
Str overview_link(SessionRequest *request, const IndexSession *session, Str path);
/* Reads a file of at most 256 KB; false when it is larger or cannot be read. */
bool overview_read(SessionRequest *request, const IndexSession *session, Str path, Str *text);
