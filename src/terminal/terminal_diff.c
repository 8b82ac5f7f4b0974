/* The counts in a hunk's head keep a removed line `-- x` from being taken for a head. Removed and
   added lines are paired in order; common ends of a pair are left unmarked. */
#include "terminal/terminal_diff.h"

/* Lines of a change that are paired; in longer changes pairs mean little. */
#define PAIRS_MAX 64

typedef struct Diff {
    Arena *arena;
    Str rest;
    bool styled;
    Buf *out;
    uint64_t old_left, new_left; /* lines of the hunk that are still to come */
    Str removed[PAIRS_MAX];
    Str added[PAIRS_MAX];
    size_t removed_count, added_count;
} Diff;

static void put_line(Diff *diff, CellSpan cells)
{
    cells_write(diff->out, cells, diff->styled);
    buf_put_byte(diff->out, '\n');
}

static void put_whole(Diff *diff, Str line, Look look)
{
    Arena scratch = *diff->arena;
    CellVec cells = {0};
    cells_put(&scratch, &cells, line, 0, style_of(look), CLEAN_CODE);
    put_line(diff, cells_span(&cells));
}

/* The part of `text` between the ends common with its partner; whole characters. */
static void find_middle(Str text, Str other, size_t *from, size_t *to)
{
    size_t most = MIN(text.len, other.len), start = 1, end = 0;
    while (start < most && text.ptr[start] == other.ptr[start])
        start++;
    start = str_char_floor(text, start);
    while (end < most - start && text.ptr[text.len - end - 1] == other.ptr[other.len - end - 1])
        end++;
    while (end && ((unsigned char)text.ptr[text.len - end] & 0xC0) == 0x80)
        end--;
    *from = start;
    *to = text.len - end;
}

/* Marking makes sense only for lines with much in common. */
static bool is_similar(Str text, size_t from, size_t to)
{
    return from < to && (to - from) * 2 <= text.len;
}

static void put_pair(Diff *diff, Str line, Str other, bool added)
{
    size_t from, to, other_from, other_to;
    Look look = added ? LOOK_ADDED : LOOK_REMOVED;
    find_middle(line, other, &from, &to);
    find_middle(other, line, &other_from, &other_to);
    if (!is_similar(line, from, to) && !is_similar(other, other_from, other_to)) {
        put_whole(diff, line, look);
        return;
    }
    Arena scratch = *diff->arena;
    CellVec cells = {0};
    Style style = style_of(look), marked = style_of(added ? LOOK_ADDED_WORD : LOOK_REMOVED_WORD);
    cells_put(&scratch, &cells, str_slice(line, 0, from), 0, style, CLEAN_CODE);
    cells_put(&scratch, &cells, str_slice(line, from, to), 0, marked, CLEAN_CODE);
    cells_put(&scratch, &cells, str_from_offset(line, to), 0, style, CLEAN_CODE);
    put_line(diff, cells_span(&cells));
}

static void flush_change(Diff *diff)
{
    bool paired = diff->removed_count == diff->added_count;
    for (size_t i = 0; i < diff->removed_count; i++)
        if (paired)
            put_pair(diff, diff->removed[i], diff->added[i], false);
        else
            put_whole(diff, diff->removed[i], LOOK_REMOVED);
    for (size_t i = 0; i < diff->added_count; i++)
        if (paired)
            put_pair(diff, diff->added[i], diff->removed[i], true);
        else
            put_whole(diff, diff->added[i], LOOK_ADDED);
    diff->removed_count = diff->added_count = 0;
}

/* Reads `12,3 ` or `12 `: the count after the comma, else 1. */
static uint64_t read_count(Str *text)
{
    Str range = {0}, start = {0};
    uint64_t count = 1;
    str_take_until(text, ' ', &range);
    str_take_until(&range, ',', &start);
    if (range.len && !str_parse_u64(range, &count))
        count = 0;
    return count;
}

static void take_hunk(Diff *diff, Str line)
{
    Str rest = str_from_offset(line, 3);
    if (str_starts(rest, STR("-"))) {
        diff->old_left = read_count(&rest);
        diff->new_left = str_starts(rest, STR("+")) ? read_count(&rest) : 0;
    }
    put_whole(diff, line, LOOK_HUNK);
}

static void take_changed(Diff *diff, Str line, bool added)
{
    uint64_t *left = added ? &diff->new_left : &diff->old_left;
    *left -= *left > 0;
    if (diff->added_count == PAIRS_MAX || diff->removed_count == PAIRS_MAX ||
        (!added && diff->added_count))
        flush_change(diff);
    if (added)
        diff->added[diff->added_count++] = line;
    else
        diff->removed[diff->removed_count++] = line;
}

static void take_line(Diff *diff, Str line)
{
    char mark = line.len ? line.ptr[0] : ' ';
    bool inside = diff->old_left || diff->new_left;
    bool is_head = !inside && (str_starts(line, STR("--- ")) || str_starts(line, STR("+++ ")));
    if (byte_in(mark, "+-") && !is_head) {
        take_changed(diff, line, mark == '+'); /* with its CR: that may be the only change */
        return;
    }
    line.len -= str_ends(line, STR("\r"));
    flush_change(diff);
    if (str_starts(line, STR("@@ "))) {
        take_hunk(diff, line);
    } else if (inside && byte_in(mark, " \\")) {
        diff->old_left -= mark == ' ' && diff->old_left;
        diff->new_left -= mark == ' ' && diff->new_left;
        put_whole(diff, line, LOOK_TEXT);
    } else {
        bool is_file = is_head || str_starts(line, STR("diff ")) || str_starts(line, STR("*** "));
        put_whole(diff, line, is_file ? LOOK_FILE : LOOK_TEXT);
    }
}

void terminal_diff_write(Arena scratch, Str diff, bool styled, Buf *out)
{
    Diff state = {.arena = &scratch, .rest = diff, .styled = styled, .out = out};
    Str line;
    while (str_take_until(&state.rest, '\n', &line))
        take_line(&state, line);
    flush_change(&state);
}
