#include "agent/review_text.h"

#include "agent/redact.h"
#include "agent/window.h"
#include "review/rule.h"
#include "text/secrets.h"

/* A place in a text that only moves on, so that many hunks cost one pass. */
typedef struct LineCursor {
    Str rest;
    uint32_t number; /* of the first line of `rest`, from 1 */
} LineCursor;

/* Appends the lines `from` to `to`, the last excluded; with numbers unless `mark` is '-'. */
static void put_lines(Buf *out, LineCursor *at, uint32_t from, uint32_t to, char mark)
{
    Str line;
    while (at->number < to && str_take_line(&at->rest, &line)) {
        uint32_t number = at->number++;
        if (number < from)
            continue;
        if (mark == '-')
            buf_put(out, STR("      - "));
        else
            buf_printf(out, "%5u %c ", number, mark);
        buf_put(out, line);
        buf_put_byte(out, '\n');
    }
}

static bool is_secret(const ChangedFile *file)
{
    return secret_is_path(file->old.path) || secret_is_path(file->new.path);
}

static void put_file(Buf *out, const ChangedFile *file)
{
    Str path = review_path(file), status = change_status_name(file->status);
    uint32_t at = 1;
    buf_printf(out, "== %.*s (%.*s)\n", STR_ARG(path), STR_ARG(status));
    if (file->unseen.len)
        buf_printf(out, "not shown: %.*s\n", STR_ARG(file->unseen));
    if (is_secret(file)) {
        buf_put(out, STR("not shown: it is likely to hold secrets\n"));
        return;
    }
    LineCursor old = {file->old.text, 1}, new = {file->new.text, 1};
    for (size_t i = 0; i < file->hunks.len; i++) {
        const LineHunk *hunk = &file->hunks.ptr[i];
        uint32_t first = hunk->new_start + !hunk->new_count;
        uint32_t from = MAX(at, first > REVIEW_TEXT_AROUND ? first - REVIEW_TEXT_AROUND : 1);
        put_lines(out, &new, from, first, ' ');
        put_lines(out, &old, hunk->old_start, hunk->old_start + hunk->old_count, '-');
        put_lines(out, &new, first, first + hunk->new_count, '+');
        uint32_t next = i + 1 < file->hunks.len ? file->hunks.ptr[i + 1].new_start : UINT32_MAX;
        at = first + hunk->new_count;
        uint32_t until = MIN(at + REVIEW_TEXT_AROUND, next);
        put_lines(out, &new, at, until, ' ');
        at = until;
    }
}

static Str file_text(Arena *arena, const ChangedFile *file)
{
    Buf out = buf_open(arena, 0);
    RedactionVec redactions = {0};
    put_file(&out, file);
    return redact(arena, review_path(file), buf_str(&out), &redactions);
}

static void add_text(ReviewText *all, Buf *out, Str text)
{
    all->tokens += window_tokens(text);
    buf_put(out, text);
}

/* The first lines of a text that fit. */
static Str first_lines(Str text, uint64_t tokens_max)
{
    Str rest = text, line;
    uint64_t tokens = 0;
    size_t len = 0;
    while (str_take_line(&rest, &line)) {
        tokens += window_tokens(line) + 1;
        if (tokens > tokens_max)
            break;
        len = text.len - rest.len;
    }
    return str_slice(text, 0, len);
}

ReviewText review_text_of(Arena *arena, const ChangeSet *set, uint64_t tokens_max)
{
    ReviewText all = {0};
    Buf out = buf_open(arena, 0);
    Str cut = {0};
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        Str text = file_text(arena, file);
        bool fits = window_tokens(text) <= tokens_max - all.tokens;
        if (fits)
            add_text(&all, &out, text);
        else if (!cut.len)
            cut = text;
        if (!fits)
            *VEC_PUSH(arena, &all.cut) = review_path(file);
        else if (is_secret(file))
            *VEC_PUSH(arena, &all.secret) = review_path(file);
    }
    Str first = first_lines(cut, tokens_max - all.tokens);
    if (first.len) {
        add_text(&all, &out, first);
        buf_put(&out, STR("(cut here: the rest of this file is not shown)\n"));
    }
    all.text = buf_str(&out);
    return all;
}
