/* The last step. A hunk with left-out lines (`...`) is placed by the parts around them, the first
   and the last of which must each be in the file once. A hunk whose outer context differs is placed
   by its core: the changed lines with the lines next to them. The core must be in the file once,
   lines that are unique in the file must enclose the change, and at least half of the lines,
   without a gap, must be the same. Changed lines never differ. */
#include "edit/hunk_match.h"

/* ---- left-out lines ---- */

static bool is_left_out(const Hunk *hunk, uint32_t index)
{
    bool is_comment;
    return patch_is_elision(hunk->lines.ptr[index].text, &is_comment);
}

typedef VEC(OldRange) SegmentVec;

/* Splits the old lines at left-out ones. False: nothing is left out, or a left-out line is to be
   removed. */
static bool split(Arena *arena, const Hunk *hunk, const PlaceVec *old, SegmentVec *segments,
                  Match *match)
{
    size_t from = 0;
    bool any = false;
    for (size_t i = 0; i <= old->len; i++) {
        bool ends = i == old->len || is_left_out(hunk, old->ptr[i]);
        if (!ends)
            continue;
        if (i < old->len && hunk->lines.ptr[old->ptr[i]].sign == '-') {
            match->why = "lines that `...` stands for cannot be removed without being written out";
            return false;
        }
        any = any || i < old->len;
        if (i > from)
            *VEC_PUSH(arena, segments) = (OldRange){from, i};
        from = i + 1;
    }
    return any && segments->len >= 2;
}

static bool number_lines(Arena *arena, MatchFile *file, const Hunk *hunk, const PlaceVec *old,
                         MatchStep step, uint32_t *wanted)
{
    for (size_t i = 0; i < old->len; i++)
        wanted[i] = file_text_find(arena, &file->text, hunk->lines.ptr[old->ptr[i]].text, step);
    return true;
}

/* Places the segments at one step: first and last by uniqueness, the others between them. */
static bool place_segments(Arena *arena, MatchFile *file, const uint32_t *wanted,
                           const SegmentVec *segments, uint32_t *found, MatchStep step)
{
    const uint32_t *numbers = file->text.line_numbers[step];
    uint32_t after = 0, end = (uint32_t)file->text.count;
    size_t last = segments->len - 1;
    for (size_t round = 0; round <= last; round++) {
        size_t s = round == 1 ? last : round ? round - 1 : 0;
        const OldRange *segment = &segments->ptr[s];
        size_t count = segment->to - segment->from, inside = 0;
        PlaceVec places;
        hunk_match_find_all(arena, numbers, file->text.count, wanted + segment->from, count,
                            &places);
        for (size_t i = 0; i < places.len; i++)
            if (places.ptr[i] >= after && places.ptr[i] + count <= end) {
                found[s] = places.ptr[i];
                inside++;
            }
        bool is_end = s == 0 || s == last;
        if (inside != 1 || (is_end && places.len != 1))
            return false;
        if (s == last)
            end = found[s];
        else
            after = found[s] + (uint32_t)count;
    }
    return true;
}

static bool match_left_out(Arena *arena, MatchFile *file, const Hunk *hunk, const PlaceVec *old,
                           Match *match)
{
    SegmentVec segments = {0};
    if (!split(arena, hunk, old, &segments, match))
        return false;
    uint32_t *wanted = NEW(arena, uint32_t, old->len + 1);
    uint32_t *found = NEW(arena, uint32_t, segments.len);
    for (int step = MATCH_TRAIL; step < MATCH_STEP_COUNT; step++) {
        match->step = (MatchStep)step;
        number_lines(arena, file, hunk, old, match->step, wanted);
        if ((step >= MATCH_INDENT && !hunk_match_has_substance(hunk)) ||
            !place_segments(arena, file, wanted, &segments, found, match->step))
            continue;
        hunk_match_set_at(arena, hunk, old, (OldRange){0, 0}, 0, match);
        for (size_t s = 0; s < segments.len; s++)
            for (size_t i = segments.ptr[s].from; i < segments.ptr[s].to; i++)
                match->at[old->ptr[i]] = found[s] + (uint32_t)(i - segments.ptr[s].from);
        if (hunk_match_holds_additions(hunk, match->at))
            return true;
        match->outcome = MATCH_FOUND_NONE;
        match->why = "lines are added next to `...`, so it is not certain where";
        return false;
    }
    match->why = "the lines before and after `...` must each be in the file exactly once";
    return false;
}

/* ---- context that differs ---- */

/* The old lines from the one before the first change to the one after the last. */
static OldRange core_of(const Hunk *hunk, const PlaceVec *old)
{
    size_t first = hunk->lines.len, last = 0;
    for (size_t i = 0; i < hunk->lines.len; i++)
        if (hunk->lines.ptr[i].sign != ' ') {
            first = MIN(first, i);
            last = i;
        }
    OldRange core = {0, old->len};
    for (size_t i = 0; i < old->len; i++) {
        core.from = old->ptr[i] < first ? i : core.from;
        if (old->ptr[i] > last && core.to == old->len)
            core.to = i + 1;
    }
    return core;
}

/* Whether lines of the file that are unique in it enclose the change: one at or above its first
   line, one at or below its last, among the old lines [from, to). */
static bool is_enclosed(Arena *arena, MatchFile *file, const Hunk *hunk, const PlaceVec *old,
                        const OldRange *range, uint32_t place)
{
    bool above = false, below = false, changed = false;
    for (size_t i = range->from; i < range->to; i++) {
        const HunkLine *line = &hunk->lines.ptr[old->ptr[i]];
        size_t at = place + (i - range->from);
        bool added_before = old->ptr[i] && hunk->lines.ptr[old->ptr[i] - 1].sign == '+';
        bool unique = str_trim(line->text).len &&
                      file_text_count_equal(arena, &file->text, at, MATCH_TRAIL) == 1;
        changed = changed || line->sign == '-' || added_before;
        above = above || (unique && (!changed || line->sign == '-'));
        below = changed && unique ? true : below;
    }
    return above && below;
}

static void match_core(Arena *arena, MatchFile *file, const Hunk *hunk, const PlaceVec *old,
                       Match *match)
{
    OldRange range = core_of(hunk, old);
    uint32_t *wanted = NEW(arena, uint32_t, old->len + 1);
    PlaceVec places;
    match->step = MATCH_TRAIL;
    number_lines(arena, file, hunk, old, MATCH_TRAIL, wanted);
    bool whole = range.from == 0 && range.to == old->len;
    for (size_t i = range.from; i < range.to; i++)
        if (whole || !wanted[i])
            return;
    const uint32_t *numbers = file->text.line_numbers[MATCH_TRAIL];
    hunk_match_find_all(arena, numbers, file->text.count, wanted + range.from,
                        range.to - range.from, &places);
    if (places.len != 1)
        return;
    uint32_t place = places.ptr[0];
    while (range.from && place && wanted[range.from - 1] == numbers[place - 1]) {
        range.from--;
        place--;
    }
    while (range.to < old->len && place + (range.to - range.from) < file->text.count &&
           wanted[range.to] == numbers[place + (range.to - range.from)])
        range.to++;
    /* If most lines differ, it is another text that happens to share the middle. */
    bool most = (range.to - range.from) * 2 >= old->len;
    if (most && is_enclosed(arena, file, hunk, old, &range, place))
        hunk_match_set_at(arena, hunk, old, range, place, match);
}

void hunk_match_anchored(Arena *arena, MatchFile *file, const Hunk *hunk, Match *match)
{
    PlaceVec old = hunk_match_old_lines(arena, hunk);
    match->outcome = MATCH_FOUND_NONE;
    match->places = (PlaceVec){0};
    if (!match_left_out(arena, file, hunk, &old, match) && !match->why)
        match_core(arena, file, hunk, &old, match);
}
