/* The copy is made by cp, which keeps links, modes and sparse files, and shares blocks where the
   file system can. */
#include "refactor/trial.h"

#include "base/fs.h"
#include "base/fs_temporary.h"
#include "base/proc.h"
#include "edit/run_check.h"

/* Copying a large tree takes seconds; a longer copy is a mistake. */
#define COPY_MS (5 * 60 * 1000)

/* A place for the copy, removed at the end. */
typedef struct Copy {
    FsTemporary place;
    Arena scratch;
} Copy;

static void copy_close(Copy *copy)
{
    fs_temporary_close(copy->scratch, &copy->place);
}

static bool copy_tree(Arena *arena, Str root, Str target, Err *err)
{
    ProcResult ran;
    const char *const words[] = {"cp",
                                 "-a",
                                 "--reflink=auto",
                                 str_terminate(arena, str_format(arena, "%.*s/.", STR_ARG(root))),
                                 str_terminate(arena, target),
                                 NULL};
    ProcLimits limits = {.time_ms = COPY_MS, .output_max = MB, .with_errors = true};
    if (!proc_run(arena, words, (Str){0}, limits, &ran, err))
        return false;
    return (!ran.exit_code && !ran.timed_out) ||
           err_set(err, ERR_FAILED, "the repository cannot be copied for the check: %.*s",
                   STR_ARG(str_slice(str_trim(ran.output), 0, PATH_SHOWN_BYTES)));
}

static bool remove_file(Arena *arena, Str path, Err *err)
{
    ProcResult ran;
    const char *const words[] = {"rm", "-f", str_terminate(arena, path), NULL};
    return proc_run(arena, words, (Str){0}, (ProcLimits){.time_ms = COPY_MS}, &ran, err);
}

static bool write_edits(Arena *arena, Str target, const EditSet *set, Err *err)
{
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *edit = &set->files.ptr[i];
        Str path = str_format(arena, "%.*s/%.*s", STR_ARG(target), STR_ARG(edit->path));
        Str old = str_format(arena, "%.*s/%.*s", STR_ARG(target), STR_ARG(edit->old_path));
        if (!fs_write_atomic(*arena, path, edit->after, 0644, err))
            return false;
        if (edit->old_path.len && !remove_file(arena, old, err))
            return false;
    }
    return true;
}

/* ---- findings ---- */

/* What a line says: without numbers, which edits and clocks change, and with the old name for the
   new one. */
static Str finding(Arena *arena, Str line, const TrialRequest *request)
{
    char *bytes = NEW(arena, char, line.len * 2 + request->old.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < line.len; i++) {
        size_t end = byte_is_word(line.ptr[i]) ? str_word_end(line, i) : i + 1;
        Str word = str_slice(line, i, end);
        if (request->new.len && str_equal(word, request->new) && request->old.len <= 2 * word.len)
            word = request->old;
        for (size_t k = 0; k < word.len; k++)
            if (!byte_is_digit(word.ptr[k]))
                bytes[len++] = word.ptr[k];
        i = end - 1;
    }
    return str_trim((Str){bytes, len});
}

static int compare_findings(const void *a, const void *b)
{
    return str_compare(*(const Str *)a, *(const Str *)b);
}

typedef VEC(Str) FindingVec;

static FindingVec findings(Arena *arena, Str output, const TrialRequest *request)
{
    FindingVec found = {0};
    Str line;
    while (str_take_line(&output, &line))
        *VEC_PUSH(arena, &found) = finding(arena, line, request);
    if (found.len)
        qsort(found.ptr, found.len, sizeof *found.ptr, compare_findings);
    return found;
}

/* Whether a line of the later output is in the former one less often. */
static bool says_more(Arena *arena, Str before, Str after, const TrialRequest *request)
{
    FindingVec old = findings(arena, before, request), new = findings(arena, after, request);
    size_t at = 0;
    for (size_t i = 0; i < new.len; i++) {
        while (at < old.len && str_compare(old.ptr[at], new.ptr[i]) < 0)
            at++;
        if (at == old.len || !str_equal(old.ptr[at], new.ptr[i]))
            return true;
        at++;
    }
    return false;
}

bool trial_run(Arena *arena, Arena scratch, const TrialRequest *request, Trial *trial, Err *err)
{
    Copy copy SCOPED(copy_close) = {.scratch = scratch};
    RunCheck ran;
    *trial = (Trial){0};
    if (!fs_temporary_open(arena, &copy.place, err) ||
        !copy_tree(arena, request->root, copy.place.path, err) ||
        !run_check(arena, copy.place.path, request->command, request->cancel, &ran, err))
        return false;
    trial->before = ran.passed;
    trial->confined = ran.confined;
    trial->output = ran.output;
    Str before = ran.all;
    trial->is_worse = true;
    if (!ran.passed && !before.len)
        return true;
    if (!write_edits(arena, copy.place.path, request->set, err) ||
        !run_check(arena, copy.place.path, request->command, request->cancel, &ran, err))
        return false;
    trial->after = ran.passed;
    trial->is_worse = !ran.passed &&
                      (trial->before || !ran.all.len || says_more(arena, before, ran.all, request));
    trial->output = ran.output;
    return true;
}
