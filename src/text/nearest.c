#include "text/nearest.h"

/* A longer word is not a misspelling of a name. */
#define WORD_MAX 64
/* Two other letters make another word of it: `nope` is no `move`. */
#define SHORT_WORD 4

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
    return MIN(MIN(a, b), c);
}

/* Optimal string alignment distance, by dynamic programming with three rows. */
static unsigned distance(Str a, Str b)
{
    unsigned rows[3][WORD_MAX + 1] = {{0}};
    for (unsigned j = 0; j <= b.len; j++)
        rows[0][j] = j;
    for (unsigned i = 1; i <= a.len; i++) {
        unsigned *now = rows[i % 3], *before = rows[(i + 2) % 3], *two_before = rows[(i + 1) % 3];
        now[0] = i;
        for (unsigned j = 1; j <= b.len; j++) {
            char x = lower(a.ptr[i - 1]), y = lower(b.ptr[j - 1]);
            now[j] = min3(before[j] + 1, now[j - 1] + 1, before[j - 1] + (x != y));
            bool swapped = i > 1 && j > 1 && x == lower(b.ptr[j - 2]) && y == lower(a.ptr[i - 2]);
            if (swapped)
                now[j] = MIN(now[j], two_before[j - 2] + 1);
        }
    }
    return rows[a.len % 3][b.len];
}

Str nearest_find(Str word, const Str *names, size_t count)
{
    Str best = {0};
    unsigned best_distance = UINT_MAX;
    for (size_t i = 0; i < count && word.len && word.len <= WORD_MAX; i++) {
        Str name = names[i];
        if (!name.len || name.len > WORD_MAX)
            continue;
        unsigned edits = distance(word, name);
        size_t len = MAX(word.len, name.len);
        unsigned allowed = len <= SHORT_WORD ? 1 : (unsigned)(len + 2) / 3;
        if (edits <= allowed && edits < MIN(word.len, name.len) && edits < best_distance) {
            best = name;
            best_distance = edits;
        }
    }
    return best;
}
