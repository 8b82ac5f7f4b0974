#include "test.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/fs_output.h"
#include "base/hash.h"
#include "share/remote.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static RemoteBlob blob_of(Str bytes)
{
    char hex[65];
    hash_sha256(bytes, hex);
    return (RemoteBlob){.digest = str_format(test_arena(), "sha256:%s", hex),
                        .type = STR("application/vnd.fovea.pack.v1"),
                        .size = bytes.len};
}

static Str manifest_of(const RemoteBlob *blobs, size_t count)
{
    RemoteManifest manifest = {0};
    for (size_t i = 0; i < count; i++)
        *VEC_PUSH(test_arena(), &manifest.blobs) = blobs[i];
    return remote_manifest_write(test_arena(), &manifest);
}

static Remote *open_folder(const char *path, bool write)
{
    Err err = {0};
    Remote *remote = NULL;
    RemoteOptions options = {.target = str_format(test_arena(), "file://%s", path), .write = write};
    bool opened = remote_open(test_arena(), &options, &remote, &err);
    test_expect(opened, __FILE__, __LINE__, err.message);
    return remote;
}

static const char *below(const char *name)
{
    return str_terminate(test_arena(), str_format(test_arena(), "%s/%s", test_directory(), name));
}

static const char *blob_file(const RemoteBlob *blob)
{
    const char *hex = blob->digest.ptr + 7;
    return str_terminate(test_arena(), str_format(test_arena(), "%s/blobs/sha256/%.2s/%.64s",
                                                  test_directory(), hex, hex));
}

static void write_at(const char *path, Str bytes)
{
    Err err = {0};
    EXPECT(fs_write_atomic(test_scratch(), str_from(path), bytes, 0644, &err));
}

typedef struct Taken {
    size_t count, index;
    Str bytes;
} Taken;

static bool note_taken(void *context, size_t index, Str bytes, Err *err)
{
    Taken *taken = context;
    (void)err;
    taken->count++;
    taken->index = index;
    taken->bytes = str_copy(test_arena(), bytes);
    return true;
}

static bool get_one(Remote *remote, const RemoteBlob *blob, Taken *taken, Err *err)
{
    RemoteTake take = {.take = note_taken, .context = taken};
    *taken = (Taken){0};
    *err = (Err){0};
    return remote_get(remote, blob, 1, &take, err);
}

TEST(folder_round_trip)
{
    Err err = {0};
    Taken taken;
    bool has[2], found;
    Str manifest;
    Remote *remote SCOPED(remote_close) = open_folder(test_directory(), true);
    RemoteBlob blobs[] = {blob_of(STR("one")), blob_of(STR(""))};
    REQUIRE(remote && remote_has(remote, blobs, 2, has, &err));
    EXPECT(!has[0] && !has[1]);
    EXPECT(!get_one(remote, blobs, &taken, &err) && err.code == ERR_NOT_FOUND);
    EXPECT(remote_put(remote, &blobs[0], STR("one"), &err));
    EXPECT(remote_put(remote, &blobs[1], STR(""), &err));
    EXPECT(remote_put(remote, &blobs[0], STR("one"), &err));
    REQUIRE(remote_has(remote, blobs, 2, has, &err));
    EXPECT(has[0] && has[1]);
    EXPECT(get_one(remote, &blobs[0], &taken, &err) && taken.count == 1);
    EXPECT_STR(taken.bytes, "one");
    EXPECT(get_one(remote, &blobs[1], &taken, &err) && taken.count == 1 && !taken.bytes.len);
    EXPECT(remote_pointer_get(remote, test_arena(), STR("main"), &found, &manifest, &err));
    EXPECT(!found);
    RemotePointer pointers[] = {{.name = STR("main"), .manifest = manifest_of(blobs, 2)},
                                {.name = STR("commit-1"), .manifest = manifest_of(blobs, 1)}};
    EXPECT(remote_pointers_put(remote, pointers, 2, &err));
    EXPECT(remote_pointer_get(remote, test_arena(), STR("main"), &found, &manifest, &err));
    EXPECT(found && str_equal(manifest, pointers[0].manifest));
    EXPECT_INT(test_count_entries(below("pointers")), 4);
}

TEST(folder_is_made_for_writers_only)
{
    Err err = {0};
    Remote *remote = NULL;
    const char *deep = below("a/b/c");
    RemoteOptions options = {.target = str_format(test_arena(), "file://%s", deep)};
    EXPECT(!remote_open(test_arena(), &options, &remote, &err) && err.code == ERR_NOT_FOUND);
    options.write = true;
    EXPECT(remote_open(test_arena(), &options, &remote, &err));
    EXPECT(fs_is_directory(test_arena(), str_from(deep)));
    remote_close(&remote);
    remote_close(&remote);
}

TEST(targets)
{
    static const char *const bad[] = {"",
                                      "ftp://host/x",
                                      "/path",
                                      "file://host/path",
                                      "file://",
                                      "file:///a%00b",
                                      "https://user:secret@host/x",
                                      "git:https://user:secret@host/x",
                                      "file:///a\nb"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        Err err = {0};
        Remote *remote = NULL;
        RemoteOptions options = {.target = str_from(bad[i])};
        EXPECT(!remote_open(test_arena(), &options, &remote, &err) && !remote);
        EXPECT(err.code == ERR_USAGE && err.hint[0] && !strstr(err.message, "secret"));
    }
}

TEST(names)
{
    static const char *const bad[] = {"",   ".",  "..",  "../x", "a/b",
                                      "-a", ".a", "a b", "a\\b", "\xc3\xa4"};
    Remote *remote SCOPED(remote_close) = open_folder(test_directory(), true);
    Str manifest = manifest_of(NULL, 0), got;
    bool found;
    REQUIRE(remote);
    for (size_t i = 0; i <= COUNT(bad); i++) {
        Err err = {0};
        char longest[129];
        memset(longest, 'a', sizeof longest);
        Str name = i < COUNT(bad) ? str_from(bad[i]) : (Str){longest, sizeof longest};
        RemotePointer pointer = {.name = name, .manifest = manifest};
        EXPECT(!remote_pointers_put(remote, &pointer, 1, &err) && err.code == ERR_USAGE);
        EXPECT(!remote_pointer_get(remote, test_arena(), name, &found, &got, &err));
    }
    Err err = {0};
    char longest[128];
    memset(longest, 'a', sizeof longest);
    RemotePointer pointers[] = {{.name = {longest, sizeof longest}, .manifest = manifest},
                                {.name = STR("_..x"), .manifest = manifest}};
    EXPECT(remote_pointers_put(remote, pointers, 2, &err));
}

TEST(what_is_not_so_is_not_put)
{
    Err err = {0};
    Remote *remote SCOPED(remote_close) = open_folder(test_directory(), true);
    Remote *reader SCOPED(remote_close) = open_folder(test_directory(), false);
    RemoteBlob blob = blob_of(STR("one")), missing = blob_of(STR("two"));
    RemotePointer pointer = {.name = STR("main"), .manifest = manifest_of(&missing, 1)};
    RemotePointer nonsense = {.name = STR("main"), .manifest = STR("{}")};
    REQUIRE(remote && reader);
    EXPECT(!remote_put(remote, &blob, STR("two"), &err));
    EXPECT(!remote_put(remote, &blob, STR("ones"), &err));
    EXPECT(!remote_put(reader, &blob, STR("one"), &err));
    EXPECT(!remote_pointers_put(remote, &pointer, 1, &err) && err.code == ERR_NOT_FOUND);
    EXPECT(!remote_pointers_put(remote, &nonsense, 1, &err));
    EXPECT_INT(test_count_entries(test_directory()), 2);
    blob.digest = STR("sha256:../../../../../../../../../../../../../../etc/passwd0000000000000");
    Taken taken;
    EXPECT(!get_one(remote, &blob, &taken, &err) && !taken.count);
}

TEST(hostile_folder)
{
    Err err;
    Taken taken;
    bool has, found;
    Str manifest;
    Remote *remote SCOPED(remote_close) = open_folder(test_directory(), true);
    RemoteBlob blob = blob_of(STR("content"));
    REQUIRE(remote && remote_put(remote, &blob, STR("content"), &err));
    const char *path = blob_file(&blob);
    write_at(path, STR("CONTENT"));
    EXPECT(!get_one(remote, &blob, &taken, &err) && !taken.count);
    EXPECT(strstr(err.message, "another content"));
    write_at(path, STR("conten"));
    EXPECT(!get_one(remote, &blob, &taken, &err) && !taken.count);
    EXPECT(remote_has(remote, &blob, 1, &has, &err) && !has);
    write_at(path, STR("content and more"));
    EXPECT(!get_one(remote, &blob, &taken, &err) && !taken.count);
    EXPECT(truncate(path, (off_t)8 << 30) == 0);
    EXPECT(!get_one(remote, &blob, &taken, &err) && !taken.count);
    /* a link, a FIFO, a directory */
    write_at(below("secret"), STR("content"));
    EXPECT(unlink(path) == 0 && symlink(below("secret"), path) == 0);
    EXPECT(!get_one(remote, &blob, &taken, &err) && !taken.count);
    EXPECT(remote_has(remote, &blob, 1, &has, &err) && !has);
    EXPECT(unlink(path) == 0 && mkfifo(path, 0600) == 0);
    EXPECT(!get_one(remote, &blob, &taken, &err) && !taken.count);
    EXPECT(unlink(path) == 0);
    EXPECT(remote_put(remote, &blob, STR("content"), &err));
    EXPECT(get_one(remote, &blob, &taken, &err) && taken.count == 1);
    /* a link as a directory is not written through */
    EXPECT(mkdir(below("elsewhere"), 0700) == 0 &&
           symlink(below("elsewhere"), below("pointers")) == 0);
    RemotePointer pointer = {.name = STR("main"), .manifest = manifest_of(&blob, 1)};
    EXPECT(!remote_pointers_put(remote, &pointer, 1, &err));
    EXPECT_INT(test_count_entries(below("elsewhere")), 2);
    write_at(below("elsewhere/main.json"), pointer.manifest);
    EXPECT(remote_pointer_get(remote, test_arena(), STR("main"), &found, &manifest, &err));
    EXPECT(!found);
}

TEST(large_pointer)
{
    Err err = {0};
    bool found;
    Str manifest;
    Remote *remote SCOPED(remote_close) = open_folder(test_directory(), true);
    RemotePointer pointer = {.name = STR("main"), .manifest = manifest_of(NULL, 0)};
    REQUIRE(remote && remote_pointers_put(remote, &pointer, 1, &err));
    EXPECT(truncate(below("pointers/main.json"), (off_t)REMOTE_MANIFEST_BYTES_MAX + 1) == 0);
    EXPECT(!remote_pointer_get(remote, test_arena(), STR("main"), &found, &manifest, &err));
    EXPECT(strstr(err.message, "larger than 4 MB"));
}

static void publish(const char *path, unsigned who)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    for (unsigned i = 0; i < 20; i++) {
        Err err = {0};
        Remote *remote SCOPED(remote_close) = open_folder(path, true);
        Str bytes = str_format(&arena, "blob %u of all", i);
        RemoteBlob blob = blob_of(bytes);
        RemotePointer pointers[] = {
            {.name = STR("main"), .manifest = manifest_of(&blob, 1)},
            {.name = str_format(&arena, "commit-%u-%u", who, i), .manifest = manifest_of(&blob, 1)},
        };
        if (!remote || !remote_put(remote, &blob, bytes, &err) ||
            !remote_pointers_put(remote, pointers, 2, &err))
            _exit(1);
    }
    _exit(0);
}

TEST(publishers_at_once)
{
    pid_t pids[4];
    const char *path = test_directory();
    for (unsigned i = 0; i < COUNT(pids); i++) {
        pids[i] = fork();
        if (!pids[i])
            publish(path, i);
    }
    for (unsigned i = 0; i < COUNT(pids); i++) {
        int status = 1;
        EXPECT(waitpid(pids[i], &status, 0) == pids[i] && status == 0);
    }
    EXPECT_INT(test_count_entries(below("pointers")), 4 * 20 + 1 + 2);
    Err err = {0};
    bool found;
    Str bytes;
    RemoteManifest manifest;
    Taken taken;
    Remote *remote SCOPED(remote_close) = open_folder(path, false);
    REQUIRE(remote && remote_pointer_get(remote, test_arena(), STR("main"), &found, &bytes, &err));
    REQUIRE(found && remote_manifest_parse(test_arena(), bytes, &manifest, &err));
    EXPECT(get_one(remote, &manifest.blobs.ptr[0], &taken, &err) && taken.count == 1);
}

/* Sets a file's time of change back by hours. */
static void make_old(const char *path, long hours)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec -= hours * 3600;
    struct timespec times[] = {now, now};
    EXPECT(utimensat(AT_FDCWD, path, times, 0) == 0);
}

TEST(prune)
{
    Err err = {0};
    uint64_t freed;
    bool has[4];
    Remote *remote SCOPED(remote_close) = open_folder(test_directory(), true);
    Str texts[] = {STR("branch"), STR("new commit"), STR("old commit"), STR("none, but new")};
    RemoteBlob blobs[COUNT(texts)];
    REQUIRE(remote);
    for (size_t i = 0; i < COUNT(texts); i++) {
        blobs[i] = blob_of(texts[i]);
        REQUIRE(remote_put(remote, &blobs[i], texts[i], &err));
    }
    RemotePointer pointers[] = {{.name = STR("main"), .manifest = manifest_of(&blobs[0], 1)},
                                {.name = STR("commit-b"), .manifest = manifest_of(&blobs[1], 1)},
                                {.name = STR("commit-a"), .manifest = manifest_of(&blobs[2], 1)}};
    REQUIRE(remote_pointers_put(remote, pointers, COUNT(pointers), &err));
    make_old(below("pointers/main.json"), 1000);
    make_old(below("pointers/commit-a.json"), 200);
    make_old(below("pointers/commit-b.json"), 100);
    for (size_t i = 0; i < 3; i++)
        make_old(blob_file(&blobs[i]), 48);
    write_at(below("pointers/.new-1"), STR("left"));
    write_at(below("pointers/other"), STR("not ours"));
    make_old(below("pointers/.new-1"), 48);
    make_old(below("pointers/other"), 48);
    REQUIRE(remote_prune(remote, 2, &freed, &err));
    EXPECT_INT(freed, 4);
    REQUIRE(remote_prune(remote, 1, &freed, &err));
    EXPECT_INT(freed, texts[2].len);
    EXPECT_INT(test_count_entries(below("pointers")), 2 + 3);
    REQUIRE(remote_has(remote, blobs, COUNT(blobs), has, &err));
    EXPECT(has[0] && has[1] && !has[2] && has[3]);
    /* a publisher who asked for a blob keeps it */
    make_old(blob_file(&blobs[3]), 48);
    REQUIRE(remote_has(remote, &blobs[3], 1, has, &err) && has[0]);
    REQUIRE(remote_prune(remote, 0, &freed, &err));
    EXPECT_INT(freed, 0); /* has renewed them all */
    /* nothing is removed while a pointer cannot be understood */
    make_old(blob_file(&blobs[3]), 48);
    write_at(below("pointers/main.json"), STR("{"));
    EXPECT(!remote_prune(remote, 1, &freed, &err) && !freed);
    EXPECT(fs_kind(test_scratch(), str_from(blob_file(&blobs[3]))) == FS_FILE);
}

TEST(failing_disk)
{
    Err err = {0};
    Taken taken;
    bool found;
    Str manifest;
    RemoteBlob blob = blob_of(STR("content"));
    RemotePointer pointers[] = {{.name = STR("main"), .manifest = manifest_of(&blob, 1)},
                                {.name = STR("main"), .manifest = manifest_of(NULL, 0)}};
    for (unsigned calls = 1; calls < 200; calls++) {
        Remote *remote SCOPED(remote_close) = open_folder(test_directory(), true);
        REQUIRE(remote);
        fs_fail_after(calls, EIO);
        bool put = remote_put(remote, &blob, STR("content"), &err) &&
                   remote_pointers_put(remote, &pointers[calls & 1], 1, &err);
        bool survived = fs_fail_after(0, 0) > 0;
        EXPECT(put || !survived);
        if (get_one(remote, &blob, &taken, &err))
            EXPECT_STR(taken.bytes, "content");
        REQUIRE(remote_pointer_get(remote, test_arena(), STR("main"), &found, &manifest, &err));
        EXPECT(!found || str_equal(manifest, pointers[0].manifest) ||
               str_equal(manifest, pointers[1].manifest));
        if (survived)
            return;
    }
    EXPECT(false);
}

/* ---- manifests ---- */

TEST(manifest_bytes)
{
    RemoteBlob blob = blob_of(STR("one"));
    RemoteManifest manifest = {0}, parsed;
    Err err = {0};
    *VEC_PUSH(test_arena(), &manifest.blobs) = blob;
    *VEC_PUSH(test_arena(), &manifest.notes) = (RemoteNote){.key = STR("z"), .value = STR("1\n2")};
    *VEC_PUSH(test_arena(), &manifest.notes) = (RemoteNote){.key = STR("a"), .value = STR("\"x\"")};
    Str bytes = remote_manifest_write(test_arena(), &manifest);
    EXPECT_STR(bytes,
               "{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\","
               "\"artifactType\":\"application/vnd.fovea.index.v1\",\"config\":{\"mediaType\":"
               "\"application/vnd.oci.empty.v1+json\",\"digest\":\"sha256:"
               "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a\",\"size\":2,"
               "\"data\":\"e30=\"},\"layers\":[{\"mediaType\":\"application/vnd.fovea.pack.v1\","
               "\"digest\":\"sha256:"
               "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed\",\"size\":3}],"
               "\"annotations\":{\"a\":\"\\\"x\\\"\",\"z\":\"1\\n2\"}}");
    REQUIRE(remote_manifest_parse(test_arena(), bytes, &parsed, &err));
    EXPECT(str_equal(remote_manifest_write(test_arena(), &parsed), bytes));
    EXPECT(parsed.blobs.len == 1 && parsed.notes.len == 2 && parsed.blobs.ptr[0].size == 3);
    EXPECT_STR(parsed.notes.ptr[0].key, "a");
}

static bool parses(const char *head, const char *layer, const char *notes)
{
    RemoteManifest manifest;
    Err err = {0};
    Str text = str_format(test_arena(),
                          "{\"schemaVersion\":2,%s\"config\":{\"digest\":\"sha256:"
                          "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a\"},"
                          "\"layers\":[%s]%s}",
                          head, layer, notes);
    bool parsed = remote_manifest_parse(test_arena(), text, &manifest, &err);
    EXPECT(parsed || (err.code == ERR_FAILED && err.hint[0]));
    return parsed;
}

#define TYPE "\"artifactType\":\"application/vnd.fovea.index.v1\","
#define DIGEST "sha256:7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"
#define LAYER(type, digest, size) \
    "{\"mediaType\":\"" type "\",\"digest\":\"" digest "\",\"size\":" size "}"
#define GOOD LAYER("a/b", DIGEST, "3")

TEST(hostile_manifests)
{
    EXPECT(parses(TYPE, "", ""));
    EXPECT(parses(TYPE, GOOD, ",\"annotations\":{},\"more\":[1]"));
    static const char *const heads[] = {
        "", "\"artifactType\":\"x/y\",", "\"artifactType\":1,",
        TYPE "\"mediaType\":\"application/vnd.oci.image.index.v1+json\",",
        TYPE "\"schemaVersion\":1,"};
    for (size_t i = 0; i < COUNT(heads); i++)
        EXPECT(!parses(heads[i], GOOD, ""));
    static const char *const layers[] = {
        "1",
        "{}",
        LAYER("a/b", DIGEST, "-3"),
        LAYER("a/b", DIGEST, "3.0"),
        LAYER("a/b", DIGEST, "3e1"),
        LAYER("a/b", DIGEST, "\"3\""),
        LAYER("a/b", DIGEST, "18446744073709551616"),
        LAYER("a/b", DIGEST, "1073741825"),
        LAYER("a/b", DIGEST "0", "3"),
        LAYER("a/b", "sha512:", "3"),
        LAYER("a/b", "sha256:7692C3AD3540BB803C020B3AEE66CD8887123234EA0C6E7143C0ADD73FF431ED",
              "3"),
        LAYER("a/b", "sha256:../../../../../../../../../../../../../../etc/passwd000000000000",
              "3"),
        LAYER("a", DIGEST, "3"),
        LAYER("a/b/c", DIGEST, "3"),
        LAYER("../b", DIGEST, "3"),
        LAYER("a /b", DIGEST, "3"),
        LAYER("/b", DIGEST, "3"),
        LAYER("a/", DIGEST, "3"),
    };
    for (size_t i = 0; i < COUNT(layers); i++)
        EXPECT(!parses(TYPE, layers[i], ""));
    static const char *const notes[] = {
        ",\"annotations\":[]",
        ",\"annotations\":{\"a\":1}",
        ",\"annotations\":{\"\":\"\"}",
        ",\"annotations\":{\"../a\":\"\"}",
        ",\"annotations\":{\"a\\nb\":\"\"}",
        ",\"annotations\":{\"a\":\"\\u0000\"}",
        ",\"annotations\":{\"a\":\"\\u001b[2J\"}",
        ",\"layers\":{}",
    };
    for (size_t i = 0; i < COUNT(notes); i++)
        EXPECT(!parses(TYPE, GOOD, notes[i]));
}

TEST(large_manifests)
{
    Buf layers = buf_open(test_arena(), 0);
    for (size_t i = 0; i < 300; i++)
        buf_printf(&layers, "%s" LAYER("a/b", DIGEST, "1073741824"), i ? "," : "");
    EXPECT(!parses(TYPE, str_terminate(test_arena(), buf_str(&layers)), ""));
    char *blank = NEW(test_arena(), char, REMOTE_MANIFEST_BYTES_MAX + 2);
    memset(blank, ' ', REMOTE_MANIFEST_BYTES_MAX + 1);
    EXPECT(!parses(blank, GOOD, ""));
    blank[REMOTE_MANIFEST_BYTES_MAX - 1000] = '\0';
    EXPECT(parses(str_terminate(test_arena(), str_join(test_arena(), STR(TYPE), str_from(blank))),
                  GOOD, ""));
    memset(blank, '[', REMOTE_MANIFEST_BYTES_MAX);
    RemoteManifest manifest;
    Err err = {0};
    EXPECT(!remote_manifest_parse(test_arena(), (Str){blank, REMOTE_MANIFEST_BYTES_MAX}, &manifest,
                                  &err));
}
