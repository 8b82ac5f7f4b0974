/* Each setting that could make git start a program is overridden by environment variables, which
   may hold any bytes and win over the repository's configuration. Filter drivers have names of
   their own, so the configuration is first queried for them; then each is disabled. */
#include "git/git_program.h"

#include "base/limits.h"

/* Timeout for a large repository: all its names, or a diff of everything. */
#define ANSWER_MS 60000
/* No genuine configuration has more filter drivers. */
#define DRIVERS_MAX 64

/* Variables that redirect git or change its output. */
static const char *const unset[] = {
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_ATTR_SOURCE",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_SYSTEM",
    "GIT_DIFF_OPTS",
    "GIT_DIR",
    "GIT_EXTERNAL_DIFF",
    "GIT_GLOB_PATHSPECS",
    "GIT_GRAFT_FILE",
    "GIT_ICASE_PATHSPECS",
    "GIT_LITERAL_PATHSPECS",
    "GIT_INDEX_FILE",
    "GIT_INDEX_VERSION",
    "GIT_NAMESPACE",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_TRACE",
    "GIT_TRACE_SETUP",
    "GIT_TRACE2",
    "GIT_TRACE2_EVENT",
    "GIT_TRACE2_PERF",
    "GIT_WORK_TREE",
};
static const char *const set[] = {
    "GIT_ALLOW_PROTOCOL=none",
    "GIT_NO_LAZY_FETCH=1",
    "GIT_OPTIONAL_LOCKS=0",
    "GIT_NO_REPLACE_OBJECTS=1",
    "GIT_PAGER=cat",
    "GIT_TERMINAL_PROMPT=0",
    "LC_ALL=C",
};

/* Settings that keep git from running programs of the repository, and from writing into it. Git
   refreshes the index before a diff, whatever GIT_OPTIONAL_LOCKS says, and then runs a hook. */
static const struct {
    Str key;
    const char *value;
} fixed[] = {
    {STR_INIT("core.alternateRefsCommand"), ""},  {STR_INIT("core.fsmonitor"), "false"},
    {STR_INIT("core.hooksPath"), "/dev/null"},    {STR_INIT("core.quotePath"), "false"},
    {STR_INIT("diff.autoRefreshIndex"), "false"}, {STR_INIT("gc.auto"), "0"},
    {STR_INIT("log.showSignature"), "false"},     {STR_INIT("maintenance.auto"), "false"},
};

void git_words_put(Arena *arena, GitWordVec *words, const char *word)
{
    *VEC_PUSH(arena, words) = word;
}

void git_words_put_text(Arena *arena, GitWordVec *words, Str text)
{
    git_words_put(arena, words, str_terminate(arena, text));
}

static void put_text(GitProgram *program, Str text)
{
    git_words_put_text(program->arena, &program->settings, text);
}

/* Sets a configuration value by environment variables, where a name may have any bytes. */
static void configure(GitProgram *program, Str key, const char *value)
{
    Arena *arena = program->arena;
    put_text(program,
             str_format(arena, "GIT_CONFIG_KEY_%u=%.*s", program->setting_count, STR_ARG(key)));
    put_text(program, str_format(arena, "GIT_CONFIG_VALUE_%u=%s", program->setting_count++, value));
}

bool git_program_open(Arena *arena, const GitRepo *repo, GitProgram *program, Err *err)
{
    *program = (GitProgram){.arena = arena, .at = str_terminate(arena, repo->root)};
    if (!proc_exists("git")) {
        err_set(err, ERR_FAILED, "git is not installed");
        return err_hint(err, "install git; this repository has a format that only git reads");
    }
    if (git_repo_would_hang(arena, repo))
        return err_set(err, ERR_FAILED,
                       "'%.*s' contains what is not a regular file: git would wait for it",
                       STR_ARG(str_slice(repo->directory, 0, PATH_SHOWN_BYTES)));
    put_text(program, str_format(arena, "GIT_DIR=%.*s", STR_ARG(repo->directory)));
    if (!str_equal(repo->root, repo->directory))
        put_text(program, str_format(arena, "GIT_WORK_TREE=%.*s", STR_ARG(git_repo_whole(repo))));
    if (repo->index.len)
        put_text(program, str_format(arena, "GIT_INDEX_FILE=%.*s", STR_ARG(repo->index)));
    for (size_t i = 0; i < COUNT(fixed); i++)
        configure(program, fixed[i].key, fixed[i].value);
    return true;
}

bool git_program_run(const GitProgram *program, Arena *arena, const GitAsk *ask, ProcResult *result,
                     Err *err)
{
    GitWordVec words = {0};
    git_words_put(arena, &words, "env");
    for (size_t i = 0; i < COUNT(unset); i++) {
        git_words_put(arena, &words, "-u");
        git_words_put(arena, &words, unset[i]);
    }
    for (size_t i = 0; i < COUNT(set); i++)
        git_words_put(arena, &words, set[i]);
    for (size_t i = 0; i < program->settings.len; i++)
        git_words_put(arena, &words, program->settings.ptr[i]);
    git_words_put(
        arena, &words,
        str_terminate(arena, str_format(arena, "GIT_CONFIG_COUNT=%u", program->setting_count)));
    git_words_put(arena, &words, "git");
    git_words_put(arena, &words, "--no-pager");
    git_words_put(arena, &words, "-C");
    git_words_put(arena, &words, program->at);
    for (const char *const *word = ask->words; *word; word++)
        git_words_put(arena, &words, *word);
    git_words_put(arena, &words, NULL);
    ProcLimits limits = {
        .time_ms = ANSWER_MS, .still_ms = GIT_STILL_MS, .output_max = ask->output_max};
    if (!proc_run(arena, words.ptr, ask->input, limits, result, err))
        return false;
    return !result->timed_out || err_set(err, ERR_FAILED, "git %s took too long", ask->words[0]);
}

/* Disables the drivers that `names` has settings of. */
static bool disarm_all(GitProgram *program, Str names, Err *err)
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
            return err_set(err, ERR_FAILED, "git is configured with more than %d filters",
                           DRIVERS_MAX);
        for (size_t i = 0; i < COUNT(parts); i++)
            configure(program, str_format(program->arena, "%.*s.%s", STR_ARG(driver), parts[i]),
                      "");
        configure(program, str_format(program->arena, "%.*s.required", STR_ARG(driver)), "false");
        before = driver;
    }
    return true;
}

bool git_program_disarm(GitProgram *program, Err *err)
{
    static const char *const words[] = {"config",       "--name-only",  "-z",
                                        "--get-regexp", "^filter\\..*", NULL};
    ProcResult result;
    GitAsk ask = {.words = words};
    if (!git_program_run(program, program->arena, &ask, &result, err))
        return false;
    if (result.cut)
        return err_set(err, ERR_FAILED, "git's configuration is too large");
    return disarm_all(program, result.output, err); /* exit code 1: no match */
}
