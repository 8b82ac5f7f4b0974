/* The file is read and replaced whole, since it is small. If two agents end at the same time, at
   most the line of one of them is lost. */
#include "terminal/line_history.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/fs_private.h"
#include "text/secrets.h"

/* A thousand entries of usual length take a tenth of it; a longer file loses its first half. */
#define FILE_BYTES_LIMIT ((size_t)1 << 20)
/* Entries beyond this are dropped from memory, the oldest first, down to half of it. */
#define MEMORY_BYTES_MAX ((size_t)8 << 20)
#define ARENA_BYTES (4 * MEMORY_BYTES_MAX)

static Str unescape(Arena *arena, Str line)
{
    char *text = arena_bytes(arena, line.len);
    size_t len = 0;
    for (size_t i = 0; i < line.len; i++) {
        bool escaped = line.ptr[i] == '\\' && i + 1 < line.len;
        i += escaped;
        text[len++] = escaped && line.ptr[i] == 'n' ? '\n' : line.ptr[i];
    }
    return (Str){text, len};
}

static void put_escaped(Buf *out, Str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '\n')
            buf_put(out, STR("\\n"));
        else if (text.ptr[i] == '\\')
            buf_put(out, STR("\\\\"));
        else
            buf_put_byte(out, text.ptr[i]);
    }
    buf_put_byte(out, '\n');
}

/* Makes room: copies the newest entries, up to half the limits, into a new arena. */
static void compact(LineHistory *history)
{
    LineHistory kept = {.path = history->path};
    size_t from = history->entries.len, bytes = 0;
    while (from && history->entries.len - from < LINE_HISTORY_ENTRIES_MAX / 2 &&
           bytes + history->entries.ptr[from - 1].len < MEMORY_BYTES_MAX / 2)
        bytes += history->entries.ptr[--from].len;
    arena_open(&kept.arena, ARENA_BYTES);
    kept.path = str_copy(&kept.arena, history->path);
    for (size_t i = from; i < history->entries.len; i++)
        *VEC_PUSH(&kept.arena, &kept.entries) = str_copy(&kept.arena, history->entries.ptr[i]);
    arena_close(&history->arena);
    *history = kept;
}

static bool remember(LineHistory *history, Str text)
{
    size_t count = history->entries.len;
    if (!str_trim(text).len || text.len > LINE_HISTORY_ENTRY_BYTES_MAX ||
        (count && str_equal(history->entries.ptr[count - 1], text)))
        return false;
    if (count >= LINE_HISTORY_ENTRIES_MAX || arena_used(&history->arena) > MEMORY_BYTES_MAX)
        compact(history);
    *VEC_PUSH(&history->arena, &history->entries) = str_copy(&history->arena, text);
    return true;
}

static bool read_file(Arena *arena, Str path, Str *text)
{
    Err err;
    bool found = false;
    return fs_is_own_file(*arena, path) &&
           fs_read_own(arena, path, 2 * FILE_BYTES_LIMIT, text, &found, &err) && found;
}

/* Whether the file is private; makes it so if possible. */
static bool make_private(Arena scratch, Str path)
{
    size_t slash = str_find_last_byte(path, '/');
    if (!path.len || slash == STR_NONE || !slash)
        return false;
    Str directory = str_slice(path, 0, slash);
    return fs_is_private(scratch, directory) && fs_make_directories(scratch, directory) &&
           fs_make_private(scratch, path, true);
}

void line_history_open(LineHistory *history, Str path)
{
    Arena scratch SCOPED(arena_close) = {0};
    Str text = {0}, line;
    *history = (LineHistory){0};
    arena_open(&history->arena, ARENA_BYTES);
    arena_open(&scratch, 0);
    if (!make_private(scratch, path))
        return;
    history->path = str_copy(&history->arena, path);
    if (!read_file(&scratch, path, &text))
        return;
    while (str_take_line(&text, &line))
        remember(history, unescape(&scratch, line));
}

void line_history_close(LineHistory *history)
{
    arena_close(&history->arena);
    *history = (LineHistory){0};
}

void line_history_add(LineHistory *history, Str text)
{
    Arena scratch SCOPED(arena_close) = {0};
    Str before = {0}, line;
    Err err;
    if (!remember(history, text) || !history->path.len || secret_find(text))
        return;
    arena_open(&scratch, 0);
    if (!make_private(scratch, history->path))
        return;
    if (!read_file(&scratch, history->path, &before))
        before = (Str){0};
    if (before.len > FILE_BYTES_LIMIT) {
        before = str_from_offset(before, before.len / 2);
        str_take_line(&before, &line);
    }
    Buf out = buf_open(&scratch, 0);
    buf_put(&out, before);
    put_escaped(&out, text);
    if (!fs_write_atomic(scratch, history->path, buf_str(&out), 0600, &err))
        history->path = (Str){0}; /* from now on in memory only */
}

size_t line_history_find(const LineHistory *history, size_t below, Str text)
{
    for (size_t i = MIN(below, history->entries.len); i--;)
        if (str_find(history->entries.ptr[i], text) != STR_NONE)
            return i;
    return STR_NONE;
}
