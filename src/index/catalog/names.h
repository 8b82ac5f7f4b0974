/* The name table: every name of a repository once, interned as a 32-bit id. Id 0 is the empty
   name. Names are never removed. All texts are in one buffer, separated by NULs, so that a search
   can scan them in one pass. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

/* Separate arenas for the growing lists, which can then grow in place without leaving old copies.
 */
typedef struct NamesRoom {
    Arena text, starts, slots;
} NamesRoom;

/* A name's text is at text.ptr + starts.ptr[id]. `slots` and `tags` are a hash table over the
   texts, made on the first look-up. In a lazy table only the texts of some blocks are in memory
   (names_lazy.h); names_get fetches the others. */
typedef struct Names {
    Arena *arena;
    NamesRoom *room;      /* NULL: everything is in `arena` */
    VEC(char) text;       /* each name with its NUL */
    VEC(uint32_t) starts; /* by id; the last name ends at text.len */
    uint32_t *slots;      /* ids by hash; NULL until the first look-up */
    uint8_t *tags;        /* by slot: some bits of the name's hash; 0: the slot is empty */
    size_t slot_count;
    VEC(uint32_t) letters;  /* by id: names_letters, as far as names_warm has computed it */
    struct NamesLazy *lazy; /* NULL: all texts are in memory */
} Names;

/* An empty table with the name 0. */
void names_init(Names *names, Arena *arena);
/* Moves the lists of a table that will get many names to arenas of their own. The room must
   outlive the table. It must be open (names_room_open) and is emptied. */
void names_use_room(Names *names, NamesRoom *room);
void names_room_open(NamesRoom *room);
/* Forked children inherit the memory only while it is not hidden. */
void names_room_hide(NamesRoom *room, bool hidden);
void names_room_close(NamesRoom *room); /* works as SCOPED(names_room_close) */
/* The id of a name; 0 if the table does not have it. */
uint32_t names_find(Names *names, Str text);
/* The id of a name, which is added if missing. Names are cut at NAME_BYTES_MAX and at a NUL. */
uint32_t names_put(Names *names, Str text);
/* The same for many names. Memory accesses overlap, so it is faster than one call for each. */
void names_put_many(Names *names, const Str *texts, size_t count, uint32_t *ids);
/* Replaces the table's content by NUL-terminated texts in the order of their ids, the empty one
   first. They must be at the end of names->arena, and stay there. */
void names_adopt(Names *names, Str texts);

/* The characters of a text as a bit set: 26 bits for letters in either case, 6 for all other
   bytes. */
uint32_t names_letters(Str text);
/* Builds the tables that look-ups and searches would otherwise build on first use. */
void names_warm(Names *names);

/* Fetches the block of a name in a lazy table. */
void names_bring(const Names *names, uint32_t id);
/* Fetches all blocks and ends laziness. Required before `text` and `starts` are read directly. */
void names_bring_all(Names *names);

static inline Str names_get(const Names *names, uint32_t id)
{
    if (names->lazy && id)
        names_bring(names, id);
    size_t end = id + 1 < names->starts.len ? names->starts.ptr[id + 1] : names->text.len;
    return (Str){names->text.ptr + names->starts.ptr[id], end - names->starts.ptr[id] - 1};
}
static inline uint32_t names_count(const Names *names)
{
    return (uint32_t)names->starts.len;
}
