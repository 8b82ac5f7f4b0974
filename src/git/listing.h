/* What directories hold, and remembering it (as git's untracked cache does): a directory that is
   the same one with the same times as when it was read holds the same names, so a look at it
   replaces opening, reading and closing it. Times prove that only when the directory had rested
   for a while by then, and on file systems of this machine that are known to keep them: every other
   directory is read. The change time is one of them, which no program can set back. */
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

/* How long a directory must have rested to be remembered: times of FAT are of two seconds. */
#define LISTING_REST_MS 3000

typedef struct Listings Listings;

/* What listings_pack gave once; empty or damaged: nothing is known yet. `saved` must live as long
   as the listings. */
Listings *listings_open(Arena *arena, Str saved);
/* For tests. */
void listings_set_rest_ms(Listings *listings, int64_t rest_ms);

/* The names in a directory, all but `.` and `..`, in byte order as if a slash stood behind each
   directory. `path` is relative to `root_fd` and empty for it, `key` what it is remembered under;
   `listings` may be NULL. False when it cannot be read. */
bool listing_read(Listings *listings, Arena *arena, int root_fd, Str path, Str key, NameVec *names);

/* Whether so much was read since that packing it again pays. */
bool listings_are_outdated(const Listings *listings);
/* Whether all that was read is on one file system of this machine. */
bool listings_are_local(const Listings *listings);
/* How many directories the latest walk had to read. */
size_t listings_read_count(const Listings *listings);
/* All that was read or confirmed since they were opened, and nothing else. */
Str listings_pack(const Listings *listings, Arena *arena);

/* The one of that name, or NULL. */
const ListedName *listing_find(const NameVec *names, Str wanted);
/* Whether they are a repository without a work tree: what git keeps, not what anybody wrote. */
bool listing_is_bare(const NameVec *names);
