#include "test.h"

#include "text/terms.h"
#include "text/word_vectors.h"

TEST(word_vectors_are_in_the_order_of_their_terms)
{
    REQUIRE(word_vector_count() > 15000);
    for (size_t i = 0; i < word_vector_count(); i++) {
        REQUIRE(!i || word_vector_term(i - 1) < word_vector_term(i));
        REQUIRE(word_vector_of_term(word_vector_term(i)) == word_vector_at(i));
        int32_t square = 0;
        for (size_t k = 0; k < WORD_VECTOR_DIMS; k++)
            square += word_vector_at(i)[k] * word_vector_at(i)[k];
        REQUIRE(square >= WORD_VECTOR_SQUARE_MIN);
    }
}

/* Words and terms come from one stemmer: when that changes the vectors are made anew. */
TEST(each_word_is_found_under_the_term_it_has)
{
    WordNear near[1000];
    for (size_t from = 0; from < word_vector_count(); from += word_vector_count() / 10) {
        size_t count = word_nearest(word_vector_at(from), near, COUNT(near));
        REQUIRE(count == COUNT(near));
        for (size_t i = 0; i < count; i++)
            EXPECT(word_vector(near[i].word.ptr, near[i].word.len) != NULL);
    }
}

static double cosine(const char *a, const char *b)
{
    const int8_t *left = word_vector(a, strlen(a)), *right = word_vector(b, strlen(b));
    return left && right ? word_vector_cosine(left, right) : -2;
}

TEST(word_vectors_bring_together_what_means_the_same)
{
    static const char *const rows[][3] = {
        {"delete", "remove", "render"}, {"login", "password", "pixel"},
        {"lock", "mutex", "parse"},     {"socket", "connect", "matrix"},
        {"thread", "worker", "color"},  {"render", "draw", "password"},
        {"cache", "evict", "widget"},   {"expire", "ttl", "window"},
        {"error", "failure", "column"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        double near = cosine(rows[i][0], rows[i][1]), far = cosine(rows[i][0], rows[i][2]);
        EXPECT(far > -2 && near > .3 && near > far + .2);
    }
    EXPECT(cosine("delete", "deleting") > .999);
}

TEST(word_vectors_have_about_one_length)
{
    for (size_t i = 0; i < word_vector_count(); i += 97) {
        const int8_t *vector = word_vector_at(i);
        int32_t sum = 0;
        for (size_t d = 0; d < WORD_VECTOR_DIMS; d++)
            sum += vector[d] * vector[d];
        EXPECT(sum > 300 * 300 && sum < 400 * 400);
    }
}

TEST(words_without_a_vector)
{
    EXPECT(!word_vector("", 0));
    EXPECT(!word_vector("qzxqzxqzx", 9));
    EXPECT(!word_vector("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 48));
    EXPECT(!word_vector("\xc3\xa4", 2));
}

TEST(word_nearest_begins_with_the_word_itself)
{
    WordNear near[8];
    const int8_t *vector = word_vector("delete", 6);
    REQUIRE(vector);
    EXPECT_INT(word_nearest(vector, near, COUNT(near)), COUNT(near));
    EXPECT_STR(near[0].word, "delete");
    for (size_t i = 0; i + 1 < COUNT(near); i++)
        EXPECT(near[i].cosine >= near[i + 1].cosine);
    EXPECT_INT(word_nearest(vector, near, 0), 0);
}

TEST(word_vectors_say_where_they_come_from)
{
    EXPECT(str_find(word_vector_provenance(), STR("docs/word-vectors.tsv")) != STR_NONE);
    EXPECT(str_find(word_vector_provenance(), STR("make train-vectors")) != STR_NONE);
}
