#include "lang/language_cache.h"

/* Address space reserved for one language; memory is used only as it is filled. */
#define CACHED_RESERVE (4 * MB)

static const void *make_once(LanguageCache *cache, size_t index, const Language *language,
                             LanguageMake make)
{
    pthread_mutex_lock(&cache->lock);
    void *made = atomic_load(&cache->made[index]);
    if (!made) {
        Arena arena;
        arena_open(&arena, CACHED_RESERVE);
        made = make(&arena, language);
        atomic_store(&cache->made[index], made);
    }
    pthread_mutex_unlock(&cache->lock);
    return made;
}

const void *language_cached(LanguageCache *cache, const Language *language, LanguageMake make)
{
    ptrdiff_t index = language - lang_at(0);
    if (index < 0 || index >= LANGUAGES_MAX)
        return NULL;
    const void *made = atomic_load(&cache->made[index]);
    return made ? made : make_once(cache, (size_t)index, language, make);
}
