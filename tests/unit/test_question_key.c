/* Which questions are one, by files of pairs: restatements.tsv says the same twice, flips.tsv does
   not, and no two of subjects.txt are the same. SUBJECTS names another such file. */
#include "test.h"

#include "base/buf.h"
#include "base/fs.h"
#include "search/intent.h"
#include "search/question_key.h"
#include "text/word_number.h"

#include <stdio.h>

#define NEAR 0.85
#define SUBJECTS_MAX 400

static Str key_of(Str text)
{
    Question question = question_read(test_arena(), test_scratch(), text);
    return question_key(test_arena(), &question, text);
}

/* As the cache of answers has it. */
static bool is_one(Str a, Str b)
{
    QuestionVector x = question_vector(a), y = question_vector(b);
    return str_equal(key_of(a), key_of(b)) && intent_of(a).level == intent_of(b).level &&
           question_cosine(&x, &y) >= NEAR;
}

static Str read_text(Str path)
{
    Str text = {0};
    bool found = false;
    Err err;
    EXPECT(fs_read_own(test_arena(), path, 1 << 20, &text, &found, &err) && found);
    return text;
}

static Str read_data(const char *name)
{
    return read_text(str_format(test_arena(), "%s/tests/unit/%s", test_source_root(), name));
}

/* How many pairs of a file are one question; lists those that are not as expected. */
static size_t count_same(const char *name, bool expected, size_t *pairs, Buf *others)
{
    size_t same = 0;
    Str text = read_data(name), line, one;
    for (*pairs = 0; str_take_line(&text, &line); ++*pairs) {
        str_take_until(&line, '\t', &one);
        bool is = is_one(one, line);
        same += is;
        if (is != expected)
            buf_printf(others, "%.*s | %.*s\n", STR_ARG(one), STR_ARG(line));
    }
    return same;
}

TEST(restatements_are_one_question)
{
    Buf others = buf_open(test_arena(), 0);
    size_t pairs, same = count_same("restatements.tsv", true, &pairs, &others);
    EXPECT_INT(pairs, 100);
    EXPECT_INT(same, 99);
    EXPECT_STR(buf_str(&others),
               /* a comma parts neighbours */
               "retry 3 times after a timeout | retry 3 times, after a timeout!\n");
}

TEST(flips_are_two_questions)
{
    Buf others = buf_open(test_arena(), 0);
    size_t pairs;
    EXPECT_INT(count_same("flips.tsv", false, &pairs, &others), 0);
    EXPECT_STR(buf_str(&others), "");
    EXPECT_INT(pairs, 200);
}

TEST(subjects_of_commits_are_told_apart)
{
    Str named = fs_environment("SUBJECTS"), subjects[SUBJECTS_MAX], keys[SUBJECTS_MAX], line;
    Str text = named.len ? read_text(named) : read_data("subjects.txt");
    size_t count = 0, same = 0;
    for (; count < SUBJECTS_MAX && str_take_line(&text, &line); count++) {
        subjects[count] = line;
        keys[count] = key_of(line);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            if (str_equal(keys[i], keys[k]) && is_one(subjects[i], subjects[k])) {
                fprintf(stderr, "%.*s | %.*s\n", STR_ARG(subjects[i]), STR_ARG(subjects[k]));
                same++;
            }
    EXPECT_INT(same, 0);
    EXPECT_INT(count, SUBJECTS_MAX);
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

TEST(both_numbers_of_a_word)
{
    static const char *const rows[][2] = {
        {"key", "keys"},        {"entry", "entries"}, {"match", "matches"}, {"cache", "caches"},
        {"class", "classes"},   {"box", "boxes"},     {"size", "sizes"},    {"cookie", "cookies"},
        {"status", "statuses"}, {"day", "days"},      {"hash", "hashes"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t k = 0; k < 2; k++) {
            WordNumbers numbers = word_numbers(str_from(rows[i][k]));
            EXPECT_STR(((Str){numbers.one, numbers.one_len}), rows[i][0]);
            EXPECT_STR(((Str){numbers.many, numbers.many_len}), rows[i][1]);
        }
    WordNumbers alone = word_numbers(STR("utf8s"));
    EXPECT_STR(((Str){alone.one, alone.one_len}), "utf8s");
}
