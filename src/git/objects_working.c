/* Files of the work tree, opened only below its root and read as git would store them. */
#include "git/objects_inside.h"

#include "base/hash.h"
#include "base/path.h"

#include <errno.h>
#include <sys/stat.h>

bool git_objects_no_work_tree(Err *err)
{
    err_set(err, ERR_FAILED, "this repository has no work tree");
    return err_hint(err, "compare two commits");
}

static bool open_tree(GitObjects *objects, Arena *arena, Err *err)
{
    FsPolicy policy = {0};
    if (!objects->root.len)
        return git_objects_no_work_tree(err);
    return objects->tree.fd >= 0 ||
           fs_tree_open(arena, &policy, objects->repo.root, &objects->tree, err);
}

static bool unreadable(Str path, Err *err)
{
    err_set(err, ERR_NOT_FOUND, "cannot read '%.*s': %s",
            STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)), strerror(errno));
    return err_hint(err, "it changed meanwhile, or may not be read: ask again");
}

bool git_objects_working(GitObjects *objects, Arena *arena, Str path, size_t max,
                         GitContent *content, Err *err)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    *content = (GitContent){0};
    if (!open_tree(objects, arena, err))
        return false;
    if (!fs_tree_file(&objects->tree, path, &file)) {
        if (errno == ELOOP && fs_tree_link(&objects->tree, arena, path, &content->bytes))
            return true;
        return unreadable(path, err);
    }
    content->too_large = file.size > MIN(max, FILE_BYTES_MAX);
    if (content->too_large)
        return true;
    Str part = objects->repo.part;
    Str full = part.len ? path_join(arena, part, path) : path;
    return fs_read_all(arena, &file, &content->bytes, err) &&
           objects->reader->convert(objects, arena, full, &content->bytes, err);
}

bool git_objects_content(GitObjects *objects, Arena *arena, const GitSide *side, size_t max,
                         GitContent *content, Err *err)
{
    *content = (GitContent){0};
    if (!side->mode || side->mode == GIT_MODE_COMMIT)
        return true;
    if (side->text) {
        content->too_large = side->text->len > max;
        content->bytes = content->too_large ? (Str){0} : *side->text;
        return true;
    }
    if (side->working)
        return git_objects_working(objects, arena, side->path, max, content, err);
    return git_objects_blob(objects, arena, side->id, max, content, err);
}

/* ---- type and identity, without the content ---- */

/* A nested repository, at the commit of its HEAD. */
static bool look_nested(GitObjects *objects, Arena *arena, GitSide *side)
{
    GitRepo nested;
    Err ignored;
    Str path = path_join(arena, objects->root, side->path);
    if (!git_repo_find(arena, path, &nested, &ignored) || !str_equal(nested.root, path))
        return false;
    git_repo_read_head(arena, &nested);
    side->mode = GIT_MODE_COMMIT;
    side->id = nested.head;
    return nested.head.len > 0;
}

bool git_objects_has_directory(GitObjects *objects, Arena *arena, Str path)
{
    Err ignored;
    return open_tree(objects, arena, &ignored) &&
           fs_tree_has_directory(&objects->tree, git_objects_below_part(objects, path));
}

bool git_objects_look(GitObjects *objects, Arena *arena, GitSide *side)
{
    Err ignored;
    if (!open_tree(objects, arena, &ignored))
        return false;
    if (str_ends(side->path, STR("/")))
        side->path.len--;
    unsigned mode =
        fs_tree_mode(&objects->tree, arena, git_objects_below_part(objects, side->path));
    side->mode = S_ISLNK(mode)                       ? GIT_MODE_LINK
                 : S_ISREG(mode) && (mode & S_IXUSR) ? GIT_MODE_EXECUTABLE
                 : S_ISREG(mode)                     ? GIT_MODE_FILE
                                                     : 0;
    return S_ISDIR(mode) ? look_nested(objects, arena, side) : side->mode != 0;
}

/* ---- ids ---- */

static Str hash_file(const GitObjects *objects, Arena *arena, Str bytes)
{
    char hex[65];
    if (!objects->is_sha256)
        return git_library_hash(arena, bytes);
    Str head = str_format(arena, "blob %zu%c", bytes.len, '\0');
    hash_sha256(str_join(arena, head, bytes), hex);
    return str_copy(arena, str_from(hex));
}

void git_objects_identify(GitObjects *objects, Arena *arena, GitSide *side)
{
    char *since = arena->ptr;
    GitContent content;
    Err ignored;
    if (side->id.len || !side->working || side->mode == GIT_MODE_COMMIT)
        return;
    if (git_objects_content(objects, arena, side, GIT_HASHED_BYTES_MAX, &content, &ignored) &&
        !content.too_large)
        side->id = hash_file(objects, arena, content.bytes);
    side->id = str_keep_only(arena, since, side->id);
}
