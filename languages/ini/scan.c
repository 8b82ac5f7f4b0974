/* Sections and keys: INI, systemd units, git configuration, Java properties, .env. The dialects
   differ in how a value continues: after a backslash, on lines indented deeper than the
   section's keys, or up to a closing quote. Values are never shown.

   Why not tree-sitter: npm has no usable grammar for INI. */
#include "languages_lang.h"

#include "lang/scan/scan_text.h"

#include "base/buf.h"

typedef struct IniFile {
    Scan *scan;
    size_t at;
    size_t comment; /* start of the comment lines directly above; STR_NONE: none */
    size_t content_end;
    size_t key_indent; /* indentation of the section's first key; STR_NONE before it */
    bool key_open;     /* the latest symbol is a key whose value may continue */
    uint64_t sections, keys;
} IniFile;

static size_t lead_of(const IniFile *file, const Line *line)
{
    return file->comment == STR_NONE ? line->start : file->comment;
}

static void close_key(IniFile *file)
{
    if (file->key_open)
        scan_symbol_close(file->scan, file->content_end);
    file->key_open = false;
}

static bool read_section(IniFile *file, const Line *line, size_t at)
{
    Str text = file->scan->text;
    Str rest = str_slice(text, at, line->end);
    size_t close = str_find_last_byte(rest, ']');
    if (rest.ptr[0] != '[' || close == STR_NONE)
        return false;
    close_key(file);
    scan_close_to(file->scan, 0, file->content_end);
    Str name = str_trim(str_slice(rest, 1, close));
    Symbol *symbol = scan_symbol_open(file->scan, SYMBOL_SECTION, name, at);
    symbol->signature =
        str_cut_chars(file->scan->arena, str_slice(rest, 0, close + 1), SIGNATURE_CHARS_MAX);
    symbol->lead = (uint32_t)lead_of(file, line);
    scan_cut(file->scan, lead_of(file, line), 0);
    file->sections++;
    file->key_indent = STR_NONE;
    return true;
}

static bool is_separator(Str text, size_t at, size_t end, bool after_blank)
{
    if (text.ptr[at] == '=')
        return true;
    bool alone = at + 1 == end || byte_is_space(text.ptr[at + 1]);
    return text.ptr[at] == ':' && (alone || !after_blank);
}

/* The end of the key at `at`: before `=` or `:`, or, without either, at the first blank. */
static size_t key_end(Str text, size_t at, size_t end)
{
    size_t blank = STR_NONE, i = at;
    for (; i < end && !is_separator(text, i, end, blank != STR_NONE); i++) {
        if (text.ptr[i] == '\\')
            i++;
        else if (blank == STR_NONE && byte_is_space(text.ptr[i]))
            blank = i;
    }
    if (i >= end)
        return blank == STR_NONE ? end : blank;
    while (i > at && byte_is_space(text.ptr[i - 1]))
        i--;
    return i;
}

/* The offset after the closing quote of a value that ends on a later line. */
static size_t quoted_end(Str text, size_t at, const Line *line)
{
    at = skip_blanks(text, at, line->end);
    if (at + 1 >= line->end || text.ptr[at] != '=')
        return line->end;
    char quote = text.ptr[at + 1];
    bool opens = quote == '"' || quote == '\'';
    if (!opens || find_byte_from(text, at + 2, line->end, quote) < line->end)
        return line->end;
    size_t reach = MIN(text.len, line->next + INI_QUOTED_BYTES);
    size_t close = find_byte_from(text, line->next, reach, quote);
    return close < reach ? close + 1 : line->end;
}

/* The end of a value that continues after each line with an odd number of backslashes at its
   end. */
static size_t escaped_end(Str text, size_t line_stop)
{
    for (;;) {
        size_t slashes = 0;
        size_t end = line_stop - (line_stop > 0 && text.ptr[line_stop - 1] == '\r');
        while (slashes < end && text.ptr[end - 1 - slashes] == '\\')
            slashes++;
        if (slashes % 2 == 0 || line_stop >= text.len)
            return line_stop;
        line_stop = line_end(text, line_stop + 1);
    }
}

static void read_key(IniFile *file, const Line *line, size_t at)
{
    Str text = file->scan->text;
    size_t start = at;
    if (str_starts(str_slice(text, at, line->end), STR("export ")))
        at = skip_blanks(text, at + 7, line->end);
    size_t end = key_end(text, at, line->end);
    if (end == at) {
        file->scan->outline->degraded = true;
        return;
    }
    close_key(file);
    Str name = str_slice(text, at, MIN(end, at + NAME_BYTES_MAX));
    Symbol *symbol = scan_symbol_open(file->scan, SYMBOL_KEY, name, start);
    symbol->signature = str_cut_chars(file->scan->arena, name, SIGNATURE_CHARS_MAX);
    symbol->lead = (uint32_t)lead_of(file, line);
    scan_cut(file->scan, lead_of(file, line), file->sections > 0);
    file->key_open = true;
    file->keys++;
    size_t value_end = quoted_end(text, end, line);
    size_t stop = escaped_end(text, line_end(text, value_end));
    file->content_end = stop;
    if (stop >= file->at)
        file->at = MIN(stop + 1, text.len);
}

static void read_line(IniFile *file, const Line *line)
{
    Str text = file->scan->text;
    size_t at = skip_blanks(text, line->start, line->end);
    size_t indent = at - line->start;
    if (at == line->end) {
        file->comment = STR_NONE;
        return;
    }
    char c = text.ptr[at];
    if (c == '#' || c == ';' || c == '!') {
        file->comment = lead_of(file, line);
        return;
    }
    size_t content_end = line->end;
    if (file->key_open && indent > file->key_indent) {
        file->content_end = content_end;
    } else if (!read_section(file, line, at)) {
        file->key_indent = file->key_indent == STR_NONE ? indent : file->key_indent;
        read_key(file, line, at);
        content_end = MAX(content_end, file->content_end);
    }
    file->content_end = content_end;
    file->comment = STR_NONE;
}

static Str ini_facts(const IniFile *file)
{
    Buf buf = buf_open(file->scan->arena, 0);
    if (file->sections) {
        buf_put_thousands(&buf, file->sections);
        buf_put(&buf, file->sections == 1 ? STR(" section, ") : STR(" sections, "));
    }
    buf_put_thousands(&buf, file->keys);
    buf_put(&buf, file->keys == 1 ? STR(" key") : STR(" keys"));
    return buf_str(&buf);
}

void scan_ini(Scan *scan)
{
    IniFile file = {.scan = scan, .comment = STR_NONE, .key_indent = STR_NONE};
    file.at = str_starts(scan->text, STR("\xEF\xBB\xBF")) ? 3 : 0;
    Line line;
    while (line_take(scan->text, &file.at, &line) && !scan_expired(scan))
        read_line(&file, &line);
    close_key(&file);
    scan_close_to(scan, 0, file.content_end);
    scan->outline->facts = ini_facts(&file);
}
