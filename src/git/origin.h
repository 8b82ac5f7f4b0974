/* Where a repository comes from, by the URL of one of its remotes in its own configuration file.
   Nothing is executed and no file is included. */
#pragma once

#include "git/repo.h"

/* The remote's first URL as written; empty without one. It may contain a password. */
Str git_origin_url(Arena *arena, const GitRepo *repo, Str remote);
/* The repository's name by a URL: the path without host, user and `.git`, such as `acme/billing`.
   For a path on this machine, only its last part. Empty if the URL has no name. */
Str git_origin_name(Str url);
