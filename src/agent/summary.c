/* Of a task the beginning counts; of an answer the first sentence, which says what was done, and
   the last one, which says what is open or asks. Code, edits and requests for more are left out. */
#include "agent/summary.h"

#include "agent/need.h"

/* The levels: some sentences, and a part of one. */
#define SENTENCES_BYTES ((size_t)200)
#define BEGINNING_BYTES ((size_t)80)
#define MARK "[shortened] "
#define MARK_OF_MODEL "[summary by the model] "
/* Files that a summary names. */
#define FILES_MAX 8

static bool is_fence(Str line)
{
    line = str_trim(line);
    return str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
}

/* The prose of an answer as one line. */
static Str prose_of(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    Str line;
    bool in_fence = false, in_patch = false;
    while (str_take_line(&text, &line)) {
        if (is_fence(line)) {
            in_fence = !in_fence;
            continue;
        }
        in_patch |= str_starts(line, STR("*** Begin Patch")) || str_starts(line, STR("<<<<<<<"));
        if (!in_fence && !in_patch && !need_is_line(line))
            buf_printf(&out, "%.*s ", STR_ARG(line));
        if (str_starts(line, STR("*** End Patch")) || str_starts(line, STR(">>>>>>>")))
            in_patch = false;
    }
    return str_fold_space(arena, buf_str(&out));
}

static bool ends_sentence(Str text, size_t at)
{
    return byte_in(text.ptr[at], ".!?") && (at + 1 == text.len || text.ptr[at + 1] == ' ');
}

/* The beginning of a text, at most `bytes`: whole sentences if one fits. */
static Str beginning(Arena *arena, Str text, size_t bytes)
{
    if (text.len <= bytes)
        return text;
    for (size_t at = bytes; at > 0; at--)
        if (ends_sentence(text, at - 1))
            return str_slice(text, 0, at);
    Str part = str_slice(text, 0, str_char_floor(text, bytes));
    return str_format(arena, "%.*s …", STR_ARG(part));
}

static Str last_sentence(Str text)
{
    for (size_t at = text.len > 1 ? text.len - 1 : 0; at > 0; at--)
        if (text.ptr[at] == ' ' && ends_sentence(text, at - 1))
            return str_from_offset(text, at + 1);
    return (Str){0};
}

static Str sentences_of(Arena *arena, Str prose)
{
    Str begin = beginning(arena, prose, SENTENCES_BYTES), end = last_sentence(prose);
    bool has_end = end.len && end.len <= SENTENCES_BYTES && begin.len + end.len < prose.len;
    return has_end ? str_format(arena, "%.*s … %.*s", STR_ARG(begin), STR_ARG(end)) : begin;
}

/* What the commits of a turn wrote. */
static Str written_in(const Window *window, uint32_t turn)
{
    Buf out = buf_open(window->arena, 0);
    for (size_t i = 0; i < window->parts.len; i++) {
        const WindowPart *part = &window->parts.ptr[i];
        if (part->place == WINDOW_WRITTEN && part->turn == turn)
            buf_printf(&out, " [%.*s]", STR_ARG(part->levels[0]));
    }
    return buf_str(&out);
}

void summary_make(Agent *agent, uint32_t before)
{
    const Window *window = &agent->window;
    Arena *arena = window->arena;
    for (size_t i = 0; i < window->parts.len; i++) {
        WindowPart *part = &window->parts.ptr[i];
        bool is_reply = part->place == WINDOW_REPLY;
        bool has_levels = part->levels[1].len || part->levels[0].len <= WINDOW_SHORT_BYTES;
        if ((!is_reply && part->place != WINDOW_TASK) || part->turn >= before || has_levels)
            continue;
        Str prose = prose_of(arena, part->levels[0]);
        prose = prose.len ? prose : STR("only code");
        Str written = is_reply ? written_in(window, part->turn) : (Str){0};
        Str sentences = sentences_of(arena, prose);
        Str first = beginning(arena, prose, BEGINNING_BYTES);
        part->levels[1] =
            str_format(arena, MARK "%.*s%.*s\n", STR_ARG(sentences), STR_ARG(written));
        part->levels[2] = str_format(arena, MARK "%.*s%.*s\n", STR_ARG(first), STR_ARG(written));
    }
}

bool summary_is_by_program(const WindowPart *part)
{
    return str_starts(part->levels[1], STR(MARK));
}

void summary_set(Agent *agent, WindowPart *part, Str words)
{
    Window *window = &agent->window;
    part->levels[1] = str_format(window->arena, MARK_OF_MODEL "%.*s%.*s\n", STR_ARG(words),
                                 STR_ARG(written_in(window, part->turn)));
}

void summary_add_written(Agent *agent, const EditCommit *done)
{
    Window *window = &agent->window;
    Buf out = buf_open(window->arena, 0);
    for (size_t i = 0; i < MIN(done->files.len, (size_t)FILES_MAX); i++)
        buf_printf(&out, "%s %.*s", i ? "," : "wrote", STR_ARG(done->files.ptr[i].path));
    if (done->files.len > FILES_MAX)
        buf_printf(&out, " and %zu more", done->files.len - FILES_MAX);
    WindowPart mark = {.place = WINDOW_WRITTEN, .name = done->id, .levels = {buf_str(&out)}};
    WindowPart *added = window_add(window, &mark);
    added->turn = window->turn ? window->turn - 1 : 0;
}
