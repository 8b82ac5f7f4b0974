#include "lang/prepare_text.h"

char prepared_byte(const Prepared *prepared, size_t at)
{
    return at < prepared->len ? prepared->text[at] : '\0';
}

size_t prepared_skip_blanks(const Prepared *prepared, size_t at)
{
    while (at < prepared->len && byte_in(prepared->text[at], " \t"))
        at++;
    return at;
}

size_t prepared_skip_space(const Prepared *prepared, size_t at)
{
    while (at < prepared->len && byte_is_space(prepared->text[at]))
        at++;
    return at;
}

size_t prepared_word_end(const Prepared *prepared, size_t at)
{
    while (at < prepared->len && byte_is_word(prepared->text[at]))
        at++;
    return at;
}

bool prepared_is_word(const Prepared *prepared, size_t at, Str word)
{
    Str rest = str_from_offset((Str){prepared->text, prepared->len}, at);
    return str_starts(rest, word) && !byte_is_word(prepared_byte(prepared, at + word.len)) &&
           (!at || !byte_is_word(prepared->text[at - 1]));
}

bool prepared_is_one_of(Str word, const char *words)
{
    Str rest = str_from(words), each;
    while (word.len && str_take_until(&rest, ' ', &each))
        if (str_equal(each, word))
            return true;
    return false;
}

size_t prepared_next_word(const Prepared *prepared, size_t at, Str word)
{
    while (at < prepared->len) {
        size_t found = str_find((Str){prepared->text + at, prepared->len - at}, word);
        if (found == STR_NONE)
            return prepared->len;
        at += found;
        if (prepared_is_word(prepared, at, word))
            return at;
        at += word.len;
    }
    return prepared->len;
}

size_t prepared_next_line(const Prepared *prepared, size_t at, Str word)
{
    while (at < prepared->len) {
        Str rest = str_from_offset((Str){prepared->text, prepared->len}, at);
        size_t found = str_find(rest, word);
        if (found == STR_NONE)
            return prepared->len;
        at += found;
        size_t start = at;
        while (start && byte_in(prepared->text[start - 1], " \t"))
            start--;
        if ((!start || prepared->text[start - 1] == '\n') && prepared_is_word(prepared, at, word))
            return at;
        at += word.len;
    }
    return prepared->len;
}

void prepared_blank(Prepared *prepared, size_t from, size_t to)
{
    for (size_t i = from; i < MIN(to, prepared->len); i++)
        if (!byte_in(prepared->text[i], "\r\n"))
            prepared->text[i] = ' ';
}

/* Offset of the closing quote, or of the line's end if the string is not closed on its line. */
static size_t quoted_end(const Prepared *prepared, size_t at, size_t end)
{
    size_t i = at + 1;
    while (i < end && !byte_in(prepared->text[i], "\"\n"))
        i += prepared->text[i] == '\\' ? 2 : 1;
    return i;
}

size_t prepared_close(const Prepared *prepared, size_t open, size_t reach)
{
    size_t depth = 0, end = MIN(prepared->len, open + reach);
    for (size_t i = open; i < end; i++) {
        char c = prepared->text[i];
        if (c == '"')
            i = quoted_end(prepared, i, end);
        else if (byte_in(c, "([{"))
            depth++;
        else if (byte_in(c, ")]}") && --depth == 0)
            return i;
    }
    return prepared->len;
}
