/* What a diff has besides changes of symbols, as impact and tests tell it. */
#include "relations/impact_diff.h"

#include "query/mentions.h"

/* Paths that a line names. */
#define PATHS_SHOWN 10
/* Names that are gone and whose lines are counted. */
#define GONE_SEARCHED 5

void impact_put_paths(Buf *out, const char *what, const Str *paths, size_t count)
{
    if (!count)
        return;
    buf_printf(out, "%s: ", what);
    for (size_t i = 0; i < MIN(count, (size_t)PATHS_SHOWN); i++) {
        buf_put(out, i ? STR(", ") : (Str){0});
        view_put_address(out, paths[i]);
    }
    if (count > PATHS_SHOWN)
        buf_printf(out, " [%zu more]", count - PATHS_SHOWN);
    buf_put_byte(out, '\n');
}

Json *impact_put_gone(Buf *out, SessionRequest *request, IndexSession *session,
                      const ImpactDiff *diff)
{
    const MentionKnown nothing = {0};
    Json *rows = json_array(request->arena);
    impact_put_paths(out, "names taken away, whose users are not followed", diff->gone.ptr,
                     diff->gone.len);
    for (size_t i = 0; i < MIN(diff->gone.len, (size_t)GONE_SEARCHED); i++) {
        Str word = mentions_word(NULL, diff->gone.ptr[i]);
        const Mentions *all = mentions_of(request, session, NULL, word);
        MentionRest rest = mentions_rest_of(request, session, all);
        Str sentence = mentions_sentence(request, session, &rest, &nothing);
        Json *row = json_object(request->arena);
        json_set(row, STR("name"), json_str(request->arena, diff->gone.ptr[i]));
        json_set(row, STR("named"), mentions_value(request->arena, session, &rest));
        json_add(rows, row);
        if (word.len)
            buf_printf(out, "  %.*s\n", STR_ARG(sentence));
    }
    return rows;
}

void impact_put_outside(Buf *out, const ImpactDiff *diff)
{
    if (diff->outside)
        buf_printf(out, "outside any symbol, not followed: changes in %zu file%s\n", diff->outside,
                   diff->outside == 1 ? "" : "s");
}

void impact_put_unfollowed(Buf *out, const ImpactDiff *diff)
{
    impact_put_paths(out, "taken away, not followed", diff->removed.ptr, diff->removed.len);
    impact_put_paths(out, "binary, not followed", diff->binary.ptr, diff->binary.len);
    impact_put_paths(out, "not in the index", diff->unknown.ptr, diff->unknown.len);
    impact_put_paths(out, "the change is not in this tree, so symbols are those before it",
                     diff->before.ptr, diff->before.len);
    impact_put_paths(out, "a hunk is not of this tree, so its symbols are not counted",
                     diff->unfit.ptr, diff->unfit.len);
}
