/* What the other side of a remote says, and files of credentials. The first byte chooses: a
   manifest, which is written again as the same; a challenge of a registry; a .netrc, whose entry
   of one host comes from after its name; a file of AWS's tools; where an answer redirects to. */
#include "net/aws.h"
#include "net/url.h"
#include "share/credentials.h"
#include "share/remote_oci.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_within(Str part, Str text)
{
    return !part.len || (part.ptr >= text.ptr && part.ptr + part.len <= text.ptr + text.len);
}

static void check_manifest(Arena *arena, Str text)
{
    RemoteManifest manifest, again;
    Err err = {0};
    if (!remote_manifest_parse(arena, text, &manifest, &err)) {
        assert(err.message[0] && err.hint[0]);
        return;
    }
    Str written = remote_manifest_write(arena, &manifest);
    bool parsed = remote_manifest_parse(arena, written, &again, &err);
    assert(parsed && str_equal(written, remote_manifest_write(arena, &again)));
    for (size_t i = 0; i < manifest.blobs.len; i++)
        assert(remote_digest_is_valid(manifest.blobs.ptr[i].digest));
}

static void check_netrc(Arena *arena, Str text)
{
    Login login;
    size_t host = str_find(str_lower(arena, text), STR("a.example"));
    credentials_parse_netrc(text, STR("a.example"), &login);
    assert(is_within(login.user, text) && is_within(login.password, text));
    assert(host != STR_NONE || (!login.user.len && !login.password.len));
}

static void check_location(Arena *arena, Str text)
{
    Url base, url;
    Err err = {0};
    bool parsed = url_parse("base", STR("https://a.example:5000/b/c?d"), &base, &err);
    assert(parsed);
    Str next = url_resolve(arena, &base, text);
    if (url_parse("next", next, &url, &err))
        assert(url.host.len && str_find_byte(url.place, '@') == STR_NONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Arena arena;
    RemoteOciChallenge challenge;
    Str text = {(const char *)data + 1, size ? size - 1 : 0};
    if (!size)
        return 0;
    if (!arena.begin)
        arena_open(&arena, 0);
    arena_reset(&arena);
    switch (data[0] % 5) {
    case 0: check_manifest(&arena, text); break;
    case 1: remote_oci_parse_challenge(&arena, text, &challenge); break;
    case 2: check_netrc(&arena, text); break;
    case 3: assert(is_within(aws_ini(text, STR("default"), STR("region")), text)); break;
    default: check_location(&arena, text);
    }
    return 0;
}
