/* A graph saves a work tree without an index the resolving. An existing index resolves the missing
   files as after any change. */
#include "share/pull_state.h"

#include "index/catalog/classify.h"
#include "index/update/memory.h"

/* A loaded catalog takes up to this many times the bytes of its segments. */
#define LOADED_TIMES 16

bool pull_wants_graph(const Pull *pull)
{
    const Artifact *artifact = &pull->artifact;
    uint64_t bytes = 0;
    Arena scratch = *pull->arena;
    for (size_t i = 0; i < artifact->graph.len; i++)
        bytes += artifact->graph.ptr[i].size;
    return pull->options->graph && bytes &&
           str_equal(artifact->graph_version, shared_graph_version(&scratch)) &&
           memory_has_room(memory_limit(pull->options->memory), LOADED_TIMES * bytes);
}

/* The file of the work tree with that path; NULL if it does not exist. */
static const WalkFile *find_file(const WalkFileVec *files, Str path)
{
    size_t from = 0, to = files->len;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = str_compare(files->ptr[middle].path, path);
        if (!order)
            return &files->ptr[middle];
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return NULL;
}

/* Whether the file exists here with the same content. Of very large files only the size is
   compared, since they are never read. */
static bool is_same(const Pull *pull, const CatalogFile *file, const WalkFile *here)
{
    size_t number = (size_t)(here - pull->options->files->ptr);
    if (file->size != here->size || file->state == FILE_FAILED)
        return false;
    if (here->size > INDEX_FILE_BYTES_MAX)
        return !file->hash.len;
    return pull->hashed[number] &&
           str_equal(file->hash, (Str){pull->hashes[number], HASH_CONTENT_BYTES});
}

static bool stamp(void *context, CatalogFile *file)
{
    const Pull *pull = context;
    const WalkFile *here = find_file(pull->options->files, file->path);
    if (!here || !is_same(pull, file, here))
        return false;
    file->stamp = here->stamp;
    file->inode = here->inode;
    return true;
}

static bool read_parts(const Pull *pull, Arena *arena, GraphParts *parts, Err *err)
{
    for (size_t i = 0; i < pull->artifact.graph.len; i++)
        if (!pull_read_spool(pull, arena, &pull->artifact.graph.ptr[i], VEC_PUSH(arena, parts),
                             err))
            return false;
    return true;
}

bool pull_graph(Pull *pull, Err *err)
{
    Arena arena SCOPED(arena_close) = {0}, scratch SCOPED(arena_close) = {0};
    GraphReader reader = {.store = pull->options->store,
                          .repo = pull->options->repo,
                          .stamp = stamp,
                          .context = pull,
                          .cancel = pull->options->cancel};
    GraphParts parts = {0};
    GraphTaken *taken = &pull->report->graph;
    Err failure;
    if (!pull_wants_graph(pull))
        return true;
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    if (!read_parts(pull, &arena, &parts, err) ||
        !shared_graph_take(scratch, &reader, &parts, taken, err))
        return false;
    pull->report->has_graph = true;
    if (taken->verdict != GRAPH_REFUSED)
        return true;
    return pull_drop(pull, &failure) ? pull_refuse(pull, taken->why, err) : (*err = failure, false);
}
