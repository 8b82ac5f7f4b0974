/* Pulling from artifacts that lie, are damaged, or break off. */
#include "share_case.h"

#include "base/varint.h"
#include "base/zstd_frame.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

/* Pulls into a new store. The pull must fail with these words and leave nothing. */
static void refuse(const char *name, const ShareTree *tree, const char *words)
{
    Store *store SCOPED(store_close) = open_memory_store();
    PullReport report;
    Err err;
    bool pulled = share_pull(name, tree, store, &report, &err);
    EXPECT(!pulled && err.hint[0]);
    test_expect(!pulled && strstr(err.message, words), __FILE__, __LINE__,
                pulled ? words : err.message);
    EXPECT_INT(share_known(tree, store), 0);
}

static bool is_same(Store *store, const SharedContent *content)
{
    Facts facts = {0};
    Err err;
    return store_facts_get(store, test_arena(), content->hash, true, &facts, &err) &&
           str_equal(facts.outline, content->facts.outline) &&
           str_equal(facts.references, content->facts.references);
}

TEST(facts_come_as_they_are)
{
    ShareTree tree = share_tree(12);
    SharePackVec packs = share_packs(&tree.contents, NULL);
    Store *store SCOPED(store_close) = open_memory_store();
    PullReport report;
    Err err;
    share_put("remote", &packs);
    REQUIRE(share_pull("remote", &tree, store, &report, &err));
    EXPECT(report.found && report.taken == 12 && report.sampled == 12 && report.packs == 1);
    for (size_t i = 0; i < tree.contents.len; i++)
        EXPECT(is_same(store, &tree.contents.ptr[i]));
    EXPECT_INT(test_count_entries(str_terminate(test_arena(), share_below("spool"))), 2);
    REQUIRE(share_pull("remote", &tree, store, &report, &err));
    EXPECT(report.known == 12 && !report.wanted && !report.packs);
}

/* ---- lies ---- */

TEST(facts_of_another_content)
{
    ShareTree tree = share_tree(20);
    size_t to[20];
    for (size_t i = 0; i < COUNT(to); i++)
        to[i] = i;
    to[3] = 11;
    to[11] = 3;
    SharePackVec packs = share_packs(&tree.contents, to);
    share_put("remote", &packs);
    refuse("remote", &tree, "are not those of a parse");
}

TEST(the_same_facts_for_two_contents)
{
    ShareTree tree = share_tree(20);
    SharedContentVec lies = {0};
    for (size_t i = 0; i < tree.contents.len; i++)
        *VEC_PUSH(test_arena(), &lies) = tree.contents.ptr[i];
    /* the true facts first: the index has the content twice */
    SharedContent lie = lies.ptr[5];
    lie.facts = lies.ptr[6].facts;
    *VEC_PUSH(test_arena(), &lies) = lie;
    SharePackVec packs = share_packs(&lies, NULL);
    share_put("last", &packs);
    refuse("last", &tree, "are not those of a parse");
}

/* One line number, one word of a comment, references of another file, none at all. */
TEST(small_lies)
{
    ShareTree tree = share_tree(20);
    for (unsigned lie = 0; lie < 4; lie++) {
        SharedContentVec lies = {0};
        for (size_t i = 0; i < tree.contents.len; i++)
            *VEC_PUSH(test_arena(), &lies) = tree.contents.ptr[i];
        Facts *facts = &lies.ptr[9].facts;
        Outline outline;
        REQUIRE(facts_decode(test_arena(), facts, true, &outline) && outline.symbols.len == 1);
        if (lie == 0)
            outline.symbols.ptr[0].end_line++;
        if (lie == 1)
            symbol_set_doc(test_arena(), &outline.symbols.ptr[0], STR("Adds 8."));
        if (lie < 2)
            *facts = facts_encode(test_arena(), test_scratch(), &outline);
        if (lie == 2)
            facts->references = lies.ptr[2].facts.references;
        if (lie == 3)
            facts->references = (Str){0};
        char name[] = {(char)('a' + lie), '\0'};
        SharePackVec packs = share_packs(&lies, NULL);
        share_put(name, &packs);
        refuse(name, &tree, "are not those of a parse");
    }
}

/* In a larger tree the sample may miss a single lie, but not that most facts are lies. */
TEST(many_lies)
{
    ShareTree tree = share_tree(60);
    size_t to[60];
    for (size_t i = 0; i < COUNT(to); i++)
        to[i] = (i + 1) % COUNT(to);
    SharePackVec packs = share_packs(&tree.contents, to);
    share_put("remote", &packs);
    refuse("remote", &tree, "are not those of a parse");
}

TEST(another_commit)
{
    ShareTree tree = share_tree(2);
    SharePackVec packs = share_packs(&tree.contents, NULL);
    share_put("remote", &packs);
    Err err = {0};
    Store *store SCOPED(store_close) = open_memory_store();
    Remote *remote SCOPED(remote_close) = share_remote("remote", true, &err);
    const Str commit = STR("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    const GitRepo repo = {.root = share_below("tree")};
    PullOptions options = {.remote = remote,
                           .store = store,
                           .repo = &repo,
                           .files = &tree.files,
                           .spool = share_below("spool"),
                           .commits = &commit,
                           .commit_count = 1};
    PullReport report;
    bool found = false;
    RemotePointer pointer = {.name = artifact_commit_name(test_arena(), commit)};
    REQUIRE(artifact_pull(test_arena(), &options, &report, &err));
    EXPECT(!report.found);
    REQUIRE(remote_pointer_get(remote, test_arena(),
                               artifact_commit_name(test_arena(), STR(SHARE_COMMIT)), &found,
                               &pointer.manifest, &err) &&
            found);
    REQUIRE(remote_pointers_put(remote, &pointer, 1, &err));
    EXPECT(!artifact_pull(test_arena(), &options, &report, &err));
    EXPECT(strstr(err.message, "it is of another commit") && !share_known(&tree, store));
}

/* ---- bombs ---- */

/* A frame of zstd without a declared size: runs of a byte that has been repeated 128 KB each. */
static Str endless_frame(size_t blocks)
{
    Buf frame = buf_open(test_arena(), 0);
    buf_put(&frame, (Str){"\x28\xb5\x2f\xfd\x00\x58", 6});
    for (size_t i = 0; i < blocks; i++) {
        uint32_t head = (uint32_t)(128 * KB) << 3 | 1u << 1 | (i + 1 == blocks);
        for (unsigned k = 0; k < 24; k += 8)
            buf_put_byte(&frame, (char)(head >> k));
        buf_put_byte(&frame, 0);
    }
    return buf_str(&frame);
}

/* A frame that declares more than anybody has. */
static Str huge_frame(void)
{
    return (Str){"\x28\xb5\x2f\xfd\xe0\x00\x00\x00\x00\x00\x00\x00\x10\x01\x00\x00", 16};
}

static SharePackVec one_pack(Str group, Str hash)
{
    SharePackVec packs = {0};
    Buf index = buf_open(test_arena(), 0);
    varint_put(&index, 1);
    varint_put(&index, 1);
    varint_put(&index, group.len);
    varint_put(&index, hash.len / HASH_CONTENT_BYTES);
    buf_put(&index, hash);
    *VEC_PUSH(test_arena(), &packs) =
        (SharePack){group, buf_str(&index), (uint32_t)(hash.len / HASH_CONTENT_BYTES)};
    return packs;
}

TEST(bombs_of_zstd)
{
    ShareTree tree = share_tree(1);
    Buf zeros = buf_open(test_arena(), 0);
    Str plain = {NEW(test_arena(), char, 200 * MB), 200 * MB};
    zstd_frame_put(&zeros, plain, (Str){0}, 1);
    const Str frames[] = {endless_frame(8192), huge_frame(), buf_str(&zeros)};
    for (size_t i = 0; i < COUNT(frames); i++) {
        Buf group = buf_open(test_arena(), 0);
        varint_put_str(&group, frames[i]);
        EXPECT(!shared_group_fits(buf_str(&group), 128 * MB));
        char name[] = {(char)('a' + i), '\0'};
        SharePackVec packs = one_pack(buf_str(&group), tree.contents.ptr[0].hash);
        share_put(name, &packs);
        refuse(name, &tree, "a pack is damaged");
    }
}

/* Each frame fits, all together do not. */
TEST(many_frames)
{
    Buf group = buf_open(test_arena(), 0), zeros = buf_open(test_arena(), 0);
    zstd_frame_put(&zeros, (Str){NEW(test_arena(), char, 4 * MB), 4 * MB}, (Str){0}, 1);
    for (unsigned i = 0; i < 40; i++)
        varint_put_str(&group, buf_str(&zeros));
    EXPECT(!shared_group_fits(buf_str(&group), 128 * MB));
    EXPECT(shared_group_fits(buf_str(&group), 160 * MB));
    EXPECT(!shared_group_fits(str_slice(buf_str(&group), 0, group.len - 1), 160 * MB));
}

/* Facts in which a few bytes stand for a long name, again and again. */
static Facts long_names(size_t times)
{
    char *long_name = NEW(test_arena(), char, 50 * KB + 1);
    Outline outline = {.language = lang_find(STR("c")), .line_count = 1};
    memset(long_name, 'n', 50 * KB);
    for (size_t i = 0; i < times; i++) {
        Symbol *symbol = VEC_PUSH(test_arena(), &outline.symbols);
        *symbol = (Symbol){.kind = SYMBOL_FUNCTION, .name = {long_name, 50 * KB}};
        symbol->signature = symbol->name;
        symbol->start_line = symbol->end_line = symbol->name_line = 1;
        symbol->next = (uint32_t)i + 1;
    }
    return facts_encode(test_arena(), test_scratch(), &outline);
}

TEST(signatures_of_long_names)
{
    Outline outline;
    Facts facts = long_names(2000);
    EXPECT(facts.outline.len < 1 * MB);
    EXPECT(!facts_decode(test_arena(), &facts, true, &outline));
    facts = long_names(2);
    (void)!facts_decode(test_arena(), &facts, true, &outline);
}

TEST(names_of_a_pack_again_and_again)
{
    FactsPack pack = facts_pack_open(test_arena()), back;
    Facts facts = long_names(1);
    Buf blob = buf_open(test_arena(), 0);
    facts_pack_put(&pack, 1, &facts);
    Buf *codes = &pack.streams[PART_OUTLINE][STREAM_NAMES];
    size_t before = codes->len;
    for (size_t i = 0; i < 100000; i++)
        varint_put(codes, 1);
    pack.slots.ptr[0].pieces[PART_OUTLINE].lens[STREAM_NAMES] += codes->len - before;
    facts_pack_write(test_scratch(), &pack, &blob);
    REQUIRE(facts_pack_read(test_arena(), buf_str(&blob), true, 16 * MB, &back));
    Facts got = facts_pack_get(test_arena(), &back, 0, true);
    EXPECT(!got.outline.len);
}

TEST(wrong_numbers_of_slots)
{
    ShareTree tree = share_tree(3);
    SharePackVec packs = share_packs(&tree.contents, NULL);
    Str group = packs.ptr[0].pack;
    Buf hashes = buf_open(test_arena(), 0);
    for (size_t i = 0; i < 3; i++)
        buf_put(&hashes, tree.contents.ptr[i].hash);
    SharePackVec few = one_pack(group, str_slice(buf_str(&hashes), 0, 2 * HASH_CONTENT_BYTES));
    share_put("few", &few);
    refuse("few", &tree, "a pack is damaged");
    buf_put(&hashes, tree.contents.ptr[0].hash);
    SharePackVec more = one_pack(group, buf_str(&hashes));
    share_put("more", &more);
    refuse("more", &tree, "a pack is damaged");
    FactsPack pack = facts_pack_open(test_arena());
    Buf blob = buf_open(test_arena(), 0);
    for (size_t i = 0; i <= PACK_FILES_MAX; i++)
        facts_pack_put(&pack, facts_check(tree.contents.ptr[0].hash), &tree.contents.ptr[0].facts);
    facts_pack_write(test_scratch(), &pack, &blob);
    SharePackVec many = one_pack(buf_str(&blob), tree.contents.ptr[0].hash);
    share_put("many", &many);
    refuse("many", &tree, "a pack is damaged");
}

/* ---- the spool ---- */

static Str spooled(const SharePack *pack)
{
    RemoteBlob blob = artifact_blob(test_arena(), pack->pack, STR(ARTIFACT_PACK_TYPE));
    return path_join(test_arena(), share_below("spool"),
                     str_from_offset(blob.digest, STR("sha256:").len));
}

TEST(a_pack_changed_in_the_spool)
{
    ShareTree tree = share_tree(4);
    SharePackVec packs = share_packs(&tree.contents, NULL);
    Store *store SCOPED(store_close) = open_memory_store();
    PullReport report;
    Err err;
    share_put("remote", &packs);
    share_make_directory("spool");
    char *changed = arena_bytes(test_arena(), packs.ptr[0].pack.len);
    memcpy(changed, packs.ptr[0].pack.ptr, packs.ptr[0].pack.len);
    changed[packs.ptr[0].pack.len / 2] ^= 1;
    REQUIRE(fs_write_new(test_scratch(), spooled(&packs.ptr[0]),
                         (Str){changed, packs.ptr[0].pack.len}, &err));
    EXPECT(!share_pull("remote", &tree, store, &report, &err) && err.code == ERR_STALE);
    EXPECT_INT(share_known(&tree, store), 0);
    REQUIRE(share_pull("remote", &tree, store, &report, &err));
    EXPECT_INT(share_known(&tree, store), 4);
}

TEST(what_was_fetched_is_not_fetched_again)
{
    ShareTree tree = share_tree(4);
    SharePackVec packs = share_packs(&tree.contents, NULL);
    Store *store SCOPED(store_close) = open_memory_store();
    PullReport report;
    Err err;
    share_put("remote", &packs);
    share_make_directory("spool");
    REQUIRE(fs_write_new(test_scratch(), spooled(&packs.ptr[0]), packs.ptr[0].pack, &err));
    REQUIRE(share_pull("remote", &tree, store, &report, &err));
    EXPECT_INT(report.bytes, packs.ptr[0].index.len);
    EXPECT(report.packs == 1 && share_known(&tree, store) == 4);
}

/* ---- faults ---- */

#define FAULTS_MAX 2000

/* Each file system call in turn fails, as on a full disk. */
TEST(full_disk)
{
    ShareTree tree = share_tree(3);
    SharePackVec packs = share_packs(&tree.contents, NULL);
    share_put("remote", &packs);
    for (unsigned calls = 1; calls < FAULTS_MAX; calls++) {
        Store *store SCOPED(store_close) = open_memory_store();
        PullReport report;
        Err err;
        fs_fail_after(calls, ENOSPC);
        bool pulled = share_pull("remote", &tree, store, &report, &err);
        bool survived = fs_fail_after(0, 0) > 0;
        EXPECT(pulled || (!survived && err.message[0]));
        for (size_t i = 0; i < tree.contents.len && share_known(&tree, store); i++)
            EXPECT(!pulled || report.taken < 3 || is_same(store, &tree.contents.ptr[i]));
        EXPECT_INT(share_known(&tree, store), pulled ? report.taken : 0);
        if (survived)
            return;
    }
    EXPECT(false);
}

/* Killed before each file system call in turn: the next pull completes what is left. */
TEST(kills)
{
    ShareTree tree = share_tree(3);
    SharePackVec packs = share_packs(&tree.contents, NULL);
    StoreOptions options = {.path = share_below("index.db"), .tree = share_below("tree")};
    share_put("remote", &packs);
    for (unsigned calls = 1; calls < FAULTS_MAX; calls += 3) {
        PullReport report;
        Err err;
        int status = 0;
        pid_t child = fork();
        if (!child) {
            Store *store = open_test_store(&options);
            fs_fail_after(calls, FS_FAULT_KILL);
            bool pulled = share_pull("remote", &tree, store, &report, &err);
            _exit(pulled ? 0 : 1);
        }
        REQUIRE(child > 0 && waitpid(child, &status, 0) == child);
        Store *store SCOPED(store_close) = open_test_store(&options);
        size_t known = share_known(&tree, store);
        EXPECT(known == 0 || known == 3);
        EXPECT(share_pull("remote", &tree, store, &report, &err));
        EXPECT_INT(share_known(&tree, store), 3);
        for (size_t i = 0; i < tree.contents.len; i++)
            EXPECT(is_same(store, &tree.contents.ptr[i]));
        store_close(&store);
        EXPECT(unlink(str_terminate(test_arena(), options.path)) == 0);
        if (WIFEXITED(status)) {
            EXPECT_INT(WEXITSTATUS(status), 0);
            return;
        }
    }
    EXPECT(false);
}
