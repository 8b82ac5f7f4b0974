/* The bytes of an artifact: indices of packs, manifests, and what a push puts. */
#include "share_case.h"

#include "base/varint.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- packs and their indices ---- */

/* So many contents with facts of about so many bytes, which do not compress. */
static SharedContentVec made_contents(size_t count, size_t bytes)
{
    SharedContentVec contents = {0};
    uint64_t random = 1;
    for (size_t i = 0; i < count; i++) {
        char hash[HASH_CONTENT_BYTES], *text = arena_bytes(test_arena(), bytes);
        for (size_t k = 0; k < bytes; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            text[k] = (char)(random >> 56);
        }
        hash_content(STR("test"), (Str){(char *)&i, sizeof i}, hash);
        *VEC_PUSH(test_arena(), &contents) =
            (SharedContent){.hash = str_copy(test_arena(), (Str){hash, sizeof hash}),
                            .facts = {.outline = {text, bytes}, .references = STR("r")}};
    }
    return contents;
}

/* Reads all packs back: every content is where the index says. */
static void check_packs(const SharedContentVec *contents, const SharePackVec *packs)
{
    size_t number = 0;
    for (size_t p = 0; p < packs->len; p++) {
        const SharePack *pack = &packs->ptr[p];
        SharedIndex index;
        REQUIRE(shared_index_parse(test_arena(), pack->index, pack->pack.len, &index));
        EXPECT(index.count == pack->count && pack->pack.len <= SHARED_PACK_BYTES_MAX);
        for (size_t g = 0; g < index.groups.len; g++) {
            const SharedGroup *group = &index.groups.ptr[g];
            Str bytes = {pack->pack.ptr + group->start, group->len};
            FactsPack facts;
            EXPECT(shared_group_fits(bytes, 16 * MB));
            REQUIRE(facts_pack_read(test_arena(), bytes, true, 16 * MB, &facts));
            REQUIRE(facts.slots.len == group->count);
            for (uint32_t i = 0; i < group->count; i++, number++) {
                const SharedContent *content = &contents->ptr[number];
                Facts got = facts_pack_get(test_arena(), &facts, i, true);
                EXPECT(str_equal(shared_hash(&index, group->first + i), content->hash));
                EXPECT(facts.slots.ptr[i].check == facts_check(content->hash));
                EXPECT(str_equal(got.outline, content->facts.outline));
            }
        }
    }
    EXPECT_INT(number, contents->len);
}

TEST(packs_round_trip)
{
    SharedContentVec many = made_contents(9000, 8), large = made_contents(12, 1 * MB);
    SharedContentVec none = {0};
    SharePackVec packs = share_packs(&many, NULL);
    EXPECT_INT(packs.len, 1);
    check_packs(&many, &packs);
    packs = share_packs(&large, NULL);
    EXPECT(packs.len > 1);
    check_packs(&large, &packs);
    EXPECT_INT(share_packs(&none, NULL).len, 0);
}

TEST(packs_are_a_function_of_the_facts)
{
    SharedContentVec contents = made_contents(300, 2000);
    SharePackVec one = share_packs(&contents, NULL), other = share_packs(&contents, NULL);
    REQUIRE(one.len == 1 && other.len == 1);
    EXPECT(str_equal(one.ptr[0].pack, other.ptr[0].pack));
    EXPECT(str_equal(one.ptr[0].index, other.ptr[0].index));
}

/* An index that is accepted divides the pack and the hashes, whatever its bytes are. */
static void check_index(Str bytes, uint64_t pack_bytes)
{
    SharedIndex index;
    uint64_t start = 0, first = 0;
    Arena arena = *test_arena();
    if (!shared_index_parse(&arena, bytes, pack_bytes, &index))
        return;
    for (size_t i = 0; i < index.groups.len; i++) {
        const SharedGroup *group = &index.groups.ptr[i];
        EXPECT(group->start == start && group->first == first && group->count > 0);
        start += group->len;
        first += group->count;
    }
    EXPECT(start == pack_bytes && first == index.count);
    EXPECT_INT(index.hashes.len, (size_t)index.count * HASH_CONTENT_BYTES);
}

TEST(damaged_indices)
{
    SharedContentVec contents = made_contents(40, 100 * KB);
    SharePackVec packs = share_packs(&contents, NULL);
    Str index = packs.ptr[0].index;
    SharedIndex parsed;
    char *copy = arena_bytes(test_arena(), index.len + 1);
    for (size_t len = 0; len < index.len; len++)
        EXPECT(!shared_index_parse(test_arena(), str_slice(index, 0, len), packs.ptr[0].pack.len,
                                   &parsed));
    for (size_t at = 0; at < index.len; at++)
        for (unsigned bit = 0; bit < 8; bit++) {
            memcpy(copy, index.ptr, index.len);
            copy[at] ^= (char)(1 << bit);
            check_index((Str){copy, index.len}, packs.ptr[0].pack.len);
        }
    memcpy(copy, index.ptr, index.len);
    EXPECT(!shared_index_parse(test_arena(), (Str){copy, index.len + 1}, packs.ptr[0].pack.len,
                               &parsed));
    EXPECT(!shared_index_parse(test_arena(), index, packs.ptr[0].pack.len - 1, &parsed));
    EXPECT(!shared_index_parse(test_arena(), index, packs.ptr[0].pack.len + 1, &parsed));
}

/* An index of these numbers, and hashes for so many contents. */
static bool parses(const uint64_t *numbers, size_t count, size_t hashes, uint64_t pack_bytes)
{
    Buf bytes = buf_open(test_arena(), 0);
    SharedIndex index;
    for (size_t i = 0; i < count; i++)
        varint_put(&bytes, numbers[i]);
    char *zeros = NEW(test_arena(), char, hashes *HASH_CONTENT_BYTES + 1);
    buf_put(&bytes, (Str){zeros, hashes * HASH_CONTENT_BYTES});
    return shared_index_parse(test_arena(), buf_str(&bytes), pack_bytes, &index);
}

TEST(indices_of_large_numbers)
{
    static const struct {
        uint64_t numbers[6];
        size_t count, hashes;
        uint64_t pack_bytes;
        bool good;
    } cases[] = {
        {{1, 1, 100, 2}, 4, 2, 100, true},
        {{1, 0}, 2, 0, 0, true},
        {{2, 1, 100, 2}, 4, 2, 100, false},            /* version */
        {{1, 1, 101, 2}, 4, 2, 100, false},            /* beyond the pack */
        {{1, 1, UINT64_MAX, 2}, 4, 2, 100, false},     /* beyond all packs */
        {{1, 2, 1, 1, UINT64_MAX, 1}, 6, 2, 0, false}, /* a sum that wraps around */
        {{1, 1, 100, 0}, 4, 0, 100, false},            /* a group of nothing */
        {{1, 1, 100, PACK_FILES_MAX + 1}, 4, PACK_FILES_MAX + 1, 100, false},
        {{1, 1, 100, UINT64_MAX}, 4, 0, 100, false},
        {{1, UINT64_MAX, 100, 2}, 4, 2, 100, false}, /* groups that do not follow */
        {{1, 1, SHARED_PACK_BYTES_MAX + 1, 2}, 4, 2, SHARED_PACK_BYTES_MAX + 1, false},
        {{1, 1, 100, 2}, 4, 3, 100, false},
        {{1, 1, 100, 2}, 4, 1, 100, false},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT(parses(cases[i].numbers, cases[i].count, cases[i].hashes, cases[i].pack_bytes) ==
               cases[i].good);
}

TEST(indices_of_too_many_contents)
{
    Buf bytes = buf_open(test_arena(), 0);
    SharedIndex index;
    size_t groups = SHARED_PACK_FILES_MAX / PACK_FILES_MAX + 1;
    varint_put(&bytes, 1);
    varint_put(&bytes, groups);
    for (size_t i = 0; i < groups; i++) {
        varint_put(&bytes, 10);
        varint_put(&bytes, PACK_FILES_MAX);
    }
    EXPECT(!shared_index_parse(test_arena(), buf_str(&bytes), 10 * groups, &index));
    Str large = {NEW(test_arena(), char, SHARED_INDEX_BYTES_MAX + 1), SHARED_INDEX_BYTES_MAX + 1};
    EXPECT(!shared_index_parse(test_arena(), large, 1, &index));
}

/* ---- manifests ---- */

static Artifact made_artifact(size_t packs)
{
    Artifact artifact = {.commit = STR(SHARE_COMMIT)};
    for (size_t i = 0; i < packs; i++) {
        Str text = str_format(test_arena(), "pack %zu", i);
        *VEC_PUSH(test_arena(), &artifact.packs) =
            (ArtifactPack){.index = artifact_blob(test_arena(), text, STR(ARTIFACT_INDEX_TYPE)),
                           .pack = artifact_blob(test_arena(), text, STR(ARTIFACT_PACK_TYPE)),
                           .count = (uint32_t)i + 1};
    }
    return artifact;
}

TEST(manifests_round_trip)
{
    Artifact artifact = made_artifact(3), back;
    bool fits = false;
    Err err;
    artifact.signature = STR("-----BEGIN SSH SIGNATURE-----\nabc=\n-----END SSH SIGNATURE-----\n");
    Str bytes = artifact_write(test_arena(), &artifact);
    REQUIRE(artifact_parse(test_arena(), bytes, &back, &fits, &err) && fits);
    EXPECT_STR(back.commit, SHARE_COMMIT);
    EXPECT(str_equal(back.signature, artifact.signature) && back.packs.len == 3);
    EXPECT(back.packs.ptr[2].count == 3 && back.packs.ptr[2].pack.size == 6);
    EXPECT(str_equal(back.packs.ptr[1].index.digest, artifact.packs.ptr[1].index.digest));
    EXPECT(str_equal(artifact_write(test_arena(), &back), bytes));
    artifact = made_artifact(0);
    bytes = artifact_write(test_arena(), &artifact);
    EXPECT(artifact_parse(test_arena(), bytes, &back, &fits, &err) && fits && !back.packs.len);
}

static Str with(Str text, const char *old, const char *fresh)
{
    size_t at = str_find(text, str_from(old));
    EXPECT(at != STR_NONE);
    return str_format(test_arena(), "%.*s%s%.*s", (int)at, text.ptr, fresh,
                      STR_ARG(str_from_offset(text, at + strlen(old))));
}

TEST(manifests_that_are_none)
{
    Artifact artifact = made_artifact(2), back;
    Str bytes = artifact_write(test_arena(), &artifact);
    bool fits = false;
    Err err;
    static const char *const changes[][2] = {
        {"\"org.opencontainers.image.revision\":\"0123",
         "\"org.opencontainers.image.revision\":\""},
        {SHARE_COMMIT, "0123456789ABCDEF0123456789abcdef01234567"},
        {SHARE_COMMIT, "../3456789abcdef0123456789abcdef01234567"},
        {"\"dev.fovea.facts\"", "\"dev.fovea.fact\""},
        {"\"dev.fovea.contents\":\"1 2\"", "\"dev.fovea.contents\":\"1\""},
        {"\"dev.fovea.contents\":\"1 2\"", "\"dev.fovea.contents\":\"1 0\""},
        {"\"dev.fovea.contents\":\"1 2\"", "\"dev.fovea.contents\":\"1 -2\""},
        {"\"dev.fovea.contents\":\"1 2\"", "\"dev.fovea.contents\":\"1 262145\""},
        {"\"dev.fovea.contents\":\"1 2\"", "\"dev.fovea.contents\":\"\""},
        {"facts.index.v1", "facts.index.v2"},
        {"facts.pack.v1", "facts.index.v1"},
        {"\"size\":6", "\"size\":67108865"},
    };
    for (size_t i = 0; i < COUNT(changes); i++) {
        EXPECT(!artifact_parse(test_arena(), with(bytes, changes[i][0], changes[i][1]), &back,
                               &fits, &err));
        EXPECT(err.message[0] && err.hint[0]);
    }
    Str other = with(bytes, "\"dev.fovea.facts\":\"", "\"dev.fovea.facts\":\"1");
    EXPECT(artifact_parse(test_arena(), other, &back, &fits, &err) && !fits);
    for (size_t len = 0; len < bytes.len; len++)
        EXPECT(!artifact_parse(test_arena(), str_slice(bytes, 0, len), &back, &fits, &err));
}

TEST(names_of_pointers)
{
    static const char *const branches[] = {"main",     "feature/a", "feature_a", "a b",
                                           "\xc3\xa4", "..",        "-x",        "x\n"};
    for (size_t i = 0; i < COUNT(branches); i++) {
        Str name = artifact_branch_name(test_arena(), str_from(branches[i]));
        EXPECT(name.len < 128 && str_starts(name, STR("branch-")));
        for (size_t k = 0; k < name.len; k++)
            EXPECT(byte_is_alpha(name.ptr[k]) || byte_is_digit(name.ptr[k]) ||
                   byte_in(name.ptr[k], "._-"));
        for (size_t k = 0; k < i; k++)
            EXPECT(!str_equal(name, artifact_branch_name(test_arena(), str_from(branches[k]))));
    }
    char longest[4000];
    memset(longest, 'b', sizeof longest);
    Str one = artifact_branch_name(test_arena(), (Str){longest, sizeof longest});
    Str other = artifact_branch_name(test_arena(), (Str){longest, sizeof longest - 1});
    EXPECT(one.len < 128 && !str_equal(one, other));
}

/* ---- pushing ---- */

static bool push(const char *name, const ShareTree *tree, Str commit, PushReport *report, Err *err)
{
    *err = (Err){0};
    Remote *remote SCOPED(remote_close) = share_remote(name, true, err);
    PushOptions options = {
        .remote = remote, .contents = &tree->contents, .commit = commit, .branch = STR("main")};
    return remote && artifact_push(test_arena(), &options, report, err);
}

/* A reader gets the facts of the first commit or of the second, whole. */
static void check_reader(const char *name, const ShareTree *tree, Str commit)
{
    Err err = {0};
    Remote *remote SCOPED(remote_close) = share_remote(name, false, &err);
    Store *store SCOPED(store_close) = open_memory_store();
    const Str branch = STR("main");
    const GitRepo repo = {.root = share_below("tree")};
    PullOptions options = {.remote = remote,
                           .store = store,
                           .repo = &repo,
                           .files = &tree->files,
                           .spool = share_below("spool"),
                           .commits = &commit,
                           .commit_count = 1,
                           .branches = &branch,
                           .branch_count = 1};
    PullReport report;
    bool pulled = remote && artifact_pull(test_arena(), &options, &report, &err);
    test_expect(pulled, __FILE__, __LINE__, err.message);
    EXPECT(report.found && report.taken >= 3);
}

/* Each file system call of a push in turn fails, or the process is killed before it. */
static void check_faults(int fault)
{
    ShareTree tree = share_tree(4), less = tree;
    PushReport report;
    Err err;
    const Str second = STR("bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb");
    less.contents.len = 3;
    for (unsigned calls = 1; calls < 2000; calls += fault == FS_FAULT_KILL ? 3 : 1) {
        bool pushed, survived;
        Str name = str_format(test_arena(), "remote%u", calls);
        const char *remote = str_terminate(test_arena(), name);
        REQUIRE(push(remote, &less, STR(SHARE_COMMIT), &report, &err));
        if (fault == FS_FAULT_KILL) {
            int status = 0;
            pid_t child = fork();
            if (!child) {
                fs_fail_after(calls, fault);
                _exit(push(remote, &tree, second, &report, &err) ? 0 : 1);
            }
            REQUIRE(child > 0 && waitpid(child, &status, 0) == child);
            pushed = survived = WIFEXITED(status) && !WEXITSTATUS(status);
        } else {
            fs_fail_after(calls, fault);
            pushed = push(remote, &tree, second, &report, &err);
            survived = fs_fail_after(0, 0) > 0;
        }
        EXPECT(pushed || !survived);
        check_reader(remote, &tree, pushed ? second : STR(SHARE_COMMIT));
        EXPECT(push(remote, &tree, second, &report, &err));
        check_reader(remote, &tree, second);
        if (survived)
            return;
    }
    EXPECT(false);
}

TEST(push_to_a_full_disk)
{
    check_faults(ENOSPC);
}

TEST(push_is_killed)
{
    check_faults(FS_FAULT_KILL);
}
