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

static bool merge(Arena *arena, const Str sides[3], MergeResult *result, Str *merged, Err *err)
{
    git_merge_file_result out = {0};
    git_merge_file_input base = input_of(sides[0]), ours = input_of(sides[1]);
    git_merge_file_input theirs = input_of(sides[2]);
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

bool merge_file(Arena *arena, Str base, Str ours, Str theirs, MergeResult *result, Str *merged,
                Err *err)
{
    *result = MERGE_CLEAN;
    *merged = str_equal(base, ours) ? theirs : ours;
    if (str_equal(base, ours) || str_equal(base, theirs) || str_equal(ours, theirs))
        return true;
    *merged = (Str){0};
    *result =
        has_nul(base) || has_nul(ours) || has_nul(theirs) ? MERGE_NOT_TEXT
        : line_diff_is_too_large(*arena, base, ours) || line_diff_is_too_large(*arena, base, theirs)
            ? MERGE_TOO_LARGE
            : MERGE_CONFLICT;
    return *result != MERGE_CONFLICT ||
           merge(arena, (const Str[]){base, ours, theirs}, result, merged, err);
}
