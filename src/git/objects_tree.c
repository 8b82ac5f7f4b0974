/* Parser of tree objects: `mode name`, NUL and the bytes of an id, sorted by name. */
#include "git/objects_inside.h"

Str git_hex_of(Arena *arena, Str bytes)
{
    static const char digits[] = "0123456789abcdef";
    char *hex = arena_bytes(arena, 2 * bytes.len);
    for (size_t i = 0; i < bytes.len; i++) {
        hex[2 * i] = digits[(unsigned char)bytes.ptr[i] >> 4];
        hex[2 * i + 1] = digits[(unsigned char)bytes.ptr[i] & 15];
    }
    return (Str){hex, 2 * bytes.len};
}

unsigned git_mode_parse(Str octal)
{
    unsigned mode = 0;
    for (size_t i = 0; i < octal.len && i < sizeof "160000"; i++)
        mode = mode << 3 | (unsigned)(octal.ptr[i] & 7);
    return mode;
}

/* Maps the further modes of old trees to today's. */
static unsigned canonical(unsigned mode)
{
    unsigned kind = mode & 0170000;
    if (kind == 0100000)
        return mode & 0100 ? GIT_MODE_EXECUTABLE : GIT_MODE_FILE;
    return kind == GIT_MODE_LINK || kind == GIT_MODE_TREE ? kind : GIT_MODE_COMMIT;
}

bool git_tree_take(Str *rest, size_t id_bytes, GitTreeEntry *entry)
{
    Str mode;
    if (!str_take_until(rest, ' ', &mode) || !str_take_until(rest, '\0', &entry->name) ||
        rest->len < id_bytes)
        return false;
    entry->mode = canonical(git_mode_parse(mode));
    entry->id = str_slice(*rest, 0, id_bytes);
    *rest = str_from_offset(*rest, id_bytes);
    return true;
}

/* The tree's entry of that name. */
static bool git_tree_find(Arena *arena, Str tree, Str name, Str *id, unsigned *mode)
{
    GitTreeEntry entry;
    while (git_tree_take(&tree, GIT_SHA1_BYTES, &entry))
        if (str_equal(entry.name, name)) {
            *id = git_hex_of(arena, entry.id);
            *mode = entry.mode;
            return true;
        }
    return false;
}

bool git_tree_find_path(GitObjects *objects, Arena *arena, Arena scratch, Str tree, GitSide *side,
                        Err *err)
{
    Str rest = side->path, name, id = tree;
    unsigned mode = GIT_MODE_TREE;
    side->mode = 0;
    side->id = (Str){0};
    while (str_take_until(&rest, '/', &name)) {
        GitContent content;
        Arena work = scratch;
        if (mode != GIT_MODE_TREE)
            return true;
        if (!objects->reader->read(objects, &work, id, GIT_TREE_BYTES_MAX, &content, err))
            return false;
        if (content.too_large)
            return err_set(err, ERR_FAILED, "tree %.*s is larger than any tree", STR_ARG(id));
        if (!git_tree_find(arena, content.bytes, name, &id, &mode))
            return true;
    }
    side->id = id;
    side->mode = mode;
    return true;
}
