#include "lang/reading.h"

#include "base/path.h"
#include "lang/registry.h"

bool lang_hides_code(Str path)
{
    Str extension = path_extension(path);
    for (size_t i = 0; i < lang_count(); i++) {
        const Language *language = lang_at(i);
        for (const char *const *name = language->code ? language->extensions : NULL; name && *name;
             name++)
            if (str_equal_nocase(str_from(*name), extension))
                return true;
    }
    return false;
}

bool lang_code(Arena *arena, const Language *language, Str text, LangCodeUse use, LangCode *code)
{
    *code = (LangCode){0};
    return language && language->code && language->code(arena, text, use, code);
}

size_t lang_code_origin(const LangCode *code, size_t at)
{
    size_t low = 0, high = code->shifts.len;
    while (low < high) { /* the last shift at or before `at` */
        size_t middle = low + (high - low) / 2;
        if (code->shifts.ptr[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return at;
    const LangCodeShift *shift = &code->shifts.ptr[low - 1];
    return shift->origin + (at - shift->at);
}

bool lang_show(Arena *arena, Arena scratch, const Language *language, Str text, Shown *shown)
{
    *shown = (Shown){0};
    return language && language->show && language->show(arena, scratch, text, shown);
}
