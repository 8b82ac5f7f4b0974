#include "differ/review_tree.h"

#include "change/consequences.h"
#include "differ/diff_graph.h"
#include "text/date.h"

#include <time.h>

static bool read_base(void *state, Str path, Str *text, bool *found, Err *err)
{
    return review_base_read(state, path, text, found, err);
}

static bool run(SessionRequest *request, IndexSession *session, const ReviewBase *base,
                ReviewTree *tree, Err *err)
{
    const ReviewAsked asked = {.today = date_day(request->arena, (int64_t)time(NULL))};
    bool changed = tree->sides.set.files.len > 0;
    if (changed &&
        !diff_graph_consequences(request, session, base->objects, &tree->sides, &tree->uses, err))
        return false;
    ReviewContext review = {.arena = request->arena,
                            .scratch = request->scratch,
                            .set = &tree->sides.set,
                            .policy = &tree->policy,
                            .catalog = changed ? session->catalog : NULL,
                            .uses = &tree->uses,
                            .read = read_base,
                            .state = (void *)(uintptr_t)base};
    review.unread = tree->sides.unread;
    review.skipped = tree->sides.skipped;
    if (changed)
        review.unseen_code = diff_graph_unseen(request, session);
    tree->report.base = tree->sides.base;
    tree->report.head = tree->sides.head;
    return review_run(&review, &asked, &tree->report, err);
}

bool review_tree(SessionRequest *request, const DiffAsked *asked, ReviewTree *tree, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    GitObjects *objects SCOPED(git_objects_close) = NULL;
    *tree = (ReviewTree){0};
    if (!session_open(request, (Str){0}, &session, err) ||
        !git_repo_take_environment(request->arena, &session.repo, err) ||
        !git_objects_open(request->arena, &session.repo, &objects, err) ||
        !diff_sides_of_git(request, &session, objects, asked, &tree->sides, err))
        return false;
    ReviewBase base = {.request = request, .objects = objects, .commit = tree->sides.range.base};
    return review_base_policy(&base, &tree->policy, err) &&
           run(request, &session, &base, tree, err);
}
