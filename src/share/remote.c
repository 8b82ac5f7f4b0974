/* Table of backends, and dispatch to them. Checks common to all backends are made here. Names and
   digests are checked before a backend makes paths or addresses of them, and bytes against their
   digests in both directions. A pointer is put only if the remote has its blobs. */
#include "share/remote_state.h"

#include "base/buf.h"
#include "base/fs_temporary.h"
#include "base/hash.h"

static const RemoteBackend *const backends[] = {&remote_file_backend, &remote_git_backend,
                                                &remote_http_backend, &remote_https_backend,
                                                &remote_s3_backend,   &remote_oci_backend};

/* ---- errors and checks ---- */

bool remote_fail(const Remote *remote, ErrCode code, Err *err, const char *format, ...)
{
    char what[ERR_MESSAGE_BYTES];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    Str shown = str_slice(remote->options.target, 0, PATH_SHOWN_BYTES);
    return err_set(err, code, "%.*s: %s", STR_ARG(shown), what);
}

bool remote_fail_missing(const Remote *remote, Str digest, Err *err)
{
    remote_fail(remote, ERR_NOT_FOUND, err, "blob %.*s is missing", STR_ARG(digest));
    return err_hint(err, "it was removed; fovea push uploads it again");
}

bool remote_go_on(const Remote *remote, Err *err)
{
    if (!remote->options.cancel || !*remote->options.cancel)
        return true;
    return err_interrupted(err);
}

bool remote_digest_is_valid(Str digest)
{
    return digest.len == REMOTE_DIGEST_BYTES && str_starts(digest, STR("sha256:")) &&
           str_is_lower_hex(remote_digest_hex(digest));
}

Str remote_digest_hex(Str digest)
{
    return str_from_offset(digest, STR("sha256:").len);
}

bool remote_name_is_valid(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!byte_is_alpha(name.ptr[i]) && !byte_is_digit(name.ptr[i]) &&
            !byte_in(name.ptr[i], "_.-"))
            return false;
    return name.len && name.len <= REMOTE_NAME_BYTES_MAX && !byte_in(name.ptr[0], ".-");
}

bool remote_name_is_commit(Str name)
{
    return str_starts(name, STR(REMOTE_COMMIT_PREFIX));
}

static bool check_name(const Remote *remote, Str name, Err *err)
{
    if (remote_name_is_valid(name))
        return true;
    remote_fail(remote, ERR_USAGE, err, "'%.*s' is no name for an index",
                STR_ARG(str_slice(name, 0, REMOTE_NAME_BYTES_MAX)));
    return err_hint(err,
                    "names are 1 to %d letters, digits, _ . and -, beginning with a letter, "
                    "a digit or _",
                    REMOTE_NAME_BYTES_MAX);
}

static bool check_blobs(const Remote *remote, const RemoteBlob *blobs, size_t count, Err *err)
{
    for (size_t i = 0; i < count; i++) {
        if (!remote_digest_is_valid(blobs[i].digest))
            return remote_fail(remote, ERR_FAILED, err, "a blob's digest is not SHA-256");
        if (blobs[i].size > REMOTE_BLOB_BYTES_MAX)
            return remote_fail(remote, ERR_FAILED, err, "blob %.*s is larger than %zu MB",
                               STR_ARG(blobs[i].digest), REMOTE_BLOB_BYTES_MAX / MB);
    }
    return true;
}

static bool has_digest(Str bytes, Str digest)
{
    char hex[65];
    hash_sha256(bytes, hex);
    return str_equal(str_from(hex), remote_digest_hex(digest));
}

bool remote_give(const Remote *remote, const RemoteTake *take, const RemoteBlob *blobs,
                 size_t index, Str bytes, Err *err)
{
    const RemoteBlob *blob = &blobs[index];
    if (bytes.len != blob->size) {
        remote_fail(remote, ERR_FAILED, err, "blob %.*s has %zu bytes instead of %llu",
                    STR_ARG(blob->digest), bytes.len, (unsigned long long)blob->size);
        return err_hint(err, "it was damaged there or on the way, and is not used");
    }
    if (!has_digest(bytes, blob->digest)) {
        remote_fail(remote, ERR_FAILED, err, "blob %.*s has another content than its digest says",
                    STR_ARG(blob->digest));
        return err_hint(err, "it was damaged or forged there or on the way, and is not used");
    }
    return take->take(take->context, index, bytes, err);
}

bool remote_note_needed(Arena *arena, Map *needed, Str bytes, Err *err)
{
    RemoteManifest manifest;
    if (!remote_manifest_parse(arena, bytes, &manifest, err))
        return false;
    for (size_t i = 0; i < manifest.blobs.len; i++)
        *map_put(needed, manifest.blobs.ptr[i].digest, NULL) = 1;
    return true;
}

/* ---- opening ---- */

static bool fail_target(const char *why, const char *hint, Err *err)
{
    err_set(err, ERR_USAGE, "the target of a remote %s", why);
    return err_hint(err, "%s", hint);
}

static const RemoteBackend *find_backend(Str target)
{
    for (size_t i = 0; i < COUNT(backends); i++)
        if (str_starts(target, backends[i]->prefix))
            return backends[i];
    return NULL;
}

/* Whether the address has a password: `user:password@host`. A doubtful address counts as having
   one. */
static bool has_password(Str target)
{
    size_t scheme = str_find(target, STR("://"));
    if (scheme == STR_NONE)
        return false;
    Str place = str_from_offset(target, scheme + 3);
    size_t end = str_find_byte(place, '/');
    place = str_slice(place, 0, end == STR_NONE ? place.len : end);
    size_t at = str_find_last_byte(place, '@');
    return at != STR_NONE && str_find_byte(str_slice(place, 0, at), ':') != STR_NONE;
}

static bool check_target(Str target, Err *err)
{
    if (!target.len || target.len > REMOTE_TARGET_BYTES_MAX)
        return fail_target("is empty or too long", "fovea remote list shows the known remotes",
                           err);
    for (size_t i = 0; i < target.len; i++)
        if ((unsigned char)target.ptr[i] < ' ' || target.ptr[i] == 0x7F)
            return fail_target("has a control character", "write it on one line", err);
    if (has_password(target))
        return fail_target("has a password in it, which would be shown and stored",
                           "leave it out; docs/remotes.md says where credentials are read from",
                           err);
    return true;
}

bool remote_target_check(Str target, Err *err)
{
    return check_target(target, err) &&
           (find_backend(target) ||
            fail_target("has an unknown form",
                        "it begins with file:///, http://, https://, s3://, oci:// or git:", err));
}

bool remote_open(Arena *arena, const RemoteOptions *options, Remote **remote, Err *err)
{
    *remote = NULL;
    if (!remote_target_check(options->target, err))
        return false;
    const RemoteBackend *backend = find_backend(options->target);
    Remote *made = NEW(arena, Remote, 1);
    *made =
        (Remote){.arena = arena, .options = *options, .backend = backend, .known = map_open(arena)};
    made->options.target = str_copy(arena, options->target);
    made->rest = str_from_offset(made->options.target, backend->prefix.len);
    /* only a git remote uses temporary directories, but no later command may use one */
    fs_temporary_drop_left(*arena);
    if (!backend->open(made, err)) {
        remote_close(&made);
        return false;
    }
    *remote = made;
    return true;
}

void remote_close(Remote **remote)
{
    if (*remote && (*remote)->backend->close)
        (*remote)->backend->close(*remote);
    *remote = NULL;
}

/* ---- dispatch ---- */

static void note_known(Remote *remote, Str digest)
{
    if (!map_find(&remote->known, digest))
        *map_put(&remote->known, str_copy(remote->arena, digest), NULL) = 1;
}

bool remote_has(Remote *remote, const RemoteBlob *blobs, size_t count, bool *has, Err *err)
{
    memset(has, 0, count * sizeof *has);
    if (!count)
        return true;
    if (!check_blobs(remote, blobs, count, err) || !remote_go_on(remote, err) ||
        !remote->backend->has(remote, blobs, count, has, err))
        return false;
    for (size_t i = 0; i < count; i++)
        if (has[i])
            note_known(remote, blobs[i].digest);
    return true;
}

bool remote_get(Remote *remote, const RemoteBlob *blobs, size_t count, const RemoteTake *take,
                Err *err)
{
    return !count || (check_blobs(remote, blobs, count, err) && remote_go_on(remote, err) &&
                      remote->backend->get(remote, blobs, count, take, err));
}

static bool check_write(const Remote *remote, Err *err)
{
    return remote->options.write ||
           remote_fail(remote, ERR_FAILED, err, "it is open for reading only");
}

bool remote_put(Remote *remote, const RemoteBlob *blob, Str bytes, Err *err)
{
    if (!check_write(remote, err) || !check_blobs(remote, blob, 1, err) ||
        !remote_go_on(remote, err))
        return false;
    if (bytes.len != blob->size || !has_digest(bytes, blob->digest))
        return remote_fail(remote, ERR_FAILED, err,
                           "blob %.*s: the bytes to upload do not match its digest",
                           STR_ARG(blob->digest));
    if (!remote->backend->put(remote, blob, bytes, err))
        return false;
    note_known(remote, blob->digest);
    return true;
}

bool remote_pointer_get(Remote *remote, Arena *arena, Str name, bool *found, Str *manifest,
                        Err *err)
{
    *found = false;
    *manifest = (Str){0};
    return check_name(remote, name, err) && remote_go_on(remote, err) &&
           remote->backend->pointer_get(remote, arena, name, found, manifest, err);
}

/* Checks that a pointer's manifest is valid, and that the remote has its blobs. */
static bool check_pointer(Remote *remote, Arena scratch, const RemotePointer *pointer, Err *err)
{
    RemoteManifest manifest;
    VEC(RemoteBlob) unknown = {0};
    if (!check_name(remote, pointer->name, err) ||
        !remote_manifest_parse(&scratch, pointer->manifest, &manifest, err))
        return false;
    for (size_t i = 0; i < manifest.blobs.len; i++)
        if (!map_find(&remote->known, manifest.blobs.ptr[i].digest))
            *VEC_PUSH(&scratch, &unknown) = manifest.blobs.ptr[i];
    bool *has = NEW(&scratch, bool, unknown.len + 1);
    if (!remote_has(remote, unknown.ptr, unknown.len, has, err))
        return false;
    for (size_t i = 0; i < unknown.len; i++)
        if (!has[i])
            return remote_fail_missing(remote, unknown.ptr[i].digest, err);
    return true;
}

bool remote_pointers_put(Remote *remote, const RemotePointer *pointers, size_t count, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    if (!check_write(remote, err))
        return false;
    arena_open(&scratch, 0);
    for (size_t i = 0; i < count; i++)
        if (!check_pointer(remote, scratch, &pointers[i], err))
            return false;
    return !count || (remote_go_on(remote, err) &&
                      remote->backend->pointers_put(remote, pointers, count, err));
}

bool remote_prune(Remote *remote, size_t keep, uint64_t *freed, Err *err)
{
    *freed = 0;
    if (!check_write(remote, err) || !remote_go_on(remote, err))
        return false;
    if (remote->backend->prune)
        return remote->backend->prune(remote, keep, freed, err);
    remote_fail(remote, ERR_USAGE, err, "nothing can be removed there by its users");
    return err_hint(err, "its operator decides how long shared data is kept");
}
