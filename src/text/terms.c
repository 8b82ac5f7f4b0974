/* One pass over the bytes: a run of word bytes is a token, which is split where a part begins.
   Bytes above 0x7F count as lower-case letters, so words of any script are found, but never
   stemmed. */
#include "text/terms.h"

#include "base/hash.h"

#include <stdlib.h>

/* A part shorter than this is a letter or a loop variable. */
#define PART_BYTES_MIN 2
/* Shorter numbers are counts and indices, longer ones data; these are statuses, years, limits. */
#define NUMBER_BYTES_MIN 3
#define NUMBER_BYTES_MAX 6

/* ---- stems ---- */

static inline bool is_vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

static bool has_vowel(const char *word, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (is_vowel(word[i]))
            return true;
    return false;
}

static inline bool ends(const char *word, size_t len, Str suffix)
{
    return len > suffix.len && word[len - 1] == suffix.ptr[suffix.len - 1] &&
           !memcmp(word + len - suffix.len, suffix.ptr, suffix.len);
}

/* Reduces a doubled consonant: `stopp` becomes `stop`, but `call` stays. */
static size_t undouble(const char *word, size_t len)
{
    bool twice = len > 3 && word[len - 1] == word[len - 2];
    return twice && !byte_in(word[len - 1], "lsz") && !is_vowel(word[len - 1]) ? len - 1 : len;
}

static size_t strip_plural(char *word, size_t len)
{
    if (ends(word, len, STR("ies")) && len > 4) {
        word[len - 3] = 'y';
        return len - 2;
    }
    if (ends(word, len, STR("sses")) || ends(word, len, STR("xes")) || ends(word, len, STR("ches")))
        return len - 2;
    bool keeps = ends(word, len, STR("ss")) || ends(word, len, STR("us")) ||
                 ends(word, len, STR("is")) || !ends(word, len, STR("s"));
    return keeps ? len : len - 1;
}

static size_t strip_verb(const char *word, size_t len)
{
    static const Str endings[] = {STR_INIT("ing"), STR_INIT("ed")};
    for (size_t i = 0; i < COUNT(endings); i++) {
        size_t left = len - MIN(len, endings[i].len);
        if (ends(word, len, endings[i]) && left >= 3 && has_vowel(word, left))
            return undouble(word, left);
    }
    return len;
}

/* Removes each suffix at most once, in this order, if enough of the word is left. */
static size_t strip_noun(const char *word, size_t len)
{
    static const struct {
        Str ending;
        size_t left;
    } rows[] = {
        {STR_INIT("ly"), 4},   {STR_INIT("able"), 4}, {STR_INIT("ible"), 4}, {STR_INIT("e"), 3},
        {STR_INIT("ness"), 4}, {STR_INIT("er"), 4},   {STR_INIT("or"), 4},   {STR_INIT("ion"), 4},
        {STR_INIT("at"), 4},   {STR_INIT("ment"), 4},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t left = len - MIN(len, rows[i].ending.len);
        bool noun =
            !str_equal(rows[i].ending, STR("ion")) || (left && byte_in(word[left - 1], "st"));
        if (left >= rows[i].left && noun && ends(word, len, rows[i].ending))
            len = left;
    }
    return len;
}

/* Whether some suffix ends with the last letter: for most words none does. */
static bool may_end(const char *word, size_t len)
{
    const uint32_t last = 1u << ('s' - 'a') | 1u << ('g' - 'a') | 1u << ('d' - 'a') |
                          1u << ('y' - 'a') | 1u << ('e' - 'a') | 1u << ('r' - 'a') |
                          1u << ('n' - 'a') | 1u << ('t' - 'a');
    char c = word[len - 1];
    return c >= 'a' && c <= 'z' && last >> (c - 'a') & 1;
}

size_t term_stem(char *word, size_t len)
{
    if (len < 4 || !may_end(word, len))
        return len;
    for (size_t i = 0; i < len; i++)
        if (!byte_is_alpha(word[i]))
            return len;
    len = strip_plural(word, len);
    len = strip_verb(word, len);
    len = undouble(word, strip_noun(word, len));
    if (len > 3 && word[len - 1] == 'y' && !is_vowel(word[len - 2]))
        word[len - 1] = 'i';
    return len;
}

/* ---- terms ---- */

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static uint32_t hash_term(Str word)
{
    return (uint32_t)(hash_fast(word) >> 32);
}

uint32_t term_of_word(Str word)
{
    char room[TERM_WORD_BYTES_MAX];
    word = str_slice(word, 0, sizeof room);
    memcpy(room, word.ptr, word.len);
    return hash_term((Str){room, term_stem(room, word.len)});
}

uint32_t term_of_name(Str name)
{
    char room[TERM_WORD_BYTES_MAX] = {'='};
    size_t len = 1;
    for (size_t i = 0; i < name.len && len < sizeof room; i++)
        if (byte_is_word(name.ptr[i]) && name.ptr[i] != '_')
            room[len++] = is_upper(name.ptr[i]) ? (char)(name.ptr[i] | 0x20) : name.ptr[i];
    return hash_term((Str){room, len});
}

/* Stop words of English and of programming languages. */
static const char *const common[] = {
    "the",   "and",    "or",      "of",       "to",     "in",       "is",        "it",    "an",
    "as",    "at",     "be",      "by",       "do",     "for",      "from",      "has",   "have",
    "if",    "into",   "its",     "not",      "no",     "on",       "so",        "than",  "that",
    "then",  "there",  "these",   "they",     "this",   "those",    "was",       "we",    "were",
    "what",  "when",   "where",   "which",    "who",    "will",     "with",      "would", "you",
    "are",   "but",    "can",     "does",     "how",    "me",       "my",        "our",   "their",
    "them",  "us",     "your",    "should",   "also",   "any",      "because",   "been",  "being",
    "could", "did",    "had",     "he",       "may",    "might",    "must",      "only",  "such",
    "else",  "return", "const",   "let",      "var",    "void",     "null",      "true",  "false",
    "while", "self",   "def",     "func",     "public", "private",  "static",    "int",   "char",
    "bool",  "end",    "typedef", "include",  "elif",   "endif",    "define",    "ifdef", "std",
    "pub",   "fn",     "mut",     "unsigned", "nil",    "override", "protected",
};

static int compare_terms(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

TermSet terms_of_words(Arena *arena, const char *const *words, size_t count)
{
    uint32_t *terms = NEW(arena, uint32_t, count + 1);
    for (size_t i = 0; i < count; i++)
        terms[i] = term_of_word(str_from(words[i]));
    qsort(terms, count, sizeof *terms, compare_terms);
    return (TermSet){terms, count};
}

TermSet terms_common(Arena *arena)
{
    return terms_of_words(arena, common, COUNT(common));
}

bool term_set_has(TermSet set, uint32_t term)
{
    return bsearch(&term, set.terms, set.count, sizeof *set.terms, compare_terms) != NULL;
}

/* ---- tokens ---- */

typedef struct Splitter {
    TermVisit visit;
    void *context;
    char joined[TERM_WORD_BYTES_MAX];
    size_t joined_len;
    size_t parts;
} Splitter;

static bool is_lower(char c)
{
    return (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

/* Whether a part begins at `i`, which is not the first byte. */
static bool is_start(Str token, size_t i)
{
    char before = token.ptr[i - 1], here = token.ptr[i];
    if (is_upper(here))
        return !is_upper(before) || (i + 1 < token.len && is_lower(token.ptr[i + 1]));
    return byte_is_digit(before) && !byte_is_digit(here);
}

static void put_word(Splitter *splitter, Str word, Str place, bool joined)
{
    char room[TERM_WORD_BYTES_MAX];
    memcpy(room, word.ptr, word.len);
    size_t len = term_stem(room, word.len);
    splitter->visit(splitter->context, hash_term((Str){room, len}), place, joined);
}

static void put_part(Splitter *splitter, Str part)
{
    char room[TERM_WORD_BYTES_MAX];
    size_t digits = 0;
    for (size_t i = 0; i < part.len; i++) {
        room[i] = is_upper(part.ptr[i]) ? (char)(part.ptr[i] | 0x20) : part.ptr[i];
        digits = byte_is_digit(part.ptr[i]) ? digits + 1 : 0;
    }
    memcpy(splitter->joined + splitter->joined_len, room, part.len);
    splitter->joined_len += part.len;
    splitter->parts++;
    bool number = digits == part.len;
    if (part.len < PART_BYTES_MIN ||
        (number && (digits < NUMBER_BYTES_MIN || digits > NUMBER_BYTES_MAX)))
        return;
    put_word(splitter, (Str){room, part.len}, part, false);
    size_t letters = part.len - digits;
    if (digits && letters >= PART_BYTES_MIN)
        put_word(splitter, (Str){room, letters}, str_slice(part, 0, letters), false);
}

static void put_token(Splitter *splitter, Str token)
{
    splitter->joined_len = splitter->parts = 0;
    size_t start = 0;
    for (size_t i = 0; i <= token.len; i++) {
        bool bar = i < token.len && token.ptr[i] == '_';
        bool cut = i == token.len || bar || (i > start && is_start(token, i));
        if (!cut)
            continue;
        if (i > start)
            put_part(splitter, str_slice(token, start, i));
        start = bar ? i + 1 : i;
    }
    if (splitter->parts > 1 && splitter->joined_len > PART_BYTES_MIN)
        put_word(splitter, (Str){splitter->joined, splitter->joined_len}, token, true);
}

/* Tokens with single hyphens between them: `max-age`. */
typedef struct Compound {
    size_t start, end; /* end: of the last token; 0: no token */
    size_t tokens;
} Compound;

static void put_compound(Splitter *splitter, Str text, const Compound *compound)
{
    char room[TERM_WORD_BYTES_MAX];
    size_t len = 0;
    if (compound->tokens < 2 || compound->end - compound->start > sizeof room)
        return;
    for (size_t i = compound->start; i < compound->end; i++) {
        char c = text.ptr[i];
        if (c != '-' && c != '_')
            room[len++] = is_upper(c) ? (char)(c | 0x20) : c;
    }
    put_word(splitter, (Str){room, len}, str_slice(text, compound->start, compound->end), true);
}

/* Adds a token; one that is not joined to those before it begins a compound of its own. */
static void add_to_compound(Splitter *splitter, Str text, Compound *compound, size_t start,
                            size_t end)
{
    bool word = end - start >= PART_BYTES_MIN && !byte_is_digit(text.ptr[start]);
    bool joined = word && compound->end && compound->end + 1 == start && text.ptr[start - 1] == '-';
    if (!joined) {
        put_compound(splitter, text, compound);
        *compound = (Compound){.start = start};
    }
    compound->end = word ? end : 0;
    compound->tokens += word;
}

void terms_visit(Str text, TermVisit visit, void *context)
{
    Splitter splitter = {.visit = visit, .context = context};
    Compound compound = {0};
    for (size_t i = 0; i < text.len;) {
        size_t start = i;
        while (i < text.len && byte_is_word(text.ptr[i]))
            i++;
        if (i > start)
            add_to_compound(&splitter, text, &compound, start, i);
        if (i - start >= PART_BYTES_MIN && i - start <= TERM_WORD_BYTES_MAX)
            put_token(&splitter, str_slice(text, start, i));
        i += i == start;
    }
    put_compound(&splitter, text, &compound);
}
