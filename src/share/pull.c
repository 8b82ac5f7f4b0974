/* Finds the artifact, lists the missing contents, fetches. All files of the work tree are hashed on
   all cores: their hashes decide which facts may be used. */
#include "share/pull_state.h"

#include "base/fs_output.h"
#include "base/fs_private.h"
#include "base/id_map.h"
#include "base/map.h"
#include "base/parallel.h"
#include "base/path.h"
#include "index/catalog/classify.h"
#include "index/update/intake.h"
#include "share/signature.h"

#include <stdatomic.h>

bool pull_refuse(const Pull *pull, const char *what, Err *err)
{
    err_set(err, ERR_FAILED, "the remote's index of %.*s cannot be trusted: %s",
            (int)MIN(pull->artifact.commit.len, (size_t)12), pull->artifact.commit.ptr, what);
    return err_hint(err, "nothing of it was taken; fovea index builds the index here, and whoever "
                         "can push should push again");
}

/* ---- the artifact ---- */

/* Determines the signer of the artifact. Fails only if a known signer is required. */
static bool check_signer(Pull *pull, Err *err)
{
    const PullOptions *options = pull->options;
    SignatureOptions check = {.allowed = options->allowed_signers, .cancel = options->cancel};
    Err why = {0};
    if (!options->allowed_signers.len && options->require_signature) {
        err_set(err, ERR_FAILED, "signatures are required, but no signer is allowed");
        return err_hint(err, "set share.allowed_signers to the path of a file of allowed signers, "
                             "as ssh-keygen(1) describes it");
    }
    if (!options->allowed_signers.len) {
        if (pull->artifact.signature.len)
            pull->report->doubt = STR("share.allowed_signers is not set");
        return true;
    }
    if (signature_check(pull->arena, &pull->artifact, &check, &pull->report->signer, &why))
        return true;
    if (options->require_signature || why.code == ERR_INTERRUPTED) {
        *err = why;
        return false;
    }
    if (pull->artifact.signature.len)
        pull->report->doubt = str_copy(pull->arena, str_from(why.message));
    return true;
}

static bool find_artifact(Pull *pull, Str name, Err *err)
{
    Str manifest;
    bool found = false, fits = false;
    if (!remote_pointer_get(pull->options->remote, pull->arena, name, &found, &manifest, err))
        return false;
    if (!found)
        return true;
    if (!artifact_parse(pull->arena, manifest, &pull->artifact, &fits, err))
        return false;
    pull->report->found = fits;
    return !fits || check_signer(pull, err);
}

static bool find_commit(Pull *pull, Str commit, Err *err)
{
    if (!find_artifact(pull, artifact_commit_name(pull->arena, commit), err))
        return false;
    return !pull->report->found || str_equal(pull->artifact.commit, commit) ||
           pull_refuse(pull, "it is of another commit", err);
}

/* A branch's artifact is nearer to a new commit than its ancestors' are. */
static bool find_any(Pull *pull, Err *err)
{
    const PullOptions *options = pull->options;
    bool ok = !options->commit_count || find_commit(pull, options->commits[0], err);
    for (size_t i = 0; i < options->branch_count && ok && !pull->report->found; i++)
        ok = find_artifact(pull, artifact_branch_name(pull->arena, options->branches[i]), err);
    for (size_t i = 1; i < options->commit_count && ok && !pull->report->found; i++)
        ok = find_commit(pull, options->commits[i], err);
    if (!ok)
        return false;
    pull->report->commit = pull->report->found ? pull->artifact.commit : (Str){0};
    return true;
}

static bool take_index(void *context, size_t number, Str bytes, Err *err)
{
    Pull *pull = context;
    const ArtifactPack *pack = &pull->artifact.packs.ptr[number];
    Str kept = str_copy(pull->arena, bytes);
    pull->report->bytes += bytes.len;
    if (!shared_index_parse(pull->arena, kept, pack->pack.size, &pull->indices[number]) ||
        pull->indices[number].count != pack->count)
        return pull_refuse(pull, "the index of a pack is damaged", err);
    pull->report->contents += pack->count;
    return true;
}

static bool get_indices(Pull *pull, Err *err)
{
    size_t count = pull->artifact.packs.len;
    RemoteBlob *blobs = NEW(pull->arena, RemoteBlob, count + 1);
    pull->indices = NEW(pull->arena, SharedIndex, count + 1);
    for (size_t i = 0; i < count; i++)
        blobs[i] = pull->artifact.packs.ptr[i].index;
    RemoteTake take = {take_index, pull};
    return remote_get(pull->options->remote, blobs, count, &take, err);
}

/* ---- the work tree ---- */

typedef struct Hashing {
    Pull *pull;
    _Atomic size_t next;
} Hashing;

static bool read_text(const Pull *pull, Arena *arena, uint32_t id, Str *text,
                      const Language **language)
{
    const WalkFile *file = &pull->options->files->ptr[id];
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Err ignored;
    if (file->size > INDEX_FILE_BYTES_MAX || !fs_tree_file(&pull->tree, file->path, &open) ||
        !fs_read_all(arena, &open, text, &ignored))
        return false;
    *language = lang_detect(file->path, str_slice(*text, 0, SOURCE_HEAD_BYTES));
    return true;
}

bool pull_read_file(const Pull *pull, Arena *arena, uint32_t file, Str hash, Str *text,
                    const Language **language)
{
    return read_text(pull, arena, file, text, language) &&
           str_equal(intake_hash(arena, *language, *text), hash);
}

static void hash_files(void *state, unsigned thread)
{
    Hashing *hashing = state;
    const WalkFileVec *files = hashing->pull->options->files;
    const volatile bool *cancel = hashing->pull->options->cancel;
    Arena arena SCOPED(arena_close) = {0};
    (void)thread;
    arena_open(&arena, 0);
    for (size_t i; (i = hashing->next++) < files->len && !(cancel && *cancel);) {
        Str text;
        const Language *language;
        arena_reset(&arena);
        if (!read_text(hashing->pull, &arena, (uint32_t)i, &text, &language))
            continue;
        hash_content(language ? lang_id(language) : (Str){0}, text, hashing->pull->hashes[i]);
        hashing->pull->hashed[i] = true;
    }
}

static int by_place(const void *a, const void *b)
{
    const Wanted *x = a, *y = b;
    if (x->pack != y->pack)
        return x->pack < y->pack ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Adds the content of a file if the artifact has its facts and the index lacks them. */
static bool want(Pull *pull, const Map *places, Map *seen, Str hash, uint32_t file, Err *err)
{
    const uint64_t *place = map_find(places, hash);
    bool has = false, added = false;
    if (!place)
        return true;
    map_put(seen, hash, &added);
    if (!added)
        return true;
    if (!store_facts_has(pull->options->store, hash, &has, err))
        return false;
    pull->report->known += has;
    if (!has)
        *VEC_PUSH(pull->arena, &pull->wanted) =
            (Wanted){(uint32_t)(*place >> 32), (uint32_t)*place, file};
    return true;
}

static bool list_wanted(Pull *pull, Err *err)
{
    const WalkFileVec *files = pull->options->files;
    Hashing hashing = {.pull = pull};
    Map places = map_open(pull->arena), seen = map_open(pull->arena);
    pull->hashed = NEW(pull->arena, bool, files->len + 1);
    pull->hashes = (char(*)[HASH_CONTENT_BYTES])arena_bytes(pull->arena,
                                                            (files->len + 1) * HASH_CONTENT_BYTES);
    for (uint32_t p = 0; p < pull->artifact.packs.len; p++)
        for (uint32_t i = 0; i < pull->indices[p].count; i++)
            *map_put(&places, shared_hash(&pull->indices[p], i), NULL) = id_pair(p, i);
    parallel_run(parallel_cores(), hash_files, &hashing);
    if (pull->options->cancel && *pull->options->cancel)
        return err_interrupted(err);
    for (uint32_t i = 0; i < files->len; i++)
        if (pull->hashed[i] &&
            !want(pull, &places, &seen, (Str){pull->hashes[i], HASH_CONTENT_BYTES}, i, err))
            return false;
    pull->report->wanted = (uint32_t)pull->wanted.len;
    if (pull->wanted.len)
        qsort(pull->wanted.ptr, pull->wanted.len, sizeof *pull->wanted.ptr, by_place);
    return true;
}

/* ---- fetching ---- */

/* The path of a blob in the spool. */
static Str pull_spool_path(const Pull *pull, Arena *arena, const RemoteBlob *blob)
{
    return path_join(arena, pull->options->spool,
                     str_from_offset(blob->digest, STR("sha256:").len));
}

bool pull_read_spool(const Pull *pull, Arena *arena, const RemoteBlob *blob, Str *bytes, Err *err)
{
    bool there = false;
    char hex[65];
    Str path = pull_spool_path(pull, arena, blob);
    if (!fs_read_own(arena, path, (size_t)blob->size, bytes, &there, err))
        return false;
    hash_sha256(*bytes, hex);
    if (there && bytes->len == blob->size && str_ends(blob->digest, str_from(hex)))
        return true;
    (void)fs_remove_own(*arena, path);
    err_set(err, ERR_STALE, "a fetched file was changed on this machine");
    return err_hint(err, "try again");
}

typedef struct Fetch {
    Pull *pull;
    const RemoteBlob *blobs;
} Fetch;

static bool keep_blob(void *context, size_t number, Str bytes, Err *err)
{
    const Fetch *fetch = context;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    fetch->pull->report->bytes += bytes.len;
    return fs_write_atomic(scratch, pull_spool_path(fetch->pull, &scratch, &fetch->blobs[number]),
                           bytes, 0600, err);
}

/* Fetches the packs with wanted contents, and the graph, except parts left by an interrupted
   pull. */
static bool fetch_blobs(Pull *pull, Err *err)
{
    const Artifact *artifact = &pull->artifact;
    VEC(RemoteBlob) blobs = {0};
    size_t missing = 0;
    if (!fs_make_directories(*pull->arena, pull->options->spool))
        return err_set(err, ERR_FAILED, "cannot make a directory for fetched files");
    for (size_t i = 0; i < pull->wanted.len; i++)
        if (!i || pull->wanted.ptr[i - 1].pack != pull->wanted.ptr[i].pack) {
            *VEC_PUSH(pull->arena, &blobs) = artifact->packs.ptr[pull->wanted.ptr[i].pack].pack;
            pull->report->packs++;
        }
    for (size_t i = 0; i < artifact->graph.len && pull_wants_graph(pull); i++)
        *VEC_PUSH(pull->arena, &blobs) = artifact->graph.ptr[i];
    for (size_t i = 0; i < blobs.len; i++) {
        Str path = pull_spool_path(pull, pull->arena, &blobs.ptr[i]);
        if (fs_own_bytes(*pull->arena, path) != blobs.ptr[i].size)
            blobs.ptr[missing++] = blobs.ptr[i];
    }
    Fetch fetch = {pull, blobs.ptr};
    RemoteTake take = {keep_blob, &fetch};
    return remote_get(pull->options->remote, blobs.ptr, missing, &take, err);
}

static void clear_spool(const Pull *pull)
{
    Str *names;
    size_t count;
    size_t max = 2 * (ARTIFACT_PACKS_MAX + ARTIFACT_GRAPH_PARTS_MAX);
    if (!fs_list_names(pull->arena, pull->options->spool, max, &names, &count))
        return;
    for (size_t i = 0; i < count; i++)
        (void)fs_remove_own(*pull->arena, path_join(pull->arena, pull->options->spool, names[i]));
}

static bool pull_found(Pull *pull, Err *err)
{
    if (!fs_tree_open(pull->arena, &(FsPolicy){0}, pull->options->repo->root, &pull->tree, err))
        return false;
    bool ok = get_indices(pull, err) && list_wanted(pull, err) && fetch_blobs(pull, err) &&
              pull_sample(pull, err) && pull_adopt(pull, err) && pull_graph(pull, err);
    fs_tree_close(&pull->tree);
    if (ok)
        clear_spool(pull);
    return ok;
}

bool artifact_pull(Arena *arena, const PullOptions *options, PullReport *report, Err *err)
{
    *report = (PullReport){0};
    Pull pull = {.arena = arena, .options = options, .report = report, .tree = {.fd = -1}};
    return find_any(&pull, err) && (!report->found || pull_found(&pull, err));
}
