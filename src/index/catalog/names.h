/* Every name of a repository once, as a small number. Id 0 is the empty name. Names are only added;
   the texts stand behind one another, so that all of them can be searched in one pass. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

/* Lists that are alone in their arenas grow in place: nothing of them is left behind. */
typedef struct NamesRoom {
    Arena text, starts, slots;
} NamesRoom;

typedef struct Names {
    Arena *arena;
    NamesRoom *room;      /* NULL: all in `arena` */
    VEC(char) text;       /* each name followed by a NUL */
    VEC(uint32_t) starts; /* by id; the end of the last is text.len */
    uint32_t *slots;      /* ids by hash; made at the first pass-up */
    uint8_t *tags;        /* of each slot a few bits of its name's hash; 0: empty */
    size_t slot_count;
    VEC(uint32_t) letters;  /* by id: names_letters; as far as names_warm has come */
    struct NamesLazy *lazy; /* NULL: all texts are here (names_lazy.h) */
} Names;

void names_init(Names *names, Arena *arena);
/* For many names to come. The room must outlive them; it is opened with names_room_open. */
void names_use_room(Names *names, NamesRoom *room);
void names_room_open(NamesRoom *room);
/* Children that are forked do not have it, unless it is not hidden. */
void names_room_hide(NamesRoom *room, bool hidden);
void names_room_close(NamesRoom *room); /* works as SCOPED(names_room_close) */
/* 0 when there is no such name. */
uint32_t names_find(Names *names, Str text);
/* The id, a new one when it is new. Names longer than NAME_BYTES_MAX are cut. */
uint32_t names_put(Names *names, Str text);
/* The same for many, which does not wait for memory each time. */
void names_put_many(Names *names, const Str *texts, size_t count, uint32_t *ids);
/* In place of what there is: NUL-terminated texts in order of their ids, the empty one first, at
   the end of names->arena. They stay where they are. */
void names_adopt(Names *names, Str texts);

/* What a text is made of: a bit for each letter whatever its case, and six for everything else. */
uint32_t names_letters(Str text);
/* Makes what look-ups and searches make when first asked for. */
void names_warm(Names *names);

/* Has the text of this name here, of those that are fetched when they are needed. */
void names_bring(const Names *names, uint32_t id);
/* Has all of them here. What looks at `text` and `starts` needs that, and so do many new names. */
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
