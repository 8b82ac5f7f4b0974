/* The nearest region is the window of the file that shares most text with the old lines. Each line
   equal but for white space and Unicode votes for the window that puts both at one position. If no
   line is equal, windows are ranked by the words that they share, then by the fewest other
   words. */
#include "edit/refuse.h"

#include "base/buf.h"
#include "edit/patch.h"

/* Lines that occur more often do not locate a text, and cost a vote each. */
#define COMMON_LINES 64
/* A long line counts no more than this many bytes. */
#define VOTE_BYTES_MAX 80

EditRefusal *refuse(Arena *arena, EditSet *set, Str path, EditReason reason, Str message)
{
    EditRefusal *refusal = set->refused.len < REFUSALS_MAX ? VEC_PUSH(arena, &set->refused)
                                                           : NEW(arena, EditRefusal, 1);
    *refusal = (EditRefusal){.path = path, .reason = reason, .message = message};
    return refusal;
}

/* ---- the nearest region ---- */

/* The window's first line by votes; PLACE_NONE: no line is equal. */
static uint32_t nearest_by_lines(Arena *arena, FileText *file, const Hunk *hunk,
                                 const PlaceVec *old)
{
    uint32_t *votes = NEW(arena, uint32_t, file->count + old->len + 1);
    uint32_t best = 0, found = PLACE_NONE;
    file_text_number(arena, file, MATCH_UNICODE);
    /* Lists of the old lines of each number: the last line + 1, and for each line the one
       before. */
    uint32_t *last = NEW(arena, uint32_t, file->count + 2);
    uint32_t *before = NEW(arena, uint32_t, old->len + 1);
    for (uint32_t i = 0; i < old->len; i++) {
        Str text = str_trim(hunk->lines.ptr[old->ptr[i]].text);
        uint32_t number = file_text_find(arena, file, text, MATCH_UNICODE);
        if (!number || !text.len || file->line_counts[MATCH_UNICODE][number] > COMMON_LINES)
            continue;
        before[i] = last[number];
        last[number] = i + 1;
    }
    for (size_t line = 0; line < file->count; line++) {
        size_t bytes = str_trim(file->lines[line].text).len;
        for (uint32_t i = last[file->line_numbers[MATCH_UNICODE][line]]; i; i = before[i - 1])
            votes[line + old->len - (i - 1)] += (uint32_t)MIN(bytes, (size_t)VOTE_BYTES_MAX);
    }
    for (size_t i = 0; i < file->count + old->len; i++)
        if (votes[i] > best) {
            best = votes[i];
            found = (uint32_t)(i > old->len ? i - old->len : 0);
        }
    return found;
}

static bool take_word(Str *rest, Str *word)
{
    size_t at = 0, end;
    while (at < rest->len && !byte_is_word(rest->ptr[at]))
        at++;
    for (end = at; end < rest->len && byte_is_word(rest->ptr[end]);)
        end++;
    *word = str_slice(*rest, at, end);
    *rest = str_from_offset(*rest, end);
    return word->len > 0;
}

static uint32_t nearest_by_words(Arena *arena, const FileText *file, const Hunk *hunk,
                                 const PlaceVec *old)
{
    Map words = map_open(arena);
    Str word;
    for (size_t i = 0; i < old->len; i++)
        for (Str rest = hunk->lines.ptr[old->ptr[i]].text; take_word(&rest, &word);)
            *map_put(&words, word, NULL) = 1;
    uint32_t *shared = NEW(arena, uint32_t, file->count + 1), sum = 0, best = 0;
    uint32_t *others = NEW(arena, uint32_t, file->count + 1), rest_sum = 0, best_rest = 0;
    uint32_t found = PLACE_NONE;
    for (size_t line = 0; line < file->count; line++) {
        for (Str rest = file->lines[line].text; take_word(&rest, &word);) {
            uint32_t *score = map_find(&words, word) ? shared : others;
            score[line] += (uint32_t)MIN(word.len, (size_t)VOTE_BYTES_MAX);
        }
        sum += shared[line] - (line >= old->len ? shared[line - old->len] : 0);
        rest_sum += others[line] - (line >= old->len ? others[line - old->len] : 0);
        if (sum > best || (best && sum == best && rest_sum < best_rest)) {
            best = sum;
            best_rest = rest_sum;
            found = (uint32_t)(line + 1 >= old->len ? line + 1 - old->len : 0);
        }
    }
    return found;
}

static void set_nearest(Arena *arena, MatchFile *file, const Hunk *hunk, EditRefusal *refusal)
{
    PlaceVec old = hunk_match_old_lines(arena, hunk);
    FileText *text = &file->text;
    if (!text->count || !old.len)
        return;
    uint32_t from = nearest_by_lines(arena, text, hunk, &old);
    if (from == PLACE_NONE)
        from = nearest_by_words(arena, text, hunk, &old);
    if (from == PLACE_NONE)
        return;
    from = MIN(from, (uint32_t)text->count - 1);
    size_t count = MIN(MIN(old.len, (size_t)REFUSE_NEAREST_LINES), text->count - from);
    Buf shown = buf_open(arena, REFUSE_NEAREST_BYTES);
    size_t lines = 0;
    for (; lines < count && !shown.overflow; lines++) {
        const FileLine *line = &text->lines[from + lines];
        buf_put(&shown, str_join(arena, line->text, line->end));
    }
    lines -= shown.overflow;
    if (lines) {
        refusal->nearest = (EditLines){from + 1, from + (uint32_t)lines};
        refusal->nearest_text = buf_str(&shown);
    }
}

/* ---- hunks ---- */

void refuse_missing(Arena *arena, EditSet *set, MatchFile *file, const Hunk *hunk, const char *why)
{
    Str message =
        why ? str_format(arena, "The text at line %zu of the patch has no certain place: %s.",
                         hunk->patch_line, why)
            : str_format(arena, "The text at line %zu of the patch is not in the file.",
                         hunk->patch_line);
    EditRefusal *refusal = refuse(arena, set, file->path, EDIT_MISSING, message);
    refusal->hash = edit_hash(arena, file->text.bytes);
    if (set->refused.len <= REFUSALS_WITH_NEAREST)
        set_nearest(arena, file, hunk, refusal);
}

void refuse_ambiguous(Arena *arena, EditSet *set, const MatchFile *file, const Hunk *hunk,
                      const Match *match)
{
    Str message = str_format(arena,
                             "The text at line %zu of the patch is in the file %zu times; add "
                             "lines around it until it is there once.",
                             hunk->patch_line, match->places.len);
    EditRefusal *refusal = refuse(arena, set, file->path, EDIT_AMBIGUOUS, message);
    refusal->hash = edit_hash(arena, file->text.bytes);
    for (size_t i = 0; i < MIN(match->places.len, (size_t)REFUSE_PLACES_MAX); i++)
        *VEC_PUSH(arena, &refusal->candidates) =
            (EditLines){match->places.ptr[i] + 1, match->places.ptr[i] + (uint32_t)match->lines};
}
