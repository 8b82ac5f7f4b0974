#include "text/normal.h"

#include <string.h>

#define FULL_WIDTH_FIRST 0xFF10
#define FULL_WIDTH_LAST 0xFF5A
#define FULL_WIDTH_APART (0xFF10 - '0')
/* The mathematical alphabets follow each other, and so do their digits. Gaps in them are
   unassigned. */
#define MATH_LETTERS_FIRST 0x1D400
#define MATH_LETTERS_LAST 0x1D6A3
#define MATH_DIGITS_FIRST 0x1D7CE
#define MATH_DIGITS_LAST 0x1D7FF
#define LETTERS 26
#define MARKS_FIRST 0x300
#define MARKS_LAST 0x36F

typedef struct Normal {
    uint32_t c;
    char text[NORMAL_BYTES_MAX + 1];
} Normal;

static const Normal rows[] = {
#define NORMAL(c, text) {c, text},
#include "text/normal.def"
#undef NORMAL
};

static const Normal *find(uint32_t c)
{
    size_t low = 0, high = COUNT(rows);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rows[middle].c < c)
            low = middle + 1;
        else
            high = middle;
    }
    return low < COUNT(rows) && rows[low].c == c ? &rows[low] : NULL;
}

/* The ASCII character that a rule gives, or 0. */
static char ruled(uint32_t c)
{
    if (c >= FULL_WIDTH_FIRST && c <= FULL_WIDTH_LAST)
        return (char)(c - FULL_WIDTH_APART);
    if (c >= MATH_DIGITS_FIRST && c <= MATH_DIGITS_LAST)
        return (char)('0' + (c - MATH_DIGITS_FIRST) % 10);
    if (c < MATH_LETTERS_FIRST || c > MATH_LETTERS_LAST)
        return 0;
    uint32_t letter = (c - MATH_LETTERS_FIRST) % (2 * LETTERS);
    return (char)(letter < LETTERS ? 'A' + letter : 'a' + letter - LETTERS);
}

/* Whether a row is a letter with a mark. */
static bool is_marked(const Normal *row)
{
    return (unsigned char)row->text[1] >= 0x80;
}

size_t normal_put(char *to, uint32_t c, bool compatible)
{
    char plain = compatible ? ruled(c) : 0;
    const Normal *row = plain ? NULL : find(c);
    if (plain) {
        *to = plain;
        return 1;
    }
    if (!row || !(compatible || is_marked(row)))
        return str_encode(to, c);
    size_t len = strlen(row->text);
    memcpy(to, row->text, len);
    return len;
}

bool normal_is_rare(uint32_t c, bool compatible)
{
    if (c >= MARKS_FIRST && c <= MARKS_LAST)
        return true;
    const Normal *row = compatible ? find(c) : NULL;
    return compatible && (ruled(c) || (row && !is_marked(row)));
}
