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

/* Whether the word may be respelled: it has letters alone, enough of them, and no hit. */
static bool is_strange(const TermIndex *index, const QuestionTerm *term, bool *strange, Err *err)
{
    size_t parts = 0;
    *strange = term->kind == QUESTION_WORD && term->word.len >= LETTERS_MIN &&
               term->word.len <= LETTERS_MAX;
    for (size_t i = 0; i < term->word.len; i++)
        *strange = *strange && byte_is_alpha(term->word.ptr[i]);
    if (*strange && !count_parts(index, term->term, &parts, err))
        return false;
    *strange = *strange && !parts;
    return true;
}

static bool has_term(const Question *question, uint32_t term)
{
    for (size_t i = 0; i < question->terms.len; i++)
        if (question->terms.ptr[i].term == term)
            return true;
    return false;
}

static bool respell(const TermIndex *index, Arena *arena, const Question *question,
                    QuestionTerm *term, Err *err)
{
    const Names *names = &index->catalog->names;
    Str asked = str_lower(arena, term->word), best = {0};
    Spellings spellings = {0};
    size_t most = PARTS_MIN - 1;
    for (uint32_t i = 1; i < names_count(names); i++)
        look_at_name(&spellings, arena, names_get(names, i), asked);
    for (size_t i = 0; i < spellings.count; i++) {
        size_t parts;
        if (!count_parts(index, spellings.terms[i], &parts, err))
            return false;
        if (parts > most && !has_term(question, spellings.terms[i])) {
            most = parts;
            best = spellings.words[i];
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

bool question_respell(const TermIndex *index, Arena *arena, Question *question, Err *err)
{
    size_t words = 0;
    for (size_t i = 0; i < question->terms.len && words < WORDS_MAX && !index->totals; i++) {
        QuestionTerm *term = &question->terms.ptr[i];
        bool strange;
        if (!is_strange(index, term, &strange, err) ||
            (strange && !respell(index, arena, question, term, err)))
            return false;
        words += strange;
    }
    return true;
}
