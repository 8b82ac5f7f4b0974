#include "agent/mcp_settings.h"

#include "base/fs.h"
#include "base/fs_private.h"
#include "base/path.h"
#include "base/rpc.h"
#include "config/config.h"
#include "model/chat.h"
#include "model/key.h"
#include "net/url.h"

/* More are a mistake. */
#define SETTINGS_BYTES_MAX ((size_t)1 * MB)
#define SERVERS_MAX 50
#define WORDS_MAX 100
#define HEADERS_MAX 16

typedef struct Words {
    Arena *arena;
    const char **words;
    size_t count;
} Words;

static void put(Words *words, Str word)
{
    if (words->count + 1 < WORDS_MAX)
        words->words[words->count++] = str_terminate(words->arena, word);
}

static void put_environment(Words *words, Str root, const Json *own)
{
    put(words, STR("env"));
    put(words, STR("-C"));
    put(words, root);
    for (size_t i = 0; i < chat_provider_count(); i++) {
        const char *variable = chat_provider_at(i)->key_variable;
        if (!variable)
            continue;
        put(words, STR("-u"));
        put(words, str_from(variable));
    }
    for (const Json *item = own && own->type == JSON_OBJECT ? own->first : NULL; item;
         item = item->next)
        if (item->type == JSON_STRING && item->key.len && str_find_byte(item->key, '=') == STR_NONE)
            put(words,
                str_format(words->arena, "%.*s=%.*s", STR_ARG(item->key), STR_ARG(item->text)));
}

/* A path that is not absolute would lead into the repository. */
static bool is_command(Str command)
{
    return command.len && !byte_in(command.ptr[0], "-=") &&
           str_find_byte(command, '=') == STR_NONE &&
           (path_is_absolute(command) || str_find_byte(command, '/') == STR_NONE);
}

static bool read_program(Arena *arena, Str root, const Json *item, McpSetting *setting, Err *err)
{
    Words words = {.arena = arena, .words = NEW(arena, const char *, WORDS_MAX)};
    Str command = json_text(item, STR("command"));
    const Json *arguments = json_get(item, STR("args"));
    if (!is_command(command)) {
        err_set(err, ERR_USAGE, "mcp.json: %.*s has no command", STR_ARG(item->key));
        return err_hint(err, "a program on PATH or an absolute path; or a url");
    }
    put_environment(&words, root, json_get(item, STR("env")));
    put(&words, command);
    for (const Json *one = arguments && arguments->type == JSON_ARRAY ? arguments->first : NULL;
         one; one = one->next)
        if (one->type == JSON_STRING)
            put(&words, one->text);
    setting->argv = words.words;
    return true;
}

/* ---- servers at an address ---- */

/* The value with each `${NAME}` replaced. A variable that is not set is an error, since a server
   would get a half of a key. */
static bool expand(Arena *arena, Str text, Str *value, Err *err)
{
    Buf out = buf_open(arena, 0);
    for (size_t at = str_find(text, STR("${")); at != STR_NONE; at = str_find(text, STR("${"))) {
        Str rest = str_from_offset(text, at + 2);
        size_t end = str_find_byte(rest, '}');
        Str name = str_slice(rest, 0, end == STR_NONE ? 0 : end);
        Str set = fs_environment(str_terminate(arena, name));
        if (!name.len || !set.len) {
            err_set(err, ERR_USAGE, "mcp.json: the environment has no variable '%.*s'",
                    STR_ARG(name));
            return err_hint(err, "${NAME} in a header is the value of a variable");
        }
        buf_put(&out, str_slice(text, 0, at));
        buf_put(&out, set);
        text = str_from_offset(rest, end + 1);
    }
    buf_put(&out, text);
    *value = buf_str(&out);
    return true;
}

static bool fail_header(Str name, Err *err)
{
    err_set(err, ERR_USAGE, "mcp.json: the header '%.*s' is not valid", STR_ARG(name));
    return err_hint(err, "names and values of headers are text without control characters");
}

static bool is_plain(Str text, bool is_name)
{
    for (size_t i = 0; i < text.len; i++)
        if (is_name ? !byte_is_alpha(text.ptr[i]) && !byte_is_digit(text.ptr[i]) &&
                          !byte_in(text.ptr[i], "-_")
                    : text.ptr[i] < ' ' || text.ptr[i] > '~')
            return false;
    return text.len > 0;
}

static bool read_address(Arena *arena, const Json *item, McpSetting *setting, Err *err)
{
    const Json *given = rpc_object(item, STR("headers"));
    HttpHeader *headers = NEW(arena, HttpHeader, HEADERS_MAX);
    Url url;
    setting->url = str_copy(arena, json_text(item, STR("url")));
    setting->is_old = str_equal(json_text(item, STR("type")), STR("sse"));
    setting->headers = headers;
    if (!url_parse("mcp.json: url", setting->url, &url, err))
        return false;
    for (const Json *one = given ? given->first : NULL; one; one = one->next) {
        HttpHeader *header = &headers[setting->header_count];
        if (setting->header_count == HEADERS_MAX || one->type != JSON_STRING ||
            !is_plain(one->key, true))
            return fail_header(one->key, err);
        *header = (HttpHeader){str_copy(arena, one->key), str_copy(arena, one->text)};
        setting->header_count++;
    }
    return true;
}

bool mcp_settings_expand(Arena *arena, const McpSetting *setting, HttpHeader **headers, Err *err)
{
    Url url;
    *headers = NEW(arena, HttpHeader, setting->header_count + 1);
    if (!url_parse("mcp.json: url", setting->url, &url, err))
        return false;
    for (size_t i = 0; i < setting->header_count; i++) {
        HttpHeader *header = &(*headers)[i];
        header->name = setting->headers[i].name;
        if (!expand(arena, setting->headers[i].value, &header->value, err) ||
            !key_check(header->value, &url, "mcp.json: url", err))
            return false;
        if (!is_plain(header->value, false))
            return fail_header(header->name, err);
    }
    return true;
}

static bool read_setting(Arena *arena, Str root, const Json *item, McpSetting *setting, Err *err)
{
    *setting = (McpSetting){.name = str_copy(arena, item->key)};
    return json_text(item, STR("url")).len ? read_address(arena, item, setting, err)
                                           : read_program(arena, root, item, setting, err);
}

/* ---- the file ---- */

bool mcp_settings_read(Arena *arena, Str root, McpSettingVec *settings, Err *err)
{
    Str file = config_user_file(arena), bytes;
    Json *value;
    bool found = false;
    Err bad = {0};
    *settings = (McpSettingVec){0};
    if (!file.len)
        return true;
    Str path = path_join(arena, path_directory(file), STR("mcp.json"));
    if (!fs_is_directory(arena, path_directory(path)))
        return true;
    if (!fs_read_own(arena, path, SETTINGS_BYTES_MAX, &bytes, &found, err))
        return false;
    if (!found)
        return true;
    if (!json_parse(arena, bytes, &value, &bad))
        return err_set(err, ERR_USAGE, "mcp.json: %s", bad.message);
    const Json *servers = rpc_object(value, STR("mcpServers"));
    for (const Json *item = servers ? servers->first : NULL; item && settings->len < SERVERS_MAX;
         item = item->next)
        if (!read_setting(arena, root, item, VEC_PUSH(arena, settings), err))
            return false;
    return true;
}
