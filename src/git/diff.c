#include "git/diff.h"

#include "base/limits.h"
#include "git/program.h"

/* Longest revision accepted from a command line. */
#define REVISION_BYTES_MAX 200

bool git_diff_is_name(Str text)
{
    static const char others[] = "_./~^@{}-+#%";
    if (!text.len || text.len > REVISION_BYTES_MAX || text.ptr[0] == '-')
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (!byte_is_alpha(text.ptr[i]) && !byte_is_digit(text.ptr[i]) &&
            !memchr(others, text.ptr[i], sizeof others - 1))
            return false;
    return true;
}

/* Adds the range's arguments. `A..HEAD` compares `A` with the work tree, whose lines the index
   knows. */
static void put_range(Arena *arena, GitWordVec *words, Str what)
{
    size_t dots = str_find(what, STR(".."));
    bool three = dots != STR_NONE && str_starts(str_from_offset(what, dots), STR("..."));
    Str from = str_slice(what, 0, dots);
    Str to = dots == STR_NONE ? (Str){0} : str_from_offset(what, dots + (three ? 3 : 2));
    if (str_equal(what, STR("staged")) || str_equal(what, STR("cached"))) {
        git_words_put(arena, words, "--cached");
        return;
    }
    if (!to.len || str_equal(to, STR("HEAD"))) {
        if (three)
            git_words_put(arena, words, "--merge-base");
        git_words_put(arena, words, str_terminate(arena, from.len ? from : STR("HEAD")));
        return;
    }
    git_words_put(arena, words, str_terminate(arena, what));
}

static bool fail(Str what, Err *err)
{
    err_set(err, ERR_NOT_FOUND, "there is neither a file nor a revision '%.*s'",
            STR_ARG(str_slice(what, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "HEAD, HEAD~3, main..HEAD, staged, a file with a diff, or - for standard "
                         "input");
}

bool git_diff_read(Arena *arena, const GitRepo *repo, Str what, Str *patch, Err *err)
{
    static const char *const options[] = {
        "diff", "--no-ext-diff", "--no-textconv",   "--no-color",      "--no-renames",
        "-U0",  "--relative",    "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules=all"};
    GitProgram program;
    GitWordVec words = {0};
    ProcResult result;
    if (!repo->directory.len || !git_diff_is_name(what) || !proc_exists("git"))
        return fail(what, err);
    if (!git_program_open(arena, repo, &program, err) || !git_program_disarm(&program, err))
        return false;
    for (size_t i = 0; i < COUNT(options); i++)
        git_words_put(arena, &words, options[i]);
    put_range(arena, &words, what);
    git_words_put(arena, &words, "--");
    git_words_put(arena, &words, NULL);
    if (!git_program_run(&program, arena, &(GitAsk){.words = words.ptr}, &result, err))
        return false;
    if (result.cut)
        return err_set(err, ERR_FAILED, "git diff: too large");
    *patch = result.output;
    return !result.exit_code || fail(what, err);
}
