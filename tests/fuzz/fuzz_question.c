/* Questions of any bytes: each is read into terms that lie within it, twice the same. */
#include "base/limits.h"
#include "search/intent.h"
#include "search/question_key.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define WIDENED_BYTES 24

static void check_question(const Question *question, Str text)
{
    assert(question->terms.len <= QUESTION_TERMS_MAX);
    for (size_t i = 0; i < question->terms.len; i++) {
        const QuestionTerm *term = &question->terms.ptr[i];
        assert(term->word.ptr >= text.ptr &&
               term->word.ptr + term->word.len <= text.ptr + text.len);
        assert(term->kind < QUESTION_SYNONYM || term->first < i);
        for (size_t k = 0; k < i; k++)
            assert(question->terms.ptr[k].term != term->term);
    }
    for (size_t i = 0; i < question->places.len; i++) {
        Str path = question->places.ptr[i].path;
        assert(path.ptr >= text.ptr && path.ptr + path.len <= text.ptr + text.len);
    }
}

/* Each word is compared with all that have a vector. */
static void check_wide(Arena *arena, Arena scratch, Str text)
{
    Question question = question_read(arena, scratch, text);
    question_widen(arena, &question);
    check_question(&question, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Arena arena, scratch;
    if (!arena.begin) {
        arena_open(&arena, GB);
        arena_open(&scratch, GB);
    }
    arena_reset(&arena);
    Str text = str_copy(&arena, (Str){(const char *)data, MIN(size, 4u * QUESTION_BYTES_MAX)});
    Question question = question_read(&arena, scratch, text);
    Question again = question_read(&arena, scratch, text);
    check_question(&question, text);
    assert(str_equal(question_key(&arena, &question, text), question_key(&arena, &again, text)));
    check_wide(&arena, scratch, str_slice(text, 0, WIDENED_BYTES));
    QuestionVector vector = question_vector(text);
    assert(question_cosine(&vector, &vector) > 0.99 || !text.len);
    Intent intent = intent_of(text);
    for (int score = -20; score <= 20; score += 10) {
        intent_weigh(&intent, score, &(IntentRules){700, LEVEL_CLASS});
        assert(intent.confidence >= 0 && intent.confidence <= 1);
    }
    assert(intent_name(intent.kind).len && intent.level < LEVEL_DOCS);
    return 0;
}
