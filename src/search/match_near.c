/* Approximate matching: names that equal the query, or contain its words, up to typing errors. */
#include "search/match.h"

#include "index/catalog/symbol.h"

#define FUZZY_LETTERS 4
/* Longer names are not typing errors of each other. */
#define FUZZY_NAME_MAX 64
/* Shorter words of a name resemble too many others. */
#define FUZZY_WORD_MIN 5
#define FUZZY_WORD_TYPOS 2

/* Positions of each byte in the word, in either case, as a bit set. */
static uint64_t *list_places(Arena *arena, Str folded)
{
    uint64_t *places = NEW(arena, uint64_t, 256);
    for (size_t i = 0; i < folded.len; i++)
        places[(unsigned char)folded.ptr[i]] |= UINT64_C(1) << i;
    for (unsigned c = 'A'; c <= 'Z'; c++)
        places[c] = places[c | 32];
    return places;
}

/* Allowed errors for a text of that length; 0 if it does not fit the bits of a word. */
static size_t typos_of(size_t len)
{
    return len > FUZZY_NAME_MAX ? 0 : len / FUZZY_LETTERS;
}

void match_prepare_near(Arena *arena, Matcher *matcher)
{
    Str words = matcher->words, word;
    bool whole = true;
    matcher->typos = typos_of(matcher->folded.len);
    matcher->near =
        (MatchNear){matcher->folded, list_places(arena, matcher->folded), matcher->typos};
    if (!matcher->typos)
        return;
    while (str_take_until(&words, ' ', &word)) {
        MatchNear near = {.word = word};
        whole = whole && matcher->near_count < MATCH_NEAR_MAX;
        if (!whole)
            break;
        if (word.len >= FUZZY_WORD_MIN) {
            near.typos = MIN(typos_of(word.len), (size_t)FUZZY_WORD_TYPOS);
            near.places = list_places(arena, word);
        }
        matcher->word_typos += near.typos;
        matcher->word_bytes += word.len;
        matcher->nears[matcher->near_count++] = near;
    }
    matcher->word_typos = whole ? matcher->word_typos : 0;
}

/* Whether a sub-word of the name ends before that place. */
static bool word_ends(Str name, size_t at)
{
    return at >= name.len || !(byte_is_word(name.ptr[at]) && name.ptr[at] != '_') ||
           symbol_word_begins(name, at);
}

/* Whether the optimal string alignment distance (edit distance with transpositions) between word
   and text is within near->typos, ignoring the text's case. Bit-parallel, one column per byte
   (Hyyrö 2003). `distance` is the last row, which each further byte lowers by at most 1. `part`: a
   prefix of the text that ends with a sub-word may match instead. */
static bool within_distance(const MatchNear *near, Str text, bool part)
{
    uint64_t rises = ~UINT64_C(0), falls = 0, same = 0, before = 0;
    size_t distance = near->word.len, limit = near->typos;
    size_t most = part ? MIN(text.len, near->word.len + limit) : text.len;
    unsigned last = (unsigned)distance - 1;
    for (size_t i = 0; i < most; i++) {
        uint64_t now = near->places[(unsigned char)text.ptr[i]];
        uint64_t swapped = (~same & now) << 1 & before;
        same = (((now & rises) + rises) ^ rises) | now | falls | swapped;
        uint64_t more = falls | ~(same | rises), less = same & rises;
        distance += more >> last & 1;
        distance -= less >> last & 1;
        if (distance > limit + (most - i - 1))
            return false;
        if (part && distance <= limit && word_ends(text, i + 1))
            return true;
        more = more << 1 | 1;
        rises = less << 1 | ~(same | more);
        falls = same & more;
        before = now;
    }
    return !part && distance <= limit;
}

/* The next sub-word of the name, from `at` on, that equals the word up to typing errors, or begins
   with the word if no errors are allowed; STR_NONE: none. */
static size_t find_near(const MatchNear *near, Str name, size_t at)
{
    if (!near->typos)
        return match_find_word(name, at, near->word);
    for (; at + near->word.len <= name.len + near->typos && at < name.len; at++)
        if (symbol_word_begins(name, at) && within_distance(near, str_from_offset(name, at), true))
            return at;
    return STR_NONE;
}

/* Like matching words without errors: each begins a different sub-word, in any order. */
static bool has_words_nearly(const Matcher *matcher, Str name)
{
    uint64_t taken = 0;
    for (size_t i = 0; i < matcher->near_count; i++) {
        size_t place = find_near(&matcher->nears[i], name, 0);
        while (place < 64 && taken >> place & 1)
            place = find_near(&matcher->nears[i], name, place + 1);
        if (place == STR_NONE)
            return false;
        taken |= place < 64 ? UINT64_C(1) << place : 0;
    }
    return true;
}

/* Clears the lowest `typos` bits of each, in loops that compilers vectorise. */
static void forgive(uint32_t *bits, size_t count, size_t typos)
{
    for (; typos; typos--)
        for (size_t i = 0; i < count; i++)
            bits[i] &= bits[i] - 1;
}

/* A typing error removes at most one letter and adds at most one. When only words are matched,
   further letters of the name mean nothing. */
void match_by_letters(const Matcher *matcher, bool nearly, const uint32_t *letters, size_t count,
                      uint8_t *may)
{
    uint32_t lost[MATCH_LETTERS_MAX], more[MATCH_LETTERS_MAX];
    bool whole = nearly && !matcher->word_typos;
    uint32_t others = whole ? ~(matcher->all | MATCH_LETTERS_OTHER) : 0;
    assert(count <= MATCH_LETTERS_MAX);
    for (size_t i = 0; i < count; i++) {
        lost[i] = matcher->letters & ~letters[i];
        more[i] = letters[i] & others;
    }
    if (nearly)
        forgive(lost, count, matcher->typos);
    if (whole)
        forgive(more, count, matcher->typos);
    for (size_t i = 0; i < count; i++)
        may[i] = !(lost[i] | more[i]);
}

static bool may_be_near_as_a_whole(const Matcher *matcher, size_t len)
{
    size_t wanted = matcher->text.len, gap = wanted > len ? wanted - len : len - wanted;
    return matcher->typos && gap <= matcher->typos && len <= FUZZY_NAME_MAX;
}

static bool may_have_words_nearly(const Matcher *matcher, size_t len)
{
    return matcher->word_typos && len + matcher->word_typos >= matcher->word_bytes;
}

bool match_may_be_near(const Matcher *matcher, size_t len)
{
    return may_have_words_nearly(matcher, len) || may_be_near_as_a_whole(matcher, len);
}

MatchClass match_nearly(const Matcher *matcher, Str name)
{
    if (may_be_near_as_a_whole(matcher, name.len) && within_distance(&matcher->near, name, false))
        return MATCH_FUZZY;
    bool words = may_have_words_nearly(matcher, name.len) && has_words_nearly(matcher, name);
    return words ? MATCH_FUZZY_WORDS : MATCH_NONE;
}
