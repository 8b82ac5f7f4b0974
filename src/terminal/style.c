/* Select Graphic Rendition (SGR) sequences of ECMA-48: styled text contains no others. */
#include "terminal/style.h"

static const Style looks[LOOK_COUNT] = {
    [LOOK_PROMPT] = STYLE_BOLD | STYLE_CYAN,
    [LOOK_STATUS] = STYLE_DIM,
    [LOOK_FOLD] = STYLE_MAGENTA,
    [LOOK_CHOSEN] = STYLE_REVERSE,
    [LOOK_ABOUT] = STYLE_DIM,
    [LOOK_ERROR] = STYLE_BOLD | STYLE_RED,
    [LOOK_HEADING] = STYLE_BOLD | STYLE_CYAN,
    [LOOK_CODE] = STYLE_YELLOW,
    [LOOK_FENCE] = STYLE_DIM,
    [LOOK_MARK] = STYLE_DIM,
    [LOOK_LINK] = STYLE_UNDERLINE,
    [LOOK_FILE] = STYLE_BOLD,
    [LOOK_HUNK] = STYLE_CYAN,
    [LOOK_ADDED] = STYLE_GREEN,
    [LOOK_REMOVED] = STYLE_RED,
    [LOOK_ADDED_WORD] = STYLE_GREEN | STYLE_REVERSE,
    [LOOK_REMOVED_WORD] = STYLE_RED | STYLE_REVERSE,
};

/* Parameters of the attributes, in the order of their bits. */
static const char *const attributes[] = {";1", ";2", ";3", ";4", ";7", ";9"};

Style style_of(Look look)
{
    return looks[look];
}

Style style_with(Style style, Look look)
{
    Style added = looks[look];
    if (added & STYLE_COLOURS)
        style &= (Style)~STYLE_COLOURS;
    return (Style)(style | added);
}

void style_change(Buf *out, Style from, Style to)
{
    if (from == to)
        return;
    buf_put(out, STR("\033[0"));
    for (size_t i = 0; i < COUNT(attributes); i++)
        if (to & 1u << i)
            buf_put(out, str_from(attributes[i]));
    unsigned colour = (to & STYLE_COLOURS) >> 8;
    if (colour)
        buf_printf(out, ";3%u", colour);
    buf_put_byte(out, 'm');
}
