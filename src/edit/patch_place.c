/* The hunks of a file are placed in its content before the patch; first by their text alone, then
   those that are ambiguous by the numbers of the diff, if these are certain:
   - the diff names the content that the file has (git's id), or
   - all other hunks of the file are where their numbers say, or
   - a hunk before and one after are off by the same number of lines, and no other differs. */
#include "edit/patch_state.h"

#include "base/buf.h"

#include "edit/reindent.h"
#include "lang/lang.h"

/* Fewer digits of git's id prove nothing; git writes at least 7. */
#define ID_DIGITS_MIN 7

/* ---- numbers of diffs ---- */

typedef struct Placed {
    const Hunk *hunk;
    const PatchPart *part;
    Match match;
} Placed;
typedef VEC(Placed) PlacedVec;

/* Whether the diff was made from the current content of the file. */
static bool names_content(Patched *patched, const PatchPart *part)
{
    if (part->old_id.len < ID_DIGITS_MIN)
        return false;
    if (!patched->git_id[0])
        hash_git_blob(patched->file.text.bytes, patched->git_id);
    return str_starts(str_from(patched->git_id), part->old_id);
}

/* The distance of a hunk, placed by its text, from its number; false if either is missing. */
static bool shift_of(const Placed *placed, int64_t *shift)
{
    if (placed->match.outcome != MATCH_FOUND_ONE || !placed->match.at || !placed->hunk->is_numbered)
        return false;
    int64_t old = 0;
    for (size_t i = 0; i < placed->hunk->lines.len; i++) {
        if (placed->match.at[i] != PLACE_NONE) {
            *shift = (int64_t)placed->match.at[i] - old - ((int64_t)placed->hunk->old_number - 1);
            return true;
        }
        old += placed->hunk->lines.ptr[i].sign != '+';
    }
    return false;
}

/* Whether the other hunks make the numbers certain. */
static bool find_shift(const PlacedVec *all, size_t index, int64_t *shift)
{
    bool before = false, after = false;
    for (size_t i = 0; i < all->len; i++) {
        int64_t found;
        if (i == index || !shift_of(&all->ptr[i], &found))
            continue;
        if ((before || after) && found != *shift)
            return false;
        *shift = found;
        before = before || i < index;
        after = after || i > index;
    }
    return (before && after) || ((before || after) && *shift == 0);
}

/* Places one hunk by its number, if that is certain. */
static void choose_by_number(Applying *apply, Patched *patched, const PlacedVec *by_text,
                             size_t index, Placed *placed)
{
    const Hunk *hunk = placed->hunk;
    int64_t shift = 0;
    bool adds_only = !hunk_match_old_lines(apply->arena, hunk).len;
    if (!adds_only && placed->match.outcome == MATCH_FOUND_NONE)
        return;
    bool same = names_content(patched, placed->part);
    if (!hunk->is_numbered || (!same && (adds_only || !find_shift(by_text, index, &shift))))
        return;
    /* A hunk without old lines has the number of the line before. */
    int64_t line = (int64_t)hunk->old_number + shift - !adds_only;
    if (line >= 0 && line < (int64_t)PLACE_NONE)
        (void)!hunk_match_choose(apply->arena, &patched->file, hunk, (uint32_t)line,
                                 &placed->match);
}

/* ---- left-out lines ---- */

/* Lines of a new text, with the one that is judged. */
typedef struct NewLine {
    Str text, line, before, after; /* before and after: the lines next to it */
} NewLine;

static NewLine new_line(Str text, Str line, Str before, Str rest)
{
    NewLine made = {.text = text, .line = str_trim(line), .before = str_trim_end(before)};
    (void)!str_take_line(&rest, &made.after);
    made.after = str_trim(made.after);
    return made;
}

/* How often a word occurs in a text. */
static size_t count_word(Str text, Str word)
{
    size_t count = 0;
    for (size_t at; (at = str_find(text, word)) != STR_NONE;) {
        bool begins = !at || !byte_is_word(text.ptr[at - 1]);
        text = str_from_offset(text, at + word.len);
        count += begins && !(text.len && byte_is_word(text.ptr[0]));
    }
    return count;
}

/* Whether the line can be an item of a list, by the marks at its end or after it. */
static bool is_item(const NewLine *made, Str line)
{
    return byte_in(line.ptr[line.len - 1], ",;)]}") ||
           (made->after.len && byte_in(made->after.ptr[0], ")]}>"));
}

/* Whether dots spread one name, without blanks, as in `...rest,` and `rest...)`. They are code
   then: for certain if the name is elsewhere, or the line calls or marks it. */
static bool is_spread(const NewLine *new, Str file, bool *certain)
{
    Str line = new->line, name;
    bool leads = str_starts(line, STR("..."));
    size_t at = leads ? 3 : 0, end;
    for (size_t i = 0; i < line.len; i++)
        if (byte_is_space(line.ptr[i]) || (unsigned char)line.ptr[i] >= 0x80)
            return false;
    while (at < line.len && byte_in(line.ptr[at], "?$&*"))
        at++;
    for (end = at; end < line.len && byte_is_word(line.ptr[end]);)
        end++;
    name = str_slice(line, at, end);
    bool trails = !leads && str_starts(str_from_offset(line, end), STR("..."));
    if (!name.len || byte_is_digit(name.ptr[0]) || (!leads && !trails) || !is_item(new, line) ||
        str_find(str_from_offset(line, leads ? end : end + 3), STR("..")) != STR_NONE)
        return false;
    *certain = at > 3 || str_find(line, STR("(")) != STR_NONE || count_word(file, name) ||
               count_word(new->text, name) > 1;
    return true;
}

/* Whether the line is the end of a list of parameters: `...` between a comma and a bracket. */
static bool is_last_parameter(const NewLine *new)
{
    return str_equal(new->line, STR("...")) && str_ends(new->before, STR(",")) &&
           str_starts(new->after, STR(")"));
}

/* Whether a new line stands for text that the model left out (`// ... existing code ...`), and is
   not a line of the file. */
static PatchLeftOut left_out_of(Applying *apply, Patched *patched, const NewLine *new)
{
    Str line = new->line;
    bool certain;
    const Language *language = lang_detect(patched->path, (Str){0});
    const LangFacts *facts = lang_facts(language);
    bool is_prose = facts->holds_prose || facts->is_plain_text, is_comment;
    PatchLeftOut found = patch_line_leaves_out(line, is_prose);
    if (found && !is_prose && is_spread(new, patched->file.text.bytes, &certain))
        return certain ? LEFT_OUT_NOT : LEFT_OUT_CODE;
    if (found == LEFT_OUT_CODE && !is_last_parameter(new) && patch_is_elision(line, &is_comment) &&
        !is_prose && !facts->holds_data && !facts->dots_are_code)
        found = LEFT_OUT_PERHAPS;
    if (found && patched->found &&
        file_text_find(apply->arena, &patched->file.text, line, MATCH_UNICODE))
        return LEFT_OUT_NOT;
    return found;
}

void patch_refuse_left_out(Applying *apply, Patched *patched, size_t patch_line)
{
    patch_refuse_file(
        apply, patched, EDIT_SYNTAX,
        str_format(apply->arena,
                   "A new line stands for text that was left out (in the part at line %zu "
                   "of the patch); write the text out.",
                   patch_line));
}

/* Whether a finding counts: `removed` old lines go, `added` new ones come. */
static bool counts(PatchLeftOut found, size_t removed, size_t added)
{
    return found == LEFT_OUT_SURE || (found == LEFT_OUT_PERHAPS && removed) ||
           (found == LEFT_OUT_AS_IS && removed && removed >= added) ||
           (found == LEFT_OUT_CODE && removed > added);
}

bool patch_leaves_out(Applying *apply, Patched *patched, Str text, Str before)
{
    Str rest = text, line, former = {0};
    size_t added = 0, removed = 0;
    while (str_take_line(&rest, &line))
        added++;
    while (str_take_line(&before, &line))
        removed++;
    for (rest = text; str_take_line(&rest, &line); former = line) {
        NewLine new = new_line(text, line, former, rest);
        if (counts(left_out_of(apply, patched, &new), removed, added))
            return true;
    }
    return false;
}

/* The new text of a hunk. */
static Str new_text(Arena *arena, const Hunk *hunk)
{
    Buf text = buf_open(arena, 0);
    for (size_t i = 0; i < hunk->lines.len; i++)
        if (hunk->lines.ptr[i].sign != '-') {
            buf_put(&text, hunk->lines.ptr[i].text);
            buf_put_byte(&text, '\n');
        }
    return buf_str(&text);
}

static bool hunk_is_left_out(Applying *apply, Patched *patched, const Hunk *hunk)
{
    size_t removed = 0, added = 0;
    for (size_t i = 0; i < hunk->lines.len; i++) {
        removed += hunk->lines.ptr[i].sign == '-';
        added += hunk->lines.ptr[i].sign == '+';
    }
    Str text = new_text(apply->arena, hunk), rest = text, line, former = {0};
    for (size_t i = 0; i < hunk->lines.len; i++) {
        if (hunk->lines.ptr[i].sign == '-' || !str_take_line(&rest, &line))
            continue;
        NewLine new = new_line(text, line, former, rest);
        if (hunk->lines.ptr[i].sign == '+' &&
            counts(left_out_of(apply, patched, &new), removed, added))
            return true;
        former = line;
    }
    return false;
}

/* ---- hunks ---- */

/* Whether the last old line of a placed hunk is the file's last. */
static bool is_at_end(const FileText *text, const Hunk *hunk, const Match *match)
{
    for (size_t i = hunk->lines.len; match->at && i-- > 0;)
        if (hunk->lines.ptr[i].sign != '+')
            return (size_t)match->at[i] + 1 == text->count;
    return true;
}

/* Whether lines [from, to) of a hunk, without their signs, are the file's lines at `place`. */
static bool has_lines(const FileText *text, const Hunk *hunk, size_t from, size_t to, int64_t place)
{
    if (place < 0 || (size_t)place + (to - from) > text->count)
        return false;
    for (size_t i = from; i < to; i++)
        if (!str_equal(hunk->lines.ptr[i].text, text->lines[(size_t)place + i - from].text))
            return false;
    return true;
}

/* Why a numbered hunk that adds lines at its own edge does not belong where its old lines are;
   NULL: it does. As in git, such a hunk is at the file's edge: it has no context there. */
static const char *edge_problem(const FileText *text, const Placed *placed)
{
    const Hunk *hunk = placed->hunk;
    size_t count = hunk->lines.len, first = 0, last = count;
    if (!hunk->is_numbered || placed->match.outcome != MATCH_FOUND_ONE || !placed->match.at)
        return NULL;
    while (first < count && hunk->lines.ptr[first].sign == '+')
        first++;
    while (last > first && hunk->lines.ptr[last - 1].sign == '+')
        last--;
    first = first < count && hunk->lines.ptr[first].sign == ' ' ? first : 0;
    last = last && hunk->lines.ptr[last - 1].sign == ' ' ? last : count;
    if (first >= last || placed->match.at[first] == PLACE_NONE ||
        placed->match.at[last - 1] == PLACE_NONE)
        return NULL;
    int64_t top = placed->match.at[first], below = (int64_t)placed->match.at[last - 1] + 1;
    bool heads = first && has_lines(text, hunk, 0, first, top - (int64_t)first);
    bool tails = last < count && has_lines(text, hunk, last, count, below);
    if (heads || tails)
        return "the lines that it adds are there already";
    if (first && hunk->old_number <= 1 && top)
        return "it adds lines before the file's first one, which is another now";
    return last < count && placed->part->old_id.len && below < (int64_t)text->count
               ? "it adds lines after the file's last one, which is another now"
               : NULL;
}

static void add_splices(Applying *apply, Patched *patched, const Placed *placed)
{
    const Hunk *hunk = placed->hunk;
    Str *texts = NEW(apply->arena, Str, hunk->lines.len + 1);
    const char *at_edge = edge_problem(&patched->file.text, placed);
    if (at_edge) {
        refuse_missing(apply->arena, apply->set, &patched->file, hunk, at_edge);
        patched->refused = true;
    } else if (hunk_is_left_out(apply, patched, hunk)) {
        patch_refuse_left_out(apply, patched, hunk->patch_line);
    } else if (placed->match.outcome == MATCH_FOUND_SEVERAL) {
        refuse_ambiguous(apply->arena, apply->set, &patched->file, hunk, &placed->match);
        patched->refused = true;
    } else if (placed->match.outcome == MATCH_FOUND_NONE) {
        refuse_missing(apply->arena, apply->set, &patched->file, hunk, placed->match.why);
        patched->refused = true;
    } else if (!reindent_hunk(apply->arena, &patched->file, hunk, &placed->match, texts)) {
        refuse_missing(apply->arena, apply->set, &patched->file, hunk,
                       "its indentation differs from the file's in a way that cannot be carried "
                       "over to the new lines");
        patched->refused = true;
    } else {
        splice_add_hunk(apply->arena, hunk, &placed->match, texts, &patched->splices);
        if (hunk->says_final && is_at_end(&patched->file.text, hunk, &placed->match))
            patched->final = hunk->new_is_bare ? FINAL_NONE : FINAL_PRESENT;
    }
}

/* Models put empty lines around both texts of a block. A place must not be unique because of
   them. */
static void try_trimmed(Applying *apply, Patched *patched, Placed *placed)
{
    Match match;
    hunk_match_place(apply->arena, &patched->file, placed->hunk->trimmed, &match);
    if (match.outcome == MATCH_FOUND_NONE ||
        (match.outcome == MATCH_FOUND_ONE && placed->match.outcome != MATCH_FOUND_NONE))
        return;
    placed->hunk = placed->hunk->trimmed;
    placed->match = match;
}

/* Places the hunks of all parts of the file. */
void patch_place_hunks(Applying *apply, Patched *patched)
{
    PlacedVec all = {0};
    size_t unplaced = 0;
    for (size_t p = 0; p < patched->parts.len; p++) {
        const PatchPart *part = patched->parts.ptr[p];
        for (size_t h = 0; h < part->hunks.len; h++) {
            Placed *placed = VEC_PUSH(apply->arena, &all);
            placed->hunk = &part->hunks.ptr[h];
            placed->part = part;
            if (unplaced > REFUSALS_MAX)
                continue;
            hunk_match_place(apply->arena, &patched->file, placed->hunk, &placed->match);
            if (placed->match.outcome != MATCH_FOUND_SEVERAL && placed->hunk->trimmed)
                try_trimmed(apply, patched, placed);
            unplaced += placed->match.outcome != MATCH_FOUND_ONE;
        }
    }
    PlacedVec by_text = {0};
    for (size_t i = 0; i < all.len; i++)
        *VEC_PUSH(apply->arena, &by_text) = all.ptr[i];
    for (size_t i = 0; i < all.len; i++)
        if (all.ptr[i].match.outcome != MATCH_FOUND_ONE)
            choose_by_number(apply, patched, &by_text, i, &all.ptr[i]);
    for (size_t i = 0; i < all.len && apply->set->refused.len < REFUSALS_MAX; i++)
        add_splices(apply, patched, &all.ptr[i]);
    patched->refused = patched->refused || apply->set->refused.len >= REFUSALS_MAX;
}
