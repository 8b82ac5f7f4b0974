#include "base/path.h"

#include "base/buf.h"

static Str path_strip(Str path)
{
    while (path.len > 1 && path.ptr[path.len - 1] == '/')
        path.len--;
    return path;
}

Str path_base(Str path)
{
    path = path_strip(path);
    size_t slash = str_find_last_byte(path, '/');
    return slash == STR_NONE || path.len == 1 ? path : str_from_offset(path, slash + 1);
}

Str path_directory(Str path)
{
    path = path_strip(path);
    size_t slash = str_find_last_byte(path, '/');
    if (slash == STR_NONE)
        return STR(".");
    return slash ? str_slice(path, 0, slash) : STR("/");
}

Str path_extension(Str path)
{
    Str base = path_base(path);
    size_t dot = str_find_last_byte(base, '.');
    return dot == STR_NONE || dot == 0 ? (Str){0} : str_from_offset(base, dot + 1);
}

bool path_is_absolute(Str path)
{
    return path.len && path.ptr[0] == '/';
}

size_t path_depth(Str path)
{
    size_t depth = 0;
    for (size_t i = 0; i < path.len; i++)
        depth += path.ptr[i] == '/';
    return depth;
}

Str path_join(Arena *arena, Str directory, Str name)
{
    if (!directory.len || path_is_absolute(name))
        return name;
    size_t slash = directory.ptr[directory.len - 1] != '/';
    Str path = {NULL, directory.len + slash + name.len};
    char *bytes = arena_bytes(arena, path.len + 1);
    memcpy(bytes, directory.ptr, directory.len);
    bytes[directory.len] = '/';
    if (name.len)
        memcpy(bytes + directory.len + slash, name.ptr, name.len);
    bytes[path.len] = '\0';
    path.ptr = bytes;
    return path;
}

Str path_normalise(Arena *arena, Str path)
{
    Buf out = buf_open(arena, 0);
    bool absolute = path_is_absolute(path);
    size_t depth = 0; /* components that ".." may remove */
    Str part;
    while (str_take_until(&path, '/', &part)) {
        if (!part.len || str_equal(part, STR(".")))
            continue;
        bool up = str_equal(part, STR(".."));
        if (up && depth) {
            size_t slash = str_find_last_byte(buf_str(&out), '/');
            out.len = slash == STR_NONE ? 0 : slash;
            depth--;
            continue;
        }
        if (up && absolute)
            continue;
        if (absolute || out.len)
            buf_put_byte(&out, '/');
        buf_put(&out, part);
        depth += !up;
    }
    if (!out.len)
        return absolute ? STR("/") : STR(".");
    return buf_str(&out);
}

bool path_is_inside(Str path, Str root)
{
    root = path_strip(root);
    if (str_equal(root, STR("/")))
        return path_is_absolute(path);
    return str_starts(path, root) && (path.len == root.len || path.ptr[root.len] == '/');
}
