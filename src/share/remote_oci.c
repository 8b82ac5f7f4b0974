/* A container registry as a remote (OCI distribution 1.1): blobs are blobs of one repository, and a
   pointer is a tag on its manifest. Registries keep tags and what they need, and check digests
   themselves. Nothing depends on the referrers API. */
#include "share/remote_oci.h"

#include "base/fs.h"

RemoteOci *remote_oci_of(const Remote *remote)
{
    return remote->state;
}

/* ---- opening ---- */

static bool fail_target(const Remote *remote, const char *why, Err *err)
{
    remote_fail(remote, ERR_USAGE, err, "%s", why);
    return err_hint(err, "write oci://HOST/NAME, where NAME has lower-case letters, digits, / and "
                         "._- between them");
}

/* Whether it is a repository name: `[a-z0-9]+([._-]+[a-z0-9]+)*`, parts divided by slashes. */
static bool is_name(Str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        bool plain = byte_is_digit(c) || (c >= 'a' && c <= 'z');
        bool edge = !i || i + 1 == name.len || name.ptr[i - 1] == '/' || name.ptr[i + 1] == '/';
        if (!plain && (edge || !byte_in(c, "._-/")))
            return false;
    }
    return name.len && name.len < REMOTE_KEY_BYTES_MAX && str_find(name, STR("..")) == STR_NONE;
}

/* Cuts the tag or digest off a name; pointers have tags of their own. */
static Str without_tag(Str name)
{
    name = str_slice(name, 0, MIN(str_find_byte(name, '@'), name.len));
    return str_slice(name, 0, MIN(str_find_byte(name, ':'), name.len));
}

static bool put_authorization(void *context, Arena *arena, RemoteNetRequest *request, Err *err)
{
    const RemoteOci *oci = context;
    (void)arena;
    (void)err;
    if (oci->authorization.len)
        remote_net_header(request, STR("Authorization"), oci->authorization);
    return true;
}

/* Docker Hub has one name for images, another for credentials and a third for requests. */
static Str settle_hub(RemoteOci *oci, Arena *arena, Str host)
{
    if (!str_equal_nocase(host, STR("docker.io")) &&
        !str_equal_nocase(host, STR("index.docker.io")))
        return host;
    oci->registry = STR("index.docker.io");
    if (str_find_byte(oci->name, '/') == STR_NONE)
        oci->name = str_join(arena, STR("library/"), oci->name);
    return STR("registry-1.docker.io");
}

static bool oci_open(Remote *remote, Err *err)
{
    Arena *arena = remote->arena;
    RemoteOci *oci = NEW(arena, RemoteOci, 1);
    size_t slash = MIN(str_find_byte(remote->rest, '/'), remote->rest.len);
    Str host = str_slice(remote->rest, 0, slash);
    Url url;
    remote->state = oci;
    oci->registry = host;
    oci->name = without_tag(str_from_offset(remote->rest, slash + 1));
    oci->mount = fs_environment("FOVEA_SHARE_MOUNT");
    if (!host.len || !is_name(oci->name))
        return fail_target(remote, "the name of the repository is not valid", err);
    if (oci->mount.len && !is_name(oci->mount))
        return fail_target(remote, "FOVEA_SHARE_MOUNT is not valid", err);
    host = settle_hub(oci, arena, host);
    oci->base = str_format(arena, "http://%.*s/v2/", STR_ARG(host));
    if (!url_parse("the registry", oci->base, &url, err))
        return false;
    if (!url_is_local(&url))
        oci->base = str_format(arena, "https://%.*s/v2/", STR_ARG(host));
    oci->authorize = (RemoteNetAuthorize){put_authorization, oci, oci->base};
    if (!url_parse("the registry", oci->base, &url, err))
        return false;
    Str token = credentials_token(&url);
    if (token.len)
        oci->authorization = str_join(arena, STR("Bearer "), token);
    return true;
}

/* ---- blobs ---- */

static Str blob_url(const Remote *remote, Arena *arena, Str digest)
{
    const RemoteOci *oci = remote_oci_of(remote);
    return str_format(arena, "%.*s%.*s/blobs/%.*s", STR_ARG(oci->base), STR_ARG(oci->name),
                      STR_ARG(digest));
}

static const RemoteNetAuthorize *authorize(const Remote *remote)
{
    return &remote_oci_of(remote)->authorize;
}

static const RemoteNetStore store = {
    .url = blob_url, .send = remote_oci_send, .authorize = authorize};

static bool oci_has(Remote *remote, const RemoteBlob *blobs, size_t count, bool *has, Err *err)
{
    return remote_net_has(remote, &store, blobs, count, has, err);
}

static bool oci_get(Remote *remote, const RemoteBlob *blobs, size_t count, const RemoteTake *take,
                    Err *err)
{
    return remote_net_get(remote, &store, blobs, count, take, err);
}

/* ---- pointers ---- */

static Str manifest_url(const Remote *remote, Arena *arena, Str name)
{
    const RemoteOci *oci = remote_oci_of(remote);
    return str_format(arena, "%.*s%.*s/manifests/%.*s", STR_ARG(oci->base), STR_ARG(oci->name),
                      STR_ARG(name));
}

static bool oci_pointer_get(Remote *remote, Arena *arena, Str name, bool *found, Str *manifest,
                            Err *err)
{
    RemoteNetRequest request = {.method = STR("GET"),
                                .url = manifest_url(remote, arena, name),
                                .body_max = REMOTE_MANIFEST_BYTES_MAX,
                                .follow = true};
    HttpResponse response;
    remote_net_header(&request, STR("Accept"), STR(REMOTE_MANIFEST_TYPE));
    if (!remote_oci_send(remote, arena, &request, &response, err))
        return false;
    *found = response.status == 200;
    *manifest = response.body;
    return *found || remote_net_is_missing(response.status) ||
           remote_net_fail(remote, &response, "getting a pointer", err);
}

/* Every manifest refers to the blob `{}`. */
static bool put_config(Remote *remote, Err *err)
{
    RemoteOci *oci = remote_oci_of(remote);
    RemoteBlob config = {.digest = STR(REMOTE_EMPTY_DIGEST), .size = STR(REMOTE_EMPTY_BYTES).len};
    bool has = oci->has_config;
    if (!has && (!oci_has(remote, &config, 1, &has, err) ||
                 (!has && !remote_oci_put(remote, &config, STR(REMOTE_EMPTY_BYTES), err))))
        return false;
    return oci->has_config = true;
}

static bool oci_pointers_put(Remote *remote, const RemotePointer *pointers, size_t count, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    if (!put_config(remote, err))
        return false;
    for (size_t i = 0; i < count; i++) {
        HttpResponse response;
        arena_reset(&scratch);
        RemoteNetRequest request = {.method = STR("PUT"),
                                    .url = manifest_url(remote, &scratch, pointers[i].name),
                                    .body = pointers[i].manifest};
        remote_net_header(&request, STR("Content-Type"), STR(REMOTE_MANIFEST_TYPE));
        if (!remote_oci_send(remote, &scratch, &request, &response, err))
            return false;
        if (response.status != 201 && response.status != 200)
            return remote_net_fail(remote, &response, "putting a pointer", err);
    }
    return true;
}

const RemoteBackend remote_oci_backend = {
    .prefix = STR_INIT("oci://"),
    .open = oci_open,
    .has = oci_has,
    .get = oci_get,
    .put = remote_oci_put,
    .pointer_get = oci_pointer_get,
    .pointers_put = oci_pointers_put,
};
