/* The hash table uses open addressing with linear probing. It is filled on the first look-up, so a
   reader that only scans the texts never pays for it. */
#include "index/catalog/names.h"

#include "base/limits.h"
#include "index/catalog/names_lazy.h"

/* Minimum size of the hash table, and spare bytes of text: enough for a small repository. */
#define SLOTS_MIN 1024
/* Number of names whose slots are prefetched together. */
#define PUT_AHEAD 32

static Str at(const Names *names, uint32_t id)
{
    return names_get(names, id);
}

static Arena *text_arena(Names *names)
{
    return names->room ? &names->room->text : names->arena;
}

static Arena *starts_arena(Names *names)
{
    return names->room ? &names->room->starts : names->arena;
}

static void append(Names *names, Str text)
{
    *VEC_PUSH(starts_arena(names), &names->starts) = (uint32_t)names->text.len;
    size_t old = names->text.len, more = text.len + 1;
    if (old + more > names->text.cap) {
        size_t cap = MAX(2 * names->text.cap, old + more + SLOTS_MIN);
        names->text.ptr = arena_grow(text_arena(names), names->text.ptr, names->text.cap, cap, 1);
        names->text.cap = cap;
    }
    if (text.len)
        memcpy(names->text.ptr + old, text.ptr, text.len);
    names->text.ptr[old + text.len] = '\0';
    names->text.len = old + more;
}

void names_init(Names *names, Arena *arena)
{
    *names = (Names){.arena = arena};
    append(names, (Str){0});
}

void names_room_open(NamesRoom *room)
{
    Arena *const all[] = {&room->text, &room->starts, &room->slots};
    for (size_t i = 0; i < COUNT(all); i++)
        arena_open(all[i], 0);
    names_room_hide(room, true);
}

void names_room_hide(NamesRoom *room, bool hidden)
{
    arena_hide(&room->text, hidden);
    arena_hide(&room->starts, hidden);
    arena_hide(&room->slots, hidden);
}

void names_room_close(NamesRoom *room)
{
    arena_close(&room->text);
    arena_close(&room->starts);
    arena_close(&room->slots);
}

void names_use_room(Names *names, NamesRoom *room)
{
    arena_reset(&room->text);
    arena_reset(&room->starts);
    names->room = room;
    names->slots = NULL;
    names->slot_count = 0;
}

/* Taken from other bits of the hash than the slot's position. Never 0, which marks an empty slot.
 */
static uint8_t tag_of(uint64_t hash)
{
    return (uint8_t)(hash >> 56) | 1;
}

/* Any number of slots will do, so a table can have the size it was made for. */
static size_t first_slot(const Names *names, uint64_t hash)
{
    return (size_t)((hash & UINT32_MAX) * names->slot_count >> 32);
}

static size_t next_slot(const Names *names, size_t slot)
{
    return slot + 1 < names->slot_count ? slot + 1 : 0;
}

/* The slot of a text, or the empty slot where it belongs. */
static size_t slot_of(const Names *names, Str text, uint64_t hash)
{
    size_t i = first_slot(names, hash);
    uint8_t tag = tag_of(hash);
    while (names->tags[i] &&
           (names->tags[i] != tag || !str_equal(at(names, names->slots[i]), text)))
        i = next_slot(names, i);
    return i;
}

static void set_slot(Names *names, size_t slot, uint64_t hash, uint32_t id)
{
    names->tags[slot] = tag_of(hash);
    names->slots[slot] = id;
}

static void prefetch_slot(const Names *names, uint64_t hash)
{
    size_t slot = first_slot(names, hash);
    __builtin_prefetch(&names->tags[slot]);
    __builtin_prefetch(&names->slots[slot]);
}

/* Existing names are distinct, so nothing is compared. */
static void add_slots(Names *names)
{
    uint64_t hashes[PUT_AHEAD];
    uint32_t count = names_count(names);
    for (uint32_t from = 0; from < count; from += PUT_AHEAD) {
        uint32_t some = MIN(count - from, (uint32_t)PUT_AHEAD);
        for (uint32_t i = 0; i < some; i++) {
            hashes[i] = str_hash(at(names, from + i));
            prefetch_slot(names, hashes[i]);
        }
        for (uint32_t i = 0; i < some; i++) {
            size_t slot = first_slot(names, hashes[i]);
            while (names->tags[slot])
                slot = next_slot(names, slot);
            set_slot(names, slot, hashes[i], from + i);
        }
    }
}

/* Keeps the table at most three quarters full with `more` further names. */
static void make_slots(Names *names, size_t more)
{
    size_t wanted = names->starts.len + more;
    if (names->lazy)
        names_bring_all(names);
    if (names->slot_count * 3 >= wanted * 4)
        return;
    /* the first table is sized for the loaded names and an eighth more */
    size_t least = wanted / 3 * 4 + wanted / 8 + SLOTS_MIN;
    names->slot_count = MAX(2 * names->slot_count, least);
    if (names->room)
        arena_reset(&names->room->slots);
    Arena *arena = names->room ? &names->room->slots : names->arena;
    names->slots = NEW(arena, uint32_t, names->slot_count);
    names->tags = NEW(arena, uint8_t, names->slot_count);
    add_slots(names);
}

static Str cut(Str text)
{
    text = str_slice(text, 0, NAME_BYTES_MAX);
    size_t nul = str_find_byte(text, '\0');
    return nul == STR_NONE ? text : str_slice(text, 0, nul);
}

static uint32_t put(Names *names, Str text, uint64_t hash)
{
    size_t slot = slot_of(names, text, hash);
    if (!names->tags[slot]) {
        set_slot(names, slot, hash, (uint32_t)names->starts.len);
        append(names, text);
    }
    return names->slots[slot];
}

uint32_t names_find(Names *names, Str text)
{
    text = cut(text);
    if (names->lazy)
        return names_find_lazily(names, text);
    make_slots(names, 1);
    size_t slot = slot_of(names, text, str_hash(text));
    return names->tags[slot] ? names->slots[slot] : 0;
}

uint32_t names_put(Names *names, Str text)
{
    text = cut(text);
    uint32_t id = names->lazy ? names_put_lazily(names, text) : 0;
    if (id || !text.len)
        return id;
    make_slots(names, 1);
    return put(names, text, str_hash(text));
}

void names_put_many(Names *names, const Str *texts, size_t count, uint32_t *ids)
{
    Str names_cut[PUT_AHEAD];
    uint64_t hashes[PUT_AHEAD];
    make_slots(names, count);
    for (size_t from = 0; from < count; from += PUT_AHEAD) {
        size_t some = MIN(count - from, (size_t)PUT_AHEAD);
        for (size_t i = 0; i < some; i++) {
            names_cut[i] = cut(texts[from + i]);
            hashes[i] = str_hash(names_cut[i]);
            prefetch_slot(names, hashes[i]);
        }
        for (size_t i = 0; i < some; i++)
            ids[from + i] = put(names, names_cut[i], hashes[i]);
    }
}

/* The top bit of each byte that is zero; bits above the lowest zero byte may be wrong. */
static inline uint64_t zeros(uint64_t word)
{
    return (word - UINT64_C(0x0101010101010101)) & ~word & UINT64_C(0x8080808080808080);
}

/* A name starts after each NUL but the last. There is room in `starts`. */
static void list_starts(Names *names)
{
    const char *text = names->text.ptr;
    uint32_t *start = names->starts.ptr;
    size_t at = 0, len = names->text.len;
    *start++ = 0;
    for (uint64_t word; at + sizeof word <= len; at += sizeof word) {
        memcpy(&word, text + at, sizeof word);
        if (!zeros(word))
            continue;
        for (size_t i = 0; i < sizeof word; i++) {
            *start = (uint32_t)(at + i + 1);
            start += !text[at + i];
        }
    }
    for (; at < len; at++) {
        *start = (uint32_t)(at + 1);
        start += !text[at];
    }
    names->starts.len = (size_t)(start - names->starts.ptr) - 1;
}

void names_adopt(Names *names, Str texts)
{
    size_t count = 0;
    for (size_t i = 0; i < texts.len; i++)
        count += !texts.ptr[i];
    /* spare room, since a list that moves wastes its old memory */
    size_t room = count + count / 16 + 2;
    char *more = arena_bytes(names->arena, texts.len / 16);
    assert(more == texts.ptr + texts.len);
    names->lazy = NULL;
    names->text.ptr = more - texts.len;
    names->text.len = texts.len;
    names->text.cap = texts.len + texts.len / 16;
    names->starts.ptr =
        arena_grow(names->arena, NULL, 0, room * sizeof *names->starts.ptr, _Alignof(uint32_t));
    names->starts.cap = room;
    names->starts.len = 0;
    names->slot_count = 0;
    list_starts(names);
}

/* A bit by byte, as a table: a mistyped name is compared with the names of all symbols. */
#define LETTER(c) (1u << (((c) | 32) >= 'a' && ((c) | 32) <= 'z' ? ((c) | 32) - 'a' : 26 + (c) % 6))
#define LETTERS_4(c) LETTER(c), LETTER((c) + 1), LETTER((c) + 2), LETTER((c) + 3)
#define LETTERS_16(c) LETTERS_4(c), LETTERS_4((c) + 4), LETTERS_4((c) + 8), LETTERS_4((c) + 12)
#define LETTERS_64(c) \
    LETTERS_16(c), LETTERS_16((c) + 16), LETTERS_16((c) + 32), LETTERS_16((c) + 48)
static const uint32_t letters[256] = {LETTERS_64(0), LETTERS_64(64), LETTERS_64(128),
                                      LETTERS_64(192)};

uint32_t names_letters(Str text)
{
    uint32_t set = 0;
    for (size_t i = 0; i < text.len; i++)
        set |= letters[(unsigned char)text.ptr[i]];
    return set;
}

void names_warm(Names *names)
{
    size_t count = names->starts.len, size = sizeof *names->letters.ptr;
    names_bring_all(names);
    make_slots(names, 1);
    if (count > names->letters.cap) {
        size_t room = count + count / 16;
        names->letters.ptr = arena_grow(names->arena, names->letters.ptr, names->letters.cap * size,
                                        room * size, size);
        names->letters.cap = room;
    }
    while (names->letters.len < count) {
        Str name = at(names, (uint32_t)names->letters.len);
        names->letters.ptr[names->letters.len++] = names_letters(name);
    }
}
