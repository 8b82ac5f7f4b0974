/* Cyrillic, capital Greek with omicron, Armenian, Cherokee and full-width letters. The small Greek
   letters of mathematics are left out: `v` and nu are both names there. */
#include "text/confusable.h"

#include "base/buf.h"

static const struct {
    uint32_t letter;
    char latin;
} rows[] = {
    {0x0131, 'i'}, {0x0251, 'a'}, {0x0261, 'g'}, {0x0269, 'i'}, {0x0391, 'A'}, {0x0392, 'B'},
    {0x0395, 'E'}, {0x0396, 'Z'}, {0x0397, 'H'}, {0x0399, 'I'}, {0x039A, 'K'}, {0x039C, 'M'},
    {0x039D, 'N'}, {0x039F, 'O'}, {0x03A1, 'P'}, {0x03A4, 'T'}, {0x03A5, 'Y'}, {0x03A7, 'X'},
    {0x03BF, 'o'}, {0x03F2, 'c'}, {0x03F3, 'j'}, {0x0405, 'S'}, {0x0406, 'I'}, {0x0408, 'J'},
    {0x0410, 'A'}, {0x0412, 'B'}, {0x0415, 'E'}, {0x041A, 'K'}, {0x041C, 'M'}, {0x041D, 'H'},
    {0x041E, 'O'}, {0x0420, 'P'}, {0x0421, 'C'}, {0x0422, 'T'}, {0x0423, 'Y'}, {0x0425, 'X'},
    {0x0430, 'a'}, {0x0435, 'e'}, {0x043E, 'o'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0443, 'y'},
    {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'}, {0x04AE, 'Y'}, {0x04AF, 'y'},
    {0x04BB, 'h'}, {0x04C0, 'I'}, {0x04CF, 'l'}, {0x0501, 'd'}, {0x050C, 'G'}, {0x051B, 'q'},
    {0x051C, 'W'}, {0x051D, 'w'}, {0x054D, 'U'}, {0x0555, 'O'}, {0x0561, 'w'}, {0x0563, 'q'},
    {0x0566, 'q'}, {0x0570, 'h'}, {0x0578, 'n'}, {0x057D, 'u'}, {0x0581, 'g'}, {0x0585, 'o'},
    {0x13A0, 'D'}, {0x13A1, 'R'}, {0x13A2, 'T'}, {0x13A5, 'i'}, {0x13A9, 'Y'}, {0x13AA, 'A'},
    {0x13AB, 'J'}, {0x13AC, 'E'}, {0x13B3, 'W'}, {0x13B7, 'M'}, {0x13BB, 'H'}, {0x13BD, 'Y'},
    {0x13C0, 'G'}, {0x13C2, 'h'}, {0x13C3, 'Z'}, {0x13CF, 'b'}, {0x13D2, 'R'}, {0x13D4, 'W'},
    {0x13D5, 'S'}, {0x13D9, 'V'}, {0x13DA, 'S'}, {0x13DE, 'L'}, {0x13DF, 'C'}, {0x13E2, 'P'},
    {0x13E6, 'K'}, {0x13E7, 'd'}, {0x13F3, 'G'}, {0x13F4, 'B'},
};

/* The Latin letter that the character looks like; 0: none. */
static char confusable_letter(uint32_t c)
{
    if (c >= 0xFF21 && c <= 0xFF3A)
        return (char)('A' + (c - 0xFF21));
    if (c >= 0xFF41 && c <= 0xFF5A)
        return (char)('a' + (c - 0xFF41));
    for (size_t i = 0; i < COUNT(rows); i++)
        if (rows[i].letter == c)
            return rows[i].latin;
    return 0;
}

/* Counts the Latin letters of the word and its look-alikes; false if it has other foreign letters.
 */
static bool count_letters(Str word, size_t *latin, size_t *foreign)
{
    *latin = *foreign = 0;
    for (size_t at = 0; at < word.len;) {
        uint32_t c = str_decode(word, &at);
        if (c < 0x80) {
            *latin += byte_is_alpha((char)c);
            continue;
        }
        if (!confusable_letter(c))
            return false;
        ++*foreign;
    }
    return true;
}

bool confusable_mixes(Str word)
{
    size_t latin, foreign;
    return count_letters(word, &latin, &foreign) && latin && foreign;
}

Str confusable_plain(Arena *arena, Str word)
{
    size_t latin, foreign;
    if (!count_letters(word, &latin, &foreign) || !foreign)
        return (Str){0};
    Buf out = buf_open(arena, 0);
    for (size_t at = 0; at < word.len;) {
        uint32_t c = str_decode(word, &at);
        buf_put_byte(&out, c < 0x80 ? (char)c : confusable_letter(c));
    }
    return buf_str(&out);
}

static bool is_of_word(char c)
{
    return byte_is_word(c) || (unsigned char)c >= 0x80;
}

bool confusable_next_word(Str *text, Str *word)
{
    size_t at = 0, end;
    while (at < text->len && !is_of_word(text->ptr[at]))
        at++;
    for (end = at; end < text->len && is_of_word(text->ptr[end]);)
        end++;
    *word = str_slice(*text, at, end);
    *text = str_from_offset(*text, end);
    return word->len > 0;
}
