/* The key lists how a question is read and its words as stems in their order, so that questions
   which differ in case, punctuation or fillers share an answer. Vectors of questions, for those
   that only mean the same, are sums of word vectors. */
#include "search/question_key.h"

#include "base/limits.h"
#include "base/varint.h"

#include <math.h>

/* ---- the parsed terms ---- */

static bool is_within(Str word, Str other)
{
    return word.ptr >= other.ptr && word.ptr + word.len <= other.ptr + other.len;
}

/* Number of words in an identifier: ranking uses it for the identifier's share of the question. */
static size_t words_within(const Question *question, Str name)
{
    size_t count = 0;
    for (size_t i = 0; i < question->terms.len; i++)
        count += question->terms.ptr[i].kind == QUESTION_WORD &&
                 is_within(question->terms.ptr[i].word, name);
    return count;
}

static void put_reading(Buf *key, const Question *question)
{
    varint_put(key, question->terms.len);
    for (size_t i = 0; i < question->terms.len; i++) {
        const QuestionTerm *term = &question->terms.ptr[i];
        varint_put(key, term->term);
        varint_put(key, term->name);
        varint_put(key, term->plural);
        varint_put(key, term->kind);
        varint_put(key, words_within(question, term->word));
    }
    varint_put(key, question->places.len);
    for (size_t i = 0; i < question->places.len; i++) {
        varint_put_str(key, question->places.ptr[i].path);
        varint_put(key, question->places.ptr[i].line);
    }
}

/* ---- the wording ---- */

/* All letters in one case, except perhaps the first: a word and not a name. */
static bool is_word(Str token)
{
    size_t capitals = 0;
    for (size_t i = 0; i < token.len; i++) {
        if (!byte_is_alpha(token.ptr[i]))
            return false;
        capitals += token.ptr[i] < 'a';
    }
    bool first = token.len && token.ptr[0] < 'a';
    return token.len && (!capitals || capitals == token.len || (capitals == 1 && first));
}

static void put_token(Buf *key, Arena scratch, Str token)
{
    if (!is_word(token) || token.len > TERM_WORD_BYTES_MAX) {
        varint_put_str(key, str_join(&scratch, STR("="), token));
        return;
    }
    char room[TERM_WORD_BYTES_MAX];
    Str word = str_lower(&scratch, token);
    if (question_is_filler(word))
        return;
    memcpy(room, word.ptr, word.len);
    varint_put_str(key, (Str){room, term_stem(room, word.len)});
}

/* `max-age` equals `max age`, as it is parsed; `-n` and `a-1` stay as they are. */
static void put_parts(Buf *key, Arena scratch, Str token)
{
    bool words = true;
    Str rest = token, part;
    while (str_take_until(&rest, '-', &part))
        words = words && is_word(part);
    if (!words || !token.len || token.ptr[token.len - 1] == '-') {
        put_token(key, scratch, token);
        return;
    }
    for (rest = token; str_take_until(&rest, '-', &part);)
        put_token(key, scratch, part);
}

/* Removes punctuation around a token. The mark in `!x` has a meaning, that in `x!` has not. */
static Str strip(Str token)
{
    while (token.len && byte_in(token.ptr[token.len - 1], ".,;:?!\"'`()[]{}"))
        token.len--;
    while (token.len && byte_in(token.ptr[0], "\"'`([{,;:?"))
        token = str_from_offset(token, 1);
    return str_ends(token, STR("'s")) ? str_slice(token, 0, token.len - 2) : token;
}

static void put_words(Buf *key, Arena scratch, Str text)
{
    for (size_t i = 0; i < text.len;) {
        size_t start = i;
        while (i < text.len && !byte_is_space(text.ptr[i]))
            i++;
        Str token = strip(str_slice(text, start, i));
        if (token.len)
            put_parts(key, scratch, token);
        i += i == start;
    }
}

Str question_key(Arena *arena, const Question *question, Str text)
{
    Arena scratch SCOPED(arena_close) = {0};
    Buf key = buf_open(arena, 0);
    arena_open(&scratch, 1 * MB);
    put_reading(&key, question);
    put_words(&key, scratch, text);
    return buf_str(&key);
}

/* ---- vectors ---- */

/* This many fillers turn a vector as far as one other word. */
#define FILLERS_A_WORD 4

static void add_word(void *context, uint32_t term, Str word, bool joined)
{
    QuestionVector *vector = context;
    const int8_t *own = joined ? NULL : word_vector_of_term(term);
    int weight = question_is_filler(word) ? 1 : FILLERS_A_WORD;
    for (size_t i = 0; own && i < WORD_VECTOR_DIMS; i++)
        vector->sums[i] += weight * own[i];
}

QuestionVector question_vector(Str text)
{
    QuestionVector vector = {0};
    terms_visit(text, add_word, &vector);
    return vector;
}

double question_cosine(const QuestionVector *a, const QuestionVector *b)
{
    double dot = 0, one = 0, other = 0;
    for (size_t i = 0; i < WORD_VECTOR_DIMS; i++) {
        dot += (double)a->sums[i] * b->sums[i];
        one += (double)a->sums[i] * a->sums[i];
        other += (double)b->sums[i] * b->sums[i];
    }
    if (one == 0 && other == 0)
        return 1;
    return one > 0 && other > 0 ? dot / sqrt(one * other) : 0;
}
