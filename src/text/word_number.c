/* Rules by ending, with exceptions for the few nouns of programming that they would get wrong. */
#include "text/word_number.h"

static const struct {
    Str many, one;
} apart[] = {
    {STR_INIT("caches"), STR_INIT("cache")},    {STR_INIT("cookies"), STR_INIT("cookie")},
    {STR_INIT("statuses"), STR_INIT("status")}, {STR_INIT("buses"), STR_INIT("bus")},
    {STR_INIT("viruses"), STR_INIT("virus")},   {STR_INIT("movies"), STR_INIT("movie")},
    {STR_INIT("https"), STR_INIT("https")},     {STR_INIT("news"), STR_INIT("news")},
};

static size_t find_apart(Str word)
{
    size_t i = 0;
    while (i < COUNT(apart) && !str_equal(word, apart[i].many) && !str_equal(word, apart[i].one))
        i++;
    return i;
}

static bool ends_any(Str word, const char *const *endings)
{
    for (; *endings; endings++)
        if (str_ends(word, str_from(*endings)))
            return true;
    return false;
}

static size_t make_one(char *to, Str word)
{
    static const char *const singular[] = {"ss", "us", "is", NULL};
    static const char *const whole[] = {"sses", "xes", "shes", "ches", "zzes", NULL};
    memcpy(to, word.ptr, word.len);
    if (word.len < 4 || !str_ends(word, STR("s")) || ends_any(word, singular))
        return word.len;
    if (word.len > 4 && str_ends(word, STR("ies"))) {
        to[word.len - 3] = 'y';
        return word.len - 2;
    }
    return word.len - (ends_any(word, whole) ? 2 : 1);
}

static size_t make_many(char *to, Str one)
{
    static const char *const hissing[] = {"s", "x", "ch", "sh", "zz", NULL};
    bool consonant = one.len > 1 && !byte_in(one.ptr[one.len - 2], "aeiou");
    size_t len = one.len;
    memcpy(to, one.ptr, len);
    if (consonant && one.ptr[len - 1] == 'y') {
        memcpy(to + len - 1, "ies", 3);
        return len + 2;
    }
    bool hisses = ends_any(one, hissing);
    memcpy(to + len, hisses ? "es" : "s", hisses ? 2 : 1);
    return len + (hisses ? 2 : 1);
}

static bool is_plain(Str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (!byte_is_alpha(word.ptr[i]))
            return false;
    return word.len > 2;
}

static void set(WordNumbers *numbers, Str one, Str many)
{
    memcpy(numbers->one, one.ptr, numbers->one_len = one.len);
    memcpy(numbers->many, many.ptr, numbers->many_len = many.len);
}

WordNumbers word_numbers(Str word)
{
    WordNumbers numbers = {0};
    char room[TERM_WORD_BYTES_MAX];
    word = str_slice(word, 0, sizeof room);
    for (size_t i = 0; i < word.len; i++)
        room[i] = byte_is_alpha(word.ptr[i]) ? (char)(word.ptr[i] | 0x20) : word.ptr[i];
    word.ptr = room;
    size_t exception = find_apart(word);
    if (exception < COUNT(apart)) {
        set(&numbers, apart[exception].one, apart[exception].many);
        return numbers;
    }
    numbers.one_len = make_one(numbers.one, word);
    Str one = {numbers.one, numbers.one_len};
    numbers.many_len = make_many(numbers.many, one);
    bool known = str_equal(word, one) || str_equal(word, (Str){numbers.many, numbers.many_len});
    if (!known || !is_plain(word))
        set(&numbers, word, word);
    return numbers;
}
