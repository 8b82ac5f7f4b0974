/* An artifact: the manifest of a remote for one commit's index. It names packs of facts (pack.h),
   the commit, and the version of the facts. Facts of different versions do not mix, so the names of
   pointers begin with the version. */
#pragma once

#include "share/pack.h"
#include "share/remote.h"
#include "share/shared_graph.h"

/* Far more packs than merging leaves of any repository; a manifest with this many stays below its
   limit. */
#define ARTIFACT_PACKS_MAX 4096
/* The graph of ten million symbols has some 200 parts. */
#define ARTIFACT_GRAPH_PARTS_MAX 1024

typedef struct ArtifactPack {
    RemoteBlob index, pack;
    uint32_t count; /* contents */
} ArtifactPack;
typedef VEC(ArtifactPack) ArtifactPackVec;

typedef VEC(RemoteBlob) ArtifactBlobVec;

typedef struct Artifact {
    Str commit; /* id in hex */
    ArtifactPackVec packs;
    /* The graph (graph.h) of this commit or of a similar one; may be missing, or of a version that
       this program cannot use. */
    Str graph_commit, graph_version;
    ArtifactBlobVec graph;
    Str signature; /* output of ssh-keygen (signature.h), or empty */
} Artifact;

/* The name of the pointer of a commit, and of a branch. Characters that pointers cannot have are
   replaced, and a hash of the branch name is appended. */
Str artifact_commit_name(Arena *arena, Str commit);
Str artifact_branch_name(Arena *arena, Str branch);

/* The manifest's bytes; equal for equal artifacts. */
Str artifact_write(Arena *arena, const Artifact *artifact);
/* Parses a manifest as hostile input. *fits is false if it is valid but of another version. */
bool artifact_parse(Arena *arena, Str manifest, Artifact *artifact, bool *fits, Err *err) MUST_USE;

/* Digest, size and type of a blob. `type` must live as long as the blob. */
RemoteBlob artifact_blob(Arena *arena, Str bytes, Str type);
#define ARTIFACT_INDEX_TYPE "application/vnd.fovea.facts.index.v1"
#define ARTIFACT_PACK_TYPE "application/vnd.fovea.facts.pack.v1"
#define ARTIFACT_GRAPH_TYPE "application/vnd.fovea.graph.v1"
