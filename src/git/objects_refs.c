/* Names of refs. Git and libgit2 take the first of several refs that a short name may mean, a tag
   before a branch, and a ref before an abbreviated id. So anyone who may push a tag could choose
   the base of a comparison; an ambiguous name is therefore an error here. */
#include "git/objects_inside.h"

#include "base/buf.h"
#include "base/path.h"
#include "text/nearest.h"

/* Git finds no abbreviated id that is shorter. */
#define HEX_MIN 4
/* Refs among which the nearest name is looked for. */
#define REFS_COMPARED_MAX 20000
/* What a short name may mean, in git's order; the first is the name itself. */
static const struct {
    Str before, after;
} places[] = {
    {STR_INIT("refs/"), STR_INIT("")},
    {STR_INIT("refs/tags/"), STR_INIT("")},
    {STR_INIT("refs/heads/"), STR_INIT("")},
    {STR_INIT("refs/remotes/"), STR_INIT("")},
    {STR_INIT("refs/remotes/"), STR_INIT("/HEAD")},
};

Str git_revision_name(Str revision)
{
    size_t len = 0;
    while (len < revision.len && !strchr("~^:", revision.ptr[len]) &&
           !str_starts(str_from_offset(revision, len), STR("@{")))
        len++;
    return str_slice(revision, 0, len);
}

/* Whether only one thing can be meant: the commit of the work tree, a whole name, or no ref. */
static bool is_plain(Str name)
{
    return !name.len || str_equal(name, STR("HEAD")) || str_equal(name, STR("@")) ||
           str_starts(name, STR("refs/"));
}

/* A file such as FETCH_HEAD, which git takes before all refs. */
static bool is_special_ref(const GitObjects *objects, Arena *arena, Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!(name.ptr[i] >= 'A' && name.ptr[i] <= 'Z') && name.ptr[i] != '_')
            return false;
    return fs_real_path(arena, path_join(arena, objects->repo.directory, name)).len > 0;
}

/* The digits with which a name may be an id: all of it, or the digits after the `g` of
   `v1.0-3-gabcdef`. */
static Str digits_of(const GitObjects *objects, Str name)
{
    size_t at = str_find_last_byte(name, '-');
    Str end = at == STR_NONE ? (Str){0} : str_from_offset(name, at + 1);
    Str digits = str_starts(end, STR("g")) ? str_from_offset(end, 1) : name;
    size_t whole = objects->is_sha256 ? 64 : 40;
    return str_is_hex(digits) && digits.len >= HEX_MIN && digits.len <= whole ? digits : (Str){0};
}

static bool refuse(Str name, Str first, Str second, Str other, Err *err)
{
    Str shown = str_slice(name, 0, PATH_SHOWN_BYTES);
    err_set(err, ERR_NOT_FOUND, "'%.*s' is ambiguous: it may mean %.*s or %.*s", STR_ARG(shown),
            STR_ARG(str_slice(first, 0, PATH_SHOWN_BYTES)),
            STR_ARG(str_slice(second, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "write %.*s or %.*s instead",
                    STR_ARG(str_slice(first, 0, PATH_SHOWN_BYTES)),
                    STR_ARG(str_slice(other, 0, PATH_SHOWN_BYTES)));
}

bool git_objects_is_clear(GitObjects *objects, Arena *arena, Str revision, Err *err)
{
    Str names[COUNT(places) + 1], found[COUNT(places) + 1], name = git_revision_name(revision);
    bool there[COUNT(places)] = {0}, is_id = false;
    size_t count = 0;
    if (is_plain(name) || git_is_whole_id(objects, name))
        return true;
    for (size_t i = 0; i < COUNT(places); i++)
        names[i] = str_format(arena, "%.*s%.*s%.*s", STR_ARG(places[i].before), STR_ARG(name),
                              STR_ARG(places[i].after));
    if (!objects->reader->has_refs(objects, arena, names, COUNT(places), there, err))
        return false;
    if (is_special_ref(objects, arena, name))
        found[count++] = name;
    for (size_t i = 0; i < COUNT(places); i++)
        if (there[i])
            found[count++] = names[i];
    if (count > 1)
        return refuse(name, found[0], found[1], found[1], err);
    Str digits = digits_of(objects, name);
    if (!count || !digits.len)
        return true;
    return objects->reader->begins_commit(objects, arena, digits, &is_id, err) &&
           (!is_id ||
            refuse(name, found[0],
                   str_format(arena, "the commit whose id begins with %.*s", STR_ARG(digits)),
                   STR("all digits of the id"), err));
}

bool git_is_whole_id(const GitObjects *objects, Str name)
{
    return name.len == (objects->is_sha256 ? 64 : 40) && str_is_hex(name);
}

bool git_objects_are_replaced(GitObjects *objects, Arena *arena)
{
    GitIdVec refs = {0};
    Str grafts;
    bool found;
    Err ignored = {0};
    Str path = path_join(arena, objects->repo.common, STR("info/grafts"));
    if (fs_read_own(arena, path, GIT_CONFIG_BYTES_MAX, &grafts, &found, &ignored) && found &&
        str_trim(grafts).len)
        return true;
    if (!objects->reader->list_refs(objects, arena, &refs, &ignored))
        return false;
    for (size_t i = 0; i < refs.len; i++)
        if (str_starts(refs.ptr[i], STR("refs/replace/")))
            return true;
    return false;
}

/* ---- the nearest name ---- */

/* The name without the prefix of a branch, a tag or a remote's branch. */
static Str short_name(Str ref)
{
    static const Str starts[] = {STR_INIT("refs/heads/"), STR_INIT("refs/tags/"),
                                 STR_INIT("refs/remotes/")};
    for (size_t i = 0; i < COUNT(starts); i++)
        if (str_starts(ref, starts[i]))
            return str_from_offset(ref, starts[i].len);
    return ref;
}

Str git_objects_nearest_ref(GitObjects *objects, Arena *arena, Str revision)
{
    GitIdVec refs = {0};
    Err ignored = {0};
    Str name = git_revision_name(revision);
    if (is_plain(name) || !objects->reader->list_refs(objects, arena, &refs, &ignored))
        return (Str){0};
    refs.len = MIN(refs.len, REFS_COMPARED_MAX);
    *VEC_PUSH(arena, &refs) = STR("HEAD");
    for (size_t i = 0; i < refs.len; i++)
        refs.ptr[i] = short_name(refs.ptr[i]);
    Str near = nearest_find(name, refs.ptr, refs.len);
    return str_equal(near, name) ? (Str){0} : near;
}
