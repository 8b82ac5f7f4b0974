#include "words.h"

#define WORD_LETTERS_MIN 2
#define WORD_LETTERS_MAX 24
#define TAG_BYTES_MAX 60

static const char function_words[] =
    " a an and are as at be been being but by can could did do does each either else "
    "etc for from had has have having he her his how however i if in into is it its "
    "itself just may me might must my nor of on onto or our over own shall she should "
    "so some such than that the their them there these they this those through thus "
    "to too upon us very was we were what where whether which while who whom whose "
    "why will with within without would yet you your also because more other ";

static bool is_function_word(const char *word, size_t n)
{
    char framed[WORD_LETTERS_MAX + 3];
    if (n > 8)
        return false;
    framed[0] = ' ';
    memcpy(framed + 1, word, n);
    framed[n + 1] = ' ';
    framed[n + 2] = '\0';
    return strstr(function_words, framed);
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Where the word that begins here ends: `HTTPServer` is two. */
static size_t word_end(Str text, size_t at)
{
    size_t end = at + 1;
    if (is_upper(text.ptr[at])) {
        while (end < text.len && is_upper(text.ptr[end]))
            end++;
        bool lower = end < text.len && byte_is_alpha(text.ptr[end]);
        if (end - at > 1)
            /* A plural or a last capital that begins the next word. */
            return !lower || (text.ptr[end] == 's' &&
                              (end + 1 == text.len || !byte_is_alpha(text.ptr[end + 1])))
                       ? end
                       : end - 1;
    }
    while (end < text.len && byte_is_alpha(text.ptr[end]) && !is_upper(text.ptr[end]))
        end++;
    return end;
}

/* What is passed over here, or 0. */
static size_t noise(Str text, size_t at)
{
    Str rest = str_from_offset(text, at);
    size_t end = 1;
    if (str_starts(rest, STR("http://")) || str_starts(rest, STR("https://"))) {
        while (end < rest.len && !byte_is_space(rest.ptr[end]))
            end++;
        return end;
    }
    if ((*rest.ptr == '@' || *rest.ptr == '\\') && rest.len > 1 && byte_is_alpha(rest.ptr[1])) {
        while (end < rest.len && byte_is_alpha(rest.ptr[end]))
            end++;
        return end;
    }
    if (*rest.ptr == '<' && rest.len > 1 && (byte_is_alpha(rest.ptr[1]) || rest.ptr[1] == '/')) {
        size_t close = str_find_byte(str_slice(rest, 0, TAG_BYTES_MAX), '>');
        bool is_tag = close != STR_NONE && close < 12 && rest.ptr[1] >= 'a';
        return is_tag || (close != STR_NONE && rest.ptr[1] == '/') ? close + 1 : 0;
    }
    return 0;
}

/* False when it is no word to be counted. */
static bool put(Buf *out, Str word)
{
    char small[WORD_LETTERS_MAX];
    if (word.len < WORD_LETTERS_MIN || word.len > WORD_LETTERS_MAX)
        return false;
    for (size_t i = 0; i < word.len; i++)
        small[i] = (char)(word.ptr[i] | 0x20);
    if (is_function_word(small, word.len))
        return false;
    buf_put_byte(out, ' ');
    buf_put(out, (Str){small, word.len});
    return true;
}

void words_put(Buf *out, Str text, size_t max)
{
    size_t at = 0, count = 0;
    while (at < text.len && count < max) {
        size_t end = noise(text, at);
        if (end) {
            at += end;
            continue;
        }
        if ((unsigned char)text.ptr[at] >= 0x80) {
            while (at < text.len &&
                   ((unsigned char)text.ptr[at] >= 0x80 || byte_is_alpha(text.ptr[at])))
                at++;
            continue;
        }
        if (!byte_is_alpha(text.ptr[at])) {
            at++;
            continue;
        }
        end = word_end(text, at);
        count += put(out, str_slice(text, at, end));
        at = end;
    }
}
