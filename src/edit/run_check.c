#include "edit/run_check.h"

#include "base/proc.h"

/* Slower tests cannot be run after every edit. */
#define RUN_MS (10 * 60 * 1000)
/* Address space for data of one process: compilers and linkers take up to a few GB. */
#define RUN_BYTES_MAX ((size_t)8 * GB)
/* Bytes kept of the output's end, where errors are. */
#define TAIL_BYTES ((size_t)8 * KB)
/* Output read from a test run; a run that writes more is stopped. */
#define OUTPUT_BYTES_MAX (64 * MB)
/* bubblewrap's words and ours: 24. */
#define WORDS_MAX 40

typedef struct Words {
    const char *words[WORDS_MAX];
    size_t count;
} Words;

static void put(Words *words, const char *const *list)
{
    for (; *list; list++)
        words->words[words->count++] = *list;
}

static Words confined_words(char *root)
{
    Words words = {0};
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
    put(&words, list);
    return words;
}

/* Whether bubblewrap is installed and allowed to work here. */
static bool can_confine(Arena scratch, char *root)
{
    ProcResult result;
    Err ignored;
    Words words = confined_words(root);
    const char *const none[] = {"true", NULL};
    put(&words, none);
    return proc_exists("bwrap") &&
           proc_run(&scratch, words.words, (Str){0}, (ProcLimits){.time_ms = 10000}, &result,
                    &ignored) &&
           !result.exit_code;
}

static Str tail_of(Str text)
{
    if (text.len <= TAIL_BYTES)
        return text;
    Str tail = str_from_offset(text, text.len - TAIL_BYTES);
    size_t line = str_find_byte(tail, '\n');
    return line == STR_NONE ? tail : str_from_offset(tail, line + 1);
}

bool run_check(Arena *arena, Str root, Str command, const volatile bool *cancel, RunCheck *result,
               Err *err)
{
    char *directory = str_terminate(arena, root), *line = str_terminate(arena, command);
    ProcResult ran;
    ProcLimits limits = {.time_ms = RUN_MS,
                         .still_ms = RUN_MS,
                         .memory_max = RUN_BYTES_MAX,
                         .output_max = OUTPUT_BYTES_MAX,
                         .with_errors = true,
                         .cancel = cancel};
    *result = (RunCheck){.confined = can_confine(*arena, directory)};
    Words words = {0};
    const char *const plain[] = {"env", "-C", directory, NULL};
    if (result->confined)
        words = confined_words(directory);
    else
        put(&words, plain);
    const char *const shell[] = {"sh", "-c", line, NULL};
    put(&words, shell);
    if (!proc_run(arena, words.words, (Str){0}, limits, &ran, err))
        return false;
    if (cancel && *cancel)
        return err_interrupted(err);
    result->passed = !ran.exit_code && !ran.timed_out && !ran.cut;
    result->output = tail_of(ran.output);
    if (ran.timed_out)
        result->output = str_format(arena, "%.*s\nstopped after %d minutes\n",
                                    STR_ARG(result->output), RUN_MS / 60000);
    return true;
}
