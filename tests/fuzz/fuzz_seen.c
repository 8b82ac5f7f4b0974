/* The list of what was shown, a user's file: any bytes are a list or an error with a hint, and a
   list to which something was added is one that has it. */
#include "fuzz_tree.h"

#include "base/limits.h"
#include "explore/seen.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_tree_open();
    return 0;
}

static void check_added(ToolCall *call, Str path, Str session, Seen *seen)
{
    static const Str file = STR_INIT("a.c"), name = STR_INIT("f"), text = STR_INIT("int f;");
    Err err = {0};
    (void)seen_has(seen, file, name, text);
    seen_add(seen, file, name, text);
    bool done = seen_save(call, seen, &err) && seen_open(call, path, session, seen, &err);
    assert(done && seen_has(seen, file, name, text));
    seen_add(seen, file, name, text);
    assert(!seen->added.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Arena arena, scratch;
    if (!arena.begin) {
        arena_open(&arena, GB);
        arena_open(&scratch, GB);
    }
    arena_reset(&arena);
    arena_reset(&scratch);
    ToolContext context = {.root = str_from(fuzz_tree)};
    ToolCall call = {.context = &context, .arena = &arena, .scratch = &scratch};
    static const Str sessions[] = {STR_INIT(""), STR_INIT("s")};
    for (size_t i = 0; i < COUNT(sessions); i++) {
        Seen seen;
        Err err = {0};
        fuzz_tree_write("seen", (Str){(const char *)data, size});
        if (seen_open(&call, STR("seen"), sessions[i], &seen, &err))
            check_added(&call, STR("seen"), sessions[i], &seen);
        else
            assert(err.message[0] && err.hint[0]);
    }
    return 0;
}
