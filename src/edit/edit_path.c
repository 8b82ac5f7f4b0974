/* The checks are by component. `.git` is refused in every case and position, since git follows
   hooks and settings in it. */
#include "edit/edit_path.h"

#include "base/path.h"

/* Longer ones are not opened by Linux. */
#define EDIT_PATH_BYTES_MAX 4095

static bool has_control(Str text)
{
    for (size_t at = 0; at < text.len;)
        if (char_is_control(str_decode(text, &at)))
            return true;
    return false;
}

/* Windows and macOS read these as `.git`, so a file that is made on one is dangerous on another. */
static bool is_git_directory(Str part)
{
    while (part.len && byte_in(part.ptr[part.len - 1], ". "))
        part = str_slice(part, 0, part.len - 1);
    return str_equal_nocase(part, STR(".git")) || str_equal_nocase(part, STR("git~1"));
}

bool edit_path_take(Arena *arena, Str text, Str *path, const char **why)
{
    *why = NULL;
    if (!text.len)
        *why = "The path is empty.";
    else if (text.len > EDIT_PATH_BYTES_MAX)
        *why = "The path is too long.";
    else if (!str_is_utf8(text) || has_control(text))
        *why = "The path has characters that no path here may have.";
    else if (path_is_absolute(text) || text.ptr[0] == '~' ||
             (text.len > 2 && byte_is_alpha(text.ptr[0]) && text.ptr[1] == ':' &&
              byte_in(text.ptr[2], "/\\")))
        *why = "The path is absolute; write it relative to the root.";
    else if (text.ptr[text.len - 1] == '/')
        *why = "The path is that of a directory.";
    Str rest = text, part;
    while (!*why && str_take_until(&rest, '/', &part)) {
        if (str_equal(part, STR("..")))
            *why = "The path has `..` in it; write it relative to the root.";
        else if (is_git_directory(part))
            *why = "Files of git's own directory are not edited.";
    }
    if (*why)
        return false;
    *path = path_normalise(arena, text);
    if (str_equal(*path, STR(".")) || !path->len)
        *why = "The path is that of a directory.";
    return !*why;
}
