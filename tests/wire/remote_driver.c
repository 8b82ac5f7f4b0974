/* remote_driver TARGET REPOSITORY COMMAND ARGUMENT…: src/share/remote.h for tests/wire/remote*.mjs
   and tests/e2e/share. REPOSITORY is a path in a repository, or `-`. Prints one JSON value a line;
   an error is {"error", "hint", "code"}.

   - put FILE…                 puts files as blobs
   - has FILE…                 asks for files as blobs: {"has": [true, …]}
   - get DIRECTORY FILE…       gets the blobs of these files; writes them to DIRECTORY/0, 1, …
   - point NAME FILE…          puts a pointer to the blobs of these files
   - publish NAME FILE…        what push does: has, put what is missing, point: {"put": bytes}
   - pointer NAME              {"found", "manifest"}
   - prune KEEP                {"freed"} */
#include "base/buf.h"
#include "base/fs.h"
#include "base/hash.h"
#include "base/json.h"
#include "share/remote.h"

/* Blobs of one call. */
#define BLOBS_MAX 2000

typedef struct Driver {
    Arena arena;
    Remote *remote;
    RemoteBlob blobs[BLOBS_MAX];
    Str bytes[BLOBS_MAX];
    bool has[BLOBS_MAX];
    size_t count;
    Str directory;
} Driver;

static Driver driver;

static bool say(Json *value)
{
    Buf out = buf_open(&driver.arena, 0);
    json_write(&out, value, 0);
    buf_put_byte(&out, '\n');
    fwrite(out.ptr, 1, out.len, stdout);
    fflush(stdout);
    return true;
}

static bool say_one(Str name, Json *value)
{
    Json *object = json_object(&driver.arena);
    json_set(object, name, value);
    return say(object);
}

static bool read_blobs(char **files, size_t count, Err *err)
{
    for (size_t i = 0; i < count && driver.count < BLOBS_MAX; i++) {
        char hex[65];
        bool found;
        Str *bytes = &driver.bytes[driver.count];
        if (!fs_read_own(&driver.arena, str_from(files[i]), 1 * GB, bytes, &found, err))
            return false;
        hash_sha256(*bytes, hex);
        driver.blobs[driver.count++] =
            (RemoteBlob){.digest = str_format(&driver.arena, "sha256:%s", hex),
                         .type = STR("application/vnd.fovea.pack.v1"),
                         .size = bytes->len};
    }
    return true;
}

static bool has(Err *err)
{
    Json *list = json_array(&driver.arena);
    if (!remote_has(driver.remote, driver.blobs, driver.count, driver.has, err))
        return false;
    for (size_t i = 0; i < driver.count; i++)
        json_add(list, json_bool(&driver.arena, driver.has[i]));
    return say_one(STR("has"), list);
}

static bool put(Err *err)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < driver.count; i++) {
        if (driver.has[i])
            continue;
        if (!remote_put(driver.remote, &driver.blobs[i], driver.bytes[i], err))
            return false;
        sum += driver.bytes[i].len;
    }
    return say_one(STR("put"), json_u64(&driver.arena, sum));
}

static bool take(void *context, size_t index, Str bytes, Err *err)
{
    (void)context;
    Str path = str_format(&driver.arena, "%.*s/%zu", STR_ARG(driver.directory), index);
    return fs_write_atomic(driver.arena, path, bytes, 0644, err);
}

static bool get(Err *err)
{
    RemoteTake taker = {.take = take};
    return remote_get(driver.remote, driver.blobs, driver.count, &taker, err) &&
           say_one(STR("got"), json_u64(&driver.arena, driver.count));
}

static bool point(Str name, Err *err)
{
    RemoteManifest manifest = {0};
    RemotePointer pointer = {.name = name};
    for (size_t i = 0; i < driver.count; i++)
        *VEC_PUSH(&driver.arena, &manifest.blobs) = driver.blobs[i];
    pointer.manifest = remote_manifest_write(&driver.arena, &manifest);
    return remote_pointers_put(driver.remote, &pointer, 1, err) &&
           say_one(STR("pointed"), json_str(&driver.arena, name));
}

static bool pointer(Str name, Err *err)
{
    bool found;
    Str manifest;
    Json *object = json_object(&driver.arena);
    if (!remote_pointer_get(driver.remote, &driver.arena, name, &found, &manifest, err))
        return false;
    json_set(object, STR("found"), json_bool(&driver.arena, found));
    json_set(object, STR("manifest"), json_str(&driver.arena, manifest));
    return say(object);
}

static bool prune(Str keep, Err *err)
{
    uint64_t number = 0, freed;
    return str_parse_u64(keep, &number) &&
           remote_prune(driver.remote, (size_t)number, &freed, err) &&
           say_one(STR("freed"), json_u64(&driver.arena, freed));
}

static bool run(Str command, char **words, size_t count, Err *err)
{
    Str first = count ? str_from(words[0]) : (Str){0};
    bool has_first = !str_equal(command, STR("put")) && !str_equal(command, STR("has"));
    if (has_first && !count)
        return err_set(err, ERR_USAGE, "too few arguments");
    if (str_equal(command, STR("pointer")))
        return pointer(first, err);
    if (str_equal(command, STR("prune")))
        return prune(first, err);
    driver.directory = first;
    if (!read_blobs(words + has_first, count - has_first, err))
        return false;
    if (str_equal(command, STR("put")))
        return put(err);
    if (str_equal(command, STR("has")))
        return has(err);
    if (str_equal(command, STR("get")))
        return get(err);
    if (str_equal(command, STR("point")))
        return point(first, err);
    return has(err) && put(err) && point(first, err);
}

int main(int argc, char **argv)
{
    Err err = {0};
    GitRepo repo = {0};
    if (argc < 4)
        return ERR_USAGE;
    arena_open(&driver.arena, 0);
    Str command = str_from(argv[3]);
    bool reads = str_equal(command, STR("get")) || str_equal(command, STR("pointer")) ||
                 str_equal(command, STR("has"));
    bool found = str_equal(str_from(argv[2]), STR("-")) ||
                 git_repo_find(&driver.arena, str_from(argv[2]), &repo, &err);
    RemoteOptions options = {.target = str_from(argv[1]), .repo = &repo, .write = !reads};
    bool done = found && remote_open(&driver.arena, &options, &driver.remote, &err) &&
                run(command, argv + 4, (size_t)argc - 4, &err);
    remote_close(&driver.remote);
    if (done)
        return 0;
    Json *object = json_object(&driver.arena);
    json_set(object, STR("error"), json_str(&driver.arena, str_from(err.message)));
    json_set(object, STR("hint"), json_str(&driver.arena, str_from(err.hint)));
    json_set(object, STR("code"), json_u64(&driver.arena, (uint64_t)err.code));
    say(object);
    return (int)err.code;
}
