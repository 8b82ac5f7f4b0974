#include "text/hidden.h"

static const HiddenRange hidden[] = {
    {0x0001, 0x0008, false, false, "a control character"},
    {0x000E, 0x001F, false, false, "a control character"},
    {0x007F, 0x009F, false, false, "a control character"},
    {0x00AD, 0x00AD, false, true, "a soft hyphen"},
    {0x061C, 0x061C, true, true, "a mark of direction"},
    {0x115F, 0x1160, false, false, "an empty letter"},
    {0x180E, 0x180E, false, false, "an empty separator"},
    {0x200B, 0x200B, false, true, "a space without width"},
    {0x200C, 0x200D, false, true, "a joiner"},
    {0x200E, 0x200F, true, true, "a mark of direction"},
    {0x202A, 0x202E, true, false, "a mark that turns the direction"},
    {0x2060, 0x2064, false, false, "an invisible character"},
    {0x2066, 0x2069, true, false, "a mark that turns the direction"},
    {0x206A, 0x206F, false, false, "an invisible character"},
    {0x3164, 0x3164, false, false, "an empty letter"},
    {0xFEFF, 0xFEFF, false, false, "a mark of byte order"},
    {0xFFA0, 0xFFA0, false, false, "an empty letter"},
    {0xFFF9, 0xFFFB, false, false, "an invisible mark"},
    {0xE0000, 0xE007F, false, false, "an invisible tag"},
    {0xE0100, 0xE01EF, false, false, "an invisible variation"},
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

bool hidden_belongs(const HiddenRange *range, uint32_t before, Str rest)
{
    size_t at = 0;
    uint32_t after = rest.len ? str_decode(rest, &at) : ' ';
    return range->first == 0x200C && before >= 0x80 && (after >= 0x80 || after == ' ');
}
