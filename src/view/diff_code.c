/* Side-by-side diff. Rows are written in runs: unchanged lines, a pair of lines that were changed
   into each other, or lines of one side only. A run is one cell per side, so that on a narrow page,
   where the cells are stacked, it reads as before and after. */
#include "view/diff_code.h"

#include "view/diff_line.h"

/* Maximum number of differing rows shown of a block. */
#define ROWS_SHOWN 600
/* Maximum number of unchanged lines that can be unfolded at one place. */
#define FOLD_LINES_MAX 400
/* Fewer unchanged lines are shown unfolded. */
#define FOLD_LINES_MIN 4

CodeSide code_side(Arena *arena, const ChangeSide *side)
{
    CodeSide code = {.side = side};
    Str text = side->text;
    for (size_t i = 0; i < text.len; i++)
        code.count += text.ptr[i] == '\n';
    code.count += text.len && text.ptr[text.len - 1] != '\n';
    code.starts = NEW(arena, uint32_t, (size_t)code.count + 2);
    code.blocks = NEW(arena, uint32_t, (size_t)code.count + 2);
    uint32_t line = 1;
    for (size_t at = 0; at < text.len && line <= code.count; line++) {
        code.starts[line] = (uint32_t)at;
        const char *end = memchr(text.ptr + at, '\n', text.len - at);
        at = end ? (size_t)(end - text.ptr) + 1 : text.len;
    }
    code.starts[code.count + 1] = (uint32_t)text.len;
    return code;
}

static Str line_of(const CodeSide *code, uint32_t line)
{
    return str_slice(code->side->text, code->starts[line], code->starts[line + 1]);
}

/* ---- rows ---- */

typedef struct RowMaker {
    Arena *arena;
    const CodeSide *old, *new;
    CodeRowVec *rows;
} RowMaker;

static void put_row(RowMaker *maker, uint32_t old, uint32_t new, bool differs)
{
    *VEC_PUSH(maker->arena, maker->rows) = (CodeRow){old, new, differs};
}

/* Lines that belong to two different blocks are two rows. */
static void put_pair_row(RowMaker *maker, uint32_t old, uint32_t new)
{
    bool apart = maker->old->blocks[old] != maker->new->blocks[new];
    put_row(maker, old, apart ? 0 : new, true);
    if (apart)
        put_row(maker, 0, new, true);
}

static LineList lines_of(Arena *arena, const CodeSide *code, uint32_t first, uint32_t count)
{
    Str *lines = NEW(arena, Str, count);
    for (uint32_t i = 0; i < count; i++)
        lines[i] = line_of(code, first + i);
    return (LineList){lines, count};
}

/* Lines before each pair are on one side only: first removed ones, then added ones. */
static void put_hunk(RowMaker *maker, Arena scratch, CodeRange old, CodeRange new)
{
    uint32_t old_count = old.last + 1 - old.first, new_count = new.last + 1 - new.first;
    uint32_t i = 0, k = 0;
    LinePairVec pairs = {0};
    if (old_count && new_count) {
        LineList old_lines = lines_of(&scratch, maker->old, old.first, old_count);
        LineList new_lines = lines_of(&scratch, maker->new, new.first, new_count);
        words_pair_lines(maker->arena, scratch, old_lines, new_lines, &pairs);
    }
    for (size_t p = 0; p <= pairs.len; p++) {
        bool last = p == pairs.len;
        while (i < (last ? old_count : pairs.ptr[p].old))
            put_row(maker, old.first + i++, 0, true);
        while (k < (last ? new_count : pairs.ptr[p].new))
            put_row(maker, 0, new.first + k++, true);
        if (!last)
            put_pair_row(maker, old.first + i++, new.first + k++);
    }
}

void code_rows(Arena *arena, Arena scratch, const CodeRange *old, const CodeRange *new,
               const LineHunkVec *hunks, CodeRowVec *rows)
{
    RowMaker maker = {arena, old->code, new->code, rows};
    uint32_t i = old->first, k = new->first;
    *rows = (CodeRowVec){0};
    for (size_t h = 0; h < hunks->len; h++) {
        const LineHunk *hunk = &hunks->ptr[h];
        uint32_t start = hunk->old_start + (hunk->old_count ? 0 : 1) + old->first - 1;
        while (i < start && i <= old->last && k <= new->last)
            put_row(&maker, i++, k++, false);
        CodeRange gone = {old->code, i, MIN(i + hunk->old_count, old->last + 1) - 1};
        CodeRange come = {new->code, k, MIN(k + hunk->new_count, new->last + 1) - 1};
        put_hunk(&maker, scratch, gone, come);
        i = gone.last + 1;
        k = come.last + 1;
    }
    while (i <= old->last && k <= new->last)
        put_row(&maker, i++, k++, false);
}

/* ---- cells ---- */

typedef struct Painter {
    Buf *out;
    Arena scratch;
    const CodeView *view;
    const CodeRowVec *rows;
    bool *shown; /* by row */
} Painter;

static void open_cell(Painter *painter, const char *side, const char *state)
{
    buf_printf(painter->out, "<div class=\"%s%s\">", side, state);
}

static void close_cell(Painter *painter)
{
    buf_put(painter->out, STR("</div>\n"));
}

static void put_line(Painter *painter, const CodeSide *code, uint32_t line, const WordMarks *marks)
{
    if (code->secret && code->secret[line])
        buf_printf(painter->out, "<p data-n=\"%u\"><s>not shown: it may be a secret</s></p>", line);
    else
        diff_put_line(painter->out, code->side, &code->tokens, line_of(code, line), line, marks);
}

/* The line end, if the other line has a different one. */
static Str end_of(Str line, Str other)
{
    bool feed = str_ends(line, STR("\n")), other_feed = str_ends(other, STR("\n"));
    bool carriage = str_ends(line, STR("\r\n")), other_carriage = str_ends(other, STR("\r\n"));
    if (!feed && other_feed)
        return STR("<s>no end of line</s>");
    return feed && other_feed && carriage && !other_carriage ? STR("<s>CR</s>") : (Str){0};
}

static void put_end(Painter *painter, Str end)
{
    if (!end.len)
        return;
    painter->out->len -= strlen("</p>");
    buf_put(painter->out, end);
    buf_put(painter->out, STR("</p>"));
}

static void put_pair(Painter *painter, const CodeRow *row)
{
    WordMarks old_marks, new_marks;
    const CodeSide *old = painter->view->old, *new = painter->view->new;
    Str before = line_of(old, row->old), after = line_of(new, row->new);
    words_differ(painter->scratch, str_trim_end(before), str_trim_end(after), &old_marks,
                 &new_marks);
    open_cell(painter, "l", " x");
    put_line(painter, old, row->old, &old_marks);
    put_end(painter, end_of(before, after));
    close_cell(painter);
    open_cell(painter, "r", " a");
    put_line(painter, new, row->new, &new_marks);
    put_end(painter, end_of(after, before));
    close_cell(painter);
}

/* Writes one side of a run of rows. */
static void put_cell(Painter *painter, size_t first, size_t end, bool old)
{
    const CodeSide *code = old ? painter->view->old : painter->view->new;
    bool differs = painter->rows->ptr[first].differs, any = false;
    for (size_t i = first; i < end; i++)
        any |= (old ? painter->rows->ptr[i].old : painter->rows->ptr[i].new) > 0;
    open_cell(painter, old ? "l" : "r", !any ? " e" : !differs ? " c" : old ? " x" : " a");
    for (size_t i = first; i < end && any; i++) {
        uint32_t line = old ? painter->rows->ptr[i].old : painter->rows->ptr[i].new;
        if (line)
            put_line(painter, code, line, NULL);
    }
    close_cell(painter);
}

static bool is_pair(const CodeRow *row)
{
    return row->differs && row->old && row->new;
}

/* ---- lines not shown ---- */

static uint32_t block_of(const CodeView *view, const CodeRow *row)
{
    return row->new ? view->new->blocks[row->new] : view->old->blocks[row->old];
}

/* Whether both lines belong to other blocks. A line of several symbols is shown in the block of
   each. */
static bool is_elsewhere(const CodeView *view, const CodeRow *row)
{
    uint32_t number = block_of(view, row);
    const CodeBlock *block = &view->blocks[number], *own = &view->blocks[view->block];
    if (!view->block || !number || number == view->block)
        return number != view->block && number;
    return row->new ? block->new_first > own->new_first && block->new_first < own->new_next
                    : block->old_first > own->old_first && block->old_first < own->old_next;
}

static void put_lines_name(Buf *out, const CodeRow *first, const CodeRow *last)
{
    uint32_t from = first->new ? first->new : first->old, to = last->new ? last->new : last->old;
    if (from == to)
        buf_printf(out, "line %u", from);
    else
        buf_printf(out, "lines %u–%u", from, to);
}

static void put_elsewhere(Painter *painter, size_t first, size_t end)
{
    Buf *out = painter->out;
    const CodeView *view = painter->view;
    buf_put(out, STR("<p class=\"g\">"));
    put_lines_name(out, &painter->rows->ptr[first], &painter->rows->ptr[end - 1]);
    for (size_t i = first; i < end; i++) {
        uint32_t block = block_of(view, &painter->rows->ptr[i]);
        if (!block || (i > first && block == block_of(view, &painter->rows->ptr[i - 1])))
            continue;
        buf_put(out, STR(" \xC2\xB7 "));
        view->link(out, view->state, block);
    }
    buf_put(out, STR("</p>\n"));
}

/* Writes unchanged lines, folded. */
static void put_fold(Painter *painter, size_t first, size_t end)
{
    Buf *out = painter->out;
    bool opens = end - first <= FOLD_LINES_MAX;
    buf_put(out, opens ? STR("<details class=\"f\"><summary>") : STR("<p class=\"g\">"));
    buf_printf(out, "%zu unchanged line%s \xC2\xB7 ", end - first, end - first == 1 ? "" : "s");
    put_lines_name(out, &painter->rows->ptr[first], &painter->rows->ptr[end - 1]);
    if (!opens) {
        buf_put(out, STR("</p>\n"));
        return;
    }
    buf_put(out, STR("</summary>"));
    put_cell(painter, first, end, false);
    buf_put(out, STR("</details>\n"));
}

static void mark_shown(Painter *painter)
{
    const CodeRowVec *rows = painter->rows;
    uint32_t context = painter->view->context;
    size_t near = 0; /* rows below this index are context of a difference */
    for (size_t i = 0; i < rows->len; i++) {
        bool elsewhere = is_elsewhere(painter->view, &rows->ptr[i]);
        if (rows->ptr[i].differs && !elsewhere) {
            for (size_t k = i - MIN(i, (size_t)context); k <= i; k++)
                painter->shown[k] = !is_elsewhere(painter->view, &rows->ptr[k]);
            near = i + 1 + context;
        } else if (i < near) {
            painter->shown[i] = !elsewhere;
        }
    }
}

static size_t end_of_hidden(const Painter *painter, size_t first)
{
    const CodeView *view = painter->view;
    size_t end = first;
    bool elsewhere = is_elsewhere(view, &painter->rows->ptr[first]);
    while (end < painter->rows->len && !painter->shown[end] &&
           (!view->block || is_elsewhere(view, &painter->rows->ptr[end]) == elsewhere))
        end++;
    return end;
}

/* Writes a run of hidden rows. Outside all blocks that is only a mark of omission. */
static size_t put_hidden(Painter *painter, size_t first)
{
    size_t end = end_of_hidden(painter, first);
    if (!painter->view->block) {
        if (first && end < painter->rows->len)
            buf_put(painter->out, STR("<p class=\"g\">\xE2\x8B\xAF</p>\n"));
    } else if (is_elsewhere(painter->view, &painter->rows->ptr[first])) {
        put_elsewhere(painter, first, end);
    } else if (end - first < FOLD_LINES_MIN) {
        put_cell(painter, first, end, true);
        put_cell(painter, first, end, false);
    } else {
        put_fold(painter, first, end);
    }
    return end;
}

static size_t put_shown(Painter *painter, size_t first)
{
    const CodeRowVec *rows = painter->rows;
    size_t end = first;
    if (is_pair(&rows->ptr[first])) {
        put_pair(painter, &rows->ptr[first]);
        return first + 1;
    }
    while (end < rows->len && painter->shown[end] && !is_pair(&rows->ptr[end]) &&
           rows->ptr[end].differs == rows->ptr[first].differs)
        end++;
    put_cell(painter, first, end, true);
    put_cell(painter, first, end, false);
    return end;
}

/* Cuts the rows after ROWS_SHOWN differing ones. Returns how many differing rows are cut. */
static size_t hide_rest(Painter *painter, CodeRowVec *rows)
{
    size_t shown = 0, left = 0, end = 0;
    for (size_t i = 0; i < rows->len; i++) {
        if (!rows->ptr[i].differs || is_elsewhere(painter->view, &rows->ptr[i]))
            continue;
        if (shown++ < ROWS_SHOWN)
            end = i + 1;
        else
            left++;
    }
    if (left)
        rows->len = end;
    return left;
}

size_t code_put(Buf *out, Arena scratch, const CodeView *view, const CodeRowVec *rows)
{
    CodeRowVec kept = *rows;
    Painter painter = {.out = out, .view = view, .rows = &kept};
    painter.shown = NEW(&scratch, bool, rows->len);
    painter.scratch = scratch;
    size_t left = hide_rest(&painter, &kept);
    mark_shown(&painter);
    for (size_t i = 0; i < kept.len;)
        i = painter.shown[i] ? put_shown(&painter, i) : put_hidden(&painter, i);
    return left;
}
