/* Cache of directory listings, like git's untracked cache. A directory whose identity and times are
   unchanged since it was read holds the same names, so one stat replaces open, read and close.
   The times prove that only if the directory had not changed for a while when it was read. The
   change time is among them, which no program can set back. Only local file systems known to keep
   exact times are trusted; all other directories are read. */
#pragma once

#include "base/buf.h"
#include "base/vec.h"

typedef enum NameKind {
    NAME_FILE,
    NAME_DIRECTORY,
    NAME_OTHER, /* symbolic links, devices */
} NameKind;

typedef struct ListedName {
    Str text;
    NameKind kind;
} ListedName;
typedef VEC(ListedName) NameVec;

/* Minimum age of a directory's last change for its listing to be cached: FAT times have a
   resolution of two seconds. */
#define LISTING_REST_MS 3000

typedef struct Listings Listings;

/* Opens a cache from the bytes that listings_pack returned. Empty or damaged input gives an empty
   cache. `saved` must outlive the listings. */
Listings *listings_open(Arena *arena, Str saved);
/* For tests. */
void listings_set_rest_ms(Listings *listings, int64_t rest_ms);

/* Lists the names in a directory, except `.` and `..`. They are in byte order, as if each
   directory's name ended in a slash. `path` is relative to `root_fd`, and empty for it; `key` is
   the cache key. `listings` may be NULL. False when the directory cannot be read. */
bool directory_cache_read(Listings *listings, Arena *arena, int root_fd, Str path, Str key,
                          NameVec *names);

/* Whether enough directories were reread that saving the cache again pays off. */
bool listings_are_outdated(const Listings *listings);
/* Whether all directories read are on one local file system. */
bool listings_are_local(const Listings *listings);
/* The number of directories that had to be read since the listings were opened. */
size_t listings_read_count(const Listings *listings);
/* Serialises the listings that were read or confirmed since opening, and no others. */
Str listings_pack(const Listings *listings, Arena *arena);

/* The entry of that name, or NULL. */
const ListedName *directory_cache_find(const NameVec *names, Str wanted);
/* Whether the names look like a bare repository: git's data, not sources. */
bool directory_cache_is_bare(const NameVec *names);
