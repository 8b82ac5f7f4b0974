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
    if (!ran.passed)
        return true;
    if (!write_edits(arena, copy.place.path, request->set, err) ||
        !run_check(arena, copy.place.path, request->command, request->cancel, &ran, err))
        return false;
    trial->after = ran.passed;
    trial->output = ran.output;
    return true;
}
