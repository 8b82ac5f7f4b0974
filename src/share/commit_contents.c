/* Three lists in the order of paths are joined: the commit's files, their differences in the work
   tree, and the catalog's files. */
#include "share/commit_contents.h"

#include "base/map.h"
#include "index/catalog/classify.h"
#include "index/update/outlines.h"
#include "text/secrets.h"

/* Versions from git are parsed in batches of this size, so that few are in memory at once. */
#define BATCH_BYTES (16 * MB)

typedef struct Gather {
    Arena *arena;
    Arena scratch;
    const SharedCommit *of;
    SharedContents *contents;
    Map known; /* by hash */
} Gather;

static void add(Gather *gather, Str hash, Str path, const Facts *facts)
{
    bool added = false;
    uint64_t *number = map_put(&gather->known, hash, &added);
    if (added) {
        *number = gather->contents->list.len;
        *VEC_PUSH(gather->arena, &gather->contents->list) = (SharedContent){hash, path, *facts};
        return;
    }
    SharedContent *content = &gather->contents->list.ptr[*number];
    if (str_compare(path, content->path) < 0)
        content->path = path;
}

/* Facts hold signatures and first sentences of comments, which may contain a secret. */
static bool has_secrets(Arena *scratch, const Outline *outline)
{
    Buf shown = buf_open(scratch, 0);
    for (size_t i = 0; i < outline->symbols.len; i++) {
        buf_put(&shown, outline->symbols.ptr[i].signature);
        buf_put_byte(&shown, '\n');
        buf_put(&shown, symbol_doc(&outline->symbols.ptr[i]));
        buf_put_byte(&shown, '\n');
    }
    return secret_find(buf_str(&shown)) != NULL;
}

/* A shortened outline depends on the time available to its parse. */
static bool is_shareable(Gather *gather, Arena *scratch, Str path, const Facts *facts)
{
    Outline outline;
    bool is = facts->outline.len && facts->references.len && !secret_is_path(path) &&
              facts_decode(scratch, facts, false, &outline) && !outline.note.len &&
              !has_secrets(scratch, &outline);
    gather->contents->symbols += is ? outline.symbols.len : 0;
    return is;
}

static void put_file(Gather *gather, const CatalogFile *file)
{
    WalkFile *put = VEC_PUSH(gather->arena, &gather->contents->files);
    put->path = str_copy(gather->arena, file->path);
    put->size = file->size;
    put->tracked = true;
}

/* A file as in the commit. If its facts are not shared, the graph leaves it out, too. */
static bool add_stored(Gather *gather, const CatalogFile *file, Err *err)
{
    Arena scratch = gather->scratch;
    Facts facts = {0};
    bool parsed = file->state == FILE_SYNTACTIC && file->hash.len == HASH_CONTENT_BYTES;
    bool known = parsed && map_find(&gather->known, file->hash);
    if (parsed && !known &&
        !store_facts_get(gather->of->store, &scratch, file->hash, true, &facts, err))
        return false;
    bool shared = facts.outline.len && is_shareable(gather, &scratch, file->path, &facts);
    if (shared)
        add(gather, str_copy(gather->arena, file->hash), str_copy(gather->arena, file->path),
            &(Facts){0});
    if (!secret_is_path(file->path) && (shared || !facts.outline.len))
        put_file(gather, file);
    return true;
}

/* ---- versions that are not in the work tree ---- */

typedef struct Batch {
    Arena arena;
    VEC(OutlineJob) jobs;
    VEC(Str) paths;
    size_t bytes;
} Batch;

static bool parse_batch(Gather *gather, Batch *batch, Err *err)
{
    OutlinesOptions options = {.store = gather->of->store, .cancel = gather->of->cancel};
    if (!outlines_make(&batch->arena, batch->jobs.ptr, batch->jobs.len, &options, err))
        return false;
    for (size_t i = 0; i < batch->jobs.len; i++) {
        const OutlineJob *job = &batch->jobs.ptr[i];
        if (job->reason.len ||
            !is_shareable(gather, &batch->arena, batch->paths.ptr[i], &job->facts))
            continue;
        Facts facts = facts_copy(gather->arena, &job->facts);
        add(gather, str_copy(gather->arena, job->hash), batch->paths.ptr[i], &facts);
    }
    arena_reset(&batch->arena);
    batch->jobs.ptr = NULL;
    batch->paths.ptr = NULL;
    batch->jobs.len = batch->jobs.cap = batch->paths.len = batch->paths.cap = batch->bytes = 0;
    return true;
}

static bool add_version(Gather *gather, Batch *batch, const GitSide *side, Err *err)
{
    GitContent content;
    if (!git_objects_blob(gather->of->objects, &batch->arena, side->id, INDEX_FILE_BYTES_MAX,
                          &content, err)) {
        Str why = str_copy(gather->arena, str_from(err->message));
        err_set(err, err->code, "%.*s: %.*s", STR_ARG(side->path), STR_ARG(why));
        return err_hint(err, "git fsck shows what else is missing; git fetch --refetch brings it");
    }
    if (content.too_large || !content.bytes.len)
        return true;
    Str path = str_copy(gather->arena, side->path);
    const Language *language = lang_detect(path, str_slice(content.bytes, 0, SOURCE_HEAD_BYTES));
    FileClass class = classify_file(&(ClassifyBy){0}, path, language, content.bytes);
    if (!language || !classify_is_indexed(class, path))
        return true;
    *VEC_PUSH(&batch->arena, &batch->jobs) =
        (OutlineJob){.language = language, .text = content.bytes};
    *VEC_PUSH(&batch->arena, &batch->paths) = path;
    batch->bytes += content.bytes.len;
    return batch->bytes < BATCH_BYTES || parse_batch(gather, batch, err);
}

/* ---- joining ---- */

/* The work tree's versions of the commit's files, by path. */
static bool list_differences(Gather *gather, Map *differing, Err *err)
{
    GitChangeVec changes = {0};
    GitRange range = {.base = gather->of->commit, .to = GIT_TO_WORKING};
    if (!git_objects_changes(gather->of->objects, gather->arena, &range, &changes, err))
        return false;
    for (size_t i = 0; i < changes.len; i++)
        if (changes.ptr[i].old.mode)
            *map_put(differing, changes.ptr[i].old.path, NULL) = 1;
    gather->contents->clean = !differing->len;
    return true;
}

static bool is_plain(const GitSide *side)
{
    return side->mode == GIT_MODE_FILE || side->mode == GIT_MODE_EXECUTABLE;
}

static bool join(Gather *gather, Batch *batch, const GitChangeVec *files, const Map *differing,
                 Err *err)
{
    size_t count = 0, at = 0;
    CatalogPath *listed = catalog_by_path(gather->arena, gather->of->catalog, &count);
    for (size_t i = 0; i < files->len; i++) {
        const GitSide *side = &files->ptr[i].new;
        if (gather->of->cancel && *gather->of->cancel)
            return err_interrupted(err);
        while (at < count && str_compare(listed[at].path, side->path) < 0)
            at++;
        bool same = at < count && str_equal(listed[at].path, side->path);
        bool ok = true;
        if (!is_plain(side))
            continue;
        if (map_find(differing, side->path))
            ok = add_version(gather, batch, side, err);
        else if (same)
            ok = add_stored(gather, &gather->of->catalog->files.ptr[listed[at].id], err);
        if (!ok)
            return false;
    }
    return parse_batch(gather, batch, err);
}

static int by_path(const void *a, const void *b)
{
    const SharedContent *x = a, *y = b;
    return str_compare(x->path, y->path);
}

bool shared_contents(Arena *arena, Arena scratch, const SharedCommit *of, SharedContents *contents,
                     Err *err)
{
    *contents = (SharedContents){0};
    Gather gather = {.arena = arena,
                     .scratch = scratch,
                     .of = of,
                     .contents = contents,
                     .known = map_open(arena)};
    Map differing = map_open(arena);
    GitChangeVec files = {0};
    GitRange range = {.to = GIT_TO_COMMIT, .head = of->commit};
    if (!git_objects_changes(of->objects, arena, &range, &files, err) ||
        !list_differences(&gather, &differing, err))
        return false;
    Batch batch = {0};
    arena_open(&batch.arena, 0);
    bool ok = join(&gather, &batch, &files, &differing, err);
    arena_close(&batch.arena);
    if (contents->list.len)
        qsort(contents->list.ptr, contents->list.len, sizeof *contents->list.ptr, by_path);
    return ok;
}
