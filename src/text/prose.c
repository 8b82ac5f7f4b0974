/* Lines are gathered into paragraphs; the first paragraph that reads like prose gives its first
   sentence. Links keep their text, images vanish. */
#include "text/prose.h"

#include "base/buf.h"

#include <string.h>

/* Shorter ones are titles and badges. */
#define SENTENCE_MIN 20
/* A longer paragraph is cut: its first sentence ends long before. */
#define PARAGRAPH_BYTES 2000
/* Further down a text is about something else. */
#define PARAGRAPHS_MAX 4
/* After this many headings, a title that says something is the better description. */
#define HEADINGS_MAX 3
#define TITLE_SPACES_MIN 2

static bool is_of(Str line, const char *bytes)
{
    for (size_t i = 0; i < line.len; i++)
        if (!memchr(bytes, line.ptr[i], strlen(bytes)))
            return false;
    return line.len > 0;
}

/* The end of the bracketed text that begins at `from`: its `close`, or `from` without one. */
static size_t skip_to(Str line, size_t from, char close)
{
    size_t end = str_find_byte(str_from_offset(line, from), close);
    return end == STR_NONE ? from : from + end;
}

/* Strips markup. `{@link a.B}` gives a.B; `[text](url)` and `[text][1]` give text. `![image](url)`,
   `<tag>`, `*`, backticks and the `_` after a reference vanish. */
static void put_plain(Buf *out, Str line)
{
    bool in_tag = false;
    for (size_t i = 0; i < line.len; i++) {
        char c = line.ptr[i], next = i + 1 < line.len ? line.ptr[i + 1] : 0;
        bool tag = c == '{' && next == '@';
        if (tag || (in_tag && c == '}')) {
            in_tag = tag;
            i = tag ? skip_to(line, i, ' ') : i;
        } else if (c == '!' && next == '[')
            i = skip_to(line, i, ')');
        else if (c == ']' && next == '(')
            i = skip_to(line, i, ')');
        else if (c == ']' && next == '[')
            i = skip_to(line, i + 1, ']');
        else if (c == '<')
            i = skip_to(line, i, '>');
        else if (c != '*' && c != '`' && c != '[' && c != ']' &&
                 !(c == '_' && i && !byte_is_space(line.ptr[i - 1]) && !byte_is_word(next)))
            buf_put_byte(out, c);
    }
}

static bool ends_sentence(Str text, size_t at)
{
    bool stop = text.ptr[at] == '.' || text.ptr[at] == '!' || text.ptr[at] == '?';
    bool last = at + 1 == text.len;
    /* Not in "e.g. this" or "J. Doe". */
    bool word = at >= 2 && byte_is_word(text.ptr[at - 1]) && text.ptr[at - 2] != '.' &&
                text.ptr[at - 2] != ' ';
    return stop && (last || (text.ptr[at + 1] == ' ' && (word || text.ptr[at - 1] == ')')));
}

/* Whether a sentence is legal text, editor settings or a mere reference elsewhere. */
static bool is_no_purpose(Str text)
{
    static const char *const marks[] = {
        "Copyright", "copyright", "License", "license", "LICENSE",
        "SPDX",      "-*-",       "://",     ": - "}; /* introduces a list */
    static const char *const heads[] = {
        "See ",       "For more",    "This README", "This Readme",    "This document ",
        "This file ", "These files", "Please ",     "Information on", "If you "};
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_find(text, str_from(marks[i])) != STR_NONE)
            return true;
    for (size_t i = 0; i < COUNT(heads); i++)
        if (str_starts(text, str_from(heads[i])))
            return true;
    return false;
}

static Str first_sentence(Arena *arena, Str paragraph)
{
    Str text = str_fold_space(arena, paragraph), sentence = text;
    for (size_t i = 0; i < text.len && sentence.len == text.len; i++)
        if (ends_sentence(text, i))
            sentence = str_slice(text, 0, i + (text.ptr[i] != '.'));
    if (sentence.len < SENTENCE_MIN || !byte_is_word(text.ptr[0]) || byte_is_digit(text.ptr[0]) ||
        sentence.ptr[sentence.len - 1] == ':' || !str_is_utf8(text) || is_no_purpose(sentence))
        return (Str){0};
    return sentence;
}

typedef struct Paragraphs {
    Arena *arena;
    Buf text;
    bool skip; /* the paragraph is a list, a table, code */
    int tried, headings;
    Str title; /* the first heading, if it describes something */
    Str found;
} Paragraphs;

static void end_paragraph(Paragraphs *paragraphs)
{
    if (!paragraphs->skip && paragraphs->text.len && paragraphs->tried++ < PARAGRAPHS_MAX &&
        !paragraphs->found.len)
        paragraphs->found = first_sentence(paragraphs->arena, buf_str(&paragraphs->text));
    paragraphs->text.len = 0;
    paragraphs->skip = false;
}

static void add_line(Paragraphs *paragraphs, Str line)
{
    if (paragraphs->text.len < PARAGRAPH_BYTES) {
        put_plain(&paragraphs->text, str_slice(line, 0, PARAGRAPH_BYTES));
        buf_put_byte(&paragraphs->text, ' ');
    }
}

static Paragraphs begin(Arena *arena)
{
    return (Paragraphs){.arena = arena, .text = buf_open(arena, 0)};
}

static Str without_lead(Str text, char lead)
{
    while (text.len && text.ptr[0] == lead)
        text = str_from_offset(text, 1);
    return text;
}

static void take_heading(Paragraphs *paragraphs, Str text)
{
    Str title = str_trim(text);
    size_t spaces = 0;
    for (size_t i = 0; i < title.len; i++)
        spaces += title.ptr[i] == ' ';
    if (!paragraphs->headings++ && spaces >= TITLE_SPACES_MIN)
        paragraphs->title = first_sentence(paragraphs->arena, title);
    if (paragraphs->headings >= HEADINGS_MAX && !paragraphs->found.len)
        paragraphs->found = paragraphs->title;
}

static void take_markup_line(Paragraphs *paragraphs, Str line, bool *code)
{
    Str text = str_trim(line);
    bool fence = str_starts(text, STR("```")) || str_starts(text, STR("~~~"));
    bool underline = text.len > 2 && is_of(text, "=-~^*#\"'");
    if (fence)
        *code = !*code;
    if (!text.len || fence || text.ptr[0] == '#') {
        end_paragraph(paragraphs);
        if (!*code && text.len && text.ptr[0] == '#')
            take_heading(paragraphs, without_lead(text, '#'));
        return;
    }
    if (underline) {
        if (paragraphs->text.len)
            take_heading(paragraphs, buf_str(&paragraphs->text));
        paragraphs->skip = true;
        end_paragraph(paragraphs);
        return;
    }
    bool opens = !paragraphs->text.len;
    bool list = byte_in(text.ptr[0], "-*+|>:=.") && text.len > 1 && text.ptr[0] != text.ptr[1];
    bool indented = line.len > 3 && byte_is_space(line.ptr[0]) && byte_is_space(line.ptr[3]);
    if (*code || (opens && (list || indented || str_starts(text, STR("..")))))
        paragraphs->skip = true;
    add_line(paragraphs, text);
}

Str prose_of_markup(Arena *arena, Str text)
{
    Paragraphs paragraphs = begin(arena);
    Str line;
    bool code = false;
    while (!paragraphs.found.len && str_take_line(&text, &line))
        take_markup_line(&paragraphs, line, &code);
    end_paragraph(&paragraphs);
    return paragraphs.found;
}

Str prose_of_lines(Arena *arena, Str text, Str lead)
{
    Paragraphs paragraphs = begin(arena);
    Str line;
    while (!paragraphs.found.len && str_take_line(&text, &line)) {
        line = str_trim(line);
        if (!str_starts(line, lead))
            break;
        line = str_trim(str_from_offset(line, lead.len));
        if (line.len && line.ptr[0] != '#')
            add_line(&paragraphs, line);
        else
            end_paragraph(&paragraphs);
    }
    end_paragraph(&paragraphs);
    return paragraphs.found;
}

Str prose_of_block(Arena *arena, Str text, Str close)
{
    Paragraphs paragraphs = begin(arena);
    Str line;
    text = str_slice(text, 0, str_find(text, close));
    while (!paragraphs.found.len && str_take_line(&text, &line)) {
        line = str_trim(line);
        while (line.len && line.ptr[0] == '*')
            line = str_trim(str_from_offset(line, 1));
        if (line.len && line.ptr[0] != '@' && !is_of(line, "=-~"))
            add_line(&paragraphs, line);
        else
            end_paragraph(&paragraphs);
    }
    end_paragraph(&paragraphs);
    return paragraphs.found;
}
