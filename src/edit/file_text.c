/* Lines get numbers by their normal forms in a map, so that searching for many lines at once is
   searching for a sequence of numbers. */
#include "edit/file_text.h"

#include "base/buf.h"

#define MARK "\xEF\xBB\xBF"

FileText file_text_read(Arena *arena, Str bytes)
{
    FileText file = {.bytes = bytes};
    VEC(FileLine) lines = {0};
    if (str_starts(bytes, STR(MARK)))
        file.mark_bytes = sizeof MARK - 1;
    Str rest = str_from_offset(bytes, file.mark_bytes), line;
    while (rest.len) {
        const char *begin = rest.ptr;
        bool taken = str_take_line(&rest, &line);
        assert(taken);
        size_t whole =
            rest.len ? (size_t)(rest.ptr - begin) : (size_t)(bytes.ptr + bytes.len - begin);
        /* An empty line may have no address of its own. */
        *VEC_PUSH(arena, &lines) =
            (FileLine){{begin, line.len}, {begin + line.len, whole - line.len}};
    }
    file.lines = lines.ptr;
    file.count = lines.len;
    return file;
}

/* ---- normal forms ---- */

uint32_t file_text_plain_char(uint32_t c)
{
    if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212)
        return '-';
    if (c >= 0x2018 && c <= 0x201B)
        return '\'';
    if (c >= 0x201C && c <= 0x201F)
        return '"';
    bool space =
        c == 0xA0 || (c >= 0x2002 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
    return space ? ' ' : c;
}

static Str plain_text(Arena *arena, Str line)
{
    Buf plain = buf_open(arena, 0);
    size_t at = 0;
    while (at < line.len && (unsigned char)line.ptr[at] < 0x80)
        at++;
    if (at == line.len)
        return line;
    buf_put(&plain, str_slice(line, 0, at));
    while (at < line.len) {
        char bytes[4];
        size_t before = at;
        uint32_t c = str_decode(line, &at), same = file_text_plain_char(c);
        if (c == same)
            buf_put(&plain, str_slice(line, before, at));
        else
            buf_put(&plain, (Str){bytes, str_encode(bytes, same)});
    }
    return buf_str(&plain);
}

Str file_text_normal(Arena *arena, Str line, MatchStep step)
{
    switch (step) {
    case MATCH_TRAIL: return str_trim_end(line);
    case MATCH_INDENT: return str_trim(line);
    case MATCH_UNICODE: return str_trim(plain_text(arena, line));
    default: return line;
    }
}

/* ---- numbers ---- */

void file_text_number(Arena *arena, FileText *file, MatchStep step)
{
    if (file->line_numbers[step])
        return;
    Map *map = &file->numbers[step];
    *map = map_open(arena);
    file->line_numbers[step] = NEW(arena, uint32_t, file->count + 1);
    uint32_t *counts = file->line_counts[step] = NEW(arena, uint32_t, file->count + 2);
    for (size_t i = 0; i < file->count; i++) {
        bool added;
        uint64_t *number = map_put(map, file_text_normal(arena, file->lines[i].text, step), &added);
        *number = added ? map->len : *number;
        file->line_numbers[step][i] = (uint32_t)*number;
        counts[*number]++;
    }
}

uint32_t file_text_find(Arena *arena, FileText *file, Str line, MatchStep step)
{
    file_text_number(arena, file, step);
    const uint64_t *number = map_find(&file->numbers[step], file_text_normal(arena, line, step));
    return number ? (uint32_t)*number : 0;
}

uint32_t file_text_count_equal(Arena *arena, FileText *file, size_t at, MatchStep step)
{
    file_text_number(arena, file, step);
    return file->line_counts[step][file->line_numbers[step][at]];
}

Str file_text_line_end(const FileText *file)
{
    size_t feeds = 0, both = 0;
    for (size_t i = 0; i < file->count; i++) {
        feeds += file->lines[i].end.len == 1;
        both += file->lines[i].end.len == 2;
    }
    return both > feeds ? STR("\r\n") : STR("\n");
}

Str file_text_indent(Str line)
{
    size_t len = 0;
    while (len < line.len && byte_in(line.ptr[len], " \t"))
        len++;
    return str_slice(line, 0, len);
}
