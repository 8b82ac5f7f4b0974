/* Models quote code under the name of its file, in the form of a whole file. A quotation has no new
   line, and a new text that is only a part has few old lines. */
#include "edit/patch_whole.h"

#include "base/map.h"
#include "base/vec.h"

/* A text of at most this many lines may be replaced by another one of the same length: a version, a
   setting. */
#define SHORT_LINES 4

typedef VEC(Str) Lines;

static Lines lines_of(Arena *arena, Str text)
{
    Lines lines = {0};
    for (Str line; str_take_line(&text, &line);)
        if (str_trim(line).len)
            *VEC_PUSH(arena, &lines) = str_trim(line);
    return lines;
}

/* How many lines of `after` are in `before`, each as often as it is there. */
static size_t count_kept(Arena *arena, const Lines *before, const Lines *after)
{
    Map counts = map_open(arena);
    size_t kept = 0;
    for (size_t i = 0; i < before->len; i++)
        ++*map_put(&counts, before->ptr[i], NULL);
    for (size_t i = 0; i < after->len; i++) {
        uint64_t *count = map_find(&counts, after->ptr[i]);
        kept += count && *count;
        if (count && *count)
            --*count;
    }
    return kept;
}

/* Whether `after` is a run of the lines of `before`. */
static bool is_run(const Lines *before, const Lines *after)
{
    for (size_t at = 0; at + after->len <= before->len; at++) {
        size_t i = 0;
        while (i < after->len && str_equal(before->ptr[at + i], after->ptr[i]))
            i++;
        if (i == after->len)
            return true;
    }
    return false;
}

WholeVerdict whole_judge(Arena scratch, Str before, Str after, bool is_symbol)
{
    Lines was = lines_of(&scratch, before), now = lines_of(&scratch, after);
    size_t kept = count_kept(&scratch, &was, &now), gone = was.len - kept;
    if (!was.len)
        return WHOLE_REPLACES;
    if (now.len && gone && kept == now.len && is_run(&was, &now))
        return WHOLE_QUOTES;
    if (now.len * 2 < was.len)
        return WHOLE_DROPS;
    bool is_short = was.len <= SHORT_LINES && now.len >= was.len;
    return !is_symbol && gone * 2 > was.len && !is_short ? WHOLE_DROPS : WHOLE_REPLACES;
}

bool whole_is_run(Arena scratch, Str of, Str text)
{
    Lines all = lines_of(&scratch, of), run = lines_of(&scratch, text);
    return is_run(&all, &run);
}
