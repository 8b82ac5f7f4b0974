/* Word diff. Lines are cut into words, runs of blanks and single signs. The common beginning and
   end are skipped; the rest is compared by longest common subsequence, or differs as a whole if it
   is long.

   Lines are paired by the pieces they share in any order. The pairing is monotonic and has the
   greatest sum of similarities (dynamic programming). */
#include "view/diff_words.h"

#include "base/hash.h"

#include <stdlib.h>

/* The longest common subsequence is quadratic in the pieces of a line. */
#define PIECES_MAX 300
/* Bytes of a line that are compared when lines are paired. */
#define ALIKE_BYTES_MAX 400
/* Pairs of lines that are compared to find the best pairing. Of a larger change, and at most for
   ROWS_MAX lines, the first line is paired with the first, and so on. A guess. */
#define PAIRS_MAX 40000
#define ROWS_MAX 1000
/* Of a single word of that length, such as a key in base64, the bytes that differ are marked. */
#define WORD_BYTES_LONG 120
/* Lines that are less alike are one that is removed and one that is added. A guess. */
#define ALIKE_PERCENT 60

typedef struct Pieces {
    WordSpan *spans;
    uint64_t *hashes;
    uint32_t count; /* PIECES_MAX + 1: there are more */
} Pieces;

static size_t piece_end(Str line, size_t at)
{
    size_t end = at + 1;
    if (byte_is_word(line.ptr[at]))
        while (end < line.len && byte_is_word(line.ptr[end]))
            end++;
    else if (byte_is_space(line.ptr[at]))
        while (end < line.len && byte_is_space(line.ptr[end]))
            end++;
    return end;
}

static Pieces pieces_of(Arena *arena, Str line)
{
    Pieces pieces = {.spans = NEW(arena, WordSpan, PIECES_MAX + 1),
                     .hashes = NEW(arena, uint64_t, PIECES_MAX + 1)};
    for (size_t at = 0; at < line.len && pieces.count <= PIECES_MAX;) {
        size_t end = piece_end(line, at);
        pieces.spans[pieces.count] = (WordSpan){(uint32_t)at, (uint32_t)end};
        pieces.hashes[pieces.count++] = hash_fast(str_slice(line, at, end));
        at = end;
    }
    return pieces;
}

/* ---- differences ---- */

/* The pieces between the common beginning and the common end. */
typedef struct Middle {
    uint32_t first, old_end, new_end;
} Middle;

static Middle middle_of(const Pieces *old, const Pieces *new)
{
    Middle middle = {0, old->count, new->count};
    while (middle.first < MIN(old->count, new->count) &&
           old->hashes[middle.first] == new->hashes[middle.first])
        middle.first++;
    while (middle.old_end > middle.first && middle.new_end > middle.first &&
           old->hashes[middle.old_end - 1] == new->hashes[middle.new_end - 1]) {
        middle.old_end--;
        middle.new_end--;
    }
    return middle;
}

/* Adds a span; joins it with the last one if only blanks are between them. */
static void add_span(Str line, WordMarks *marks, WordSpan span)
{
    WordSpan *last = marks->count ? &marks->spans[marks->count - 1] : NULL;
    bool joins = last && (last->end == span.start || marks->count == WORD_MARKS_MAX ||
                          (last->end + 1 == span.start && line.ptr[last->end] == ' '));
    if (joins)
        last->end = span.end;
    else
        marks->spans[marks->count++] = span;
}

/* Table of longest common subsequences: the length for the suffixes from each pair of positions. */
static uint16_t *common_lengths(Arena *arena, const Pieces *old, const Pieces *new,
                                const Middle *middle)
{
    uint32_t rows = middle->old_end - middle->first, columns = middle->new_end - middle->first;
    uint16_t *lengths = NEW(arena, uint16_t, (size_t)(rows + 1) * (columns + 1));
    for (uint32_t i = rows; i-- > 0;)
        for (uint32_t k = columns; k-- > 0;) {
            uint16_t *cell = &lengths[i * (columns + 1) + k];
            bool same = old->hashes[middle->first + i] == new->hashes[middle->first + k];
            *cell = same ? (uint16_t)(cell[columns + 2] + 1) : MAX(cell[columns + 1], cell[1]);
        }
    return lengths;
}

/* Marks everything between the common beginning and end in bytes, for lines with too many
   pieces. */
static void differ_by_bytes(Str old, Str new, WordMarks *of_old, WordMarks *of_new)
{
    size_t first = 0, last = 0, least = MIN(old.len, new.len);
    while (first < least && old.ptr[first] == new.ptr[first])
        first++;
    while (last < least - first && old.ptr[old.len - 1 - last] == new.ptr[new.len - 1 - last])
        last++;
    first = str_char_floor(old, first);
    while (last && str_char_floor(old, old.len - last) != old.len - last)
        last--;
    if (old.len - last > first)
        add_span(old, of_old, (WordSpan){(uint32_t)first, (uint32_t)(old.len - last)});
    if (new.len - last > first)
        add_span(new, of_new, (WordSpan){(uint32_t)first, (uint32_t)(new.len - last)});
}

static void differ_by_pieces(Arena scratch, Str old, Str new, const Pieces pieces[2],
                             WordMarks *of_old, WordMarks *of_new)
{
    const Pieces *a = &pieces[0], *b = &pieces[1];
    Middle middle = middle_of(a, b);
    const uint16_t *lengths = common_lengths(&scratch, a, b, &middle);
    uint32_t columns = middle.new_end - middle.first + 1, i = middle.first, k = middle.first;
    while (i < middle.old_end || k < middle.new_end) {
        const uint16_t *cell = &lengths[(i - middle.first) * columns + (k - middle.first)];
        bool left_old = i < middle.old_end, left_new = k < middle.new_end;
        if (left_old && left_new && a->hashes[i] == b->hashes[k]) {
            i++;
            k++;
        } else if (left_old && (!left_new || cell[columns] >= cell[1])) {
            add_span(old, of_old, a->spans[i++]);
        } else {
            add_span(new, of_new, b->spans[k++]);
        }
    }
}

/* Removes the indentation from the marks: it is marked only where nothing else differs. */
static void leave_out_indent(Str line, WordMarks *marks)
{
    size_t at = 0;
    WordSpan *first = &marks->spans[0];
    while (at < line.len && byte_is_space(line.ptr[at]))
        at++;
    if (!marks->count || first->start >= at)
        return;
    first->start = (uint32_t)at;
    if (first->start < first->end)
        return;
    marks->count--;
    memmove(first, first + 1, marks->count * sizeof *first);
}

static bool is_indent_alone(Str line, const WordMarks *marks)
{
    return !marks->count ||
           (marks->count == 1 && !str_trim(str_slice(line, 0, marks->spans[0].end)).len);
}

/* If the only difference is a long word, marks the difference within it. */
static void look_into_word(Str old, Str new, WordMarks *of_old, WordMarks *of_new)
{
    WordSpan a = of_old->spans[0], b = of_new->spans[0];
    if (of_old->count != 1 || of_new->count != 1 || a.end - a.start < WORD_BYTES_LONG)
        return;
    of_old->count = of_new->count = 0;
    differ_by_bytes(str_slice(old, a.start, a.end), str_slice(new, b.start, b.end), of_old, of_new);
    for (size_t i = 0; i < of_old->count; i++) {
        of_old->spans[i].start += a.start;
        of_old->spans[i].end += a.start;
    }
    for (size_t i = 0; i < of_new->count; i++) {
        of_new->spans[i].start += b.start;
        of_new->spans[i].end += b.start;
    }
}

void words_differ(Arena scratch, Str old, Str new, WordMarks *of_old, WordMarks *of_new)
{
    const Pieces pieces[] = {pieces_of(&scratch, old), pieces_of(&scratch, new)};
    of_old->count = of_new->count = 0;
    if (pieces[0].count > PIECES_MAX || pieces[1].count > PIECES_MAX)
        differ_by_bytes(old, new, of_old, of_new);
    else
        differ_by_pieces(scratch, old, new, pieces, of_old, of_new);
    look_into_word(old, new, of_old, of_new);
    if (is_indent_alone(old, of_old) && is_indent_alone(new, of_new))
        return;
    leave_out_indent(old, of_old);
    leave_out_indent(new, of_new);
}

/* ---- which lines correspond ---- */

/* A piece of a line other than blanks. */
typedef struct SymbolMeasures {
    uint64_t hash;
    uint32_t bytes;
} SymbolMeasures;

typedef struct Bag {
    SymbolMeasures *pieces;
    uint32_t count, bytes;
} Bag;

static int by_hash(const void *a, const void *b)
{
    const SymbolMeasures *x = a, *y = b;
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static Bag bag_of(Arena *arena, Str line)
{
    line = str_slice(line, 0, ALIKE_BYTES_MAX);
    Bag bag = {.pieces = NEW(arena, SymbolMeasures, line.len)};
    for (size_t at = 0, end; at < line.len; at = end) {
        end = piece_end(line, at);
        if (byte_is_space(line.ptr[at]))
            continue;
        uint32_t bytes = (uint32_t)(end - at);
        bag.pieces[bag.count++] = (SymbolMeasures){hash_fast(str_slice(line, at, end)), bytes};
        bag.bytes += bytes;
    }
    if (bag.count)
        qsort(bag.pieces, bag.count, sizeof *bag.pieces, by_hash);
    return bag;
}

/* Similarity in per cent: shared bytes of the bytes of both. */
static unsigned alike(const Bag *a, const Bag *b)
{
    uint32_t same = 0;
    for (uint32_t i = 0, k = 0; i < a->count && k < b->count;) {
        if (a->pieces[i].hash == b->pieces[k].hash) {
            same += a->pieces[i].bytes;
            i++;
            k++;
        } else if (a->pieces[i].hash < b->pieces[k].hash) {
            i++;
        } else {
            k++;
        }
    }
    uint32_t all = a->bytes + b->bytes;
    return all ? 200 * same / all : 100;
}

static Bag *bags_of(Arena *arena, const Str *lines, size_t count)
{
    Bag *bags = NEW(arena, Bag, count);
    for (size_t i = 0; i < count; i++)
        bags[i] = bag_of(arena, lines[i]);
    return bags;
}

static unsigned value_of(const Bag *old, const Bag *new)
{
    unsigned percent = alike(old, new);
    return percent >= ALIKE_PERCENT ? percent : 0;
}

typedef struct Table {
    const Bag *old, *new;
    size_t rows, columns;
    uint32_t *sums; /* best sum for the suffixes from each pair of positions */
} Table;

static void pair_best(Arena *arena, Table *table, LinePairVec *pairs)
{
    size_t width = table->columns + 1, row = 0, column = 0;
    for (size_t i = table->rows; i-- > 0;)
        for (size_t k = table->columns; k-- > 0;) {
            uint32_t *cell = &table->sums[i * width + k];
            uint32_t value = value_of(&table->old[i], &table->new[k]);
            cell[0] = MAX(MAX(cell[width], cell[1]), value ? value + cell[width + 1] : 0);
        }
    while (row < table->rows && column < table->columns) {
        const uint32_t *cell = &table->sums[row * width + column];
        if (cell[0] == cell[width]) {
            row++;
        } else if (cell[0] == cell[1]) {
            column++;
        } else {
            *VEC_PUSH(arena, pairs) = (LinePair){(uint32_t)row++, (uint32_t)column++};
        }
    }
}

static bool are_alike(Arena scratch, Str old, Str new)
{
    Bag a = bag_of(&scratch, old), b = bag_of(&scratch, new);
    return value_of(&a, &b) > 0;
}

void words_pair_lines(Arena *arena, Arena scratch, LineList old, LineList new, LinePairVec *pairs)
{
    *pairs = (LinePairVec){0};
    if (MAX(old.count, new.count) <= ROWS_MAX && old.count * new.count <= PAIRS_MAX) {
        Table table = {.rows = old.count, .columns = new.count};
        table.old = bags_of(&scratch, old.lines, old.count);
        table.new = bags_of(&scratch, new.lines, new.count);
        table.sums = NEW(&scratch, uint32_t, (old.count + 1) * (new.count + 1));
        pair_best(arena, &table, pairs);
        return;
    }
    for (size_t i = 0; i < MIN(MIN(old.count, new.count), (size_t)ROWS_MAX); i++)
        if (are_alike(scratch, old.lines[i], new.lines[i]))
            *VEC_PUSH(arena, pairs) = (LinePair){(uint32_t)i, (uint32_t)i};
}
