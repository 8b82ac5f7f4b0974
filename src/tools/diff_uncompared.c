/* Submodules are other repositories: a diff compares which commit they are at, not their files. */
#include "base/path.h"
#include "git/index_file.h"
#include "tools/diff_sides.h"

#define SUBMODULES_SHOWN 3

Str diff_uncompared(ToolCall *call, const GitRepo *repo)
{
    GitEntryVec entries = {0};
    Buf out = buf_open(call->arena, 0);
    Arena scratch = *call->scratch;
    size_t count = 0;
    bool known;
    Err ignored;
    if (!repo->directory.len ||
        !index_file_read(&scratch, repo->directory, &entries, &known, &ignored))
        return (Str){0};
    for (size_t i = 0; i < entries.len; i++) {
        Str path = entries.ptr[i].path;
        Str git = path_join(&scratch, git_repo_whole(repo), path_join(&scratch, path, STR(".git")));
        if (entries.ptr[i].kind != GIT_ENTRY_SUBMODULE || !fs_real_path(&scratch, git).len)
            continue;
        if (count++ < SUBMODULES_SHOWN) {
            buf_put(&out, count > 1 ? STR(", ") : STR("not compared: files of submodules ("));
            view_put_address(&out, path);
        }
    }
    if (count)
        buf_put(&out, count > SUBMODULES_SHOWN ? STR(", …)") : STR(")"));
    return buf_str(&out);
}
