/* Tells AddressSanitizer which bytes of an own memory pool may be touched, so that it finds there
   what it finds in malloc's memory. Other builds: nothing. */
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
/* Bytes to leave forbidden after a block. */
#define POISON_GAP 16
#define POISON(ptr, len) ASAN_POISON_MEMORY_REGION((ptr), (len))
#define UNPOISON(ptr, len) ASAN_UNPOISON_MEMORY_REGION((ptr), (len))
#else
#define POISON_GAP 0
#define POISON(ptr, len) ((void)(ptr), (void)(len))
#define UNPOISON(ptr, len) ((void)(ptr), (void)(len))
#endif
