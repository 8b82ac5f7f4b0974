/* Rules about paths that a change touches. */
#include "review/rule_functions.h"

static bool is_policy(const ChangedFile *file)
{
    Str name = STR(REVIEW_POLICY_NAME);
    return str_equal(file->new.path, name) || str_equal(file->old.path, name);
}

bool review_find_policy_changes(const ReviewFind *find, Err *err)
{
    Arena *arena = find->review->arena;
    (void)err;
    for (size_t i = 0; i < find->review->set->files.len; i++) {
        const ChangedFile *file = &find->review->set->files.ptr[i];
        if (!is_policy(file))
            continue;
        Str status = change_status_name(file->status);
        Finding *finding = review_add(
            find, file, str_format(arena, "the policy of reviews is %.*s", STR_ARG(status)));
        ReviewPolicy policy;
        Err why = {0};
        if (str_equal(file->new.path, STR(REVIEW_POLICY_NAME)) &&
            !review_policy_parse(arena, file->new.path, file->new.text, &policy, &why))
            review_add_evidence(find, finding,
                                str_format(arena, "it cannot be read: %s", why.message));
        if (file->hunks.len && file->new.path.len) {
            finding->start = MAX(file->hunks.ptr[0].new_start, 1u);
            finding->end = finding->start + MAX(file->hunks.ptr[0].new_count, 1u) - 1;
        }
        finding->suggestion = STR("this review is held to the policy of the base; let somebody who "
                                  "owns the policy agree to the new one");
    }
    return true;
}

bool review_find_protected(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    const ReviewTexts *patterns = &review->policy->protected_paths;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        Str pattern;
        if (!review_path_fits(*review->scratch, patterns, file->new.path, &pattern) &&
            !review_path_fits(*review->scratch, patterns, file->old.path, &pattern))
            continue;
        Str status = change_status_name(file->status);
        Finding *finding = review_add(
            find, file,
            str_format(review->arena, "a protected file is changed (%.*s)", STR_ARG(status)));
        review_add_evidence(
            find, finding, str_format(review->arena, "the policy protects %.*s", STR_ARG(pattern)));
        finding->suggestion = STR("let somebody who owns it agree");
    }
    return true;
}
