/* Grapheme clusters, simplified: a base character, characters without a width, and joiners of
   emoji. Only this file decides what is shown, so that one place guards the terminal. */
#include "terminal/clean.h"

#include "text/hidden.h"
#include "text/plain.h"
#include "text/width.h"

/* Characters of one cluster: the longest emoji have ten, and Unicode's stream-safe format allows
   thirty marks. */
#define CLUSTER_CHARS_MAX 32
#define JOINER 0x200D
#define NON_JOINER 0x200C
/* Letters of scripts that use joiners precede the symbols. */
#define SYMBOLS_FROM 0x2000

static bool is_selector(uint32_t c)
{
    return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
}

static bool is_skin_tone(uint32_t c)
{
    return c >= 0x1F3FB && c <= 0x1F3FF;
}

static bool is_flag_letter(uint32_t c)
{
    return c >= 0x1F1E6 && c <= 0x1F1FF;
}

static size_t columns_at(Str text, size_t from, size_t to)
{
    return width_columns(str_slice(text, from, to));
}

/* Whether the character between two offsets only modifies the one before it. */
static bool is_mark(Str text, size_t from, size_t to, uint32_t c)
{
    return c >= 0x80 && !char_is_control(c) && columns_at(text, from, to) == 0;
}

size_t clean_cluster_end(Str text, size_t at)
{
    if (at >= text.len)
        return text.len;
    uint32_t first = str_decode(text, &at), before = first;
    if (char_is_control(first))
        return at;
    for (int i = 1; i < CLUSTER_CHARS_MAX && at < text.len; i++) {
        size_t next = at;
        uint32_t c = str_decode(text, &next);
        bool joined = before == JOINER && c >= SYMBOLS_FROM && !char_is_control(c);
        bool flag = i == 1 && is_flag_letter(first) && is_flag_letter(c);
        if (!joined && !flag && !is_skin_tone(c) && !is_mark(text, at, next, c))
            break;
        before = c;
        at = next;
    }
    return at;
}

static void put_char(CleanChar *out, uint32_t c)
{
    out->len = (uint8_t)(out->len + str_encode(out->text + out->len, c));
}

static CleanChar spell(uint32_t c)
{
    CleanChar out = {.spelled = true};
    out.len = out.columns = (uint8_t)snprintf(out.text, sizeof out.text, "<U+%04X>", (unsigned)c);
    return out;
}

/* A joiner that the script of its neighbours needs. */
static bool joins_letters(uint32_t before, uint32_t c, uint32_t after)
{
    return (c == JOINER || c == NON_JOINER) && before >= 0x80 && before < SYMBOLS_FROM &&
           after >= 0x80 && after < SYMBOLS_FROM;
}

static uint32_t peek(Str text, size_t at)
{
    return at < text.len ? str_decode(text, &at) : 0;
}

/* Whether a following character is skipped: a joiner between symbols, and a selector. In code only
   the first selector after a symbol is: a row of them can carry hidden text. */
static bool is_passed(uint32_t base, uint32_t before, uint32_t c, uint32_t after, CleanFor purpose)
{
    if (is_selector(c))
        return purpose == CLEAN_PROSE || (base >= 0x80 && !is_selector(before));
    return c == JOINER && base >= SYMBOLS_FROM && after >= SYMBOLS_FROM;
}

/* Appends the marks that follow a character. */
static void put_marks(CleanChar *out, uint32_t base, Str text, size_t *at, CleanFor purpose)
{
    uint32_t before = base;
    while (*at < text.len) {
        size_t next = *at;
        uint32_t c = str_decode(text, &next), after = peek(text, next);
        bool passed = is_passed(base, before, c, after, purpose);
        bool stays = !hidden_find(c) && !is_selector(c) && is_mark(text, *at, next, c);
        if (!passed && !stays && !joins_letters(before, c, after))
            return;
        if (!passed && (size_t)out->len + 4 <= sizeof out->text)
            put_char(out, c);
        before = c;
        *at = next;
    }
}

static CleanChar show_hidden(const HiddenRange *range, uint32_t c, CleanFor purpose)
{
    if (purpose == CLEAN_CODE || (range->turns && !range->common))
        return spell(c);
    return (CleanChar){0};
}

CleanChar clean_next(Str text, size_t *at, CleanFor purpose)
{
    size_t from = *at;
    uint32_t c = str_decode(text, at);
    CleanChar out = {.columns = 1};
    const HiddenRange *hidden = hidden_find(c);
    if (c < 0x20 || c == 0x7F) {
        put_char(&out, plain_symbol(c));
        return out;
    }
    if (char_is_control(c) && (c == 0x2028 || c == 0x2029) && purpose == CLEAN_PROSE) {
        put_char(&out, ' ');
        return out;
    }
    if (char_is_control(c))
        return spell(c);
    if (hidden)
        return show_hidden(hidden, c, purpose);
    if (is_selector(c))
        return purpose == CLEAN_CODE ? spell(c) : (CleanChar){0};
    if (c < 0x7F) {
        put_char(&out, c);
        if (*at < text.len && (unsigned char)text.ptr[*at] >= 0x80)
            put_marks(&out, c, text, at, purpose);
        return out;
    }
    if (is_mark(text, from, *at, c)) /* without a base: shown on a dotted circle */
        put_char(&out, 0x25CC);
    else
        out.columns = (uint8_t)columns_at(text, from, *at);
    put_char(&out, c);
    put_marks(&out, c, text, at, purpose);
    return out;
}

void clean_put(Buf *out, Str text, CleanFor purpose)
{
    size_t column = 0;
    for (size_t at = 0; at < text.len;) {
        char byte = text.ptr[at];
        bool ends = byte == '\r' && at + 1 < text.len && text.ptr[at + 1] == '\n';
        if (byte == '\n' || ends) {
            at += ends ? 2 : 1;
            buf_put_byte(out, '\n');
            column = 0;
        } else if (byte == '\t') {
            at++;
            size_t spaces = CLEAN_TAB_COLUMNS - column % CLEAN_TAB_COLUMNS;
            buf_put_repeat(out, STR(" "), spaces);
            column += spaces;
        } else {
            CleanChar c = clean_next(text, &at, purpose);
            buf_put(out, (Str){c.text, c.len});
            column += c.columns;
        }
    }
}
