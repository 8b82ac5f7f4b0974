/* Cache of data that is computed from a language's facts, once per process and language. It is
   shared by all threads and never freed. Reads are lock-free: the result is published with an
   atomic pointer, and the lock is held only while it is made. */
#pragma once

#include "lang/registry.h"

#include <pthread.h>
#include <stdatomic.h>

/* Room for all languages; language_cached returns NULL for any beyond. */
#define LANGUAGES_MAX 512

/* Initialise it with LANGUAGE_CACHE_INIT. */
typedef struct LanguageCache {
    _Atomic(void *) made[LANGUAGES_MAX];
    pthread_mutex_t lock;
} LanguageCache;

#define LANGUAGE_CACHE_INIT \
    { \
        .lock = PTHREAD_MUTEX_INITIALIZER \
    }

typedef void *(*LanguageMake)(Arena *arena, const Language *language);

/* The cached result of `make` for the language. On first use `make` is called with an arena of
   the cache, in which a few KB are meant to be used. NULL for a language that is not in the
   registry. */
const void *language_cached(LanguageCache *cache, const Language *language, LanguageMake make);
