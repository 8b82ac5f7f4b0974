/* What a senior engineer would tell a newcomer in two minutes: gathered by aggregation over the
   catalog and from the manifests that build tools read. */
#pragma once

#include "index/modules.h"
#include "tools/query.h"

typedef struct LanguageCount {
    const Language *language;
    uint32_t files;
    uint64_t lines, bytes;
} LanguageCount;
typedef VEC(LanguageCount) LanguageCountVec;

/* How to build, test, run it, or what it is made with; and the file that says so. */
typedef struct Evidence {
    Str what, source;
} Evidence;
typedef VEC(Evidence) EvidenceVec;

typedef struct Overview {
    LanguageCountVec languages; /* most lines first */
    Modules modules;
    const Module **largest; /* all modules, most lines first */
    ModuleEdgeVec dependencies;
    Str *purposes; /* by module index; may be empty */
    EvidenceVec commands, frameworks, entries, documents;
    VEC(uint32_t) hot; /* dense ids: what most depends on */
    uint32_t files, skipped[FILE_CLASS_COUNT], failed;
    uint64_t lines, bytes, symbols;
    uint32_t low, medium, high;
} Overview;

void overview_gather(ToolCall *call, const IndexSession *session, Overview *overview);

/* Commands and frameworks that the repository's manifests name (overview_manifest.c). */
void overview_read_manifests(ToolCall *call, const IndexSession *session, Overview *overview);
