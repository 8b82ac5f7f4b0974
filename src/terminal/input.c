/* A state machine: bytes are held until they are a whole key. Sequences follow ECMA-48: CSI, its
   parameters, and a final byte. */
#include "terminal/input.h"

#include "text/plain.h"

#define ESC '\033'
/* Includes room for the symbols of control characters: three bytes for one. */
#define ARENA_BYTES (8 * INPUT_PASTE_BYTES_MAX)

static const char paste_end[] = "\033[201~";

void input_open(Input *input)
{
    *input = (Input){0};
    arena_open(&input->arena, ARENA_BYTES);
}

void input_close(Input *input)
{
    arena_close(&input->arena);
    *input = (Input){0};
}

static Key key_of(KeyCode code)
{
    return (Key){.code = code};
}

static Key char_key(uint32_t c)
{
    Key key = {.code = KEY_CHAR, .c = c};
    if (c == '\r')
        return key_of(KEY_ENTER);
    if (c == '\t')
        return key_of(KEY_TAB);
    if (c == 0x7F || c == '\b')
        return key_of(KEY_BACKSPACE);
    if (c == 0 || c == ESC)
        return key_of(c ? KEY_ESCAPE : KEY_NONE);
    if (c < 0x20) {
        key.control = true;
        key.c = c < 0x1B ? c + 'a' - 1 : c + '@';
    } else if (c >= 0x80 && c < 0xA0) {
        key.code = KEY_NONE; /* C1 */
    }
    return key;
}

/* The modifiers' parameter of xterm: 1 plus a bit each for Shift, Alt, Control. */
static void set_modifiers(Key *key, unsigned parameter)
{
    unsigned bits = parameter ? parameter - 1 : 0;
    key->shift = bits & 1;
    key->meta = bits & 2;
    key->control = key->control || (bits & 4);
}

static const struct {
    char final;
    KeyCode code;
} finals[] = {
    {'A', KEY_UP},   {'B', KEY_DOWN}, {'C', KEY_RIGHT}, {'D', KEY_LEFT},
    {'H', KEY_HOME}, {'F', KEY_END},  {'M', KEY_ENTER}, {'Z', KEY_TAB},
};

static const struct {
    unsigned number;
    KeyCode code;
} numbered[] = {
    {1, KEY_HOME},    {2, KEY_INSERT},    {3, KEY_DELETE}, {4, KEY_END},
    {5, KEY_PAGE_UP}, {6, KEY_PAGE_DOWN}, {7, KEY_HOME},   {8, KEY_END},
};

/* modifyOtherKeys has three; further ones are ignored. */
#define PARAMETERS_MAX 3

/* Reads the decimal parameters; a sub-parameter (after a colon) is skipped. */
static void read_parameters(Str text, unsigned numbers[PARAMETERS_MAX])
{
    size_t n = 0;
    bool sub = false;
    for (size_t i = 0; i < text.len && n < PARAMETERS_MAX; i++) {
        char c = text.ptr[i];
        if (c == ';') {
            n++;
            sub = false;
        } else if (c == ':') {
            sub = true;
        } else if (byte_is_digit(c) && !sub && numbers[n] < 1000000) {
            numbers[n] = numbers[n] * 10 + (unsigned)(c - '0');
        }
    }
}

/* CSI u, or modifyOtherKeys: a character with modifiers. */
static Key coded_key(unsigned c, unsigned modifiers)
{
    Key key = c <= 0x10FFFF && !(c >= 0xD800 && c < 0xE000) ? char_key(c) : key_of(KEY_NONE);
    set_modifiers(&key, modifiers);
    if (key.code == KEY_CHAR && key.control && key.c >= 'A' && key.c <= 'Z')
        key.c |= 0x20;
    return key;
}

static Key numbered_key(const unsigned numbers[PARAMETERS_MAX])
{
    Key key = {0};
    if (numbers[0] == 27)
        return coded_key(numbers[2], numbers[1]);
    for (size_t i = 0; i < COUNT(numbered); i++)
        if (numbered[i].number == numbers[0])
            key.code = numbered[i].code;
    set_modifiers(&key, numbers[1]);
    return key;
}

/* A whole sequence without its ESC: `[` or `O`, parameters, final byte. */
static Key sequence_key(Input *input, Str text)
{
    unsigned numbers[PARAMETERS_MAX] = {0};
    char final = text.ptr[text.len - 1];
    Key key = {0};
    if (text.len > 1 && byte_in(text.ptr[1], "<=>?"))
        return key; /* a report, such as a mouse's */
    read_parameters(str_slice(text, 1, text.len - 1), numbers);
    if (final == '~' && numbers[0] == 200) {
        input->in_paste = true;
        input->after_return = false;
        arena_reset(&input->arena);
        input->paste = buf_open(&input->arena, INPUT_PASTE_BYTES_MAX);
        return key;
    }
    if (final == '~')
        return numbered_key(numbers);
    if (final == 'u')
        return coded_key(numbers[0], numbers[1]);
    for (size_t i = 0; i < COUNT(finals); i++)
        if (finals[i].final == final)
            key.code = finals[i].code;
    if (final == 'M' && text.ptr[0] == '[')
        return key_of(KEY_NONE); /* a mouse report of X10 */
    set_modifiers(&key, numbers[1]);
    key.shift = key.shift || final == 'Z';
    return key;
}

/* The length of a UTF-8 character by its first byte. */
static size_t char_bytes(char first)
{
    unsigned char c = (unsigned char)first;
    return c < 0xC2 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 1;
}

static bool is_incomplete_char(Str text)
{
    if (char_bytes(text.ptr[0]) <= text.len)
        return false;
    for (size_t i = 1; i < text.len; i++)
        if ((text.ptr[i] & 0xC0) != 0x80)
            return false;
    return true;
}

static void paste_char(Input *input, uint32_t c)
{
    char bytes[4];
    bool second = c == '\n' && input->after_return;
    input->after_return = c == '\r';
    if (second)
        return;
    if (c == '\r')
        c = '\n';
    if (c != '\n' && c != '\t' && (c < 0x20 || (c >= 0x7F && c < 0xA0)))
        c = plain_symbol(c);
    buf_put(&input->paste, (Str){bytes, str_encode(bytes, c)});
}

static Key finish_paste(Input *input)
{
    input->in_paste = false;
    return (Key){.code = KEY_PASTE, .paste = buf_str(&input->paste), .cut = input->paste.overflow};
}

/* Drops the first n held bytes. */
static void drop(Input *input, size_t n)
{
    input->len -= n;
    memmove(input->held, input->held + n, input->len);
}

/* Within a paste: the held bytes are the start of its end mark, or a character. */
static bool step_paste(Input *input, bool flush, Key *key)
{
    Str held = {input->held, input->len}, end = STR(paste_end);
    if (str_starts(held, end)) {
        drop(input, end.len);
        *key = finish_paste(input);
        return true;
    }
    if (!flush && (str_starts(end, held) || is_incomplete_char(held)))
        return false;
    size_t at = 0;
    paste_char(input, str_decode(held, &at));
    drop(input, at);
    return false;
}

typedef enum Sequence {
    SEQUENCE_OPEN,
    SEQUENCE_WHOLE,
    SEQUENCE_BROKEN
} Sequence;

/* How much of a held text that begins with ESC is a sequence. */
static Sequence check_sequence(Str held)
{
    if (held.len == 2 && byte_in(held.ptr[1], "[O"))
        return SEQUENCE_OPEN;
    char last = held.ptr[held.len - 1];
    if (held.ptr[1] == 'O' || (last >= '@' && last <= '~'))
        return last >= ' ' && last <= '~' ? SEQUENCE_WHOLE : SEQUENCE_BROKEN;
    return last >= ' ' && last <= '?' ? SEQUENCE_OPEN : SEQUENCE_BROKEN;
}

/* A character after ESC is that character with Alt. */
static Key meta_key(uint32_t c)
{
    Key key = char_key(c);
    key.meta = key.code != KEY_NONE;
    return key;
}

static bool step_escape(Input *input, Key *key)
{
    Str held = {input->held, input->len};
    if (held.len == 1)
        return false;
    if (held.ptr[1] == ESC) { /* the first one by itself */
        *key = key_of(KEY_ESCAPE);
        drop(input, 1);
        return true;
    }
    if (!byte_in(held.ptr[1], "[O")) {
        if (is_incomplete_char(str_from_offset(held, 1)))
            return false;
        size_t at = 1;
        *key = meta_key(str_decode(held, &at));
        drop(input, at);
        return true;
    }
    switch (check_sequence(held)) {
    case SEQUENCE_OPEN:
        if (input->len == sizeof input->held) {
            input->skipping = true;
            input->len = 0;
        }
        return false;
    case SEQUENCE_WHOLE:
        *key = sequence_key(input, str_from_offset(held, 1));
        input->len = 0;
        return true;
    case SEQUENCE_BROKEN: /* the byte that broke it is a key by itself */
        drop(input, input->len - 1);
        return false;
    }
    return false;
}

/* Examines the held bytes; true: *key is the next key, or KEY_NONE for bytes without meaning. */
static bool step(Input *input, bool flush, Key *key)
{
    Str held = {input->held, input->len};
    if (!held.len)
        return false;
    if (input->in_paste)
        return step_paste(input, flush, key);
    if (held.ptr[0] == ESC && !flush)
        return step_escape(input, key);
    if (!flush && is_incomplete_char(held))
        return false;
    size_t at = 0;
    *key = char_key(str_decode(held, &at));
    drop(input, at);
    return true;
}

/* Skips the rest of an overlong sequence. */
static bool skip(Input *input, char byte)
{
    if (!input->skipping)
        return false;
    bool within = byte >= ' ' && byte <= '?';
    input->skipping = within;
    return within || (byte >= '@' && byte <= '~');
}

/* Steps over the held bytes until more are needed; true: a key. */
static bool settle(Input *input, Key *key)
{
    for (size_t before = input->len + 1; input->len && input->len < before;) {
        before = input->len;
        if (step(input, false, key) && key->code != KEY_NONE)
            return true;
    }
    return false;
}

bool input_next(Input *input, Str *bytes, Key *key)
{
    *key = (Key){0};
    if (settle(input, key))
        return true;
    while (bytes->len) {
        char byte = bytes->ptr[0];
        *bytes = str_from_offset(*bytes, 1);
        if (skip(input, byte))
            continue;
        input->held[input->len++] = byte;
        if (settle(input, key))
            return true;
    }
    return false;
}

bool input_waits(const Input *input)
{
    return input->len && !input->in_paste;
}

bool input_flush(Input *input, Key *key)
{
    *key = (Key){0};
    while (input_waits(input))
        if (step(input, true, key) && key->code != KEY_NONE)
            return true;
    return false;
}
