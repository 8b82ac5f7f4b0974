/* A text answered from an index may be older than the file; only a text that occurs in the file may
   have its hash. */
#include "agent/shown.h"

#include "base/fs.h"
#include "base/hash.h"
#include "base/limits.h"

/* A larger file is not source; its parts are gathered again. */
#define SHOWN_BYTES_MAX (64 * MB)

Str shown_hash_of(Arena *arena, Str bytes)
{
    char hash[HASH_CONTENT_BYTES];
    hash_content((Str){0}, bytes, hash);
    return str_copy(arena, (Str){hash, sizeof hash});
}

Str shown_hash(Arena *arena, Str root, Str path, Str text)
{
    Arena scratch SCOPED(arena_close) = {0};
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Str bytes;
    Err ignored;
    arena_open(&scratch, 0);
    if (!path.len || !fs_tree_open(&scratch, &(FsPolicy){0}, root, &tree, &ignored) ||
        !fs_tree_file(&tree, path, &file) || file.size > SHOWN_BYTES_MAX ||
        !fs_read_all(&scratch, &file, &bytes, &ignored) || str_find(bytes, text) == STR_NONE)
        return (Str){0};
    return shown_hash_of(arena, bytes);
}
