#include "test.h"

#include "base/fs.h"
#include "index/store/answers.h"
#include "index/store/db.h"

#include <sys/stat.h>
#include <unistd.h>

static AnswersOptions options_of(uint64_t max, uint64_t ttl_s, uint64_t moment)
{
    chmod(test_directory(), 0700);
    return (AnswersOptions){.index = str_format(test_arena(), "%s/x.db", test_directory()),
                            .max = max,
                            .ttl_s = ttl_s,
                            .tree = 1,
                            .moment = moment};
}

static Answer answer_of(char number)
{
    Answer answer = {.mark = STR("mark"), .body = STR("body"), .cost_ms = 7};
    memset(answer.key, number, sizeof answer.key);
    return answer;
}

static AnswersAsked asked_of(char number)
{
    AnswersAsked asked = {.words = STR("words"), .phrase = STR("how does")};
    memset(asked.key, number, sizeof asked.key);
    return asked;
}

static void keep(Answers *answers, char number)
{
    Answer answer = answer_of(number);
    AnswersAsked asked = asked_of(number);
    answers_miss(answers, &answer, &asked);
}

static bool has(Answers *answers, char number)
{
    Answer answer = answer_of(number);
    return answers_get(answers, test_arena(), &answer) && str_equal(answer.body, STR("body"));
}

static char *path_of(const AnswersOptions *options)
{
    return str_terminate(test_arena(), answers_path(test_arena(), options->index, (Str){0}));
}

TEST(what_is_used_stays)
{
    AnswersOptions options = options_of(3, 60, 1);
    Answers *answers SCOPED(answers_close) = answers_open(test_arena(), &options);
    REQUIRE(answers);
    EXPECT(!has(answers, 1));
    for (char i = 1; i <= 3; i++)
        keep(answers, i);
    Answer first = answer_of(1);
    AnswersAsked asked = asked_of(1);
    answers_hit(answers, &first, &asked);
    keep(answers, 4);
    EXPECT(has(answers, 1) && !has(answers, 2) && has(answers, 3) && has(answers, 4));
    AnswersInfo info = answers_info(answers);
    EXPECT_INT(info.answers, 3);
    EXPECT_INT(info.hits, 1);
    EXPECT_INT(info.misses, 4);
    EXPECT_INT(info.saved_ms, 7);
    EXPECT_INT(info.asked, 4);
    AnswersAsked list[2];
    REQUIRE(answers_asked(answers, test_arena(), list, 2) == 2);
    EXPECT_INT(list[0].key[0], 1);
    EXPECT_INT(list[0].times, 2);
}

TEST(old_answers_are_not_given)
{
    AnswersOptions options = options_of(3, 0, 1);
    Answers *answers SCOPED(answers_close) = answers_open(test_arena(), &options);
    keep(answers, 1);
    EXPECT(!has(answers, 1));
}

TEST(answers_of_another_moment_go_with_their_bytes)
{
    AnswersOptions options = options_of(3, 60, 1);
    Answers *answers = answers_open(test_arena(), &options);
    Answer answer = answer_of(1);
    AnswersAsked asked = asked_of(1);
    answer.body = STR("unmistakable");
    answers_miss(answers, &answer, &asked);
    answers_close(&answers);
    Str bytes = {0};
    bool found;
    Err err;
    Str path = str_from(path_of(&options));
    EXPECT(fs_read_own(test_arena(), path, 1 << 20, &bytes, &found, &err));
    EXPECT(str_find(bytes, STR("unmistakable")) != STR_NONE);
    answers_outdate(test_arena(), options.index, 2, 2);
    EXPECT(fs_read_own(test_arena(), path, 1 << 20, &bytes, &found, &err));
    EXPECT(str_find(bytes, STR("unmistakable")) != STR_NONE);
    answers_outdate(test_arena(), options.index, 1, 2);
    EXPECT(fs_read_own(test_arena(), path, 1 << 20, &bytes, &found, &err));
    EXPECT(str_find(bytes, STR("unmistakable")) == STR_NONE);
}

TEST(a_locked_file_is_no_cache)
{
    AnswersOptions options = options_of(3, 60, 1);
    Answers *answers SCOPED(answers_close) = answers_open(test_arena(), &options);
    keep(answers, 1);
    Db *other SCOPED(db_close) = NULL;
    Err err;
    REQUIRE(db_open(path_of(&options), DB_WRITE, 0, &other, &err));
    REQUIRE(db_script(other, "BEGIN EXCLUSIVE;", &err));
    EXPECT(!has(answers, 1));
    keep(answers, 2);
    Answers *further SCOPED(answers_close) = answers_open(test_arena(), &options);
    EXPECT(!further || !has(further, 1));
    EXPECT(db_script(other, "ROLLBACK;", &err));
    EXPECT(has(answers, 1) && !has(answers, 2));
}

TEST(a_damaged_file_is_rebuilt)
{
    AnswersOptions options = options_of(3, 60, 1);
    test_file("x.db-search", STR("this is no database, but long enough to be taken for one"));
    for (int i = 0; i < 2; i++) {
        Answers *answers SCOPED(answers_close) = answers_open(test_arena(), &options);
        if (answers)
            keep(answers, 1);
    }
    Answers *answers SCOPED(answers_close) = answers_open(test_arena(), &options);
    REQUIRE(answers);
    keep(answers, 1);
    EXPECT(has(answers, 1));
    struct stat status;
    EXPECT(stat(path_of(&options), &status) == 0 && (status.st_mode & 0777) == 0600);
}

TEST(a_place_of_others_is_no_cache)
{
    AnswersOptions options = options_of(3, 60, 1);
    chmod(test_directory(), 0777);
    EXPECT(!answers_open(test_arena(), &options));
    chmod(test_directory(), 0700);
}

TEST(judgements_are_bounded_and_told_once)
{
    AnswersOptions options = options_of(3, 60, 1);
    Answers *answers SCOPED(answers_close) = answers_open(test_arena(), &options);
    Str phrase;
    int score;
    EXPECT(!answers_judge(answers, test_arena(), true, &phrase, &score));
    for (int i = 0; i < 9; i++) {
        keep(answers, 1);
        EXPECT(answers_judge(answers, test_arena(), false, &phrase, &score));
        EXPECT(!answers_judge(answers, test_arena(), false, &phrase, &score));
    }
    EXPECT_INT(answers_score(answers, STR("how does")), ANSWERS_SCORE_LEAST);
    EXPECT_INT(answers_score(answers, STR("fix")), 0);
    for (int i = 0; i < 9; i++) {
        keep(answers, 1);
        EXPECT(answers_judge(answers, test_arena(), true, &phrase, &score));
    }
    EXPECT_INT(answers_score(answers, STR("how does")), ANSWERS_SCORE_MOST);
}
