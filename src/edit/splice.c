/* Splices are sorted by their lines and merged with the original in one pass. A new line gets the
   line end of the line that it replaces, else of the line before, else the file's usual one. */
#include "edit/splice.h"

#include "base/buf.h"
#include "git/line_diff.h"

void splice_add_hunk(Arena *arena, const Hunk *hunk, const Match *match, const Str *texts,
                     SpliceVec *splices)
{
    uint32_t next = match->at ? PLACE_NONE : match->insert_at; /* after the last placed line */
    for (size_t i = 0; i < hunk->lines.len;) {
        if (hunk->lines.ptr[i].sign == ' ') {
            next = match->at[i] == PLACE_NONE ? PLACE_NONE : match->at[i] + 1;
            i++;
            continue;
        }
        Splice *splice = VEC_PUSH(arena, splices);
        splice->patch_line = hunk->patch_line + i;
        splice->from = PLACE_NONE;
        for (; i < hunk->lines.len && hunk->lines.ptr[i].sign != ' '; i++) {
            if (hunk->lines.ptr[i].sign == '+')
                *VEC_PUSH(arena, &splice->lines) = texts[i];
            else if (!splice->count++)
                splice->from = match->at[i];
        }
        if (splice->from == PLACE_NONE)
            splice->from = next != PLACE_NONE ? next : match->at[i];
        next = splice->from + splice->count;
    }
}

void splice_add_whole(Arena *arena, const FileText *file, Str text, SpliceVec *splices)
{
    Buf old = buf_open(arena, 0);
    FileText new = file_text_read(arena, text);
    Buf new_text = buf_open(arena, 0);
    LineHunkVec hunks = {0};
    bool coarse;
    Err ignored = {0};
    for (size_t i = 0; i < file->count; i++) {
        buf_put(&old, file->lines[i].text);
        buf_put_byte(&old, '\n');
    }
    for (size_t i = 0; i < new.count; i++) {
        buf_put(&new_text, new.lines[i].text);
        buf_put_byte(&new_text, '\n');
    }
    if (!line_diff(arena, buf_str(&old), buf_str(&new_text), &hunks, &coarse, &ignored)) {
        hunks.len = 0;
        *VEC_PUSH(arena, &hunks) =
            (LineHunk){file->count > 0, (uint32_t)file->count, new.count > 0, (uint32_t) new.count};
    }
    for (size_t h = 0; h < hunks.len; h++) {
        const LineHunk *hunk = &hunks.ptr[h];
        Splice *splice = VEC_PUSH(arena, splices);
        splice->from = hunk->old_start - (hunk->old_count > 0);
        splice->count = hunk->old_count;
        for (uint32_t i = 0; i < hunk->new_count; i++)
            *VEC_PUSH(arena, &splice->lines) = new.lines[hunk->new_start - 1 + i].text;
    }
}

/* ---- applying ---- */

typedef VEC(FileLine) LineVec;

static int compare(const void *a, const void *b)
{
    const Splice *x = a, *y = b;
    uint32_t x_end = x->from + x->count, y_end = y->from + y->count;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (!x->count != !y->count) /* insertions before a line come first */
        return x->count ? 1 : -1;
    if (x_end != y_end)
        return x_end < y_end ? -1 : 1;
    return (x->patch_line > y->patch_line) - (x->patch_line < y->patch_line);
}

static Str end_for(const FileText *file, const Splice *splice, size_t index, Str usual)
{
    Str end = {0};
    if (index < splice->count)
        end = file->lines[splice->from + index].end;
    else if (splice->from + splice->count)
        end = file->lines[splice->from + splice->count - 1].end;
    return end.len && end.ptr[end.len - 1] == '\n' ? end : usual;
}

static void put_old(Arena *arena, const FileText *file, uint32_t from, uint32_t to, LineVec *lines)
{
    for (uint32_t i = from; i < to; i++)
        *VEC_PUSH(arena, lines) = file->lines[i];
}

static void note_range(size_t lines_before, size_t added, EditLines *changed)
{
    uint32_t first = (uint32_t)lines_before + (added || !lines_before);
    uint32_t last = added ? (uint32_t)(lines_before + added) : first;
    changed->start = changed->start ? MIN(changed->start, first) : first;
    changed->end = MAX(changed->end, last);
}

static bool is_bare(const FileText *file)
{
    if (!file->count)
        return false;
    Str end = file->lines[file->count - 1].end;
    return !end.len || end.ptr[end.len - 1] != '\n';
}

static bool ends_line(Str end)
{
    return end.len && end.ptr[end.len - 1] == '\n';
}

/* Gives every line but the last a line end, and the last one what `final` says. */
static Str join(Arena *arena, const FileText *file, const LineVec *lines, FinalNewline final,
                Str usual)
{
    Buf after = buf_open(arena, 0);
    bool bare = final == FINAL_AS_BEFORE ? is_bare(file) : final == FINAL_NONE;
    buf_put(&after, str_slice(file->bytes, 0, file->mark_bytes));
    for (size_t i = 0; i < lines->len; i++) {
        const FileLine *line = &lines->ptr[i];
        /* An empty line without a line end would vanish. */
        bool must_end = i + 1 < lines->len || !bare || !line->text.len;
        buf_put(&after, line->text);
        if (must_end)
            buf_put(&after, ends_line(line->end) ? line->end : usual);
        else if (!ends_line(line->end))
            buf_put(&after, line->end); /* a lone carriage return */
    }
    return buf_str(&after);
}

bool splice_apply(Arena *arena, const FileText *file, SpliceVec *splices, FinalNewline final,
                  Spliced *result)
{
    Str usual = file_text_line_end(file);
    LineVec lines = {0};
    uint32_t at = 0;
    *result = (Spliced){0};
    if (splices->len)
        qsort(splices->ptr, splices->len, sizeof *splices->ptr, compare);
    for (size_t i = 0; i < splices->len; i++) {
        const Splice *splice = &splices->ptr[i];
        if (splice->from < at) {
            result->clash = splice;
            return false;
        }
        put_old(arena, file, at, splice->from, &lines);
        note_range(lines.len, splice->lines.len, &result->changed);
        for (size_t l = 0; l < splice->lines.len; l++)
            *VEC_PUSH(arena, &lines) =
                (FileLine){splice->lines.ptr[l], end_for(file, splice, l, usual)};
        at = splice->from + splice->count;
    }
    put_old(arena, file, at, (uint32_t)file->count, &lines);
    result->after = join(arena, file, &lines, final, usual);
    result->changed.start = MIN(result->changed.start, (uint32_t)lines.len);
    result->changed.end = MIN(result->changed.end, (uint32_t)lines.len);
    return true;
}
