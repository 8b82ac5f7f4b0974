#include "git/mailmap.h"

#include "base/fs.h"

#include <git2.h>

/* A line of it is a person: more than any project has. */
#define MAILMAP_BYTES_MAX ((size_t)4 * 1024 * 1024)

void git_mailmap_open(Arena *arena, const FsTree *tree, git_mailmap **mailmap)
{
    Str text;
    Err ignored;
    FsFile file SCOPED(fs_close) = {.fd = -1};
    *mailmap = NULL;
    if (!fs_tree_file(tree, STR(".mailmap"), &file) || file.size > MAILMAP_BYTES_MAX ||
        !fs_read_all(arena, &file, &text, &ignored) ||
        git_mailmap_from_buffer(mailmap, text.ptr, text.len))
        *mailmap = NULL;
}

void git_mailmap_close(git_mailmap **mailmap)
{
    git_mailmap_free(*mailmap);
    *mailmap = NULL;
}

void git_mailmap_apply(const git_mailmap *mailmap, Arena *arena, Str *name, Str *email)
{
    const char *real_name, *real_email;
    if (git_mailmap_resolve(&real_name, &real_email, mailmap, str_terminate(arena, *name),
                            str_terminate(arena, *email)))
        return;
    *name = str_copy(arena, str_from(real_name));
    *email = str_copy(arena, str_from(real_email));
}
