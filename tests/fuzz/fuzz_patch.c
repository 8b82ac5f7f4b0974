/* Any text is a diff or an error that says why; changes are ranges of a file that has a name. */
#include "text/patch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    Err err = {0};
    Patch patch;
    arena_open(&arena, 1 * GB);
    if (patch_read(&arena, (Str){(const char *)data, size}, &patch, &err)) {
        for (size_t i = 0; i < patch.changes.len; i++) {
            const PatchChange *change = &patch.changes.ptr[i];
            assert(change->path.len && change->first <= change->last);
            assert(patch_strip(change->path).len <= change->path.len);
        }
    } else {
        assert(err.message[0]);
    }
    arena_close(&arena);
    return 0;
}
