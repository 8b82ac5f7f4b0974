/* Strings by value: bytes with a length, not terminated, never owned. An empty Str is all zero.
   Text is UTF-8 where it is valid; invalid bytes are kept and count as one character each. */
#pragma once

#include "base/arena.h"

typedef struct Str {
    const char *ptr;
    size_t len;
} Str;

#define STR(literal) ((Str){(literal), sizeof(literal) - 1})
/* In the initialiser of a static table. */
#define STR_INIT(literal) \
    { \
        (literal), sizeof(literal) - 1 \
    }
/* For printf's "%.*s". */
#define STR_ARG(s) (int)MIN((s).len, (size_t)INT_MAX), (s).ptr

#define STR_NONE ((size_t)-1)

Str str_from(const char *terminated);
Str str_copy(Arena *arena, Str s);
/* A terminated copy for the system's border. */
char *str_terminate(Arena *arena, Str s);
Str str_format(Arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
Str str_join(Arena *arena, Str a, Str b);
Str str_join_all(Arena *arena, const Str *parts, size_t count);

bool str_equal(Str a, Str b);
bool str_equal_nocase(Str a, Str b); /* ASCII letters only */
int str_compare(Str a, Str b);       /* by bytes */
bool str_starts(Str s, Str prefix);
bool str_ends(Str s, Str suffix);
uint64_t str_hash(Str s);

/* Positions, or STR_NONE. */
size_t str_find(Str s, Str needle);
size_t str_find_byte(Str s, char byte);
size_t str_find_last_byte(Str s, char byte);

/* The word (byte_is_word) that ends at the offset; empty if none does. */
Str str_word_before(Str s, size_t at);
/* End of the word that begins at the offset; the offset itself if none does. */
size_t str_word_end(Str s, size_t at);

/* [from, to) clipped to the string. */
Str str_slice(Str s, size_t from, size_t to);
/* The words that the string begins and ends with; empty if it does with something else. */
static inline Str str_first_word(Str s)
{
    return str_slice(s, 0, str_word_end(s, 0));
}
static inline Str str_last_word(Str s)
{
    return str_word_before(s, s.len);
}
Str str_from_offset(Str s, size_t from);
Str str_trim(Str s); /* ASCII white space at both ends */
Str str_trim_end(Str s);
Str str_lower(Arena *arena, Str s); /* ASCII letters only */

/* Takes the part before the separator off the front of *rest; false when *rest was empty. The last
   part has no separator after it. */
bool str_take_until(Str *rest, char separator, Str *part);
/* Whether a list of words with blanks between them has the word; NULL is an empty list. */
bool str_is_listed(Str word, const char *list);
/* Takes the next line without its LF or CRLF. */
bool str_take_line(Str *rest, Str *line);

/* Whole string must be a decimal number in range. */
bool str_parse_u64(Str s, uint64_t *value);
bool str_parse_i64(Str s, int64_t *value);

/* Hexadecimal, in either case where nothing else is said. */
bool str_is_hex(Str s);       /* one digit or more, and nothing else */
bool str_is_lower_hex(Str s); /* the same in lower case, as hashes are written */
/* Whole string must be a number of 1 to 16 digits. */
bool str_parse_hex(Str s, uint64_t *value);
/* The four digits of a \u escape, at an offset. */
bool str_parse_unit(Str s, size_t at, uint32_t *unit);
/* Decodes pairs of digits into s.len / 2 bytes; false if a byte is no digit. */
bool str_parse_bytes(Str s, char *bytes);

/* UTF-8. Decodes at *at and moves it on; an invalid byte gives 0xFFFD and moves by one. */
uint32_t str_decode(Str s, size_t *at);
/* Writes a character, at most 4 bytes; gives how many. */
size_t str_encode(char *to, uint32_t c);
bool str_is_utf8(Str s);
/* Whether a character can make a line look different from its content: control characters (C0, DEL,
   C1), further line ends, bidirectional controls. */
bool char_is_control(uint32_t c);
/* Offset of the first byte that is not part of a valid sequence, or STR_NONE. */
size_t str_find_invalid(Str s);
size_t str_count_chars(Str s);
/* Byte offset of the n-th character, or s.len when there are fewer. */
size_t str_char_offset(Str s, size_t n);
/* Largest offset <= at that does not split a character. */
size_t str_char_floor(Str s, size_t at);
/* At most max characters, ending in an ellipsis when cut (the ellipsis is one of them). */
Str str_cut_chars(Arena *arena, Str s, size_t max);
/* White space runs folded to one space, trimmed. */
Str str_fold_space(Arena *arena, Str s);
/* Frees all memory allocated in the arena since its `ptr` was `since`, except `text`, which may be
   part of it. For texts that are built in several steps. */
Str str_keep_only(Arena *arena, char *since, Str text);

static inline bool byte_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
static inline bool byte_is_digit(char c)
{
    return c >= '0' && c <= '9';
}
/* The value of a hexadecimal digit in either case; -1 for any other byte. */
static inline int byte_hex_value(char c)
{
    if (byte_is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
static inline bool byte_is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/* Whether `bytes` contains it; unlike with strchr(3), a NUL byte is never contained. */
static inline bool byte_in(char c, const char *bytes)
{
    return c && strchr(bytes, c);
}
/* Letters, digits, underscore and every non-ASCII byte. */
static inline bool byte_is_word(char c)
{
    return byte_is_alpha(c) || byte_is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}
