/* Marks bytes of a custom memory pool as usable or not for AddressSanitizer, which then finds the
   same errors as in malloc's memory. No effect in other builds. */
#pragma once

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISON_ACTIVE 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define POISON_ACTIVE 1
#endif

#ifdef POISON_ACTIVE
#include <sanitizer/asan_interface.h>
/* Size of the red zone after a block. */
#define POISON_GAP 16
#define POISON(ptr, len) ASAN_POISON_MEMORY_REGION((ptr), (len))
#define UNPOISON(ptr, len) ASAN_UNPOISON_MEMORY_REGION((ptr), (len))
#else
#define POISON_GAP 0
#define POISON(ptr, len) ((void)(ptr), (void)(len))
#define UNPOISON(ptr, len) ((void)(ptr), (void)(len))
#endif
