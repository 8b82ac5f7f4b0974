#include "git/git_diff.h"

#include "base/limits.h"
#include "git/git_program.h"
#include "git/objects.h"

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

static bool fail(Str what, Err *err)
{
    err_set(err, ERR_NOT_FOUND, "there is neither a file nor a revision '%.*s'",
            STR_ARG(str_slice(what, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "HEAD, HEAD~3, main..HEAD, staged, a file with a diff, or - for standard "
                         "input");
}

/* ---- the range ---- */

typedef struct Asking {
    Arena *arena;
    GitObjects *objects;
    GitWordVec words;
    const GitDiffAsk *ask;
    bool working; /* the new side is the work tree */
} Asking;

/* The id of the commit that a revision names; nothing means HEAD. */
static bool resolve(Asking *asking, Str revision, Str *id, Err *err)
{
    GitCommit commit;
    if (!git_objects_commit(asking->objects, asking->arena, revision.len ? revision : STR("HEAD"),
                            &commit, err))
        return false;
    *id = commit.id;
    return true;
}

/* Whether the staged change is asked for. A branch of that name makes the word unclear. */
static bool is_staged(Asking *asking, bool *staged, Err *err)
{
    GitCommit commit;
    Err unknown = {0};
    Str what = asking->ask->what;
    bool word = str_equal(what, STR("staged")) || str_equal(what, STR("cached"));
    *staged = asking->ask->staged || word;
    if (asking->ask->staged || !word ||
        !git_objects_commit(asking->objects, asking->arena, what, &commit, &unknown))
        return true;
    err_set(err, ERR_NOT_FOUND, "'%.*s' is ambiguous: it may mean the staged change or a revision",
            STR_ARG(what));
    return err_hint(err, "--staged for the change, --diff %.*s~0 for the revision", STR_ARG(what));
}

/* Adds the range's arguments. `A..HEAD` compares `A` with the work tree, whose lines the index
   knows. */
static bool put_range(Asking *asking, Err *err)
{
    Str what = asking->ask->what;
    bool staged;
    size_t dots = str_find(what, STR(".."));
    bool three = dots != STR_NONE && str_starts(str_from_offset(what, dots), STR("..."));
    Str from, to = dots == STR_NONE ? (Str){0} : str_from_offset(what, dots + (three ? 3 : 2));
    if (!is_staged(asking, &staged, err))
        return false;
    if (staged) {
        git_words_put(asking->arena, &asking->words, "--cached");
        return true;
    }
    bool working = asking->working = !to.len || str_equal(to, STR("HEAD"));
    if (!resolve(asking, str_slice(what, 0, dots), &from, err) ||
        ((three || !working) && !resolve(asking, to, &to, err)) ||
        (three && !git_objects_merge_base(asking->objects, asking->arena, from, to, &from, err)))
        return false;
    git_words_put_text(asking->arena, &asking->words, from);
    if (!working)
        git_words_put_text(asking->arena, &asking->words, to);
    return true;
}

/* ---- the diff ---- */

static void put_files(Asking *asking)
{
    const GitDiffAsk *ask = asking->ask;
    if (ask->text_count)
        git_words_put(asking->arena, &asking->words, "--text");
    git_words_put(asking->arena, &asking->words, "--");
    for (size_t i = 0; i < ask->text_count; i++)
        git_words_put_text(asking->arena, &asking->words,
                           str_format(asking->arena, ":(literal)%.*s", STR_ARG(ask->texts[i])));
    git_words_put(asking->arena, &asking->words, NULL);
}

/* The revisions are known, so a failure has another reason. */
static bool fail_program(const GitObjects *objects, Arena *arena, Err *err)
{
    err_set(err, ERR_FAILED, "git diff failed: it cannot read all contents of the two states");
    return err_hint(err, git_objects_are_partial(objects, arena)
                             ? "this is a partial clone: git diff fetches what is missing"
                             : "git fsck shows what is missing or damaged");
}

static bool run(Asking *asking, const GitRepo *repo, Str *patch, Err *err)
{
    Arena *arena = asking->arena;
    GitProgram program;
    ProcResult result;
    put_files(asking);
    GitAsk ask = {.words = asking->words.ptr};
    if (!git_program_open(arena, repo, &program, err) || !git_program_disarm(&program, err) ||
        !git_program_run(&program, arena, &ask, &result, err))
        return false;
    if (result.cut)
        return err_set(err, ERR_FAILED, "git diff: too large");
    *patch = result.output;
    return !result.exit_code || fail_program(asking->objects, arena, err);
}

bool git_diff_read(Arena *arena, const GitRepo *repo, const GitDiffAsk *ask, Str *patch,
                   bool *working, Err *err)
{
    static const char *const options[] = {"diff",
                                          "--no-ext-diff",
                                          "--no-textconv",
                                          "--no-color",
                                          "--no-renames",
                                          "--inter-hunk-context=0",
                                          "-O/dev/null",
                                          "--relative",
                                          "--src-prefix=a/",
                                          "--dst-prefix=b/",
                                          "--ignore-submodules=all"};
    GitRepo own = *repo;
    GitObjects *objects SCOPED(git_objects_close) = NULL;
    if (!repo->directory.len || (!ask->staged && !git_diff_is_name(ask->what)) ||
        !proc_exists("git"))
        return fail(ask->what, err);
    if (!git_repo_take_environment(arena, &own, err) ||
        !git_objects_open(arena, &own, &objects, err))
        return false;
    Asking asking = {.arena = arena, .objects = objects, .ask = ask};
    for (size_t i = 0; i < COUNT(options); i++)
        git_words_put(arena, &asking.words, options[i]);
    if (!put_range(&asking, err))
        return false;
    git_words_put(arena, &asking.words, asking.working ? "-U0" : "-U3");
    *working = asking.working;
    return run(&asking, &own, patch, err);
}

bool git_diff_untracked(Arena *arena, const GitRepo *repo, UntrackedVec *paths, Err *err)
{
    static const char *const words[] = {"ls-files", "--others", "--exclude-standard",
                                        "-z",       "--",       NULL};
    GitRepo own = *repo;
    GitProgram program;
    ProcResult result;
    GitAsk ask = {.words = words};
    if (!repo->directory.len || !proc_exists("git"))
        return true;
    if (!git_repo_take_environment(arena, &own, err) ||
        !git_program_open(arena, &own, &program, err) || !git_program_disarm(&program, err) ||
        !git_program_run(&program, arena, &ask, &result, err))
        return false;
    if (result.exit_code)
        return err_set(err, ERR_FAILED, "git ls-files failed");
    Str rest = str_copy(arena, result.output), path;
    while (paths->len < UNTRACKED_MAX && str_take_until(&rest, '\0', &path))
        if (path.len)
            *VEC_PUSH(arena, paths) = path;
    return true;
}
