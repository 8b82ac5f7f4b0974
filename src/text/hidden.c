#include "text/hidden.h"

static const HiddenRange hidden[] = {
    {0x0001, 0x0008, false, false, "a control character"},
    {0x000E, 0x001F, false, false, "a control character"},
    {0x007F, 0x009F, false, false, "a control character"},
    {0x00AD, 0x00AD, false, true, "a soft hyphen"},
    {0x034F, 0x034F, false, false, "an invisible joiner"},
    {0x061C, 0x061C, true, true, "a mark of direction"},
    {0x115F, 0x1160, false, false, "an empty letter"},
    {0x17B4, 0x17B5, false, false, "an invisible vowel"},
    {0x180B, 0x180D, false, true, "an invisible variation"},
    {0x180E, 0x180E, false, false, "an empty separator"},
    {0x180F, 0x180F, false, true, "an invisible variation"},
    {0x200B, 0x200B, false, true, "a space without width"},
    {0x200C, 0x200D, false, true, "a joiner"},
    {0x200E, 0x200F, true, true, "a mark of direction"},
    {0x2028, 0x2029, false, true, "a line end that is not seen"},
    {0x202A, 0x202E, true, false, "a mark that turns the direction"},
    {0x2060, 0x2065, false, false, "an invisible character"},
    {0x2066, 0x2069, true, false, "a mark that turns the direction"},
    {0x206A, 0x206F, false, false, "an invisible character"},
    {0x2800, 0x2800, false, true, "an empty pattern of dots"},
    {0x3164, 0x3164, false, false, "an empty letter"},
    {0xFE00, 0xFE0F, false, false, "an invisible variation"},
    {0xFEFF, 0xFEFF, false, false, "a mark of byte order"},
    {0xFFA0, 0xFFA0, false, false, "an empty letter"},
    {0xFFF0, 0xFFFB, false, false, "an invisible mark"},
    {0x1BCA0, 0x1BCA3, false, false, "an invisible mark of shorthand"},
    {0x1D173, 0x1D17A, false, false, "an invisible mark of music"},
    {0xE0000, 0xE00FF, false, false, "an invisible tag"},
    {0xE0100, 0xE01EF, false, false, "an invisible variation"},
    {0xE01F0, 0xE0FFF, false, false, "an invisible character"},
};

const HiddenRange *hidden_find(uint32_t c)
{
    if (c >= 0x20 && c < 0x7F)
        return NULL;
    for (size_t i = 0; i < COUNT(hidden); i++)
        if (c >= hidden[i].first && c <= hidden[i].last)
            return &hidden[i];
    return NULL;
}

/* Whether a character may have other forms: a symbol, an emoji, a keycap, an ideograph, or a letter
   of Mongolian. A second variation selector has no meaning. */
static bool takes_variation(uint32_t before)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0x1820, 0x18AA},   {0x2010, 0x2015}, {0x2030, 0x205F}, {0x2070, 0x2BFF},
                  {0x3000, 0x4DBF},   {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x1F000, 0x1FBFF},
                  {0x20000, 0x3FFFF}, {0x00A9, 0x00AE}, {'0', '9'},       {'#', '#'},
                  {'*', '*'}};
    for (size_t i = 0; i < COUNT(ranges); i++)
        if (before >= ranges[i].first && before <= ranges[i].last)
            return hidden_find(before) == NULL;
    return false;
}

bool hidden_belongs(const HiddenRange *range, uint32_t before, Str rest)
{
    size_t at = 0;
    uint32_t after = rest.len ? str_decode(rest, &at) : ' ';
    if (range->first == 0xFE00 || range->first == 0xE0100 || range->first == 0x180B)
        return takes_variation(before);
    return range->first == 0x200C && before >= 0x80 && (after >= 0x80 || after == ' ');
}
