/* One pass over the lines. The counts in a hunk's header determine which lines belong to it, so a
   removed line that begins with `-- ` is not mistaken for a file header. */
#include "text/diff_numbers.h"

typedef struct Reader {
    Arena *arena;
    Patch *patch;
    Err *err;
    Str old_path, path;          /* of the current file; empty path: it is deleted */
    size_t line;                 /* line of the diff, from 1 */
    uint64_t old_left, new_left; /* lines left of the hunk */
    bool is_patch;               /* a part of a diff was found */
} Reader;

/* ---- paths ---- */

static int octal_at(Str text, size_t at)
{
    int value = 0;
    for (size_t i = at; i < at + 3; i++) {
        if (i >= text.len || text.ptr[i] < '0' || text.ptr[i] > '7')
            return -1;
        value = value * 8 + (text.ptr[i] - '0');
    }
    return value & 0xFF;
}

/* Decodes git's quoting of paths: "b/gr\303\266\303\237e.c". */
static Str unquote(Arena *arena, Str text)
{
    static const char escapes[] = "a\ab\bt\tn\nv\vf\fr\r";
    char *to = arena_bytes(arena, text.len);
    size_t len = 0;
    for (size_t i = 1; i < text.len && text.ptr[i] != '"'; i++) {
        char byte = text.ptr[i];
        if (byte == '\\' && i + 1 < text.len) {
            int octal = octal_at(text, i + 1);
            byte = octal >= 0 ? (char)octal : text.ptr[i + 1];
            for (size_t e = 0; octal < 0 && e + 1 < sizeof escapes; e += 2)
                if (escapes[e] == text.ptr[i + 1])
                    byte = escapes[e + 1];
            i += octal >= 0 ? 3 : 1;
        }
        to[len++] = byte;
    }
    return (Str){to, len};
}

Str diff_numbers_path(Arena *arena, Str text)
{
    if (str_starts(text, STR("\"")))
        return unquote(arena, text);
    text = str_slice(text, 0, MIN(str_find_byte(text, '\t'), text.len));
    return str_equal(text, STR("/dev/null")) ? (Str){0} : text;
}

Str diff_numbers_strip(Str path)
{
    size_t slash = str_find_byte(path, '/');
    return slash == STR_NONE ? path : str_from_offset(path, slash + 1);
}

/* ---- hunks ---- */

static bool malformed(const Reader *reader, const char *why)
{
    err_set(reader->err, ERR_FAILED, "line %zu of the diff: %s", reader->line, why);
    return err_hint(reader->err, "it must be a unified diff, as `git diff` writes it");
}

static bool take_range(Str *rest, char sign, uint64_t *start, uint64_t *count)
{
    Str part, number = {0};
    *count = 1;
    if (!str_take_until(rest, ' ', &part) || !part.len || part.ptr[0] != sign)
        return false;
    part = str_from_offset(part, 1);
    bool counted = str_find_byte(part, ',') != STR_NONE;
    return str_take_until(&part, ',', &number) && str_parse_u64(number, start) &&
           *start < UINT32_MAX && (!counted || (str_parse_u64(part, count) && *count < UINT32_MAX));
}

/* Parses `@@ -12,5 +12,7 @@ whatever`. */
static bool open_hunk(Reader *reader, Str line)
{
    uint64_t old_start, new_start;
    Str rest = str_from_offset(line, 3);
    if (!take_range(&rest, '-', &old_start, &reader->old_left) ||
        !take_range(&rest, '+', &new_start, &reader->new_left) || !str_starts(rest, STR("@@")))
        return malformed(reader, "no header of a hunk");
    if (!reader->path.len && !reader->old_path.len)
        return malformed(reader, "a hunk without a file");
    reader->is_patch = true;
    /* Of a side without lines, the header names the line before. */
    *VEC_PUSH(reader->arena, &reader->patch->hunks) =
        (PatchHunk){.old_path = reader->old_path,
                    .path = reader->path,
                    .old_start = (uint32_t)(old_start + (reader->old_left == 0)),
                    .new_start = (uint32_t)(new_start + (reader->new_left == 0)),
                    .line = (uint32_t)reader->patch->lines.len};
    return true;
}

static bool hunk_line(Reader *reader, Str line)
{
    char sign = line.len ? line.ptr[0] : ' ';
    bool old = sign == ' ' || sign == '-', new = sign == ' ' || sign == '+';
    if (sign == '\\')
        return true;
    if ((!old && !new) || (old && !reader->old_left) || (new && !reader->new_left))
        return malformed(reader, "the hunk has other lines than its header says");
    Patch *patch = reader->patch;
    *VEC_PUSH(reader->arena, &patch->lines) = line.len ? line : STR(" ");
    patch->hunks.ptr[patch->hunks.len - 1].count++;
    reader->old_left -= old;
    reader->new_left -= new;
    return true;
}

void diff_numbers_take_changes(Arena *arena, const Str *lines, size_t count, char sign, uint32_t at,
                               PatchChangeVec *changes)
{
    PatchChange *run = NULL;
    for (size_t i = 0; i < count; i++) {
        char other = lines[i].ptr[0];
        bool own = other == sign, both = other == ' ';
        if (both) {
            run = NULL;
        } else if (!run) {
            run = VEC_PUSH(arena, changes);
            *run = (PatchChange){own ? at : at - (at > 0), at, !own};
        } else if (own) {
            *run = (PatchChange){run->removal ? at : run->first, at, false};
        }
        at += own || both;
    }
}

static bool header_line(Reader *reader, Str line)
{
    if (str_starts(line, STR("--- "))) {
        reader->old_path = diff_numbers_path(reader->arena, str_from_offset(line, 4));
    } else if (str_starts(line, STR("+++ "))) {
        reader->path = diff_numbers_path(reader->arena, str_from_offset(line, 4));
        if (!reader->path.len && reader->old_path.len)
            *VEC_PUSH(reader->arena, &reader->patch->removed) = reader->old_path;
    } else if (str_starts(line, STR("diff --"))) {
        reader->is_patch = true;
        reader->path = reader->old_path = (Str){0};
        if (!str_starts(line, STR("diff --git ")))
            return malformed(reader, "the combined diff of a merge has no single old side");
    } else if (str_starts(line, STR("@@ "))) {
        return open_hunk(reader, line);
    }
    return true;
}

bool diff_numbers_read(Arena *arena, Str text, Patch *patch, Err *err)
{
    *patch = (Patch){0};
    Reader reader = {.arena = arena, .patch = patch, .err = err};
    reader.is_patch = !str_trim(text).len;
    for (Str line; str_take_line(&text, &line);) {
        reader.line++;
        bool in_hunk = reader.old_left || reader.new_left;
        if (!(in_hunk ? hunk_line(&reader, line) : header_line(&reader, line)))
            return false;
    }
    if (reader.old_left || reader.new_left)
        return malformed(&reader, "the diff ends within a hunk");
    if (!reader.is_patch) {
        err_set(err, ERR_FAILED, "there is no hunk in the diff");
        return err_hint(err, "it must be a unified diff, as `git diff` writes it");
    }
    return true;
}
