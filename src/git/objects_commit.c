/* Parser of commit objects, shared by both back ends: lines of `key value`, an empty line, the
   message. */
#include "git/objects_inside.h"

/* Rejects values that git would take for an option, and values that are not text. */
static bool is_revision(Str text)
{
    if (!text.len || text.len > GIT_REVISION_BYTES_MAX || text.ptr[0] == '-')
        return false;
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] < ' ' || text.ptr[i] == 0x7F)
            return false;
    return true;
}

/* Parses `Name <address> seconds zone`; a name may hold any bytes. */
static void read_person(Str line, Str *name, Str *email, int64_t *time)
{
    size_t open = str_find_byte(line, '<'), close = str_find_last_byte(line, '>');
    if (open == STR_NONE || close == STR_NONE || close < open)
        return;
    Str rest = str_trim(str_from_offset(line, close + 1)), seconds;
    *name = str_trim(str_slice(line, 0, open));
    *email = str_trim(str_slice(line, open + 1, close));
    if (str_take_until(&rest, ' ', &seconds) && !str_parse_i64(seconds, time))
        *time = 0;
}

/* The first paragraph on one line. */
static Str summary_of(Arena *arena, Str message)
{
    Str rest = message, line;
    const char *begin = NULL, *end = NULL;
    while (str_take_line(&rest, &line)) {
        bool blank = !str_trim(line).len;
        if (blank && begin)
            break;
        begin = !begin && !blank ? line.ptr : begin;
        end = line.ptr + line.len;
    }
    return begin ? str_fold_space(arena, (Str){begin, (size_t)(end - begin)}) : (Str){0};
}

static bool read_commit(Arena *arena, Str bytes, GitCommit *commit)
{
    Str line, key, nobody, nowhere;
    while (str_take_until(&bytes, '\n', &line) && line.len) {
        if (!str_take_until(&line, ' ', &key))
            continue;
        if (str_equal(key, STR("tree")))
            commit->tree = line;
        if (str_equal(key, STR("parent")))
            *VEC_PUSH(arena, &commit->parents) = line;
        if (str_equal(key, STR("author")))
            read_person(line, &commit->author_name, &commit->author_email, &commit->time);
        if (str_equal(key, STR("committer")))
            read_person(line, &nobody, &nowhere, &commit->commit_time);
    }
    commit->message = bytes;
    commit->summary = summary_of(arena, bytes);
    return commit->tree.len > 0;
}

/* Gives the author the name that the project knows, as git does. A bare repository has no work tree
   with a `.mailmap`. */
static void map_author(GitObjects *objects, Arena *arena, GitCommit *commit)
{
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    const FsPolicy policy = {0};
    Err ignored;
    if (!objects->mailmap_is_read && objects->root.len &&
        fs_tree_open(objects->arena, &policy, objects->root, &tree, &ignored))
        git_mailmap_open(objects->arena, &tree, &objects->mailmap);
    objects->mailmap_is_read = true;
    if (objects->mailmap)
        git_mailmap_apply(objects->mailmap, arena, &commit->author_name, &commit->author_email);
}

bool git_objects_read_commit(GitObjects *objects, Arena *arena, Str id, GitCommit *commit, Err *err)
{
    GitContent content;
    *commit = (GitCommit){.id = id};
    if (!objects->reader->read(objects, arena, id, GIT_COMMIT_BYTES_MAX, &content, err))
        return false;
    if (content.too_large || !read_commit(arena, content.bytes, commit))
        return err_set(err, ERR_FAILED, "commit %.*s is %s", STR_ARG(id),
                       content.too_large ? "larger than any commit" : "damaged");
    if (git_objects_is_end(objects, id))
        commit->parents.len = 0;
    map_author(objects, arena, commit);
    return true;
}

bool git_objects_commit(GitObjects *objects, Arena *arena, Str revision, GitCommit *commit,
                        Err *err)
{
    Str id;
    if (!is_revision(revision)) {
        err_set(err, ERR_USAGE, "'%.*s' is not a revision",
                STR_ARG(str_slice(revision, 0, PATH_SHOWN_BYTES)));
        return err_hint(err, "a revision is a branch, a tag, an id or HEAD~3");
    }
    return git_objects_is_clear(objects, arena, revision, err) &&
           objects->reader->resolve(objects, arena, revision, &id, err) &&
           git_objects_read_commit(objects, arena, id, commit, err);
}

bool git_objects_is_end(const GitObjects *objects, Str commit)
{
    return objects->is_shallow && map_find(&objects->shallow, commit);
}
