#include "edit/run_check.h"

#include "base/fs_temporary.h"
#include "base/proc.h"
#include "base/proc_confine.h"
#include "edit/run_output.h"
#include "model/chat.h"

/* Slower tests cannot be run after every edit. */
#define RUN_MS (10 * 60 * 1000)
/* Address space for data of one process: compilers and linkers take up to a few GB. */
#define RUN_BYTES_MAX ((size_t)8 * GB)
/* Bytes kept of the output. */
#define KEPT_BYTES ((size_t)8 * KB)
/* Output read from a test run; a run that writes more is stopped. */
#define OUTPUT_BYTES_MAX (64 * MB)
/* Words before a command: bubblewrap's 18 and ours, and two for each variable with a key. */
#define WORDS_MAX 64

typedef struct Words {
    const char *words[WORDS_MAX];
    size_t count;
} Words;

static void put(Words *words, const char *const *list)
{
    for (; *list && words->count + 1 < WORDS_MAX; list++)
        words->words[words->count++] = *list;
}

/* A command gets no key of a model. */
static void put_environment(Words *words)
{
    put(words, (const char *const[]){"env", NULL});
    for (size_t i = 0; i < chat_provider_count(); i++) {
        const char *variable = chat_provider_at(i)->key_variable;
        if (variable)
            put(words, (const char *const[]){"-u", variable, NULL});
    }
}

static void put_bubblewrap(Words *words, const char *root)
{
    const char *const list[] = {"bwrap",
                                "--die-with-parent",
                                "--unshare-net",
                                "--unshare-pid",
                                "--ro-bind",
                                "/",
                                "/",
                                "--dev",
                                "/dev",
                                "--proc",
                                "/proc",
                                "--tmpfs",
                                "/tmp",
                                "--bind",
                                root,
                                root,
                                "--chdir",
                                root,
                                NULL};
    put(words, list);
}

static void put_own(Words *words, const char *root, const char *temporary)
{
    put(words,
        (const char *const[]){"/proc/self/exe", PROC_CONFINE_COMMAND, root, temporary, NULL});
}

static bool works(Arena scratch, const Words *confined)
{
    ProcResult result;
    Err ignored;
    Words words = *confined;
    put(&words, (const char *const[]){"true", NULL});
    return proc_run(&scratch, words.words, (Str){0}, (ProcLimits){.time_ms = 10000}, &result,
                    &ignored) &&
           !result.exit_code;
}

/* The words before the command: of the first means that works here. False: none does. */
static bool confine(Arena scratch, const char *root, const char *temporary, Words *words)
{
    Words ways[2] = {0};
    put_bubblewrap(&ways[0], root);
    put_own(&ways[1], root, temporary);
    for (size_t i = 0; i < COUNT(ways); i++) {
        *words = ways[i];
        if ((i || proc_exists("bwrap")) && works(scratch, words))
            return true;
    }
    *words = (Words){0};
    return false;
}

bool run_check_is_confined(Arena scratch, Str root)
{
    Words words;
    FsTemporary temporary;
    Err ignored;
    if (!fs_temporary_open(&scratch, &temporary, &ignored))
        return false;
    const char *directory = str_terminate(&scratch, root);
    const char *own = str_terminate(&scratch, temporary.path);
    bool confined = confine(scratch, directory, own, &words);
    fs_temporary_close(scratch, &temporary);
    return confined;
}

static bool run_words(Arena *arena, const Words *words, const volatile bool *cancel,
                      RunCheck *result, Err *err)
{
    ProcResult ran;
    ProcLimits limits = {.time_ms = RUN_MS,
                         .still_ms = RUN_MS,
                         .memory_max = RUN_BYTES_MAX,
                         .output_max = OUTPUT_BYTES_MAX,
                         .with_errors = true,
                         .cancel = cancel};
    if (!proc_run(arena, words->words, (Str){0}, limits, &ran, err))
        return false;
    if (cancel && *cancel)
        return err_interrupted(err);
    result->passed = !ran.exit_code && !ran.timed_out && !ran.cut;
    result->output = run_output_cut(arena, ran.output, KEPT_BYTES);
    result->all = ran.timed_out || ran.cut ? (Str){0} : ran.output;
    if (ran.timed_out)
        result->output = str_format(arena, "%.*s\nstopped after %d minutes\n",
                                    STR_ARG(result->output), RUN_MS / 60000);
    if (ran.cut)
        result->output = str_format(arena, "%.*s\nstopped after %zu MB of output\n",
                                    STR_ARG(result->output), OUTPUT_BYTES_MAX / MB);
    return true;
}

bool run_check(Arena *arena, Str root, Str command, const volatile bool *cancel, RunCheck *result,
               Err *err)
{
    char *directory = str_terminate(arena, root), *line = str_terminate(arena, command);
    FsTemporary temporary;
    Words words;
    if (!fs_temporary_open(arena, &temporary, err))
        return false;
    const char *own = str_terminate(arena, temporary.path);
    *result = (RunCheck){.confined = confine(*arena, directory, own, &words)};
    put_environment(&words);
    if (!result->confined)
        put(&words, (const char *const[]){"-C", directory, NULL});
    put(&words, (const char *const[]){"sh", "-c", line, NULL});
    bool ok = run_words(arena, &words, cancel, result, err);
    fs_temporary_close(*arena, &temporary);
    return ok;
}
