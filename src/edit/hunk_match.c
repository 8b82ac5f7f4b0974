/* The steps from exact to Unicode. All of them search for one sequence of line numbers in another,
   in linear time. An exact match is unique only if no other place differs from it just in trailing
   white space: models drop that, so they may mean either. Lines without their indentation identify
   a place only if they have enough text. */
#include "edit/hunk_match.h"

/* Lines matched without indentation must have at least this many bytes besides white space: `}` or
   `return x` may as well be in another block. */
#define SUBSTANCE_BYTES 24

void hunk_match_find_all(Arena *arena, const uint32_t *text, size_t count, const uint32_t *wanted,
                         size_t wanted_count, PlaceVec *places)
{
    *places = (PlaceVec){0};
    if (!wanted_count || wanted_count > count)
        return;
    uint32_t *back = NEW(arena, uint32_t, wanted_count + 1);
    for (size_t i = 1, same = 0; i < wanted_count; i++) {
        while (same && wanted[i] != wanted[same])
            same = back[same];
        same += wanted[i] == wanted[same];
        back[i + 1] = (uint32_t)same;
    }
    for (size_t i = 0, same = 0; i < count; i++) {
        while (same && (same == wanted_count || text[i] != wanted[same]))
            same = back[same];
        same += text[i] == wanted[same];
        if (same == wanted_count && places->len < MATCH_PLACES_MAX)
            *VEC_PUSH(arena, places) = (uint32_t)(i + 1 - wanted_count);
    }
}

PlaceVec hunk_match_old_lines(Arena *arena, const Hunk *hunk)
{
    PlaceVec old = {0};
    for (size_t i = 0; i < hunk->lines.len; i++)
        if (hunk->lines.ptr[i].sign != '+')
            *VEC_PUSH(arena, &old) = (uint32_t)i;
    return old;
}

void hunk_match_set_at(Arena *arena, const Hunk *hunk, const PlaceVec *old, OldRange range,
                       uint32_t place, Match *match)
{
    match->at = NEW(arena, uint32_t, hunk->lines.len + 1);
    for (size_t i = 0; i < hunk->lines.len; i++)
        match->at[i] = PLACE_NONE;
    for (size_t i = range.from; i < range.to; i++)
        match->at[old->ptr[i]] = place + (uint32_t)(i - range.from);
    match->outcome = MATCH_FOUND_ONE;
}

bool hunk_match_holds_additions(const Hunk *hunk, const uint32_t *at)
{
    bool held = false;
    for (size_t i = 0; i < hunk->lines.len; i++) {
        if (hunk->lines.ptr[i].sign != '+') {
            held = at[i] != PLACE_NONE;
            continue;
        }
        size_t next = i;
        while (next < hunk->lines.len && hunk->lines.ptr[next].sign == '+')
            next++;
        if (!held && (next == hunk->lines.len || at[next] == PLACE_NONE))
            return false;
        i = next - 1;
    }
    return true;
}

bool hunk_match_has_substance(const Hunk *hunk)
{
    size_t bytes = 0;
    for (size_t i = 0; i < hunk->lines.len; i++)
        for (size_t b = 0; hunk->lines.ptr[i].sign != '+' && b < hunk->lines.ptr[i].text.len; b++)
            bytes += !byte_is_space(hunk->lines.ptr[i].text.ptr[b]);
    return bytes >= SUBSTANCE_BYTES;
}

/* A patch that says that the hunk is at the end of the file names one place. */
static void narrow_to_end(const FileText *text, size_t lines, PlaceVec *places)
{
    uint32_t last = places->ptr[places->len - 1];
    if (last + lines != text->count)
        return;
    places->ptr[0] = last;
    places->len = 1;
}

/* Searches for a range of the old lines at one step. */
static void find_at_step(Arena *arena, MatchFile *file, const Hunk *hunk, const PlaceVec *old,
                         OldRange range, Match *match)
{
    size_t count = range.to - range.from;
    uint32_t *wanted = NEW(arena, uint32_t, count + 1);
    match->outcome = MATCH_FOUND_NONE;
    file->work += file->text.count;
    if (file->work > MATCH_WORK_MAX) {
        match->why = "the patch has too many parts for so long a file";
        return;
    }
    for (size_t i = 0; i < count; i++) {
        Str line = hunk->lines.ptr[old->ptr[range.from + i]].text;
        wanted[i] = file_text_find(arena, &file->text, line, match->step);
        if (!wanted[i])
            return;
    }
    hunk_match_find_all(arena, file->text.line_numbers[match->step], file->text.count, wanted,
                        count, &match->places);
    if (!match->places.len || (match->step >= MATCH_INDENT && !hunk_match_has_substance(hunk)))
        return;
    bool has_all = match->places.len < MATCH_PLACES_MAX;
    if (match->places.len > 1 && has_all && hunk->is_at_end)
        narrow_to_end(&file->text, count, &match->places);
    if (match->places.len > 1 && has_all)
        hunk_match_narrow_by_anchors(arena, file, hunk, &match->places);
    match->lines = count;
    match->outcome = MATCH_FOUND_SEVERAL;
    if (match->places.len == 1)
        hunk_match_set_at(arena, hunk, old, range, match->places.ptr[0], match);
    if (match->places.len == 1 && !hunk_match_holds_additions(hunk, match->at))
        match->outcome = MATCH_FOUND_NONE;
}

static bool is_blank_context(const Hunk *hunk, uint32_t index)
{
    return hunk->lines.ptr[index].sign == ' ' && !str_trim(hunk->lines.ptr[index].text).len;
}

/* A hunk without old lines belongs to the end, where nothing says that it belongs elsewhere. */
static void place_addition(MatchFile *file, const Hunk *hunk, Match *match)
{
    match->insert_at = (uint32_t)file->text.count;
    if ((!hunk->is_numbered && !hunk->anchors.len) || !file->text.count)
        match->outcome = MATCH_FOUND_ONE;
    else
        match->why = "it only adds lines, and no line next to them says where";
}

void hunk_match_place(Arena *arena, MatchFile *file, const Hunk *hunk, Match *match)
{
    *match = (Match){0};
    PlaceVec old = hunk_match_old_lines(arena, hunk);
    OldRange range = {0, old.len};
    if (!old.len) {
        place_addition(file, hunk, match);
        return;
    }
    for (int round = 0; round < 2; round++) {
        for (int step = MATCH_TRAIL; step < MATCH_STEP_COUNT; step++) {
            match->step = (MatchStep)step;
            find_at_step(arena, file, hunk, &old, range, match);
            if (match->outcome != MATCH_FOUND_NONE)
                return;
        }
        /* Models put empty lines around a text; as context they say nothing. */
        size_t whole = range.to - range.from;
        while (range.from < range.to && is_blank_context(hunk, old.ptr[range.from]))
            range.from++;
        while (range.from < range.to && is_blank_context(hunk, old.ptr[range.to - 1]))
            range.to--;
        if (range.from == range.to || range.to - range.from == whole)
            break;
    }
    if (file->work <= MATCH_WORK_MAX)
        hunk_match_anchored(arena, file, hunk, match);
}

bool hunk_match_choose(Arena *arena, MatchFile *file, const Hunk *hunk, uint32_t line, Match *match)
{
    PlaceVec old = hunk_match_old_lines(arena, hunk);
    if (!old.len && line <= file->text.count) {
        match->insert_at = line;
        match->outcome = MATCH_FOUND_ONE;
        return true;
    }
    size_t from = 0;
    if (match->lines < old.len) /* empty lines at its begin were left out */
        while (from < old.len && is_blank_context(hunk, old.ptr[from]))
            from++;
    for (size_t i = 0; i < match->places.len; i++)
        if (match->places.ptr[i] == line + from) {
            hunk_match_set_at(arena, hunk, &old, (OldRange){from, from + match->lines},
                              line + (uint32_t)from, match);
            return hunk_match_holds_additions(hunk, match->at);
        }
    return false;
}
