/* Uses libgit2's copy of xdiff, which needs no repository for it. */
#include "git/merge_file.h"

#include "git/line_diff.h"

#include <git2.h>

static bool has_nul(Str text)
{
    return str_find_byte(text, '\0') != STR_NONE;
}

static git_merge_file_input input_of(Str text)
{
    git_merge_file_input input;
    git_merge_file_input_init(&input, GIT_MERGE_FILE_INPUT_VERSION);
    input.ptr = text.ptr ? text.ptr : "";
    input.size = text.len;
    return input;
}

static bool merge(Arena *arena, const MergeSides *sides, MergeResult *result, Str *merged, Err *err)
{
    git_merge_file_result out = {0};
    git_merge_file_input base = input_of(sides->base), ours = input_of(sides->ours);
    git_merge_file_input theirs = input_of(sides->theirs);
    int users = git_libgit2_init();
    if (users < 0)
        return err_set(err, ERR_FAILED, "cannot initialize libgit2");
    int failed = git_merge_file(&out, &base, &ours, &theirs, NULL);
    if (!failed && out.automergeable) {
        *result = MERGE_CLEAN;
        *merged = str_copy(arena, (Str){out.ptr, out.len});
    }
    git_merge_file_result_free(&out);
    if (users > 1) /* the first user leaves it initialised */
        git_libgit2_shutdown();
    return !failed || err_set(err, ERR_FAILED, "cannot merge the texts");
}

static bool is_too_large(Arena scratch, const MergeSides *sides)
{
    return line_diff_is_too_large(scratch, sides->base, sides->ours) ||
           line_diff_is_too_large(scratch, sides->base, sides->theirs);
}

bool merge_file(Arena *arena, const MergeSides *sides, MergeResult *result, Str *merged, Err *err)
{
    bool kept = str_equal(sides->base, sides->ours);
    *result = MERGE_CLEAN;
    *merged = kept ? sides->theirs : sides->ours;
    if (kept || str_equal(sides->ours, sides->theirs) || str_equal(sides->base, sides->theirs))
        return true;
    *merged = (Str){0};
    *result = MERGE_CONFLICT;
    if (has_nul(sides->base) || has_nul(sides->ours) || has_nul(sides->theirs))
        *result = MERGE_NOT_TEXT;
    else if (is_too_large(*arena, sides))
        *result = MERGE_TOO_LARGE;
    return *result != MERGE_CONFLICT || merge(arena, sides, result, merged, err);
}
