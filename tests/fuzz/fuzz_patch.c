/* Any text is a diff or an error that says why; hunks have a file and changes are ranges. */
#include "text/diff_numbers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    Err err = {0};
    Patch patch;
    arena_open(&arena, 1 * GB);
    if (diff_numbers_read(&arena, (Str){(const char *)data, size}, &patch, &err)) {
        for (size_t i = 0; i < patch.hunks.len; i++) {
            const PatchHunk *hunk = &patch.hunks.ptr[i];
            PatchChangeVec changes = {0};
            assert(hunk->path.len || hunk->old_path.len);
            assert(hunk->line + hunk->count <= patch.lines.len);
            assert(diff_numbers_strip(hunk->path).len <= hunk->path.len);
            diff_numbers_take_changes(&arena, patch.lines.ptr + hunk->line, hunk->count, '+',
                                      hunk->new_start, &changes);
            for (size_t k = 0; k < changes.len; k++)
                assert(changes.ptr[k].first <= changes.ptr[k].last);
        }
    } else {
        assert(err.message[0]);
    }
    arena_close(&arena);
    return 0;
}
