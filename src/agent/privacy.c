#include "agent/privacy.h"

#include "agent/index_lookup.h"
#include "base/fs.h"
#include "base/path.h"
#include "text/secrets.h"

static bool is_known(Arena scratch, const ToolContext *context, Str path)
{
    return !secret_is_path(path) && index_lookup_has_file(scratch, context, path);
}

bool privacy_may_show(Arena scratch, const ToolContext *context, Str path)
{
    if (secret_is_path(path))
        return false;
    if (index_lookup_has_file(scratch, context, path))
        return true;
    Str root = context->root.len ? context->root : fs_working_directory(&scratch);
    root = fs_real_path(&scratch, root);
    Str real = fs_real_path(&scratch, path_join(&scratch, root, path));
    if (!root.len || !str_starts(real, root) || real.len == root.len)
        return false;
    real = str_from_offset(real, root.len);
    if (str_starts(real, STR("/")))
        real = str_from_offset(real, 1);
    return !str_equal(real, path) && is_known(scratch, context, real);
}

/* The path that a line of a list begins with. */
static Str path_of(Str line)
{
    size_t end = str_find(line, STR("  "));
    line = str_slice(line, 0, MIN(end, line.len));
    size_t hits = str_find(line, STR(" ("));
    line = str_slice(line, 0, MIN(hits, line.len));
    size_t lines = str_find_last_byte(line, ':');
    bool numbers = lines != STR_NONE && lines + 1 < line.len && byte_is_digit(line.ptr[lines + 1]);
    return numbers ? str_slice(line, 0, lines) : line;
}

Str privacy_clean_answer(Arena *arena, Str answer)
{
    Buf out = buf_open(arena, 0);
    bool hidden = false;
    Str line;
    while (str_take_line(&answer, &line)) {
        bool head = line.len && !byte_is_space(line.ptr[0]);
        if (head)
            hidden = secret_is_path(path_of(line));
        if (!hidden)
            buf_printf(&out, "%.*s\n", STR_ARG(line));
        else if (head)
            buf_put(&out, STR("[a file that is likely to hold secrets]\n"));
    }
    return buf_str(&out);
}
