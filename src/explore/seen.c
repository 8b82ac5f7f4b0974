/* A list file of fixed-length lines, `SESSION KEY` in hexadecimal, read and written whole. A key is
   a hash of path, name and text, so a changed declaration counts as new. */
#include "explore/seen.h"

#include "base/hash.h"
#include "base/path.h"

#define HEAD "fovea seen 1\n"
#define LINE_BYTES (16 + 1 + 16 + 1) /* session and key in hexadecimal */
/* Maximum number of lines; 680 KB, read and written whole. The oldest lines are dropped. */
#define SEEN_LINES_MAX 20000
#define SEEN_BYTES_MAX (sizeof HEAD + LINE_BYTES * SEEN_LINES_MAX)

static uint64_t number_of(Str digits)
{
    uint64_t number = 0;
    return str_parse_hex(digits, &number) ? number : 0;
}

static bool is_line(Str line)
{
    return line.len == LINE_BYTES && line.ptr[16] == ' ' && line.ptr[LINE_BYTES - 1] == '\n' &&
           str_is_hex(str_slice(line, 0, 16)) && str_is_hex(str_slice(line, 17, LINE_BYTES - 1));
}

static bool take_lines(SessionRequest *request, Str text, Seen *seen)
{
    if (!text.len)
        return true;
    if (!str_starts(text, STR(HEAD)))
        return false;
    seen->before = str_from_offset(text, sizeof HEAD - 1);
    for (size_t at = 0; at < seen->before.len; at += LINE_BYTES) {
        Str line = str_slice(seen->before, at, at + LINE_BYTES);
        if (!is_line(line))
            return false;
        if (number_of(str_slice(line, 0, 16)) == seen->session)
            id_map_put(&seen->keys, request->arena, number_of(str_slice(line, 17, LINE_BYTES - 1)),
                       1);
    }
    return true;
}

static bool fail_no_list(Str path, Err *err)
{
    err_set(err, ERR_USAGE, "seen: '%.*s' is not a list of shown places",
            STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "name a new file: it is created");
}

bool seen_open(SessionRequest *request, Str path, Str session, Seen *seen, Err *err)
{
    Str text = {0};
    Str root = request->policy.root;
    bool found = false;
    *seen = (Seen){.arena = request->arena,
                   .path = path.len && root.len ? path_join(request->arena, root, path) : path,
                   .session = session.len ? hash_fast(session) : 0,
                   .added = buf_open(request->arena, 0)};
    if (!path.len)
        return true;
    if (fs_is_special(request->arena, seen->path))
        return fail_no_list(path, err);
    if (!fs_read_own(request->arena, seen->path, SEEN_BYTES_MAX, &text, &found, err))
        return found && fail_no_list(path, err);
    return take_lines(request, text, seen) || fail_no_list(path, err);
}

static uint64_t key_of(Str path, Str name, Str text)
{
    return hash_fast(path) * 31 + hash_fast(name) * 17 + hash_fast(text);
}

bool seen_has(const Seen *seen, Str path, Str name, Str text)
{
    return seen->path.len && id_map_get(&seen->keys, key_of(path, name, text)) != ID_MAP_NONE;
}

void seen_add(Seen *seen, Str path, Str name, Str text)
{
    uint64_t key = key_of(path, name, text);
    if (!seen->path.len || id_map_get(&seen->keys, key) != ID_MAP_NONE)
        return;
    id_map_put(&seen->keys, seen->arena, key, 1);
    buf_printf(&seen->added, "%016llx %016llx\n", (unsigned long long)seen->session,
               (unsigned long long)key);
}

bool seen_save(SessionRequest *request, const Seen *seen, Err *err)
{
    size_t lines = (seen->before.len + seen->added.len) / LINE_BYTES;
    size_t over = lines > SEEN_LINES_MAX ? (lines - SEEN_LINES_MAX) * LINE_BYTES : 0;
    Buf text = buf_open(request->arena, 0);
    if (!seen->path.len || !seen->added.len)
        return true;
    buf_put(&text, STR(HEAD));
    buf_put(&text, str_from_offset(seen->before, MIN(over, seen->before.len)));
    buf_put(&text, buf_str(&seen->added));
    return fs_write_atomic(*request->scratch, seen->path, buf_str(&text), 0600, err);
}
