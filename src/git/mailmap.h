/* `.mailmap`: the names and addresses under which a project knows its authors (git's mailmap
   documentation). Only the file at the root of the work tree is read. */
#pragma once

#include "base/fs.h"

typedef struct git_mailmap git_mailmap;

/* *mailmap is NULL, which maps nothing, without the file or if it is a link or unreadable. */
void git_mailmap_open(Arena *arena, const FsTree *tree, git_mailmap **mailmap);
void git_mailmap_close(git_mailmap **mailmap);
/* Replaces an author's name and address; texts are allocated in the arena. */
void git_mailmap_apply(const git_mailmap *mailmap, Arena *arena, Str *name, Str *email);
