/* A name is compared in order of quality: whole, prefix, sub-words, substring. Before that a
   vectorised search looks for the rarest two bytes that every match must contain, so most names are
   never compared one by one. */
#include "search/match.h"

#include "index/catalog/symbol.h"

/* Used when a needle has fewer bytes: searching for two bytes is always faster than for one. */
#define COMMONNESS_MAX 80

static bool equal_nocase_at(Str text, size_t at, Str part)
{
    if (at < text.len && part.len && (text.ptr[at] | 32) != (part.ptr[0] | 32))
        return false;
    return str_equal_nocase(str_slice(text, at, at + part.len), part);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* One vector register on every machine that has them. */
#define LANE 16
typedef char Lane __attribute__((vector_size(LANE)));

/* Number of positions from `at` on, up to LANE, that do not begin with the part's first two bytes.
   Case is ignored by setting bit 5, so non-letters may give false candidates. */
static inline size_t skip_lane(const char *at, const char part[static 2])
{
    Lane one, other;
    char marks[LANE];
    uint64_t words[2];
    size_t i = 0;
    memcpy(&one, at, sizeof one);
    memcpy(&other, at + 1, sizeof other);
    Lane both = ((one | 32) == (char)(part[0] | 32)) & ((other | 32) == (char)(part[1] | 32));
    memcpy(words, &both, sizeof words);
    if (!(words[0] | words[1]))
        return LANE;
    memcpy(marks, &both, sizeof marks);
    while (!marks[i])
        i++;
    return i;
}

static bool is_at(Str text, size_t at, Str part)
{
    size_t i = 0;
    while (i < part.len && lower(text.ptr[at + i]) == part.ptr[i])
        i++;
    return i == part.len;
}

size_t match_find(Str text, size_t at, Str part)
{
    while (part.len > 1 && at + LANE + part.len <= text.len) {
        size_t skipped = skip_lane(text.ptr + at, part.ptr);
        at += skipped;
        if (skipped == LANE)
            continue;
        if (is_at(text, at, part))
            return at;
        at++;
    }
    for (; part.len && at + part.len <= text.len; at++)
        if (lower(text.ptr[at]) == part.ptr[0] && is_at(text, at, part))
            return at;
    return STR_NONE;
}

size_t match_find_word(Str name, size_t at, Str word)
{
    for (; (at = match_find(name, at, word)) != STR_NONE; at++) {
        bool whole = symbol_word_begins(name, at);
        for (size_t i = 1; i < word.len && whole; i++)
            whole = !symbol_word_begins(name, at + i);
        if (whole)
            return at;
    }
    return STR_NONE;
}

/* Whether each word of the query begins a different sub-word of the name, in any order: `scanner
   scan` is not `createScanner`. Longest first, so that no word takes the place of a longer one. */
static bool has_words(const Matcher *matcher, Str name, size_t at)
{
    Str words = matcher->words, word;
    uint64_t taken = 0;
    while (str_take_until(&words, ' ', &word)) {
        size_t place = match_find_word(name, word.ptr == matcher->needle.ptr ? at : 0, word);
        while (place < 64 && taken >> place & 1)
            place = match_find_word(name, place + 1, word);
        if (place == STR_NONE)
            return false;
        taken |= place < 64 ? UINT64_C(1) << place : 0;
    }
    return matcher->words.len;
}

/* `*` matches any characters; letter case is ignored. */
static bool wildcard_match(Str pattern, Str name)
{
    size_t p = 0, n = 0, star = STR_NONE, star_name = 0;
    while (n < name.len) {
        if (p < pattern.len && pattern.ptr[p] == '*') {
            star = p++;
            star_name = n;
            if (p == pattern.len)
                return true;
        } else if (p < pattern.len && lower(pattern.ptr[p]) == lower(name.ptr[n])) {
            p++;
            n++;
        } else if (star != STR_NONE) {
            p = star + 1;
            n = ++star_name;
        } else {
            return false;
        }
    }
    while (p < pattern.len && pattern.ptr[p] == '*')
        p++;
    return p == pattern.len;
}

/* ---- preparing ---- */

/* Rank of a byte's frequency in names, the rarest first, as counted in five repositories. */
static unsigned commonness(char c)
{
    static const Str order = STR_INIT("5967843qz2j1x0wvykbhfgpmcudlorn_isate");
    size_t at = str_find_byte(order, c);
    return at == STR_NONE ? 0 : (unsigned)at + 1;
}

/* Position of the rarest byte that is not among the first `known` positions of `but`. */
static size_t rarest(Str part, const size_t *but, size_t known)
{
    size_t best = STR_NONE;
    for (size_t i = 0; i < part.len; i++) {
        bool is_known = false;
        for (size_t k = 0; k < known; k++)
            is_known = is_known || but[k] == i;
        if (!is_known && (best == STR_NONE || commonness(part.ptr[i]) < commonness(part.ptr[best])))
            best = i;
    }
    return best == STR_NONE ? but[0] : best;
}

/* Takes the part as the needle if it is rarer than the current one. */
static void consider(Matcher *matcher, Str part, unsigned *least)
{
    size_t rare[MATCH_RARE];
    unsigned common = 0;
    for (size_t i = 0; i < MATCH_RARE; i++) {
        rare[i] = rarest(part, rare, i);
        common += i < part.len ? commonness(part.ptr[rare[i]]) : COMMONNESS_MAX;
    }
    if (matcher->needle.len && common >= *least)
        return;
    *least = common;
    matcher->needle = part;
    memcpy(matcher->rare, rare, sizeof rare);
}

/* The next part of the query that occurs in every name it matches. Without words, the whole query
   is the only part. */
static bool take_part(const Matcher *matcher, Str *rest, Str *part)
{
    while (str_take_until(rest, matcher->wildcard ? '*' : ' ', part))
        if (part->len)
            return true;
    return false;
}

static Str list_parts(const Matcher *matcher)
{
    return matcher->words.len && !matcher->wildcard ? matcher->words : matcher->folded;
}

static void choose_needle(Matcher *matcher)
{
    Str list = list_parts(matcher), part;
    unsigned least = 0;
    while (take_part(matcher, &list, &part))
        consider(matcher, part, &least);
}

/* Two forms: the query as written, and its words. */
MatchForms match_forms(Arena *arena, const Matcher *matcher)
{
    MatchForms forms = {.count = 1};
    Str list = list_parts(matcher), part;
    if (!matcher->wildcard)
        ngrams_add_trigrams(arena, &forms.list[0], matcher->folded);
    forms.count += !matcher->wildcard && matcher->words.len;
    while (take_part(matcher, &list, &part)) {
        ngrams_add_trigrams(arena, &forms.list[forms.count - 1], part);
        if (forms.count > 1)
            ngrams_add_prefix(arena, &forms.list[1], part);
    }
    return forms;
}

static Str longest_first(Arena *arena, Str words)
{
    Buf sorted = buf_open(arena, words.len + 1);
    for (size_t len = words.len; len; len--) {
        Str rest = words, word;
        while (str_take_until(&rest, ' ', &word))
            if (word.len == len)
                buf_printf(&sorted, "%s%.*s", sorted.len ? " " : "", STR_ARG(word));
    }
    return buf_str(&sorted);
}

Matcher match_prepare(Arena *arena, Str text)
{
    bool wildcard = str_find_byte(text, '*') != STR_NONE;
    Matcher matcher = {.text = text,
                       .folded = str_lower(arena, text),
                       .words = longest_first(arena, symbol_words(arena, text)),
                       .wildcard = wildcard};
    /* Words match in any spelling of the name, so separators may be missing. */
    uint32_t between = names_letters(STR(" _-:.*")) & MATCH_LETTERS_OTHER;
    matcher.all = names_letters(text);
    matcher.letters = names_letters(matcher.words) & ~between;
    choose_needle(&matcher);
    if (!wildcard)
        match_prepare_near(arena, &matcher);
    return matcher;
}

static bool has_text(const Matcher *matcher, Str name, size_t at)
{
    size_t from = matcher->needle.len == matcher->folded.len ? at : 0;
    return match_find(name, from, matcher->folded) != STR_NONE;
}

static bool is_between_words(char c)
{
    return c == ' ' || c == '_' || c == '-' || c == '.' || c == ':';
}

/* Whether name and text are equal except for case and word separators: `http get`, `httpGet`.
   `_get` is not `get`. */
static bool is_same_words(Str text, Str name)
{
    size_t i = 0, j = 0;
    while (i < text.len && j < name.len && lower(text.ptr[i]) == lower(name.ptr[j])) {
        i++;
        j++;
        while (i < text.len && is_between_words(text.ptr[i]))
            i++;
        while (j + 1 < name.len && is_between_words(name.ptr[j]))
            j++;
    }
    return i == text.len && j == name.len;
}

MatchClass match_whole(const Matcher *matcher, Str name, size_t at, MatchClass most)
{
    Str text = matcher->text;
    if (matcher->wildcard)
        return wildcard_match(text, name) ? MATCH_PREFIX : MATCH_NONE;
    if (name.len == text.len && str_equal_nocase(text, name))
        return str_equal(text, name) ? MATCH_EXACT : MATCH_EXACT_CASE;
    if (name.len > text.len && equal_nocase_at(name, 0, text))
        return MATCH_PREFIX;
    if (most < MATCH_WORDS && has_text(matcher, name, at)) /* quicker than matching words */
        return MATCH_SUBSTRING;
    if (has_words(matcher, name, at))
        return is_same_words(text, name) ? MATCH_EXACT_CASE : MATCH_WORDS;
    return has_text(matcher, name, at) ? MATCH_SUBSTRING : MATCH_NONE;
}
