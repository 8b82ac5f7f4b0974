/* Any text is read as a patch for any file: it is refused with a reason, or changes files whose
   content before is that of the tree. The input is the file, a zero byte, and the patch. */
#include "edit/patch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_file(void *state, Arena *arena, Str path, Str *bytes, bool *found, Err *err)
{
    const Str *content = state;
    (void)arena;
    (void)err;
    *found = str_ends(path, STR(".c")) || str_ends(path, STR(".py"));
    *bytes = *found ? *content : (Str){0};
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    Err err = {0};
    EditSet set;
    Str input = {(const char *)data, size};
    size_t cut = str_find_byte(input, 0);
    Str content = str_slice(input, 0, cut == STR_NONE ? 0 : cut);
    Str patch = cut == STR_NONE ? input : str_from_offset(input, cut + 1);
    EditTree tree = {.read = read_file, .state = &content};
    arena_open(&arena, 1 * GB);
    if (edit_read_patch(&arena, patch, &tree, &set, &err)) {
        assert(set.files.len || set.refused.len);
        assert(!set.files.len || !set.refused.len);
        for (size_t i = 0; i < set.files.len; i++) {
            const EditFile *file = &set.files.ptr[i];
            assert(file->path.len && file->start <= file->end);
            assert(str_find(file->path, STR("..")) == STR_NONE ||
                   !str_starts(file->path, STR("..")));
            assert(file->status == EDIT_CREATED || str_equal(file->before, content));
        }
        for (size_t i = 0; i < set.refused.len; i++)
            assert(set.refused.ptr[i].message.len);
    }
    arena_close(&arena);
    return 0;
}
