/* Chunks of any text in any language: joined they are the text, none is too large, each can be
   named. The first two bytes choose language and chunk size. */
#include "lang/chunk/chunk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Arena arena, scratch;

static void check(const ChunkPlan *plan, size_t size_max)
{
    uint32_t end = 0;
    for (size_t i = 0; i < plan->marks.len; i++) {
        Chunk chunk = chunk_describe(&arena, plan, i, STR("file"));
        bool sound = chunk.start == end && chunk.end - chunk.start <= size_max && chunk.name.len &&
                     chunk.type.len && str_count_chars(chunk.context) <= CHUNK_CONTEXT_CHARS &&
                     (chunk.end > chunk.start || !plan->text.len);
        if (!sound)
            abort();
        end = chunk.end;
    }
    if (end != plan->text.len)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    if (!arena.begin) {
        arena_open(&arena, 4 * GB);
        arena_open(&scratch, 4 * GB);
    }
    arena_reset(&arena);
    arena_reset(&scratch);
    const Language *language = lang_at(data[0] % lang_count());
    uint64_t max_tokens = CHUNK_TOKENS_MIN + data[1];
    Str text = {(const char *)data + 2, size - 2};
    Outline outline;
    ChunkPlan plan;
    chunk_outline(&arena, scratch, language, text, NULL, &outline);
    chunk_plan(&arena, scratch, &outline, text, max_tokens, &plan);
    check(&plan, chunk_bytes_max(max_tokens));
    return 0;
}
