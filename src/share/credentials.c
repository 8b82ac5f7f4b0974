/* Only the entry of the wanted host is taken from a file. A helper of docker is started without a
   shell; its name comes from the user's own configuration, but is checked anyway. */
#include "share/credentials.h"

#include "base/fs.h"
#include "base/fs_private.h"
#include "base/json.h"
#include "base/path.h"
#include "base/proc.h"
#include "text/base64.h"

/* Credential files have some KB. */
#define FILE_BYTES (1 * MB)
/* Helpers may ask a service, or the user in a window. */
#define HELPER_MS (60 * 1000)

static Str in_home(Arena *arena, const char *path)
{
    Str home = fs_environment("HOME");
    return path_is_absolute(home) ? path_join(arena, home, str_from(path)) : (Str){0};
}

/* The file that a variable names, else the one in the home directory. */
static Str file_of(Arena *arena, const char *variable, const char *path)
{
    Str set = fs_environment(variable);
    return set.len ? set : in_home(arena, path);
}

static bool read_file(Arena *arena, Str path, Str *text, Err *err)
{
    bool found;
    *text = (Str){0};
    return !path.len || fs_read_own(arena, path, FILE_BYTES, text, &found, err);
}

Str credentials_basic(Arena *arena, const Login *login)
{
    Str text = str_format(arena, "%.*s:%.*s", STR_ARG(login->user), STR_ARG(login->password));
    return str_join(arena, STR("Basic "), base64_encode(arena, text));
}

Str credentials_token(const Url *url)
{
    Str token = fs_environment("FOVEA_SHARE_TOKEN");
    Str host = fs_environment("FOVEA_SHARE_TOKEN_HOST");
    bool bound =
        host.len && (str_equal_nocase(host, url->place) || str_equal_nocase(host, url->host));
    return bound ? token : (Str){0};
}

/* ---- .netrc ---- */

/* Takes a word; quotes and backslashes are part of it, as in most programs. */
static bool take_word(Str *rest, Str *word)
{
    *rest = str_trim(*rest);
    size_t len = 0;
    while (len < rest->len && !byte_is_space(rest->ptr[len]))
        len++;
    *word = str_slice(*rest, 0, len);
    *rest = str_from_offset(*rest, len);
    return len > 0;
}

/* Skips a macro: all lines to the next empty one. */
static void skip_macro(Str *rest)
{
    Str line;
    while (str_take_line(rest, &line))
        if (!str_trim(line).len)
            return;
}

void credentials_parse_netrc(Str text, Str host, Login *login)
{
    Str word, value;
    bool is_wanted = false;
    *login = (Login){0};
    while (take_word(&text, &word)) {
        if (word.ptr[0] == '#') {
            (void)str_take_line(&text, &value);
        } else if (str_equal(word, STR("machine"))) {
            if (is_wanted)
                return;
            is_wanted = take_word(&text, &value) && str_equal_nocase(value, host);
        } else if (str_equal(word, STR("default"))) {
            if (is_wanted)
                return;
        } else if (str_equal(word, STR("macdef"))) {
            skip_macro(&text);
        } else if (str_equal(word, STR("login")) || str_equal(word, STR("password"))) {
            bool has_value = take_word(&text, &value);
            if (has_value && is_wanted)
                *(word.ptr[0] == 'l' ? &login->user : &login->password) = value;
        }
    }
}

bool credentials_netrc(Arena *arena, Str host, Login *login, Err *err)
{
    Str path = file_of(arena, "NETRC", ".netrc"), text;
    *login = (Login){0};
    if (!path.len || (!fs_has_bytes(*arena, path)))
        return true;
    if (!fs_read_secret(arena, path, FILE_BYTES, &text, err))
        return false;
    credentials_parse_netrc(text, host, login);
    return true;
}

/* ---- docker ---- */

static bool fail_config(Str path, const char *why, Err *err)
{
    err_set(err, ERR_FAILED, "'%.*s' %s", STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)), why);
    return err_hint(err, "docker login writes a new one");
}

static bool is_helper_name(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!byte_is_alpha(name.ptr[i]) && !byte_is_digit(name.ptr[i]) &&
            !byte_in(name.ptr[i], "._-"))
            return false;
    return name.len > 0;
}

/* Asks the program docker-credential-NAME. */
static bool ask_helper(Arena *arena, Str name, Str registry, Login *login, Err *err)
{
    Json *answer = NULL;
    ProcResult result;
    Err ignored;
    if (!is_helper_name(name))
        return err_set(err, ERR_FAILED, "docker's configuration names a strange credential helper");
    const char *program =
        str_terminate(arena, str_format(arena, "docker-credential-%.*s", STR_ARG(name)));
    const char *const words[] = {program, "get", NULL};
    ProcLimits limits = {.time_ms = HELPER_MS,
                         .still_ms = HELPER_MS,
                         .output_max = FILE_BYTES,
                         .without_terminal = true};
    if (!proc_exists(program)) {
        err_set(err, ERR_FAILED, "there is no program '%s', which docker's configuration names",
                program);
        return err_hint(err, "install it, or remove it from ~/.docker/config.json");
    }
    if (!proc_run(arena, words, registry, limits, &result, err))
        return false;
    if (result.exit_code || result.timed_out || result.cut ||
        !json_parse(arena, result.output, &answer, &ignored))
        return true; /* it does not know the registry, and says so in its own words */
    login->user = json_text(answer, STR("Username"));
    login->password = json_text(answer, STR("Secret"));
    login->is_token = str_equal(login->user, STR("<token>"));
    return true;
}

/* Whether a key of `auths` belongs to the registry: `host`, or an address with that host. */
static bool is_key_of(Str key, Str registry)
{
    size_t scheme = str_find(key, STR("://"));
    if (str_equal_nocase(key, registry))
        return true;
    if (scheme == STR_NONE)
        return false;
    key = str_from_offset(key, scheme + 3);
    return str_equal_nocase(str_slice(key, 0, MIN(str_find_byte(key, '/'), key.len)), registry);
}

static const Json *find_key(const Json *object, Str registry)
{
    const Json *item = object && object->type == JSON_OBJECT ? object->first : NULL;
    while (item && !is_key_of(item->key, registry))
        item = item->next;
    return item;
}

static void take_auth(Arena *arena, const Json *auth, Login *login)
{
    Str decoded;
    Str identity = json_text(auth, STR("identitytoken"));
    *login = (Login){json_text(auth, STR("username")), json_text(auth, STR("password")), false};
    if (base64_decode(arena, json_text(auth, STR("auth")), &decoded) && decoded.len) {
        size_t colon = str_find_byte(decoded, ':');
        login->user = str_slice(decoded, 0, MIN(colon, decoded.len));
        login->password = colon == STR_NONE ? (Str){0} : str_from_offset(decoded, colon + 1);
    }
    if (identity.len)
        *login = (Login){.user = STR("<token>"), .password = identity, .is_token = true};
}

bool credentials_docker(Arena *arena, Str registry, Login *login, Err *err)
{
    Str folder = file_of(arena, "DOCKER_CONFIG", ".docker"), text;
    Json *config = NULL;
    Err ignored;
    *login = (Login){0};
    Str path = folder.len ? path_join(arena, folder, STR("config.json")) : folder;
    if (!read_file(arena, path, &text, err))
        return false;
    if (!text.len)
        return true;
    if (!json_parse(arena, text, &config, &ignored))
        return fail_config(path, "is not JSON", err);
    const Json *helper = find_key(json_get(config, STR("credHelpers")), registry);
    const Json *auth = find_key(json_get(config, STR("auths")), registry);
    Str store = json_text(config, STR("credsStore"));
    if (helper && helper->type == JSON_STRING)
        return ask_helper(arena, helper->text, registry, login, err);
    if (auth)
        take_auth(arena, auth, login);
    if (store.len && !login->password.len)
        return ask_helper(arena, store, auth ? auth->key : registry, login, err);
    return true;
}
