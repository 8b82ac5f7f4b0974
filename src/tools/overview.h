/* What a senior engineer would tell a newcomer in two minutes: gathered by aggregation over the
   catalog and from the manifests that build tools read. */
#pragma once

#include "index/graph/module_uses.h"
#include "index/graph/parts.h"
#include "tools/query.h"

/* Modules that an overview names at most. */
#define OVERVIEW_MODULES_MAX 100

typedef struct LanguageCount {
    const Language *language;
    uint32_t files;
    uint64_t lines, bytes;
} LanguageCount;
typedef VEC(LanguageCount) LanguageCountVec;

/* How to build, test, run it, or what it is made with; and the file that says so. */
typedef struct Evidence {
    Str what, source;
    uint32_t lines, at; /* of a program: of its file; where it starts, or 0 */
} Evidence;
typedef VEC(Evidence) EvidenceVec;

/* A package of a repository that has several. */
typedef struct Package {
    Str directory, name, about;
    Str commands; /* the scripts that build, test, start it, joined by commas */
    bool hidden;  /* not published, or there to show the others */
} Package;
typedef VEC(Package) PackageVec;

typedef struct Overview {
    Str about;                  /* one sentence, or empty */
    LanguageCountVec languages; /* most lines first */
    Modules modules;
    const ModuleUses *uses; /* edges between modules, hot symbols */
    Parts parts;
    Str *purposes;              /* of each part, one sentence; may be empty */
    Str *contents;              /* then its largest files and directories; may be empty too */
    ModuleEdgeVec dependencies; /* between parts */
    EvidenceVec commands, frameworks, entries, documents;
    VEC(Str) own_names;  /* as which manifests know the project itself */
    PackageVec packages; /* what users install first */
    Str packages_source; /* the file that says so, or empty */
    uint32_t files, skipped[FILE_CLASS_COUNT], failed;
    uint64_t lines, bytes, symbols;
    bool makefile, makefile_hands_on; /* at the top; to one further down */
    uint32_t entries_more;            /* programs that are not told: */
    uint32_t mains_more;              /* functions called main, */
    EvidenceVec starts_more;          /* and files */
    uint32_t low, medium, high;
    RiskLevels levels;
} Overview;

/* All but what depends on the number of parts. */
void overview_gather(ToolCall *call, const IndexSession *session, Overview *overview);
/* Into at most `max` parts: parts, purposes, dependencies. May be repeated with another number. */
void overview_divide(ToolCall *call, const IndexSession *session, size_t max, Overview *overview);
/* With branch and commit when `git`. */
Json *overview_value(Arena *arena, const IndexSession *session, const Overview *overview, bool git);

/* Commands, frameworks and programs that the repository's manifests name (overview_manifest.c). */
void overview_read_manifests(ToolCall *call, const IndexSession *session, Overview *overview);
/* Takes out of the frameworks what the project, or a package of it, is itself. */
void overview_drop_itself(ToolCall *call, Overview *overview);
/* What the repository's workspace holds: members that pnpm-workspace.yaml, package.json, Cargo.toml
   or go.work name; where there is no manifest at the top, those one and two directories below. */
void overview_find_packages(ToolCall *call, const IndexSession *session, Overview *overview);
/* A line each of the first dozen, and how many more there are; the same as rows. */
void overview_put_packages(Buf *out, const Overview *overview);
Json *overview_packages_value(Arena *arena, const Overview *overview);
/* Where programs start, and what to read first (overview_entry.c). */
void overview_find_entries(ToolCall *call, const IndexSession *session, Overview *overview);
void overview_put_entries(Buf *out, const ToolCall *call, const Overview *overview);
/* What the whole and each part are for, in the words of those who wrote it (overview_purpose.c). */
void overview_find_purposes(ToolCall *call, const IndexSession *session, Overview *overview);
/* What a symbolic link leads to, when that is a file of the index; empty: it is none, or leads
   elsewhere. */
Str overview_link(ToolCall *call, const IndexSession *session, Str path);
/* A file of the repository that is no larger than 256 KB; false when it cannot be read. */
bool overview_read(ToolCall *call, const IndexSession *session, Str path, Str *text);
