/* Files of a review's base, read from git, never from the work tree that is under review. */
#include "differ/review_base.h"

#define BASE_FILE_BYTES_MAX (16 * MB) /* of a repository's file, as in a baseline */

bool review_base_read(const ReviewBase *base, Str path, Str *text, bool *found, Err *err)
{
    Arena *arena = base->request->arena;
    GitSide side = {0};
    GitContent content = {0};
    *found = false;
    if (!base->objects || !base->commit.len)
        return true;
    if (!git_objects_file(base->objects, arena, base->commit, path, &side, err))
        return false;
    if (side.mode != GIT_MODE_FILE && side.mode != GIT_MODE_EXECUTABLE)
        return true;
    if (!git_objects_blob(base->objects, arena, side.id, BASE_FILE_BYTES_MAX, &content, err))
        return false;
    *text = content.bytes;
    *found = !content.too_large;
    return true;
}

/* Reads the text of the policy. It is an error if it exists but cannot be read. */
static bool read_text(const ReviewBase *base, Str *text, bool *found, Err *err)
{
    GitSide side = {0};
    Str name = STR(REVIEW_POLICY_NAME);
    if (!review_base_read(base, name, text, found, err))
        return false;
    if (*found || !base->objects || !base->commit.len)
        return true;
    if (!git_objects_file(base->objects, base->request->arena, base->commit, name, &side, err))
        return false;
    if (!side.mode)
        return true;
    err_set(err, ERR_FAILED, "%s of the base is not a file of at most %zu MB", REVIEW_POLICY_NAME,
            BASE_FILE_BYTES_MAX / MB);
    return err_hint(err, "make it a file, or give another one: --policy");
}

bool review_base_policy(const ReviewBase *base, ReviewPolicy *policy, Err *err)
{
    Arena *arena = base->request->arena;
    Str text = {0};
    bool found = false;
    *policy = review_policy_default(arena);
    if (!read_text(base, &text, &found, err))
        return false;
    if (!found)
        return true;
    Str source =
        str_format(arena, "%.*s:%s", STR_ARG(str_slice(base->commit, 0, 10)), REVIEW_POLICY_NAME);
    if (!review_policy_parse(arena, source, text, policy, err))
        return false;
    policy->source = source;
    return true;
}
