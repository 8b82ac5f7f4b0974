/* Packs are pairs of layers, an index and its pack; the parts of a graph follow. The number of a
   pack's contents follows from its index, and is also a note of the manifest for readers of the
   manifest alone. */
#include "share/artifact.h"

#define NOTE_COMMIT "org.opencontainers.image.revision"
#define NOTE_VERSION "dev.fovea.facts"
#define NOTE_COUNTS "dev.fovea.contents"
#define NOTE_GRAPH "dev.fovea.graph"
#define NOTE_GRAPH_COMMIT "dev.fovea.graph.revision"
#define NOTE_SIGNATURE "dev.fovea.signature"
/* Bytes of a branch's name in its pointer's name; a pointer has 128. */
#define BRANCH_SHOWN_BYTES 60
/* SHA-1 and SHA-256 in hex. */
#define COMMIT_DIGITS 40
#define COMMIT_DIGITS_LONG 64

Str artifact_commit_name(Arena *arena, Str commit)
{
    return str_format(arena, REMOTE_COMMIT_PREFIX "facts%d-%.*s", FACTS_VERSION, STR_ARG(commit));
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-';
}

Str artifact_branch_name(Arena *arena, Str branch)
{
    Str shown = str_slice(branch, 0, BRANCH_SHOWN_BYTES);
    char *text = arena_bytes(arena, shown.len);
    bool same = shown.len == branch.len;
    for (size_t i = 0; i < shown.len; i++) {
        text[i] = is_plain(shown.ptr[i]) ? shown.ptr[i] : '_';
        same = same && text[i] == shown.ptr[i];
    }
    Str name = {text, shown.len};
    if (same)
        return str_format(arena, "branch-facts%d-%.*s", FACTS_VERSION, STR_ARG(name));
    return str_format(arena, "branch-facts%d-%.*s-%08x", FACTS_VERSION, STR_ARG(name),
                      (unsigned)hash_fast(branch));
}

RemoteBlob artifact_blob(Arena *arena, Str bytes, Str type)
{
    char hex[65];
    hash_sha256(bytes, hex);
    return (RemoteBlob){str_format(arena, "sha256:%s", hex), type, bytes.len};
}

static void put_note(Arena *arena, RemoteManifest *manifest, Str key, Str value)
{
    if (value.len)
        *VEC_PUSH(arena, &manifest->notes) = (RemoteNote){key, value};
}

Str artifact_write(Arena *arena, const Artifact *artifact)
{
    RemoteManifest manifest = {0};
    Buf counts = buf_open(arena, 0);
    for (size_t i = 0; i < artifact->packs.len; i++) {
        const ArtifactPack *pack = &artifact->packs.ptr[i];
        *VEC_PUSH(arena, &manifest.blobs) = pack->index;
        *VEC_PUSH(arena, &manifest.blobs) = pack->pack;
        buf_printf(&counts, "%s%u", i ? " " : "", pack->count);
    }
    for (size_t i = 0; i < artifact->graph.len; i++)
        *VEC_PUSH(arena, &manifest.blobs) = artifact->graph.ptr[i];
    put_note(arena, &manifest, STR(NOTE_COUNTS), buf_str(&counts));
    put_note(arena, &manifest, STR(NOTE_VERSION), str_format(arena, "%d", FACTS_VERSION));
    if (artifact->graph.len) {
        put_note(arena, &manifest, STR(NOTE_GRAPH), artifact->graph_version);
        put_note(arena, &manifest, STR(NOTE_GRAPH_COMMIT), artifact->graph_commit);
    }
    put_note(arena, &manifest, STR(NOTE_SIGNATURE), artifact->signature);
    put_note(arena, &manifest, STR(NOTE_COMMIT), artifact->commit);
    return remote_manifest_write(arena, &manifest);
}

static Str note_of(const RemoteManifest *manifest, const char *key)
{
    for (size_t i = 0; i < manifest->notes.len; i++)
        if (str_equal(manifest->notes.ptr[i].key, str_from(key)))
            return manifest->notes.ptr[i].value;
    return (Str){0};
}

static bool is_commit(Str id)
{
    if (id.len != COMMIT_DIGITS && id.len != COMMIT_DIGITS_LONG)
        return false;
    for (size_t i = 0; i < id.len; i++)
        if (!((id.ptr[i] >= '0' && id.ptr[i] <= '9') || (id.ptr[i] >= 'a' && id.ptr[i] <= 'f')))
            return false;
    return true;
}

static bool fail(const char *what, Err *err)
{
    err_set(err, ERR_FAILED, "the remote's manifest is not an index of fovea: %s", what);
    return err_hint(err, "push again, or use another target");
}

static bool take_pack(Arena *arena, const RemoteBlob *blobs, Str *counts, Artifact *artifact,
                      Err *err)
{
    ArtifactPack pack = {.index = blobs[0], .pack = blobs[1]};
    uint64_t count = 0;
    Str word;
    if (!str_equal(pack.pack.type, STR(ARTIFACT_PACK_TYPE)) ||
        pack.index.size > SHARED_INDEX_BYTES_MAX || pack.pack.size > SHARED_PACK_BYTES_MAX ||
        artifact->packs.len == ARTIFACT_PACKS_MAX)
        return fail("a pack is malformed", err);
    if (!str_take_until(counts, ' ', &word) || !str_parse_u64(word, &count) || !count ||
        count > SHARED_PACK_FILES_MAX)
        return fail("wrong numbers of contents", err);
    pack.count = (uint32_t)count;
    *VEC_PUSH(arena, &artifact->packs) = pack;
    return true;
}

static bool take_graph(Arena *arena, const RemoteBlob *blob, Artifact *artifact, Err *err)
{
    if (!str_equal(blob->type, STR(ARTIFACT_GRAPH_TYPE)) || blob->size > GRAPH_PART_BYTES_MAX ||
        artifact->graph.len == ARTIFACT_GRAPH_PARTS_MAX)
        return fail("a part of its graph is malformed", err);
    *VEC_PUSH(arena, &artifact->graph) = *blob;
    return true;
}

/* Pairs of packs, then the graph. */
static bool take_blobs(Arena *arena, const RemoteManifest *manifest, Artifact *artifact, Err *err)
{
    Str counts = note_of(manifest, NOTE_COUNTS);
    size_t i = 0;
    for (; i + 1 < manifest->blobs.len &&
           str_equal(manifest->blobs.ptr[i].type, STR(ARTIFACT_INDEX_TYPE));
         i += 2)
        if (!take_pack(arena, &manifest->blobs.ptr[i], &counts, artifact, err))
            return false;
    for (; i < manifest->blobs.len; i++)
        if (!take_graph(arena, &manifest->blobs.ptr[i], artifact, err))
            return false;
    return true;
}

bool artifact_parse(Arena *arena, Str bytes, Artifact *artifact, bool *fits, Err *err)
{
    RemoteManifest manifest;
    *artifact = (Artifact){0};
    *fits = false;
    if (!remote_manifest_parse(arena, bytes, &manifest, err))
        return false;
    Str version = note_of(&manifest, NOTE_VERSION);
    if (!version.len)
        return fail("it has no version", err);
    *fits = str_equal(version, str_format(arena, "%d", FACTS_VERSION));
    artifact->commit = note_of(&manifest, NOTE_COMMIT);
    artifact->signature = note_of(&manifest, NOTE_SIGNATURE);
    artifact->graph_version = note_of(&manifest, NOTE_GRAPH);
    artifact->graph_commit = note_of(&manifest, NOTE_GRAPH_COMMIT);
    if (!is_commit(artifact->commit))
        return fail("it has no commit", err);
    return take_blobs(arena, &manifest, artifact, err);
}
