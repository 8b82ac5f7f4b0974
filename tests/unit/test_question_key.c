#include "test.h"

#include "search/question_key.h"

static Str key_of(const char *text)
{
    Question question = question_read(test_arena(), test_scratch(), str_from(text));
    return question_key(test_arena(), &question, str_from(text));
}

static bool is_one(const char *a, const char *b)
{
    return str_equal(key_of(a), key_of(b));
}

TEST(restatements_are_one_question)
{
    EXPECT(is_one("where are expired keys deleted", "Where are expired keys deleted?"));
    EXPECT(is_one("where are expired keys deleted", "WHERE ARE EXPIRED KEYS DELETED"));
    EXPECT(is_one("where are expired keys deleted", "expired keys deleted."));
}

TEST(what_says_something_else_is_another_question)
{
    static const char *const pairs[][2] = {
        {"enable the cache", "disable the cache"},
        {"convert json to toon", "convert toon to json"},
        {"read the file", "write the file"},
        {"retry 3 times", "retry 4 times"},
        {"keys that are deleted", "keys that are not deleted"},
        {"render with cache", "render without cache"},
        {"src/a.py fails", "src/b.py fails"},
        {"src/a.py:12 fails", "src/a.py:13 fails"},
        {"maxAge", "minAge"},
    };
    for (size_t i = 0; i < COUNT(pairs); i++)
        EXPECT(!is_one(pairs[i][0], pairs[i][1]));
}

TEST(cosines_of_questions)
{
    QuestionVector a = question_vector(STR("delete expired keys")),
                   b = question_vector(STR("keys, deleted")), none = question_vector(STR("zzqx"));
    EXPECT(question_cosine(&a, &a) > 0.999);
    EXPECT(question_cosine(&a, &b) > 0.5 && question_cosine(&a, &b) < 0.999);
    EXPECT(question_cosine(&none, &none) == 1);
    EXPECT(question_cosine(&a, &none) == 0);
}
