#include "project/test_denial.h"

#include "project/test_role.h"

/* Languages that are named. */
#define LANGUAGES_MAX 4

typedef VEC(const Language *) LanguageVec;

/* The languages of the symbols' files of which no test framework is known. */
static LanguageVec unknown_languages(Arena *arena, const Catalog *catalog, const IdVec *symbols)
{
    LanguageVec unknown = {0};
    for (size_t i = 0; i < symbols->len && unknown.len < LANGUAGES_MAX; i++) {
        const Language *language =
            catalog->files.ptr[catalog_place(catalog, symbols->ptr[i]).file].language;
        bool named = test_is_known_of(language);
        for (size_t k = 0; k < unknown.len && !named; k++)
            named = unknown.ptr[k] == language;
        if (!named)
            *VEC_PUSH(arena, &unknown) = language;
    }
    return unknown;
}

Str test_denial(Arena *arena, const Catalog *catalog, const IdVec *symbols, bool unseen)
{
    LanguageVec unknown = unknown_languages(arena, catalog, symbols);
    const char *where = unseen ? "that was looked at" : "here";
    Buf out = buf_open(arena, 0);
    if (!unknown.len)
        return str_format(arena, "no file %s has the name or the folder of a test", where);
    buf_printf(&out, "no code %s has the name or the folder of a test; what else tests look like ",
               where);
    buf_put(&out, STR("is not known for "));
    for (size_t i = 0; i < unknown.len; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "", STR_ARG(lang_name(unknown.ptr[i])));
    return buf_str(&out);
}
