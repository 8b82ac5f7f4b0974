/* What is made of a language's facts once a process, and then shared by all threads. */
#pragma once

#include "lang/registry.h"

#include <pthread.h>
#include <stdatomic.h>

/* Room for all languages; nothing is kept for further ones. */
#define LANGUAGES_MAX 512

/* All zero but for the lock: LANGUAGE_CACHE_INIT. It is published with an atomic pointer and never
   freed. */
typedef struct LanguageCache {
    _Atomic(void *) made[LANGUAGES_MAX];
    pthread_mutex_t lock;
} LanguageCache;

#define LANGUAGE_CACHE_INIT \
    { \
        .lock = PTHREAD_MUTEX_INITIALIZER \
    }

typedef void *(*LanguageMake)(Arena *arena, const Language *language);

/* What `make` makes in an arena of its own, of a few KB; NULL for a language that is not one of the
   registry's. */
const void *language_cached(LanguageCache *cache, const Language *language, LanguageMake make);
