/* The index has hashes of words alone, so spellings come from the names of declarations. */
#include "search/respell.h"

#include "base/limits.h"

/* Shorter words have other words as neighbours. */
#define LETTERS_MIN 6
#define LETTERS_MAX 24
/* Words of one question that are respelled: each takes a pass over all names. */
#define WORDS_MAX 2
/* Spellings of a word that are looked up. */
#define SPELLINGS_MAX 16
/* Parts that must have a word: a rare one may be a typing error itself. */
#define PARTS_MIN 4
/* The least letters of a word with a British and an American spelling, and how many times as many
   parts must have the other one for it to be the usual one. */
#define VARIETY_MIN 5
#define USUAL_TIMES 4

typedef struct Spellings {
    Str words[SPELLINGS_MAX];
    uint32_t terms[SPELLINGS_MAX];
    size_t count;
} Spellings;

/* ---- one edit ---- */

/* Letters that are taken for one another: vowels, and s, z and c. */
static bool are_alike(char one, char other)
{
    static const char *const groups[] = {"aeiouy", "szc"};
    for (size_t i = 0; i < COUNT(groups); i++)
        if (byte_in(one, groups[i]) && byte_in(other, groups[i]))
            return true;
    return false;
}

static char low(char letter)
{
    return (char)(letter | 0x20);
}

static size_t common_start(Str a, Str b)
{
    size_t i = 0;
    while (i < a.len && i < b.len && low(a.ptr[i]) == low(b.ptr[i]))
        i++;
    return i;
}

static bool is_same(Str a, Str b)
{
    return a.len == b.len && common_start(a, b) == a.len;
}

/* Whether the words differ in one letter: left out, too many, swapped with the next, or taken for
   one that is alike. The first letter is hardly ever wrong. */
static bool is_one_edit(Str a, Str b)
{
    size_t at = common_start(a, b);
    Str one = str_from_offset(a, at), other = str_from_offset(b, at);
    if (!at || is_same(a, b))
        return false;
    if (a.len != b.len)
        return a.len < b.len ? is_same(one, str_from_offset(other, 1))
                             : is_same(str_from_offset(one, 1), other);
    if (are_alike(low(one.ptr[0]), low(other.ptr[0])) &&
        is_same(str_from_offset(one, 1), str_from_offset(other, 1)))
        return true;
    return one.len > 1 && low(one.ptr[0]) == low(other.ptr[1]) &&
           low(one.ptr[1]) == low(other.ptr[0]) &&
           is_same(str_from_offset(one, 2), str_from_offset(other, 2));
}

/* ---- names ---- */

static void note_spelling(Spellings *spellings, Arena *arena, Str word)
{
    Str lowered = str_lower(arena, word);
    uint32_t term = term_of_word(lowered);
    for (size_t i = 0; i < spellings->count; i++)
        if (spellings->terms[i] == term)
            return;
    if (spellings->count == SPELLINGS_MAX)
        return;
    spellings->words[spellings->count] = lowered;
    spellings->terms[spellings->count++] = term;
}

static bool is_lower(char c)
{
    return byte_is_alpha(c) && c >= 'a';
}

/* Looks at the words of a name: each begins after another byte than a letter, or with a capital,
   and goes on in one case. */
static void look_at_name(Spellings *spellings, Arena *arena, Str name, Str asked)
{
    for (size_t i = 0; i + LETTERS_MIN <= name.len + 1; i++) {
        bool begins = byte_is_alpha(name.ptr[i]) && low(name.ptr[i]) == asked.ptr[0] &&
                      (!i || !byte_is_alpha(name.ptr[i - 1]) ||
                       (!is_lower(name.ptr[i]) && is_lower(name.ptr[i - 1])));
        size_t end = i + 1;
        if (!begins)
            continue;
        bool capitals = end < name.len && !is_lower(name.ptr[end]);
        while (end < name.len && byte_is_alpha(name.ptr[end]) &&
               is_lower(name.ptr[end]) != capitals)
            end++;
        Str word = str_slice(name, i, end);
        if (word.len + 1 >= asked.len && word.len <= asked.len + 1 && is_one_edit(asked, word))
            note_spelling(spellings, arena, word);
    }
}

/* ---- British and American English ---- */

/* Parts of words that are spelled in two ways. */
static const struct {
    Str one, other;
} varieties[] = {
    {STR_INIT("is"), STR_INIT("iz")},    {STR_INIT("ys"), STR_INIT("yz")},
    {STR_INIT("our"), STR_INIT("or")},   {STR_INIT("ogue"), STR_INIT("og")},
    {STR_INIT("tre"), STR_INIT("ter")},  {STR_INIT("ence"), STR_INIT("ense")},
    {STR_INIT("elle"), STR_INIT("ele")}, {STR_INIT("elli"), STR_INIT("eli")},
    {STR_INIT("ella"), STR_INIT("ela")},
};

/* Puts the other spelling of each such part into `spellings`. */
static void vary(Spellings *spellings, Arena *arena, Str word)
{
    for (size_t i = 0; i < 2 * COUNT(varieties); i++) {
        Str part = i % 2 ? varieties[i / 2].other : varieties[i / 2].one;
        Str by = i % 2 ? varieties[i / 2].one : varieties[i / 2].other;
        for (size_t at = 2; at + part.len <= word.len; at++)
            if (str_starts(str_from_offset(word, at), part))
                note_spelling(spellings, arena,
                              str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(word, 0, at)),
                                         STR_ARG(by),
                                         STR_ARG(str_from_offset(word, at + part.len))));
    }
}

/* ---- the question ---- */

static bool count_parts(const TermIndex *index, uint32_t term, size_t *count, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    *count = 0;
    for (size_t s = 0; s < index->segments.len; s++) {
        TermPostingVec hits = {0};
        if (!term_index_find(index, &scratch, s, term, &hits, err))
            return false;
        *count += hits.len;
    }
    return true;
}

static bool is_letters(const QuestionTerm *term, size_t least)
{
    bool letters =
        term->kind == QUESTION_WORD && term->word.len >= least && term->word.len <= LETTERS_MAX;
    for (size_t i = 0; i < term->word.len; i++)
        letters = letters && byte_is_alpha(term->word.ptr[i]);
    return letters;
}

static bool has_term(const Question *question, uint32_t term)
{
    for (size_t i = 0; i < question->terms.len; i++)
        if (question->terms.ptr[i].term == term)
            return true;
    return false;
}

/* Takes the most frequent spelling if at least `least` parts have it. */
static bool take_spelling(const TermIndex *index, const Question *question,
                          const Spellings *spellings, size_t least, QuestionTerm *term, Err *err)
{
    Str best = {0};
    size_t most = least - 1;
    for (size_t i = 0; i < spellings->count; i++) {
        size_t parts;
        if (!count_parts(index, spellings->terms[i], &parts, err))
            return false;
        if (parts > most && !has_term(question, spellings->terms[i])) {
            most = parts;
            best = spellings->words[i];
        }
    }
    if (!best.len)
        return true;
    uint32_t name = term_of_name(best);
    *term = (QuestionTerm){.term = term_of_word(best),
                           .name = name,
                           .plural = name,
                           .kind = QUESTION_WORD,
                           .word = best,
                           .typed = term->word};
    return true;
}

/* Takes the spelling of the other variety of English if that is the usual one here. The asker's own
   then counts as a synonym. */
static bool take_variety(const TermIndex *index, Arena *arena, Question *question, size_t number,
                         size_t parts, Err *err)
{
    Spellings spellings = {0};
    QuestionTerm own = question->terms.ptr[number];
    vary(&spellings, arena, str_lower(arena, own.word));
    if (!take_spelling(index, question, &spellings, MAX((size_t)PARTS_MIN, USUAL_TIMES * parts),
                       &question->terms.ptr[number], err))
        return false;
    if (!question->terms.ptr[number].typed.len || !parts ||
        question->terms.len >= QUESTION_TERMS_MAX)
        return true;
    own.kind = QUESTION_SYNONYM;
    own.first = (uint16_t)number;
    own.nearness = 1;
    *VEC_PUSH(arena, &question->terms) = own;
    return true;
}

static bool correct(const TermIndex *index, Arena *arena, const Question *question,
                    QuestionTerm *term, Err *err)
{
    const Names *names = &index->catalog->names;
    Str asked = str_lower(arena, term->word);
    Spellings spellings = {0};
    for (uint32_t i = 1; i < names_count(names); i++)
        look_at_name(&spellings, arena, names_get(names, i), asked);
    return take_spelling(index, question, &spellings, PARTS_MIN, term, err);
}

bool question_respell(const TermIndex *index, Arena *arena, Question *question, Err *err)
{
    size_t corrected = 0, count = index->totals ? 0 : question->terms.len;
    for (size_t i = 0; i < count; i++) {
        const QuestionTerm *term = &question->terms.ptr[i];
        size_t parts = 0;
        if (!is_letters(term, VARIETY_MIN) || term->typed.len)
            continue;
        if (!count_parts(index, term->term, &parts, err) ||
            !take_variety(index, arena, question, i, parts, err))
            return false;
        term = &question->terms.ptr[i];
        if (parts || term->typed.len || !is_letters(term, LETTERS_MIN) || corrected == WORDS_MAX)
            continue;
        corrected++;
        if (!correct(index, arena, question, &question->terms.ptr[i], err))
            return false;
    }
    return true;
}
