#include "git/origin.h"

#include "base/fs.h"
#include "base/limits.h"
#include "base/path.h"

/* A configuration with thousands of remotes. */
#define CONFIG_FILE_BYTES_MAX (1 * MB)

/* The value after `key =`; quotes are dropped. */
static bool take_value(Str line, Str wanted, Str *value)
{
    Str key;
    if (!str_take_until(&line, '=', &key) || !str_equal_nocase(str_trim(key), wanted))
        return false;
    *value = str_trim(line);
    if (value->len > 1 && value->ptr[0] == '"' && value->ptr[value->len - 1] == '"')
        *value = str_slice(*value, 1, value->len - 1);
    return true;
}

Str git_origin_url(Arena *arena, const GitRepo *repo, Str remote)
{
    Str text = {0}, line, url = {0};
    bool found = false, inside = false;
    Err ignored;
    if (!repo->common.len || !fs_read_own(arena, path_join(arena, repo->common, STR("config")),
                                          CONFIG_FILE_BYTES_MAX, &text, &found, &ignored))
        return (Str){0};
    Str section = str_format(arena, "[remote \"%.*s\"]", STR_ARG(remote));
    while (str_take_line(&text, &line)) {
        line = str_trim(line);
        if (str_starts(line, STR("[")))
            inside = str_equal(line, section);
        else if (inside && take_value(line, STR("url"), &url))
            break;
    }
    return url;
}

/* Drops the part before the path: `https://user@host:1/`, `user@host:`. */
static Str path_of(Str url, bool *local)
{
    size_t scheme = str_find(url, STR("://")), colon = str_find_byte(url, ':');
    *local = str_starts(url, STR("file:")) || colon == STR_NONE ||
             (scheme == STR_NONE && str_find_byte(str_slice(url, 0, colon), '/') != STR_NONE);
    if (*local)
        return url;
    if (scheme == STR_NONE)
        return str_from_offset(url, colon + 1);
    Str rest = str_from_offset(url, scheme + 3);
    size_t slash = str_find_byte(rest, '/');
    return slash == STR_NONE ? (Str){0} : str_from_offset(rest, slash + 1);
}

Str git_origin_name(Str url)
{
    bool local;
    Str path = path_of(url, &local);
    while (path.len && path.ptr[path.len - 1] == '/')
        path.len--;
    if (str_ends(path, STR(".git")))
        path.len -= strlen(".git");
    while (path.len && path.ptr[path.len - 1] == '/') /* `name/.git` */
        path.len--;
    while (path.len && path.ptr[0] == '/')
        path = str_from_offset(path, 1);
    return local ? path_base(path) : path;
}
