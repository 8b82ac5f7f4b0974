#include "tools/cache_answers.h"

#include "base/fs.h"
#include "index/store/cache.h"

void cache_answers_clear(Arena *arena, Str index, Str directory)
{
    cache_remove_answers(*arena, answers_path(arena, index, directory));
}

AnswersInfo cache_answers_info(Arena *arena, Str index, Str directory)
{
    AnswersOptions options = {.index = index, .directory = directory};
    if (!fs_has_bytes(*arena, answers_path(arena, index, directory)))
        return (AnswersInfo){0};
    Answers *answers SCOPED(answers_close) = answers_open(arena, &options);
    return answers ? answers_info(answers) : (AnswersInfo){0};
}

void cache_answers_put(Buf *out, const AnswersInfo *info)
{
    if (!info->hits && !info->misses)
        return;
    buf_put(out, STR("answers of search here: "));
    buf_put_thousands(out, info->answers);
    buf_put(out, STR(" kept, "));
    buf_put_size(out, info->bytes);
    if (info->answers)
        buf_printf(out, ", %llu to %llu s old", (unsigned long long)info->newest_s,
                   (unsigned long long)info->oldest_s);
    buf_put(out, STR("; "));
    buf_put_thousands(out, info->hits);
    buf_put(out, STR(" hits, "));
    buf_put_thousands(out, info->misses);
    buf_put(out, STR(" misses, "));
    buf_put_thousands(out, info->saved_ms);
    buf_put(out, STR(" ms saved\n"));
}

Json *cache_answers_value(Arena *arena, const AnswersInfo *info)
{
    const struct {
        Str name;
        uint64_t value;
    } rows[] = {{STR("kept"), info->answers},      {STR("bytes"), info->bytes},
                {STR("hits"), info->hits},         {STR("misses"), info->misses},
                {STR("saved_ms"), info->saved_ms}, {STR("oldest_s"), info->oldest_s},
                {STR("newest_s"), info->newest_s}, {STR("questions"), info->asked}};
    Json *value = json_object(arena);
    for (size_t i = 0; i < COUNT(rows); i++)
        json_set(value, rows[i].name, json_u64(arena, rows[i].value));
    return value;
}
