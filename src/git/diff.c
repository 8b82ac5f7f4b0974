#include "git/diff.h"

#include "base/limits.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/vec.h"

#define DIFF_MS 60000
#define CONFIG_MS 10000
/* Drivers of filters that a configuration has: more is no configuration of a person's. */
#define DRIVERS_MAX 64
#define REVISION_BYTES_MAX 200

typedef VEC(const char *) ArgVec;

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

static void put(Arena *arena, ArgVec *args, const char *word)
{
    *VEC_PUSH(arena, args) = word;
}

static void put_env(Arena *arena, ArgVec *args)
{
    static const char *const words[] = {"env",
                                        "-u",
                                        "GIT_DIR",
                                        "-u",
                                        "GIT_WORK_TREE",
                                        "-u",
                                        "GIT_INDEX_FILE",
                                        "-u",
                                        "GIT_EXTERNAL_DIFF",
                                        "-u",
                                        "GIT_DIFF_OPTS",
                                        "GIT_ALLOW_PROTOCOL=none",
                                        "GIT_NO_LAZY_FETCH=1",
                                        "GIT_OPTIONAL_LOCKS=0",
                                        "LC_ALL=C"};
    for (size_t i = 0; i < COUNT(words); i++)
        put(arena, args, words[i]);
}

/* Settings by the environment, where a name may have any bytes. */
typedef struct Settings {
    Arena *arena;
    ArgVec *args;
    unsigned count;
} Settings;

static void set(Settings *settings, Str key, const char *value)
{
    Arena *arena = settings->arena;
    put(arena, settings->args,
        str_terminate(arena,
                      str_format(arena, "GIT_CONFIG_KEY_%u=%.*s", settings->count, STR_ARG(key))));
    put(arena, settings->args,
        str_terminate(arena,
                      str_format(arena, "GIT_CONFIG_VALUE_%u=%s", settings->count++, value)));
}

/* No filter of the configuration runs. False when there are too many. */
static bool disarm(Settings *settings, Str names)
{
    static const char *const parts[] = {"clean", "smudge", "process"};
    Str name, before = {0};
    size_t drivers = 0;
    while (str_take_until(&names, '\0', &name)) {
        size_t dot = str_find_last_byte(name, '.');
        Str driver = str_slice(name, 0, dot == STR_NONE ? 0 : dot);
        if (!driver.len || str_equal(driver, before))
            continue;
        if (drivers++ == DRIVERS_MAX)
            return false;
        for (size_t i = 0; i < COUNT(parts); i++)
            set(settings, str_format(settings->arena, "%.*s.%s", STR_ARG(driver), parts[i]), "");
        set(settings, str_format(settings->arena, "%.*s.required", STR_ARG(driver)), "false");
        before = driver;
    }
    return true;
}

/* Names of the settings of filters. */
static bool list_filters(Arena *arena, const char *root, Str *names, Err *err)
{
    ArgVec args = {0};
    ProcResult result;
    put_env(arena, &args);
    const char *const words[] = {"git", "-C",           root,           "config", "--name-only",
                                 "-z",  "--get-regexp", "^filter\\..*", NULL};
    for (size_t i = 0; i < COUNT(words); i++)
        put(arena, &args, words[i]);
    if (!proc_run(arena, args.ptr, (Str){0},
                  (ProcLimits){.time_ms = CONFIG_MS, .still_ms = GIT_STILL_MS}, &result, err))
        return false;
    *names = result.output; // exit code 1: there is none
    return !result.cut && !result.timed_out;
}

/* What to compare: `A..HEAD` is `A` with the files as they are, whose lines the index knows. */
static void put_range(Arena *arena, ArgVec *args, Str what)
{
    size_t dots = str_find(what, STR(".."));
    bool three = dots != STR_NONE && str_starts(str_from_offset(what, dots), STR("..."));
    Str from = str_slice(what, 0, dots);
    Str to = dots == STR_NONE ? (Str){0} : str_from_offset(what, dots + (three ? 3 : 2));
    if (str_equal(what, STR("staged")) || str_equal(what, STR("cached"))) {
        put(arena, args, "--cached");
        return;
    }
    if (!to.len || str_equal(to, STR("HEAD"))) {
        if (three)
            put(arena, args, "--merge-base");
        put(arena, args, str_terminate(arena, from.len ? from : STR("HEAD")));
        return;
    }
    put(arena, args, str_terminate(arena, what));
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
    static const char *const words[] = {
        "diff", "--no-ext-diff", "--no-textconv",   "--no-color",      "--no-renames",
        "-U0",  "--relative",    "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules=all"};
    const char *root = str_terminate(arena, repo->root);
    ArgVec args = {0};
    Settings settings = {.arena = arena, .args = &args};
    Str filters;
    ProcResult result;
    if (!repo->directory.len || !git_diff_is_name(what) || !proc_exists("git"))
        return fail(what, err);
    if (git_repo_would_hang(arena, repo))
        return err_set(err, ERR_FAILED,
                       "'%.*s' holds what is no regular file: git would wait for it",
                       STR_ARG(str_slice(repo->directory, 0, PATH_SHOWN_BYTES)));
    if (!list_filters(arena, root, &filters, err))
        return false;
    put_env(arena, &args);
    set(&settings, STR("core.fsmonitor"), "false");
    set(&settings, STR("core.quotePath"), "false");
    if (!disarm(&settings, filters))
        return err_set(err, ERR_FAILED, "git is configured with more than %d filters", DRIVERS_MAX);
    put(arena, &args,
        str_terminate(arena, str_format(arena, "GIT_CONFIG_COUNT=%u", settings.count)));
    put(arena, &args, "git");
    put(arena, &args, "--no-pager");
    put(arena, &args, "-C");
    put(arena, &args, root);
    for (size_t i = 0; i < COUNT(words); i++)
        put(arena, &args, words[i]);
    put_range(arena, &args, what);
    put(arena, &args, "--");
    put(arena, &args, NULL);
    if (!proc_run(arena, args.ptr, (Str){0},
                  (ProcLimits){.time_ms = DIFF_MS, .still_ms = GIT_STILL_MS}, &result, err))
        return false;
    if (result.cut || result.timed_out)
        return err_set(err, ERR_FAILED, "git diff: %s", result.cut ? "too large" : "took too long");
    *patch = result.output;
    return !result.exit_code || fail(what, err);
}
