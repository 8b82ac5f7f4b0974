/* Whether two texts of keys and values are the same settings. A line is its indentation, its key
   and its value; empty lines count inside a value, and blanks at the end where the dialect keeps
   them. */
#include "languages_lang.h"

#include "base/buf.h"

typedef struct Settings {
    Buf out;
    const char *comments; /* marks that begin one */
    bool keeps_ends;      /* blanks at the end of a value are part of it */
    bool continues;       /* the last line ended in a backslash */
    size_t empty;         /* lines before this one */
} Settings;

static bool ends_in_backslash(Str line)
{
    size_t count = 0;
    while (count < line.len && line.ptr[line.len - 1 - count] == '\\')
        count++;
    return count % 2;
}

static void put_pair(Settings *settings, Str text)
{
    for (size_t at = 0; at < text.len; at++) {
        if (text.ptr[at] == '\\' && at + 1 < text.len) {
            at++;
            continue;
        }
        if (!byte_in(text.ptr[at], "=:"))
            continue;
        Str key = str_trim(str_slice(text, 0, at)), value = str_from_offset(text, at + 1);
        while (value.len && byte_in(value.ptr[0], " \t"))
            value = str_from_offset(value, 1);
        buf_printf(&settings->out, "%.*s%c%.*s", STR_ARG(key), text.ptr[at], STR_ARG(value));
        return;
    }
    buf_put(&settings->out, text);
}

static void take_line(Settings *settings, Str line)
{
    Str text = str_trim(line);
    bool comment = text.len && byte_in(text.ptr[0], settings->comments);
    if (!settings->continues && (!text.len || comment)) {
        settings->empty += !text.len;
        return;
    }
    size_t lead = 0;
    while (lead < line.len && byte_in(line.ptr[lead], " \t"))
        lead++;
    Str rest = str_from_offset(line, lead);
    bool deep = lead && !settings->continues;
    buf_put(&settings->out, deep ? STR("\n ") : STR("\n"));
    for (size_t i = 0; i < settings->empty && deep; i++)
        buf_put_byte(&settings->out, '\n');
    if (!settings->keeps_ends)
        rest = str_trim_end(rest);
    if (deep || settings->continues)
        buf_put(&settings->out, rest);
    else
        put_pair(settings, rest);
    settings->empty = 0;
    settings->continues = ends_in_backslash(rest);
}

static Str read_settings(Arena *arena, Str text, const char *comments, bool keeps_ends)
{
    Str line;
    Settings settings = {.out = buf_open(arena, 0), .comments = comments, .keeps_ends = keeps_ends};
    while (str_take_line(&text, &line)) {
        if (str_ends(line, STR("\r")))
            line.len--;
        take_line(&settings, line);
    }
    return buf_str(&settings.out);
}

bool same_text_ini(Arena scratch, Str old, Str new)
{
    Str a = read_settings(&scratch, old, "#;", false);
    return str_equal(a, read_settings(&scratch, new, "#;", false));
}

bool same_text_properties(Arena scratch, Str old, Str new)
{
    Str a = read_settings(&scratch, old, "#!", true);
    return str_equal(a, read_settings(&scratch, new, "#!", true));
}
