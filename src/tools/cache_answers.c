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
