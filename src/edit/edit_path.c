/* The checks are by component. `.git` is refused in every case and position, since git follows
   hooks and settings in it. */
#include "edit/edit_path.h"

#include "base/path.h"
#include "text/hidden.h"

/* Linux opens no longer path. */
#define EDIT_PATH_BYTES_MAX 4095

/* Control characters, and those that make a path look like another one. Joiners belong to some
   scripts and to emoji. */
static bool has_unfit(Str text)
{
    uint32_t before = 0, c;
    for (size_t at = 0; at < text.len; before = c) {
        c = str_decode(text, &at);
        const HiddenRange *range = hidden_find(c);
        if (char_is_control(c) ||
            (range && !hidden_belongs(range, before, str_from_offset(text, at))))
            return true;
    }
    return false;
}

/* A longer name cannot be `.git` or its short form `git~1`. */
#define GIT_NAME_BYTES 8

/* macOS file systems ignore invisible characters. Windows ignores dots and blanks at the end and
   all after a colon, and has short names. A tree made here may be copied there. */
bool edit_path_is_git(Str part)
{
    char plain[GIT_NAME_BYTES];
    size_t len = 0;
    part = str_slice(part, 0, MIN(str_find_byte(part, ':'), part.len));
    while (part.len && byte_in(part.ptr[part.len - 1], ". "))
        part = str_slice(part, 0, part.len - 1);
    for (size_t at = 0; at < part.len;) {
        size_t from = at;
        if (hidden_find(str_decode(part, &at)))
            continue;
        if (len + (at - from) > sizeof plain)
            return false;
        memcpy(plain + len, part.ptr + from, at - from);
        len += at - from;
    }
    Str name = {plain, len};
    while (name.len && byte_in(name.ptr[name.len - 1], ". "))
        name.len--;
    return str_equal_nocase(name, STR(".git")) || str_equal_nocase(name, STR("git~1"));
}

/* Whether a component is git's own, also with the separators of Windows. */
static bool has_git(Str component)
{
    Str part;
    while (str_take_until(&component, '\\', &part))
        if (edit_path_is_git(part))
            return true;
    return false;
}

bool edit_path_take(Arena *arena, Str text, Str *path, const char **why)
{
    *why = NULL;
    if (!text.len)
        *why = "The path is empty.";
    else if (text.len > EDIT_PATH_BYTES_MAX)
        *why = "The path is too long.";
    else if (!str_is_utf8(text) || has_unfit(text))
        *why = "The path has characters that are not allowed here.";
    else if (path_is_absolute(text) || text.ptr[0] == '~' ||
             (text.len > 2 && byte_is_alpha(text.ptr[0]) && text.ptr[1] == ':' &&
              byte_in(text.ptr[2], "/\\")))
        *why = "The path is absolute; write it relative to the root.";
    else if (text.ptr[text.len - 1] == '/')
        *why = "The path is a directory.";
    Str rest = text, part;
    while (!*why && str_take_until(&rest, '/', &part)) {
        if (str_equal(part, STR("..")))
            *why = "The path has `..` in it; write it relative to the root.";
        else if (has_git(part))
            *why = "Files of git's own directory are not edited.";
    }
    if (*why)
        return false;
    *path = path_normalise(arena, text);
    if (str_equal(*path, STR(".")) || !path->len)
        *why = "The path is a directory.";
    return !*why;
}
