#include "model/key.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/fs_private.h"
#include "base/path.h"

/* Keys have up to some hundred bytes; gateway tokens (JWT) up to a few thousand. */
#define KEY_BYTES_MAX (8 * KB)

/* Printable ASCII without spaces, which is what a header can carry. */
static bool is_key(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] <= ' ' || text.ptr[i] > '~')
            return false;
    return true;
}

static bool read_file(Arena *arena, Str file, Str *key, Err *err)
{
    Str home = fs_environment("HOME");
    if (str_starts(file, STR("~/")) && path_is_absolute(home))
        file = path_join(arena, home, str_from_offset(file, STR("~/").len));
    if (!path_is_absolute(file)) {
        err_set(err, ERR_USAGE, "key file '%.*s': the path is not absolute", STR_ARG(file));
        return err_hint(err, "begin it with / or ~/");
    }
    if (!fs_read_secret(arena, file, KEY_BYTES_MAX, key, err))
        return false;
    *key = str_trim(*key);
    if (key->len && is_key(*key))
        return true;
    err_set(err, ERR_USAGE, "'%.*s' does not hold a key", STR_ARG(file));
    return err_hint(err, "its only line is the key, without a name or quotes");
}

bool key_read(Arena *arena, const char *variable, Str file, Str *key, Err *err)
{
    *key = variable ? str_trim(fs_environment(variable)) : (Str){0};
    if (!key->len)
        return !file.len || read_file(arena, file, key, err);
    if (is_key(*key))
        return true;
    err_set(err, ERR_USAGE, "the environment variable %s does not hold a key", variable);
    return err_hint(err, "a key is one word of ASCII characters, without quotes");
}

bool key_check(Str key, const Url *url, const char *name, Err *err)
{
    if (!key.len || str_equal(url->scheme, STR("https")) || url_is_local(url))
        return true;
    err_set(err, ERR_USAGE, "%s: a key would be sent to %.*s without encryption", name,
            STR_ARG(url->place));
    return err_hint(err, "use https, or a server on this machine; or give no key");
}

Str key_hide(Arena *arena, Str text, Str key)
{
    Buf out = buf_open(arena, 0);
    size_t at = key.len ? str_find(text, key) : STR_NONE;
    if (at == STR_NONE)
        return text;
    for (; at != STR_NONE; at = str_find(text, key)) {
        buf_put(&out, str_slice(text, 0, at));
        buf_put(&out, STR("…"));
        text = str_from_offset(text, at + key.len);
    }
    buf_put(&out, text);
    return buf_str(&out);
}
