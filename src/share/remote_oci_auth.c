/* A registry answers 401 with a challenge. Basic wants user and password with every request; Bearer
   names a server, the realm, that issues tokens for a scope. The registry chooses the realm. So the
   realm gets credentials only if it is the registry itself, a domain that the registry is part of,
   or allowed by the user. Otherwise a token is requested without credentials. */
#include "share/remote_oci.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/json.h"

/* A request is repeated once with a new token; a second challenge means that the token does not
   suffice. */
#define ROUNDS_MAX 2

/* ---- challenges ---- */

static void take_parameter(Str name, Str value, RemoteOciChallenge *challenge)
{
    if (str_equal_nocase(name, STR("realm")))
        challenge->realm = value;
    else if (str_equal_nocase(name, STR("service")))
        challenge->service = value;
    else if (str_equal_nocase(name, STR("scope")))
        challenge->scope = value;
}

/* Takes a quoted string, the opening quote already taken. */
static Str take_quoted(Arena *arena, Str *rest)
{
    Buf out = buf_open(arena, 0);
    size_t i = 0;
    for (; i < rest->len && rest->ptr[i] != '"'; i++) {
        i += rest->ptr[i] == '\\' && i + 1 < rest->len;
        buf_put_byte(&out, rest->ptr[i]);
    }
    *rest = str_from_offset(*rest, i + 1);
    return buf_str(&out);
}

static size_t word_length(Str text)
{
    size_t len = 0;
    while (len < text.len && !byte_in(text.ptr[len], " \t,="))
        len++;
    return len;
}

void remote_oci_parse_challenge(Arena *arena, Str header, RemoteOciChallenge *challenge)
{
    Str rest = header;
    *challenge = (RemoteOciChallenge){0};
    while ((rest = str_trim(rest)).len) {
        Str word = str_slice(rest, 0, word_length(rest)), value;
        rest = str_from_offset(rest, word.len);
        if (!str_starts(rest, STR("="))) {
            challenge->is_basic |= str_equal_nocase(word, STR("Basic"));
            challenge->is_bearer |= str_equal_nocase(word, STR("Bearer"));
            rest = str_from_offset(rest, str_starts(rest, STR(",")) || !word.len);
            continue;
        }
        rest = str_from_offset(rest, 1);
        if (str_starts(rest, STR("\""))) {
            rest = str_from_offset(rest, 1);
            value = take_quoted(arena, &rest);
        } else {
            value = str_slice(rest, 0, word_length(rest));
            rest = str_from_offset(rest, value.len);
        }
        take_parameter(word, value, challenge);
    }
}

/* ---- servers that may get credentials ---- */

static Str next_label(Str host)
{
    size_t dot = str_find_byte(host, '.');
    return dot == STR_NONE ? (Str){0} : str_from_offset(host, dot + 1);
}

/* Whether a domain of two labels may be one under which anyone registers names, such as co.uk. */
static bool is_public(Str domain)
{
    Str top = next_label(domain);
    size_t second = domain.len - top.len;
    return !top.len || (!next_label(top).len && top.len == 2 && second <= 4);
}

/* Whether the registry's host is the realm's host, or in its domain (registry.gitlab.com and
   gitlab.com). Siblings do not count: they may belong to different customers of one service. */
static bool is_in_domain(Str registry, Str realm)
{
    for (Str host = registry; host.len; host = next_label(host))
        if (str_equal_nocase(host, realm))
            return host.len == registry.len || !is_public(host);
    return false;
}

static bool is_allowed(const Url *realm)
{
    Str list = fs_environment("FOVEA_SHARE_REALMS"), one;
    while (str_take_until(&list, ',', &one)) {
        one = str_trim(one);
        if (one.len && (str_equal_nocase(one, realm->host) || str_equal_nocase(one, realm->place)))
            return true;
    }
    return false;
}

bool remote_oci_may_know(Str registry, const Url *realm)
{
    Err ignored;
    Url url;
    char address[REMOTE_TARGET_BYTES_MAX];
    snprintf(address, sizeof address, "https://%.*s", STR_ARG(registry));
    if (!remote_net_is_safe(realm) || !url_parse("registry", str_from(address), &url, &ignored))
        return false;
    if (url_is_local(&url) || url_is_local(realm))
        return str_equal_nocase(realm->place, registry) || is_allowed(realm);
    if (str_equal(registry, STR("index.docker.io")))
        return str_equal_nocase(realm->place, STR("auth.docker.io"));
    return str_equal_nocase(realm->place, registry) || is_allowed(realm) ||
           (realm->place.len == realm->host.len && is_in_domain(url.host, realm->host));
}

/* ---- tokens ---- */

static bool read_login(RemoteOci *oci, Arena *arena, Err *err)
{
    if (!oci->has_login && !credentials_docker(arena, oci->registry, &oci->login, err))
        return false;
    return oci->has_login = true;
}

static void put_escaped(Buf *out, Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (byte_is_alpha(text.ptr[i]) || byte_is_digit(text.ptr[i]) ||
            byte_in(text.ptr[i], "-._~"))
            buf_put_byte(out, text.ptr[i]);
        else
            buf_printf(out, "%%%02X", (unsigned char)text.ptr[i]);
}

/* The wanted scopes: of the repository, and of the one to mount from. */
static void put_scopes(Buf *out, const Remote *remote, const RemoteOci *oci)
{
    const char *rights = remote->options.write ? "pull,push" : "pull";
    Arena *arena = out->arena;
    buf_put(out, STR("&scope="));
    put_escaped(out, str_format(arena, "repository:%.*s:%s", STR_ARG(oci->name), rights));
    if (!oci->mount.len)
        return;
    buf_put(out, STR("&scope="));
    put_escaped(out, str_format(arena, "repository:%.*s:pull", STR_ARG(oci->mount)));
}

typedef struct RealmLogin {
    Str authorization;
} RealmLogin;

static bool put_login(void *context, Arena *arena, RemoteNetRequest *request, Err *err)
{
    const RealmLogin *login = context;
    (void)arena;
    (void)err;
    if (login->authorization.len)
        remote_net_header(request, STR("Authorization"), login->authorization);
    return true;
}

static bool fail_token(const Remote *remote, const HttpResponse *response, bool may_know,
                       const Url *realm, Err *err)
{
    const RemoteOci *oci = remote_oci_of(remote);
    remote_fail(remote, ERR_FAILED, err, "%.*s gives no token (status %u)", STR_ARG(realm->place),
                response->status);
    if (!may_know && oci->login.password.len)
        return err_hint(err,
                        "credentials for %.*s were not sent there: if you trust it, name it "
                        "in the variable FOVEA_SHARE_REALMS",
                        STR_ARG(oci->registry));
    return err_hint(err, "docker login %.*s stores credentials; see docs/remotes.md",
                    STR_ARG(oci->registry));
}

/* The request for a token; the OAuth form if the login is an identity token. */
static RemoteNetRequest token_request(const Remote *remote, Arena *arena,
                                      const RemoteOciChallenge *challenge, bool may_know)
{
    const RemoteOci *oci = remote_oci_of(remote);
    Buf query = buf_open(arena, 0);
    bool is_form = may_know && oci->login.is_token;
    buf_put(&query, STR("service="));
    put_escaped(&query, challenge->service);
    put_scopes(&query, remote, oci);
    if (is_form) {
        buf_put(&query, STR("&client_id=fovea&grant_type=refresh_token&refresh_token="));
        put_escaped(&query, oci->login.password);
        RemoteNetRequest form = {
            .method = STR("POST"), .url = challenge->realm, .body = buf_str(&query)};
        remote_net_header(&form, STR("Content-Type"), STR("application/x-www-form-urlencoded"));
        return form;
    }
    bool has_query = str_find_byte(challenge->realm, '?') != STR_NONE;
    return (RemoteNetRequest){.method = STR("GET"),
                              .url = str_format(arena, "%.*s%c%.*s", STR_ARG(challenge->realm),
                                                has_query ? '&' : '?', STR_ARG(buf_str(&query)))};
}

static bool fetch_token(Remote *remote, Arena *arena, const RemoteOciChallenge *challenge, Err *err)
{
    RemoteOci *oci = remote_oci_of(remote);
    RealmLogin login = {0};
    HttpResponse response;
    Json *answer = NULL;
    Err ignored;
    Url realm;
    if (!url_parse("the realm of the registry's tokens", challenge->realm, &realm, err))
        return false;
    if (!remote_net_is_safe(&realm) ||
        (url_is_local(&realm) && str_starts(oci->base, STR("https"))))
        return remote_fail(remote, ERR_FAILED, err, "its tokens come from %.*s, which is not used",
                           STR_ARG(realm.place));
    bool may_know = remote_oci_may_know(oci->registry, &realm);
    if (may_know && oci->login.password.len && !oci->login.is_token)
        login.authorization = credentials_basic(arena, &oci->login);
    RemoteNetRequest request = token_request(remote, arena, challenge, may_know);
    RemoteNetAuthorize authorize = {put_login, &login, challenge->realm};
    if (!remote_net_send(remote, arena, &request, &authorize, &response, err))
        return false;
    if (response.status != 200 || !json_parse(arena, response.body, &answer, &ignored))
        return fail_token(remote, &response, may_know, &realm, err);
    const Json *token = json_get(answer, STR("token"));
    if (!token || token->type != JSON_STRING || !token->text.len)
        token = json_get(answer, STR("access_token"));
    if (!token || token->type != JSON_STRING || !token->text.len)
        return fail_token(remote, &response, may_know, &realm, err);
    oci->authorization = str_join(remote->arena, STR("Bearer "), token->text);
    return true;
}

/* Challenges may be in one or several headers. */
static Str all_challenges(Arena *arena, const HttpResponse *response)
{
    Buf all = buf_open(arena, 0);
    for (size_t i = 0; i < response->headers.len; i++)
        if (str_equal_nocase(response->headers.ptr[i].name, STR("www-authenticate"))) {
            buf_put(&all, response->headers.ptr[i].value);
            buf_put(&all, STR(", "));
        }
    return buf_str(&all);
}

/* Satisfies the challenge. *given is false if there is nothing new to send. */
static bool answer_challenge(Remote *remote, Arena *arena, const HttpResponse *response,
                             bool *given, Err *err)
{
    RemoteOci *oci = remote_oci_of(remote);
    RemoteOciChallenge challenge;
    Str before = oci->authorization;
    *given = false;
    remote_oci_parse_challenge(arena, all_challenges(arena, response), &challenge);
    if (!read_login(oci, remote->arena, err))
        return false;
    if (challenge.is_bearer && challenge.realm.len) {
        if (!fetch_token(remote, arena, &challenge, err))
            return false;
    } else if (challenge.is_basic && oci->login.password.len && !oci->login.is_token) {
        oci->authorization = credentials_basic(remote->arena, &oci->login);
    }
    *given = oci->authorization.len && !str_equal(before, oci->authorization);
    return true;
}

bool remote_oci_send(Remote *remote, Arena *arena, const RemoteNetRequest *request,
                     HttpResponse *response, Err *err)
{
    const RemoteOci *oci = remote_oci_of(remote);
    for (unsigned round = 0;; round++) {
        bool given;
        if (!remote_net_send(remote, arena, request, &oci->authorize, response, err))
            return false;
        if (response->status != 401 || round == ROUNDS_MAX)
            return true;
        if (!answer_challenge(remote, arena, response, &given, err))
            return false;
        if (!given)
            return true;
    }
}
