/* Hunks are placed as patch(1) does: by their numbers first, then by their text, with less and less
   context. A place that text alone gives must be the only one. If the hunk as a whole has no place,
   each of its runs of changes is tried with the context around it. */
#include "relations/hunk_place.h"

/* Context of a run: what `git diff` writes. */
#define CONTEXT_LINES 3

/* Lines of a hunk, and the number of the first one on each side. */
typedef struct Piece {
    const Str *lines;
    size_t count;
    uint32_t old_at, new_at;
} Piece;

typedef struct Side {
    Str *ptr;
    size_t count;
    uint32_t at;
    bool has_word; /* some line has more than punctuation */
} Side;

typedef struct Placing {
    Arena *arena;
    const FileLines *file;
    HunkChanges *placed;
} Placing;

static Str without_return(Str line)
{
    return str_ends(line, STR("\r")) ? str_slice(line, 0, line.len - 1) : line;
}

FileLines hunk_file_lines(Arena *arena, Str text)
{
    VEC(Str) lines = {0};
    for (Str line; str_take_line(&text, &line);)
        *VEC_PUSH(arena, &lines) = without_return(line);
    return (FileLines){lines.ptr, lines.len};
}

static bool has_word(Str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (byte_is_word(line.ptr[i]))
            return true;
    return false;
}

/* The lines of the side whose changed lines have the sign. */
static Side side_of(Arena *arena, const Piece *piece, char sign)
{
    Side side = {.ptr = NEW(arena, Str, piece->count + 1),
                 .at = sign == '+' ? piece->new_at : piece->old_at};
    for (size_t i = 0; i < piece->count; i++) {
        Str line = piece->lines[i];
        if (line.ptr[0] != ' ' && line.ptr[0] != sign)
            continue;
        side.ptr[side.count] = without_return(str_from_offset(line, 1));
        side.has_word |= has_word(side.ptr[side.count++]);
    }
    return side;
}

/* `at` counts from 1. */
static bool is_at(const FileLines *file, const Side *side, size_t at)
{
    if (!at || at - 1 + side->count > file->count)
        return false;
    for (size_t i = 0; i < side->count; i++)
        if (!str_equal(file->ptr[at - 1 + i], side->ptr[i]))
            return false;
    return true;
}

/* The only line at which the side's text begins; or 0. */
static uint32_t only_place(const FileLines *file, const Side *side)
{
    uint32_t found = 0;
    if (!side->count || !side->has_word)
        return 0;
    for (size_t at = 1; at + side->count <= file->count + 1; at++) {
        if (!is_at(file, side, at))
            continue;
        if (found)
            return 0;
        found = (uint32_t)at;
    }
    return found;
}

static bool take(const Placing *placing, const Piece *piece, char sign, uint32_t at)
{
    if (!at)
        return false;
    placing->placed->before |= sign == '-';
    diff_numbers_take_changes(placing->arena, piece->lines, piece->count, sign, at,
                              &placing->placed->changes);
    return true;
}

static bool place_by_number(const Placing *placing, const Piece *piece)
{
    Side after = side_of(placing->arena, piece, '+'), before = side_of(placing->arena, piece, '-');
    if (after.count && is_at(placing->file, &after, after.at))
        return take(placing, piece, '+', after.at);
    if (before.count && is_at(placing->file, &before, before.at))
        return take(placing, piece, '-', before.at);
    /* Lines taken away without context leave nothing to compare but their absence. */
    return !after.count && after.at <= placing->file->count + 1 &&
           !only_place(placing->file, &before) && take(placing, piece, '+', MAX(after.at, 1u));
}

static bool place_by_text(const Placing *placing, const Piece *piece)
{
    Side after = side_of(placing->arena, piece, '+'), before = side_of(placing->arena, piece, '-');
    return take(placing, piece, '+', only_place(placing->file, &after)) ||
           take(placing, piece, '-', only_place(placing->file, &before));
}

/* ---- runs of a hunk ---- */

static bool is_change(const Piece *piece, size_t i)
{
    return piece->lines[i].ptr[0] != ' ';
}

/* Lines [from, to) of a piece. */
static Piece part_of(const Piece *piece, size_t from, size_t to)
{
    Piece part = {piece->lines + from, to - from, piece->old_at, piece->new_at};
    for (size_t i = 0; i < from; i++) {
        part.old_at += piece->lines[i].ptr[0] != '+';
        part.new_at += piece->lines[i].ptr[0] != '-';
    }
    return part;
}

/* Places the run [from, to), with as much of its context as has a place. */
static bool place_run(const Placing *placing, const Piece *piece, size_t from, size_t to)
{
    size_t above = 0, below = 0;
    while (above < MIN(from, (size_t)CONTEXT_LINES) && !is_change(piece, from - above - 1))
        above++;
    while (below < MIN(piece->count - to, (size_t)CONTEXT_LINES) && !is_change(piece, to + below))
        below++;
    for (size_t context = MAX(above, below) + 1; context--;) {
        Piece run = part_of(piece, from - MIN(above, context), to + MIN(below, context));
        if (place_by_text(placing, &run))
            return true;
    }
    return false;
}

void hunk_place(Arena *arena, const FileLines *file, const PatchHunk *hunk, const Str *lines,
                HunkChanges *placed)
{
    Placing placing = {arena, file, placed};
    Piece whole = {lines, hunk->count, hunk->old_start, hunk->new_start};
    if (place_by_number(&placing, &whole) || place_by_text(&placing, &whole))
        return;
    for (size_t from = 0, to; from < whole.count; from = to) {
        to = from + 1;
        if (!is_change(&whole, from))
            continue;
        while (to < whole.count && is_change(&whole, to))
            to++;
        placed->nowhere |= !place_run(&placing, &whole, from, to);
    }
}
