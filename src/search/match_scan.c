/* Substring search over all names at once. The needle's rarest bytes are compared at a whole block
   of positions with a few instructions (plain loops that compilers vectorise). Only where all of
   them match is the rest compared. */
#include "search/match.h"

#include <endian.h>

#define LANE 16
#define LANES 4
#define BLOCK (LANE * LANES)

/* One vector register on every machine that has them. */
typedef char Lane __attribute__((vector_size(LANE)));

/* The rarest bytes, each in all lanes, and where they are if the needle begins at position 0. */
typedef struct Sought {
    Lane bytes[MATCH_RARE];
    const char *at[MATCH_RARE];
} Sought;

static Sought seek(const Matcher *matcher, const char *texts)
{
    Sought sought;
    for (size_t i = 0; i < MATCH_RARE; i++) {
        sought.bytes[i] = (Lane){0} + (char)(matcher->needle.ptr[matcher->rare[i]] | 32);
        sought.at[i] = texts + matcher->rare[i];
    }
    return sought;
}

/* One byte per position: all bits set where all these bytes match, ignoring case. */
static inline Lane mark(const Sought *sought, size_t place)
{
    Lane all = ~(Lane){0};
    for (size_t i = 0; i < MATCH_RARE; i++) {
        Lane text;
        memcpy(&text, sought->at[i] + place, sizeof text);
        all &= (text | 32) == sought->bytes[i];
    }
    return all;
}

static inline bool is_marked(Lane marks)
{
    uint64_t words[2];
    memcpy(words, &marks, sizeof words);
    return words[0] | words[1];
}

/* The first matching position in the block; BLOCK: none. */
static inline size_t first_marked(const Sought *sought, size_t place)
{
    Lane marks[LANES], any = {0};
    for (size_t i = 0; i < LANES; i++) {
        marks[i] = mark(sought, place + i * LANE);
        any |= marks[i];
    }
    if (!is_marked(any))
        return BLOCK;
    for (size_t i = 0;; i += sizeof(uint64_t)) {
        uint64_t eight;
        memcpy(&eight, (const char *)marks + i, sizeof eight);
        if (eight)
            return i + (size_t)__builtin_ctzll(le64toh(eight)) / 8;
    }
}

/* For the last, incomplete block: nothing beyond `count` may be read. */
static size_t first_marked_of(const Sought *sought, size_t place, size_t count)
{
    char texts[MATCH_RARE][BLOCK] = {{0}};
    Sought copy = *sought;
    for (size_t i = 0; i < MATCH_RARE; i++) {
        memcpy(texts[i], sought->at[i] + place, count);
        copy.at[i] = texts[i];
    }
    return first_marked(&copy, 0);
}

size_t match_scan(const Matcher *matcher, Str texts, size_t at)
{
    const Sought sought = seek(matcher, texts.ptr);
    Str needle = matcher->needle;
    size_t step;
    for (; at + needle.len <= texts.len; at += step) {
        size_t places = texts.len - needle.len + 1 - at;
        step = places >= BLOCK ? first_marked(&sought, at) : first_marked_of(&sought, at, places);
        if (step == BLOCK)
            continue;
        if (!match_find((Str){texts.ptr + at + step, needle.len}, 0, needle))
            return at + step;
        step++;
    }
    return STR_NONE;
}
