/* Emphasis by delimiter runs, simplified: an opening mark counts if its closing mark follows in the
   same line. A kind of mark that was not found once is not searched again, so a line takes linear
   time. */
#include "terminal/markdown_state.h"

/* Lengths of runs of backquotes that are distinguished. */
#define TICKS_MAX 16

typedef struct Inline {
    Arena *arena;
    CellVec *cells;
    Str text;
    size_t at;
    Style base;
    bool styled;
    size_t plain; /* start of the text not put yet */
    struct {
        size_t end; /* offset of the closing mark; 0: not open */
        bool none;  /* the rest has no closing mark */
    } open[5];      /* by kind */
    bool no_ticks[TICKS_MAX];
    bool no_link, no_autolink;
    bool doubtful;
} Inline;

/* The marks, longer ones first. */
static const struct {
    const char *mark;
    Style style;
} kinds[] = {
    {"**", STYLE_BOLD},  {"__", STYLE_BOLD},  {"~~", STYLE_STRIKE},
    {"*", STYLE_ITALIC}, {"_", STYLE_ITALIC},
};

static Style current(const Inline *in)
{
    Style style = in->base;
    for (size_t i = 0; i < COUNT(kinds) && in->styled; i++)
        if (in->open[i].end)
            style |= kinds[i].style;
    return style;
}

static bool is_open(const Inline *in)
{
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (in->open[i].end)
            return true;
    return false;
}

static void put(Inline *in, size_t from, size_t to, Style style, CleanFor purpose)
{
    cells_put(in->arena, in->cells, str_slice(in->text, from, to), from, style, purpose);
}

static void flush(Inline *in)
{
    size_t first = in->cells->len;
    put(in, in->plain, in->at, current(in), CLEAN_PROSE);
    for (size_t i = first; i < in->cells->len && !in->doubtful && !is_open(in); i++)
        in->cells->ptr[i].firm = true;
    in->plain = in->at;
}

/* Text after a mark without its partner changes its look if the partner comes later. */
static void doubt(Inline *in)
{
    flush(in);
    in->doubtful = true;
}

/* Continues after text put in another way. */
static void go_on(Inline *in, size_t at)
{
    in->at = in->plain = at;
}

static char byte_at(const Inline *in, size_t at)
{
    return at < in->text.len ? in->text.ptr[at] : ' ';
}

static size_t run_length(const Inline *in, size_t at)
{
    size_t n = 0;
    while (at + n < in->text.len && in->text.ptr[at + n] == in->text.ptr[at])
        n++;
    return n;
}

/* The closing run of equally many backquotes, or STR_NONE. */
static size_t find_ticks(Inline *in, size_t from, size_t ticks)
{
    if (ticks >= TICKS_MAX || in->no_ticks[ticks])
        return STR_NONE;
    for (size_t at = from; at < in->text.len;) {
        size_t n = in->text.ptr[at] == '`' ? run_length(in, at) : 0;
        if (n == ticks)
            return at;
        at += n ? n : 1;
    }
    in->no_ticks[ticks] = true;
    return STR_NONE;
}

static void take_code(Inline *in)
{
    size_t ticks = run_length(in, in->at), from = in->at + ticks;
    size_t end = find_ticks(in, from, ticks), after = end + ticks;
    if (end == STR_NONE) {
        doubt(in);
        in->at = from;
        return;
    }
    flush(in);
    if (!in->styled) {
        put(in, in->at, after, in->base, CLEAN_CODE);
        go_on(in, after);
        return;
    }
    bool padded = end - from > 2 && byte_at(in, from) == ' ' && byte_at(in, end - 1) == ' ';
    put(in, from + padded, end - padded, style_with(current(in), LOOK_CODE), CLEAN_CODE);
    go_on(in, after);
}

static bool is_closing(const Inline *in, size_t at, size_t len, char mark)
{
    if (byte_is_space(byte_at(in, at - 1)))
        return false;
    return mark != '_' || !byte_is_word(byte_at(in, at + len));
}

/* Searches for the closing mark of a kind, skipping code. */
static size_t find_closing(Inline *in, size_t from, size_t len, char mark)
{
    for (size_t at = from; at < in->text.len;) {
        char c = in->text.ptr[at];
        if (c == '\\') {
            at += 2;
        } else if (c == '`') {
            size_t ticks = run_length(in, at), end = find_ticks(in, at + ticks, ticks);
            at = end == STR_NONE ? at + ticks : end + ticks;
        } else if (c != mark) {
            at++;
        } else {
            size_t n = run_length(in, at);
            if (at > from && (n == len || n == 3) && is_closing(in, at, n, mark))
                return n == 3 && len == 1 ? at + 2 : at;
            at += n;
        }
    }
    return STR_NONE;
}

static bool take_mark(Inline *in, size_t kind)
{
    size_t len = strlen(kinds[kind].mark);
    char mark = kinds[kind].mark[0];
    if (in->open[kind].end == in->at && in->at) {
        flush(in);
        in->open[kind].end = 0;
        go_on(in, in->at + len);
        return true;
    }
    bool opens = !in->open[kind].end && !in->open[kind].none &&
                 !byte_is_space(byte_at(in, in->at + len)) &&
                 (mark != '_' || !in->at || !byte_is_word(byte_at(in, in->at - 1)));
    if (!opens)
        return false;
    size_t end = find_closing(in, in->at + len, len, mark);
    in->open[kind].none = end == STR_NONE;
    if (end == STR_NONE) {
        doubt(in);
        return false;
    }
    flush(in);
    in->open[kind].end = end;
    go_on(in, in->at + len);
    return true;
}

static void take_emphasis(Inline *in)
{
    Str rest = str_from_offset(in->text, in->at);
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (in->open[i].end == in->at && in->at && take_mark(in, i))
            return;
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (str_starts(rest, str_from(kinds[i].mark)) && take_mark(in, i))
            return;
    in->at += run_length(in, in->at);
}

/* `[text](url)` or `![text](url)` at `at`, the position of `[`; returns the ends of both. */
static bool find_link(Inline *in, size_t at, size_t *text_end, size_t *url_end)
{
    size_t i = at + 1;
    for (; i < in->text.len && in->text.ptr[i] != ']'; i++) {
        i += in->text.ptr[i] == '\\';
        if (byte_at(in, i) == '[')
            return false;
    }
    *text_end = i;
    in->no_link = in->no_link || i >= in->text.len;
    if (i + 1 >= in->text.len)
        doubt(in);
    if (byte_at(in, i + 1) != '(')
        return false;
    size_t depth = 1;
    for (i += 2; i < in->text.len && depth; i++) {
        depth += in->text.ptr[i] == '(';
        depth -= in->text.ptr[i] == ')';
    }
    *url_end = i;
    if (depth) {
        in->no_link = true;
        doubt(in);
    }
    return !depth;
}

static void take_link(Inline *in)
{
    size_t text_end, url_end, start = in->at + (byte_at(in, in->at) == '!');
    if (in->no_link || byte_at(in, start) != '[' || !find_link(in, start, &text_end, &url_end)) {
        in->at++;
        return;
    }
    flush(in);
    Str text = str_slice(in->text, start + 1, text_end);
    Str url = str_trim(str_slice(in->text, text_end + 2, url_end - 1));
    Style style = in->styled ? style_with(current(in), LOOK_LINK) : 0;
    size_t first = in->cells->len;
    /* The text has no bracket, so the recursion has depth one. */
    markdown_inline(in->arena, in->cells, text, 0, current(in), in->styled);
    for (size_t i = first; i < in->cells->len; i++)
        in->cells->ptr[i].firm = false;
    if (url.len && !str_equal(text, url)) {
        size_t from = text_end + 2;
        bool has_text = text.len;
        cells_put(in->arena, in->cells, has_text ? STR(" (") : STR("("), text_end, current(in),
                  CLEAN_PROSE);
        put(in, from, url_end - 1, style, CLEAN_CODE);
        put(in, url_end - 1, url_end, current(in), CLEAN_PROSE);
    }
    go_on(in, url_end);
}

/* `<https://…>` loses its brackets. */
static void take_autolink(Inline *in)
{
    Str rest = str_from_offset(in->text, in->at + 1);
    size_t end = in->no_autolink ? STR_NONE : str_find_byte(rest, '>');
    in->no_autolink = end == STR_NONE;
    if (end == STR_NONE && (str_starts(rest, STR("http")) || str_starts(STR("http"), rest)))
        doubt(in);
    if (end == STR_NONE ||
        !(str_starts(rest, STR("https://")) || str_starts(rest, STR("http://"))) ||
        str_find_byte(str_slice(rest, 0, end), ' ') != STR_NONE) {
        in->at++;
        return;
    }
    flush(in);
    Style style = in->styled ? style_with(current(in), LOOK_LINK) : 0;
    put(in, in->at + 1, in->at + 1 + end, style, CLEAN_CODE);
    go_on(in, in->at + end + 2);
}

static const struct {
    const char *entity, *text;
} entities[] = {
    {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&nbsp;", " "},
};

static void take_entity(Inline *in)
{
    Str rest = str_from_offset(in->text, in->at);
    for (size_t i = 0; i < COUNT(entities); i++) {
        Str entity = str_from(entities[i].entity);
        if (str_starts(entity, rest) && rest.len < entity.len)
            doubt(in);
        if (!str_starts(rest, entity))
            continue;
        flush(in);
        cells_put(in->arena, in->cells, str_from(entities[i].text), in->at, current(in),
                  CLEAN_PROSE);
        go_on(in, in->at + entity.len);
        return;
    }
    in->at++;
}

static void take_escape(Inline *in)
{
    if (!byte_in(byte_at(in, in->at + 1), "\\`*_{}[]()#+-.!|~<>&\"'$%,/:;=?@^")) {
        in->at++;
        return;
    }
    flush(in);
    put(in, in->at + 1, in->at + 2, current(in), CLEAN_PROSE);
    go_on(in, in->at + 2);
}

void markdown_inline(Arena *arena, CellVec *cells, Str text, size_t from, Style base, bool styled)
{
    Inline in = {.arena = arena,
                 .cells = cells,
                 .text = text,
                 .at = from,
                 .plain = from,
                 .base = base,
                 .styled = styled};
    while (in.at < text.len) {
        switch (text.ptr[in.at]) {
        case '`': take_code(&in); break;
        case '*':
        case '_':
        case '~': take_emphasis(&in); break;
        case '[':
        case '!': take_link(&in); break;
        case '<': take_autolink(&in); break;
        case '&': take_entity(&in); break;
        case '\\': take_escape(&in); break;
        default: in.at++;
        }
    }
    flush(&in);
}
