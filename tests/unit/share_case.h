/* A folder as a remote, a tree of small files, and artifacts of it: right ones, and ones that lie
   with all digests right. */
#pragma once

#include "store_case.h"

#include "base/fs.h"
#include "base/fs_output.h"
#include "base/path.h"
#include "index/store/packs.h"
#include "index/update/outlines.h"
#include "share/pull.h"
#include "share/push.h"

#define SHARE_COMMIT "0123456789abcdef0123456789abcdef01234567"

static inline Str share_below(const char *name)
{
    return str_format(test_arena(), "%s/%s", test_directory(), name);
}

static inline void share_make_directory(const char *name)
{
    Err err;
    EXPECT(fs_make_directory(test_scratch(), share_below(name), &err));
}

/* A tree of files, and the facts of each. */
typedef struct ShareTree {
    WalkFileVec files;
    SharedContentVec contents; /* by file, with facts */
} ShareTree;

static inline void share_parse(ShareTree *tree, const Str *texts)
{
    size_t count = tree->files.len;
    OutlineJob *jobs = NEW(test_arena(), OutlineJob, count);
    OutlinesOptions options = {0};
    Err err;
    for (size_t i = 0; i < count; i++)
        jobs[i] = (OutlineJob){.language = lang_detect(tree->files.ptr[i].path, texts[i]),
                               .text = texts[i]};
    EXPECT(outlines_make(test_arena(), jobs, count, &options, &err));
    for (size_t i = 0; i < count; i++)
        *VEC_PUSH(test_arena(), &tree->contents) =
            (SharedContent){jobs[i].hash, tree->files.ptr[i].path, jobs[i].facts};
}

/* Writes so many files below tree/. */
static inline ShareTree share_tree(size_t count)
{
    ShareTree tree = {0};
    Str *texts = NEW(test_arena(), Str, count);
    Err err;
    share_make_directory("tree");
    for (size_t i = 0; i < count; i++) {
        Str path = str_format(test_arena(), "f%03zu.c", i);
        texts[i] = str_format(test_arena(),
                              "/* Adds %zu. */\nint add_%zu(int value)\n{\n    return "
                              "add_%zu(value) + %zu;\n}\n",
                              i, i, (i + 7) % count, i);
        EXPECT(fs_write_new(test_scratch(), path_join(test_arena(), share_below("tree"), path),
                            texts[i], &err));
        *VEC_PUSH(test_arena(), &tree.files) = (WalkFile){.path = path, .size = texts[i].len};
    }
    share_parse(&tree, texts);
    return tree;
}

/* NULL with an error if it cannot be opened. */
static inline Remote *share_remote(const char *name, bool write, Err *err)
{
    Remote *remote = NULL;
    RemoteOptions options = {.target = str_join(test_arena(), STR("file://"), share_below(name)),
                             .write = write};
    return remote_open(test_arena(), &options, &remote, err) ? remote : NULL;
}

/* ---- packs ---- */

typedef struct SharePack {
    Str pack, index;
    uint32_t count;
} SharePack;
typedef VEC(SharePack) SharePackVec;

static inline bool share_keep(void *context, Str pack, Str index, uint32_t count, Err *err)
{
    (void)err;
    *VEC_PUSH(test_arena(), (SharePackVec *)context) =
        (SharePack){str_copy(test_arena(), pack), str_copy(test_arena(), index), count};
    return true;
}

/* Packs of the contents' facts; those of content i count as the facts of content to[i], unless
   `to` is NULL. */
static inline SharePackVec share_packs(const SharedContentVec *contents, const size_t *to)
{
    SharedWriter writer SCOPED(shared_writer_close);
    SharePackVec packs = {0};
    SharedSink sink = {share_keep, &packs};
    Err err;
    shared_writer_open(&writer, &sink);
    for (size_t i = 0; i < contents->len; i++)
        EXPECT(shared_writer_put(&writer, contents->ptr[to ? to[i] : i].hash,
                                 &contents->ptr[i].facts, &err));
    EXPECT(shared_writer_end(&writer, &err));
    return packs;
}

/* Puts packs at a remote and the pointer of SHARE_COMMIT to them. */
static inline void share_put(const char *name, const SharePackVec *packs)
{
    Err err = {0};
    Remote *remote SCOPED(remote_close) = share_remote(name, true, &err);
    Artifact artifact = {.commit = STR(SHARE_COMMIT)};
    for (size_t i = 0; i < packs->len; i++) {
        const SharePack *pack = &packs->ptr[i];
        ArtifactPack blobs = {
            .index = artifact_blob(test_arena(), pack->index, STR(ARTIFACT_INDEX_TYPE)),
            .pack = artifact_blob(test_arena(), pack->pack, STR(ARTIFACT_PACK_TYPE)),
            .count = pack->count};
        EXPECT(remote_put(remote, &blobs.index, pack->index, &err));
        EXPECT(remote_put(remote, &blobs.pack, pack->pack, &err));
        *VEC_PUSH(test_arena(), &artifact.packs) = blobs;
    }
    RemotePointer pointer = {.name = artifact_commit_name(test_arena(), artifact.commit),
                             .manifest = artifact_write(test_arena(), &artifact)};
    EXPECT(remote_pointers_put(remote, &pointer, 1, &err));
}

/* ---- pulling ---- */

static inline bool share_pull(const char *name, const ShareTree *tree, Store *store,
                              PullReport *report, Err *err)
{
    *err = (Err){0};
    Remote *remote SCOPED(remote_close) = share_remote(name, false, err);
    const Str commit = STR(SHARE_COMMIT);
    const GitRepo repo = {.root = share_below("tree")};
    PullOptions options = {.remote = remote,
                           .store = store,
                           .repo = &repo,
                           .files = &tree->files,
                           .spool = share_below("spool"),
                           .commits = &commit,
                           .commit_count = 1};
    return remote && artifact_pull(test_arena(), &options, report, err);
}

/* How many of the tree's contents have facts in the store. */
static inline size_t share_known(const ShareTree *tree, Store *store)
{
    size_t known = 0;
    for (size_t i = 0; i < tree->contents.len; i++) {
        bool has = false;
        Err err;
        EXPECT(store_facts_has(store, tree->contents.ptr[i].hash, &has, &err));
        known += has;
    }
    return known;
}
