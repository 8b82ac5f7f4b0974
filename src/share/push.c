/* Packs of the previous artifact are kept as long as most of their facts are still in use. Small
   ones are merged by size tiers, as in a log-structured merge tree (LSM; O'Neil et al., 1996): when
   a tier has MERGED_MIN packs, one pack replaces them. So the cost of a commit is that of its
   changes, a reader fetches few packs, and each fact is sent again only a few times. */
#include "share/push.h"

#include "base/map.h"
#include "share/signature.h"

/* Packs of a tier that are merged into one. */
#define MERGED_MIN 8
/* The first tier has packs below this size; each further tier is MERGED_MIN times larger. A full
   pack is never merged. */
#define TIER_BYTES (16 * KB)

typedef struct PlanPack {
    ArtifactPack blobs;
    VEC(uint32_t) live; /* numbers of contents, ascending */
    Str pack, index;    /* bytes of a new one, until it is uploaded; else empty */
} PlanPack;

typedef struct Push {
    Arena *arena;
    const PushOptions *options;
    PushReport *report;
    Artifact base; /* whose packs may be kept; without a commit: no such artifact */
    VEC(PlanPack) packs;
    uint8_t *placed; /* by content: some pack has it */
    const uint32_t *writing;
    size_t written; /* contents of `writing` that are in finished packs */
} Push;

/* ---- the artifact before ---- */

static SignatureOptions signature_options(const Push *push)
{
    return (SignatureOptions){.key = push->options->sign_key,
                              .allowed = push->options->allowed_signers,
                              .cancel = push->options->cancel};
}

static bool may_keep(const Push *push, const Artifact *artifact)
{
    SignatureOptions options = signature_options(push);
    return !options.key.len || signature_is_ours(push->arena, artifact, &options);
}

static bool find_artifact(Push *push, Str name, Artifact *artifact, Str *manifest, bool *found,
                          Err *err)
{
    bool fits = false;
    Err ignored;
    *found = false;
    if (!push->options->remote)
        return true;
    if (!remote_pointer_get(push->options->remote, push->arena, name, found, manifest, err))
        return false;
    *found = *found && artifact_parse(push->arena, *manifest, artifact, &fits, &ignored) && fits &&
             may_keep(push, artifact);
    return true;
}

static bool find_base(Push *push, Artifact *base, bool *found, Err *err)
{
    const PushOptions *options = push->options;
    Str manifest;
    *found = false;
    if (options->branch.len &&
        !find_artifact(push, artifact_branch_name(push->arena, options->branch), base, &manifest,
                       found, err))
        return false;
    for (size_t i = 0; i < options->ancestor_count && !*found; i++)
        if (!find_artifact(push, artifact_commit_name(push->arena, options->ancestors[i]), base,
                           &manifest, found, err))
            return false;
    return true;
}

typedef struct TakeIndex {
    Push *push;
    const Artifact *base;
    const Map *numbers; /* of contents by hash */
    PlanPack *packs;
} TakeIndex;

/* An unreadable index makes its pack useless: it is not kept. */
static bool take_index(void *context, size_t number, Str bytes, Err *err)
{
    TakeIndex *take = context;
    PlanPack *pack = &take->packs[number];
    Arena *arena = take->push->arena;
    SharedIndex index;
    (void)err;
    pack->blobs = take->base->packs.ptr[number];
    if (!shared_index_parse(arena, bytes, pack->blobs.pack.size, &index) ||
        index.count != pack->blobs.count)
        return true;
    for (uint32_t i = 0; i < index.count; i++) {
        const uint64_t *content = map_find(take->numbers, shared_hash(&index, i));
        if (content)
            *VEC_PUSH(arena, &pack->live) = (uint32_t)*content;
    }
    return true;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* A content in several packs counts only for the first of them. */
static void keep_packs(Push *push, PlanPack *packs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t kept = 0;
        PlanPack *pack = &packs[i];
        for (size_t k = 0; k < pack->live.len; k++) {
            uint32_t content = pack->live.ptr[k];
            if (!push->placed[content])
                pack->live.ptr[kept++] = content;
            push->placed[content] = 1;
        }
        pack->live.len = kept;
        if (kept)
            qsort(pack->live.ptr, kept, sizeof *pack->live.ptr, by_number);
        if (kept)
            *VEC_PUSH(push->arena, &push->packs) = *pack;
    }
}

static bool load_base(Push *push, Err *err)
{
    Artifact base = {0};
    bool found = false;
    if (!find_base(push, &base, &found, err))
        return false;
    if (!found)
        return true;
    push->base = base;
    size_t count = base.packs.len;
    Map numbers = map_open(push->arena);
    for (size_t i = 0; i < push->options->contents->len; i++)
        *map_put(&numbers, push->options->contents->ptr[i].hash, NULL) = i;
    TakeIndex state = {push, &base, &numbers, NEW(push->arena, PlanPack, count + 1)};
    RemoteBlob *blobs = NEW(push->arena, RemoteBlob, count + 1);
    for (size_t i = 0; i < count; i++)
        blobs[i] = base.packs.ptr[i].index;
    RemoteTake take = {take_index, &state};
    if (!remote_get(push->options->remote, blobs, count, &take, err))
        return false;
    push->report->base = base.commit;
    keep_packs(push, state.packs, count);
    return true;
}

/* ---- new packs ---- */

/* A blob that may need uploading. */
typedef struct NewBlob {
    RemoteBlob blob;
    Str bytes;
} NewBlob;
typedef VEC(NewBlob) NewBlobVec;

/* Uploads the blobs that the remote lacks, after one query for all of them. */
static bool put_blobs(Push *push, const NewBlobVec *blobs, Err *err)
{
    const PushOptions *options = push->options;
    RemoteBlob *asked = NEW(push->arena, RemoteBlob, blobs->len + 1);
    bool *has = NEW(push->arena, bool, blobs->len + 1);
    for (size_t i = 0; i < blobs->len; i++)
        asked[i] = blobs->ptr[i].blob;
    if (options->remote && blobs->len && !remote_has(options->remote, asked, blobs->len, has, err))
        return false;
    for (size_t i = 0; i < blobs->len; i++) {
        if (has[i])
            continue;
        push->report->bytes_sent += asked[i].size;
        push->report->sent += str_equal(asked[i].type, STR(ARTIFACT_PACK_TYPE));
        if (!options->dry_run && !remote_put(options->remote, &asked[i], blobs->ptr[i].bytes, err))
            return false;
    }
    return true;
}

static void add_pack(Push *push, PlanPack *pack, NewBlobVec *blobs)
{
    if (!pack->pack.len)
        return;
    *VEC_PUSH(push->arena, blobs) = (NewBlob){pack->blobs.pack, pack->pack};
    *VEC_PUSH(push->arena, blobs) = (NewBlob){pack->blobs.index, pack->index};
    pack->pack = pack->index = (Str){0};
}

/* A full pack is uploaded at once; a small one may yet be merged. */
static bool take_pack(void *context, Str bytes, Str index, uint32_t count, Err *err)
{
    Push *push = context;
    PlanPack *pack = VEC_PUSH(push->arena, &push->packs);
    pack->blobs =
        (ArtifactPack){.index = artifact_blob(push->arena, index, STR(ARTIFACT_INDEX_TYPE)),
                       .pack = artifact_blob(push->arena, bytes, STR(ARTIFACT_PACK_TYPE)),
                       .count = count};
    for (uint32_t i = 0; i < count; i++)
        *VEC_PUSH(push->arena, &pack->live) = push->writing[push->written++];
    pack->pack = bytes;
    pack->index = index;
    if (bytes.len >= SHARED_PACK_BYTES) {
        NewBlobVec blobs = {0};
        add_pack(push, pack, &blobs);
        return put_blobs(push, &blobs, err);
    }
    pack->pack = str_copy(push->arena, bytes);
    pack->index = str_copy(push->arena, index);
    return true;
}

static bool write_one(Push *push, SharedWriter *writer, uint32_t number, Err *err)
{
    Arena work SCOPED(arena_close) = {0};
    const SharedContent *content = &push->options->contents->ptr[number];
    Facts facts = content->facts;
    if (push->options->cancel && *push->options->cancel)
        return err_interrupted(err);
    arena_open(&work, 0);
    if (!facts.outline.len &&
        !store_facts_get(push->options->store, &work, content->hash, true, &facts, err))
        return false;
    if (facts.outline.len)
        return shared_writer_put(writer, content->hash, &facts, err);
    err_set(err, ERR_STALE, "the index lost facts during the push: another process is changing it");
    return err_hint(err, "try again");
}

static bool write_packs(Push *push, const uint32_t *contents, size_t count, Err *err)
{
    SharedWriter writer SCOPED(shared_writer_close);
    SharedSink sink = {take_pack, push};
    push->writing = contents;
    push->written = 0;
    shared_writer_open(&writer, &sink);
    for (size_t i = 0; i < count; i++)
        if (!write_one(push, &writer, contents[i], err))
            return false;
    return shared_writer_end(&writer, err);
}

static bool write_fresh(Push *push, Err *err)
{
    VEC(uint32_t) fresh = {0};
    for (uint32_t i = 0; i < push->options->contents->len; i++)
        if (!push->placed[i])
            *VEC_PUSH(push->arena, &fresh) = i;
    push->report->fresh = (uint32_t)fresh.len;
    return write_packs(push, fresh.ptr, fresh.len, err);
}

/* ---- merging ---- */

static unsigned tier_of(uint64_t bytes)
{
    unsigned tier = 0;
    for (uint64_t limit = TIER_BYTES; bytes >= limit; limit *= MERGED_MIN)
        tier++;
    return tier;
}

static bool is_full(const PlanPack *pack)
{
    return pack->blobs.pack.size >= SHARED_PACK_BYTES;
}

/* Whether a pack is merged: one of the tier, or any if `all`. */
static bool is_chosen(const PlanPack *pack, unsigned tier, bool all)
{
    return all || (!is_full(pack) && tier_of(pack->blobs.pack.size) == tier);
}

static bool merge(Push *push, unsigned tier, bool all, Err *err)
{
    VEC(uint32_t) live = {0};
    size_t kept = 0;
    for (size_t i = 0; i < push->packs.len; i++) {
        const PlanPack *pack = &push->packs.ptr[i];
        if (!is_chosen(pack, tier, all))
            push->packs.ptr[kept++] = *pack;
        else
            for (size_t k = 0; k < pack->live.len; k++)
                *VEC_PUSH(push->arena, &live) = pack->live.ptr[k];
    }
    push->packs.len = kept;
    if (live.len)
        qsort(live.ptr, live.len, sizeof *live.ptr, by_number);
    return write_packs(push, live.ptr, live.len, err);
}

/* The lowest tier with enough packs to merge. */
static bool find_tier(const Push *push, unsigned *tier)
{
    uint32_t counts[64] = {0};
    for (size_t i = 0; i < push->packs.len; i++)
        if (!is_full(&push->packs.ptr[i]))
            counts[tier_of(push->packs.ptr[i].blobs.pack.size)]++;
    for (*tier = 0; *tier < COUNT(counts); ++*tier)
        if (counts[*tier] >= MERGED_MIN)
            return true;
    return false;
}

/* Whether a reader would fetch more useless facts than useful ones. */
static bool is_mostly_dead(const Push *push)
{
    uint64_t live = 0, all = 0;
    for (size_t i = 0; i < push->packs.len; i++) {
        live += push->packs.ptr[i].live.len;
        all += push->packs.ptr[i].blobs.count;
    }
    return 2 * live < all;
}

static bool merge_packs(Push *push, Err *err)
{
    unsigned tier;
    if (is_mostly_dead(push) && !merge(push, 0, true, err))
        return false;
    while (find_tier(push, &tier))
        if (!merge(push, tier, false, err))
            return false;
    return true;
}

/* ---- the graph ---- */

static void report_graph(PushReport *report, const Artifact *artifact)
{
    report->graph = (uint32_t)artifact->graph.len;
    report->graph_commit = artifact->graph_commit;
    for (size_t i = 0; i < artifact->graph.len; i++)
        report->bytes += artifact->graph.ptr[i].size;
}

static bool make_graph(Push *push, Artifact *artifact, Err *err)
{
    Arena arena SCOPED(arena_close) = {0}, scratch SCOPED(arena_close) = {0};
    GraphParts parts = {0};
    bool whole = false;
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    if (!shared_graph_make(&arena, scratch, &push->options->graph->source, &parts, &whole, err))
        return false;
    NewBlobVec blobs = {0};
    for (size_t i = 0; i < parts.len; i++) {
        RemoteBlob blob = artifact_blob(push->arena, parts.ptr[i], STR(ARTIFACT_GRAPH_TYPE));
        *VEC_PUSH(push->arena, &blobs) = (NewBlob){blob, parts.ptr[i]};
        *VEC_PUSH(push->arena, &artifact->graph) = blob;
    }
    if (!put_blobs(push, &blobs, err))
        return false;
    artifact->graph_commit = push->options->commit;
    artifact->graph_version = shared_graph_version(push->arena);
    return true;
}

/* An earlier graph stays in use until enough differs from it. */
static bool add_graph(Push *push, Artifact *artifact, Err *err)
{
    const PushGraph *graph = push->options->graph;
    const Artifact *base = &push->base;
    if (!graph)
        return true;
    if (base->graph.len && str_equal(base->graph_version, shared_graph_version(push->arena)) &&
        graph->is_near(graph->context, base->graph_commit)) {
        artifact->graph = base->graph;
        artifact->graph_commit = base->graph_commit;
        artifact->graph_version = base->graph_version;
    } else if (!make_graph(push, artifact, err))
        return false;
    report_graph(push->report, artifact);
    return true;
}

/* ---- the whole ---- */

static bool put_pointers(Push *push, Str manifest, Err *err)
{
    const PushOptions *options = push->options;
    RemotePointer pointers[2] = {
        {.name = artifact_commit_name(push->arena, options->commit), .manifest = manifest}};
    size_t count = 1;
    if (options->branch.len)
        pointers[count++] = (RemotePointer){
            .name = artifact_branch_name(push->arena, options->branch), .manifest = manifest};
    push->report->bytes_sent += manifest.len;
    return options->dry_run || remote_pointers_put(options->remote, pointers, count, err);
}

static bool finish(Push *push, Err *err)
{
    Artifact artifact = {.commit = push->options->commit};
    NewBlobVec blobs = {0};
    for (size_t i = 0; i < push->packs.len; i++)
        add_pack(push, &push->packs.ptr[i], &blobs);
    if (!put_blobs(push, &blobs, err))
        return false;
    for (size_t i = 0; i < push->packs.len; i++) {
        const PlanPack *pack = &push->packs.ptr[i];
        *VEC_PUSH(push->arena, &artifact.packs) = pack->blobs;
        push->report->bytes += pack->blobs.index.size + pack->blobs.pack.size;
    }
    if (artifact.packs.len > ARTIFACT_PACKS_MAX)
        return err_set(err, ERR_FAILED, "the index takes more than %d packs", ARTIFACT_PACKS_MAX);
    SignatureOptions sign = signature_options(push);
    if (!add_graph(push, &artifact, err) ||
        (sign.key.len && !signature_make(push->arena, &artifact, &sign, &artifact.signature, err)))
        return false;
    Str manifest = artifact_write(push->arena, &artifact);
    push->report->packs = (uint32_t)artifact.packs.len;
    push->report->bytes += manifest.len;
    return put_pointers(push, manifest, err);
}

/* The remote has the commit: only its branch may have to move. */
static bool move_branch(Push *push, const Artifact *artifact, Str manifest, Err *err)
{
    push->report->known = true;
    push->report->packs = (uint32_t)artifact->packs.len;
    push->report->bytes = manifest.len;
    report_graph(push->report, artifact);
    for (size_t i = 0; i < artifact->packs.len; i++)
        push->report->bytes += artifact->packs.ptr[i].index.size + artifact->packs.ptr[i].pack.size;
    if (!push->options->branch.len)
        return true;
    Str name = artifact_branch_name(push->arena, push->options->branch), there = {0};
    bool found = false;
    if (!remote_pointer_get(push->options->remote, push->arena, name, &found, &there, err))
        return false;
    return (found && str_equal(there, manifest)) || put_pointers(push, manifest, err);
}

bool artifact_push(Arena *arena, const PushOptions *options, PushReport *report, Err *err)
{
    Push push = {.arena = arena, .options = options, .report = report};
    Artifact known;
    Str manifest;
    bool found = false;
    *report = (PushReport){.contents = (uint32_t)options->contents->len};
    push.placed = NEW(arena, uint8_t, options->contents->len + 1);
    if (!find_artifact(&push, artifact_commit_name(arena, options->commit), &known, &manifest,
                       &found, err))
        return false;
    if (found)
        return move_branch(&push, &known, manifest, err);
    return load_base(&push, err) && write_fresh(&push, err) && merge_packs(&push, err) &&
           finish(&push, err);
}
