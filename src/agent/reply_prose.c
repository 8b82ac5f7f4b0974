/* A line that may belong to an edit is held until the next one arrives; all others are decided at
   once, so that an answer streams. A fence is held until its first line: an edit's mark in it, or a
   file name before it, makes it an edit. */
#include "agent/reply_prose.h"

#include "agent/need.h"
#include "agent/plan.h"
#include "edit/patch.h"

static void show(Prose *prose, Str line)
{
    bool blank = !str_trim(line).len && prose->fence == PROSE_NO_FENCE;
    if (!(blank && prose->after_blank && prose->edits))
        *VEC_PUSH(prose->arena, &prose->lines) = str_copy(prose->arena, line);
    prose->after_blank = blank;
}

static void show_held(Prose *prose)
{
    for (size_t i = 0; i < prose->held_count; i++)
        show(prose, prose->held[i]);
    prose->held_count = 0;
}

static void hold(Prose *prose, Str line)
{
    prose->held[prose->held_count++] = str_copy(prose->arena, line);
}

/* ---- marks ---- */

/* The number of marks with which a line opens a fence; 0: no fence. */
static size_t fence_marks(Str line)
{
    size_t marks = 0;
    line = str_trim(line);
    while (marks < line.len && byte_in(line.ptr[0], "`~") && line.ptr[marks] == line.ptr[0])
        marks++;
    bool span = str_find_byte(str_from_offset(line, marks), '`') != STR_NONE;
    return marks >= 3 && !(span && line.ptr[0] == '`') ? marks : 0;
}

static void open_fence(Prose *prose, Str line, ProseFence fence)
{
    prose->fence = fence;
    prose->mark = str_trim(line).ptr[0];
    prose->marks = fence_marks(line);
}

static bool closes_fence(const Prose *prose, Str line)
{
    size_t marks = fence_marks(line);
    line = str_trim(line);
    return marks >= prose->marks && marks == line.len && line.ptr[0] == prose->mark;
}

/* Whether the line begins an edit; if so, enters it. */
static bool begins_edit(Prose *prose, Str line)
{
    EditMark mark = edit_mark_of(line);
    if (!prose->edits)
        return false;
    prose->dividers = 0;
    prose->edit = mark == EDIT_MARK_BLOCK      ? PROSE_BLOCK
                  : mark == EDIT_MARK_ENVELOPE ? PROSE_ENVELOPE
                  : mark == EDIT_MARK_DIFF     ? PROSE_DIFF
                                               : PROSE_NO_EDIT;
    return prose->edit != PROSE_NO_EDIT;
}

static bool is_need_fence(Str line)
{
    return str_equal(str_trim(line), STR("```need"));
}

/* ---- in an edit ---- */

static bool is_diff_line(Str line)
{
    static const char *const heads[] = {"index ",       "new file mode ", "deleted file mode ",
                                        "old mode ",    "new mode ",      "similarity index ",
                                        "rename from ", "rename to "};
    if (!line.len || byte_in(line.ptr[0], " +-@\\") || edit_mark_of(line) == EDIT_MARK_DIFF)
        return true;
    for (size_t i = 0; i < COUNT(heads); i++)
        if (str_starts(line, str_from(heads[i])))
            return true;
    return false;
}

/* Whether the line belongs to the edit. A line after its end does not. */
static bool is_of_edit(Prose *prose, Str line)
{
    EditMark mark = edit_mark_of(line);
    bool within = true;
    switch (prose->edit) {
    case PROSE_NO_EDIT: return false;
    case PROSE_BLOCK:
        prose->dividers += mark == EDIT_MARK_DIVIDER;
        /* Models end a block with a second divider, too. */
        within = prose->dividers < 2 || (str_trim(line).len && !fence_marks(line));
        if (mark == EDIT_MARK_BLOCK_END || !within)
            prose->edit = PROSE_NO_EDIT;
        return within;
    case PROSE_ENVELOPE:
        if (mark == EDIT_MARK_ENVELOPE_END)
            prose->edit = PROSE_NO_EDIT;
        return true;
    case PROSE_DIFF:
        within = is_diff_line(line);
        prose->edit = within ? PROSE_DIFF : PROSE_NO_EDIT;
        return within;
    }
    return false;
}

/* ---- in a fence ---- */

static void take_in_fence(Prose *prose, Str line)
{
    bool shown = prose->fence == PROSE_SHOWN, closes = closes_fence(prose, line);
    if (!closes && begins_edit(prose, line))
        return;
    if (shown && !need_is_line(line))
        show(prose, line);
    if (closes)
        prose->fence = PROSE_NO_FENCE;
}

/* A quotation is shown; an edit is left out. */
static void end_named(Prose *prose)
{
    Str rest = buf_str(&prose->named), line;
    bool is_edit = prose->fence == PROSE_NO_FENCE && prose->takes(prose->state, rest);
    prose->in_named = false;
    prose->fence = PROSE_SHOWN; /* to keep its empty lines */
    while (!is_edit && str_take_line(&rest, &line))
        show(prose, line);
    prose->fence = PROSE_NO_FENCE;
}

/* Takes a line of a fence after a file name, which is an edit or a quotation. */
static void take_named(Prose *prose, Str line)
{
    buf_put(&prose->named, line);
    buf_put_byte(&prose->named, '\n');
    if (!closes_fence(prose, line))
        return;
    prose->fence = PROSE_NO_FENCE;
    end_named(prose);
}

/* Begins such a fence, which is held. */
static void begin_named(Prose *prose, Str line)
{
    prose->named = buf_open(prose->arena, 0);
    for (size_t i = 0; i < prose->held_count; i++) {
        buf_put(&prose->named, prose->held[i]);
        buf_put_byte(&prose->named, '\n');
    }
    open_fence(prose, prose->held[prose->held_count - 1], PROSE_HIDDEN);
    prose->held_count = 0;
    prose->holds_fence = false;
    prose->in_named = true;
    take_named(prose, line);
}

/* The first line after a held fence decides its kind. */
static void settle_fence(Prose *prose, Str line)
{
    bool is_named = prose->held_count == PROSE_HELD_MAX;
    bool begins = begins_edit(prose, line), is_edit = is_named || begins;
    if (is_named && !begins && prose->takes) {
        begin_named(prose, line);
        return;
    }
    open_fence(prose, prose->held[prose->held_count - 1], is_edit ? PROSE_HIDDEN : PROSE_SHOWN);
    prose->holds_fence = false;
    if (is_edit)
        prose->held_count = 0;
    show_held(prose);
    if (prose->edit == PROSE_NO_EDIT)
        take_in_fence(prose, line);
}

/* ---- outside ---- */

static void take_text(Prose *prose, Str line)
{
    if (is_need_fence(line) || (prose->edits && plan_is_mark(line))) {
        show_held(prose);
        open_fence(prose, line, PROSE_HIDDEN);
        return;
    }
    if (begins_edit(prose, line)) {
        prose->held_count = 0;
        return;
    }
    if (fence_marks(line)) {
        prose->holds_fence = true;
        hold(prose, line);
        return;
    }
    show_held(prose);
    if (need_is_line(line))
        return;
    if (prose->edits && edit_mark_of(line) == EDIT_MARK_NAME)
        hold(prose, line);
    else
        show(prose, line);
}

void reply_prose_take(Prose *prose, Str line)
{
    if (prose->in_named) {
        take_named(prose, line);
        return;
    }
    if (is_of_edit(prose, line))
        return;
    if (prose->holds_fence)
        settle_fence(prose, line);
    else if (prose->fence != PROSE_NO_FENCE)
        take_in_fence(prose, line);
    else
        take_text(prose, line);
}

void reply_prose_end(Prose *prose)
{
    if (prose->in_named)
        end_named(prose);
    show_held(prose);
    prose->holds_fence = false;
}

/* ---- incomplete lines ---- */

/* Words after which a line is neither a file name nor a mark of an edit. */
#define PROSE_WORDS 4

static size_t count_words(Str text)
{
    size_t count = 0;
    for (size_t i = 1; i < text.len; i++)
        count += text.ptr[i] == ' ' && text.ptr[i - 1] != ' ';
    return count;
}

bool reply_prose_is_begun(const Prose *prose, Str begin)
{
    Str text = str_trim(begin);
    bool outside = !prose->in_named && !prose->held_count && prose->fence == PROSE_NO_FENCE &&
                   prose->edit == PROSE_NO_EDIT;
    return outside && count_words(begin) >= PROSE_WORDS && byte_is_word(text.ptr[0]) &&
           edit_mark_of(begin) == EDIT_MARK_NONE && !need_is_line(begin);
}
