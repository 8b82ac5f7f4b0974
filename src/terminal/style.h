/* Text style: attributes and one of eight colours of the terminal's own palette, which suits light
   and dark ones. A style never carries a meaning alone: the text reads the same without it. */
#pragma once

#include "base/buf.h"

typedef uint16_t Style; /* StyleBits; 0: the terminal's default */

enum StyleBits {
    STYLE_BOLD = 1 << 0,
    STYLE_DIM = 1 << 1,
    STYLE_ITALIC = 1 << 2,
    STYLE_UNDERLINE = 1 << 3,
    STYLE_REVERSE = 1 << 4,
    STYLE_STRIKE = 1 << 5,
    STYLE_RED = 1 << 8,
    STYLE_GREEN = 2 << 8,
    STYLE_YELLOW = 3 << 8,
    STYLE_BLUE = 4 << 8,
    STYLE_MAGENTA = 5 << 8,
    STYLE_CYAN = 6 << 8,
    STYLE_COLOURS = 7 << 8
};

/* Kinds of shown text. */
typedef enum Look {
    LOOK_TEXT,
    LOOK_PROMPT,
    LOOK_STATUS,
    LOOK_FOLD, /* `[pasted 120 lines]` */
    LOOK_CHOSEN,
    LOOK_ABOUT,
    LOOK_ERROR,
    LOOK_HEADING,
    LOOK_CODE,
    LOOK_BLOCK, /* fenced code */
    LOOK_FENCE,
    LOOK_MARK, /* bullets, bars of quotes and tables */
    LOOK_LINK,
    LOOK_FILE,
    LOOK_HUNK,
    LOOK_ADDED,
    LOOK_REMOVED,
    LOOK_ADDED_WORD,
    LOOK_REMOVED_WORD,
    LOOK_COUNT
} Look;

Style style_of(Look look);
/* A style with the attributes of a look, and with its colour if it has one. */
Style style_with(Style style, Look look);
/* Appends the control sequence that changes one style into another; empty if they are equal. */
void style_change(Buf *out, Style from, Style to);
