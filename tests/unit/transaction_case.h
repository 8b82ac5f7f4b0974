/* What tests of transactions share: a root and a state directory below the test's directory, edits,
   and what is in the root. */
#pragma once

#include "base/buf.h"
#include "base/fs.h"
#include "base/fs_output.h"
#include "edit/transaction.h"

#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

static const char *transaction_case_path(const char *name)
{
    return str_terminate(test_arena(),
                         str_format(test_arena(), "%s/root/%s", test_directory(), name));
}

static EditPlace transaction_case_place(void)
{
    mkdir(transaction_case_path(""), 0755);
    Str root = fs_real_path(test_arena(), str_from(transaction_case_path("")));
    return (EditPlace){root, str_format(test_arena(), "%s/state", test_directory())};
}

static void transaction_case_file(const char *name, Str content)
{
    transaction_case_place();
    test_file(str_terminate(test_arena(), str_format(test_arena(), "root/%s", name)), content);
}

static inline void transaction_case_folder(const char *name)
{
    transaction_case_place();
    mkdir(transaction_case_path(name), 0755);
}

static Str transaction_case_content(const char *name)
{
    Str bytes = {0};
    bool found = false;
    Err err;
    if (!fs_read_own(test_arena(), str_from(transaction_case_path(name)), 1 * MB, &bytes, &found,
                     &err))
        return STR("unreadable");
    return found ? bytes : STR("missing");
}

static void transaction_case_add(EditSet *set, EditStatus status, const char *path,
                                 const char *before, const char *after)
{
    *VEC_PUSH(test_arena(), &set->files) = (EditFile){.status = status,
                                                      .path = str_from(path),
                                                      .before = str_from(before),
                                                      .after = str_from(after),
                                                      .start = 1,
                                                      .end = 1};
}

static inline void transaction_case_move(EditSet *set, const char *from, const char *to,
                                         const char *before, const char *after)
{
    transaction_case_add(set, EDIT_MOVED, to, before, after);
    set->files.ptr[set->files.len - 1].old_path = str_from(from);
}

static bool transaction_case_commit(const EditSet *set, EditCommit *done, Err *err)
{
    EditPlace place = transaction_case_place();
    *err = (Err){0};
    return edit_commit(test_arena(), &place, set, STR("test"), done, err);
}

static inline bool transaction_case_turn(bool redo, const char *id, EditRefusalVec *conflicts,
                                         Err *err)
{
    EditPlace place = transaction_case_place();
    EditCommit done;
    *err = (Err){0};
    return redo ? edit_redo(test_arena(), &place, str_from(id), &done, conflicts, err)
                : edit_rollback(test_arena(), &place, str_from(id), &done, conflicts, err);
}

/* Names in a folder of the root. */
static inline size_t transaction_case_names(const char *folder)
{
    return test_count_entries(transaction_case_path(folder)) - 2;
}
