/* A tree in memory for tests of edits: NAME, CONTENT pairs, ended by NULL. */
#pragma once

#include "test.h"

#include "base/buf.h"
#include "edit/patch.h"

typedef struct EditCase {
    const char *const *files; /* name, content, …, NULL */
    const char *seen;         /* the hash of every file when it was shown; NULL: not known */
} EditCase;

static inline bool edit_case_read(void *state, Arena *arena, Str path, Str *bytes, bool *found,
                                  Err *err)
{
    const EditCase *tree = state;
    (void)arena;
    if (str_starts(path, STR("locked")))
        return err_set(err, ERR_NOT_FOUND, "it is locked");
    for (const char *const *file = tree->files; *file; file += 2)
        if (str_equal(path, str_from(file[0]))) {
            *bytes = str_from(file[1]);
            *found = true;
        }
    return true;
}

static inline Str edit_case_seen(void *state, Str path)
{
    const EditCase *tree = state;
    (void)path;
    return tree->seen ? str_from(tree->seen) : (Str){0};
}

/* The result as text: `changed a.c 2-3:` and the file after, or `refused a.c missing 4-5 7-8: …`.
 */
static inline Str edit_case_apply(const EditCase *tree, const char *patch)
{
    Arena *arena = test_arena();
    EditTree callbacks = {.read = edit_case_read,
                          .seen = tree->seen ? edit_case_seen : NULL,
                          .state = (void *)(uintptr_t)tree};
    EditSet set;
    Err err = {0};
    Buf out = buf_open(arena, 0);
    if (!edit_read_patch(arena, str_from(patch), &callbacks, &set, &err))
        return str_format(arena, "error %s", err.message);
    for (size_t i = 0; i < set.files.len; i++) {
        const EditFile *file = &set.files.ptr[i];
        buf_put(&out, edit_status_name(file->status));
        if (file->old_path.len)
            buf_printf(&out, " %.*s", STR_ARG(file->old_path));
        buf_printf(&out, " %.*s %u-%u:\n%.*s", STR_ARG(file->path), file->start, file->end,
                   STR_ARG(file->after));
    }
    for (size_t i = 0; i < set.refused.len; i++) {
        const EditRefusal *refusal = &set.refused.ptr[i];
        buf_printf(&out, "refused %.*s ", STR_ARG(refusal->path));
        buf_put(&out, edit_reason_name(refusal->reason));
        if (refusal->nearest.start)
            buf_printf(&out, " nearest %u-%u", refusal->nearest.start, refusal->nearest.end);
        for (size_t c = 0; c < refusal->candidates.len; c++)
            buf_printf(&out, " %u-%u", refusal->candidates.ptr[c].start,
                       refusal->candidates.ptr[c].end);
        buf_printf(&out, ": %.*s\n", STR_ARG(refusal->message));
    }
    return buf_str(&out);
}

#define EDIT_TREE(...) (&(EditCase){.files = (const char *const[]){__VA_ARGS__, NULL}})
