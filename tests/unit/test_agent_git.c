#include "test.h"

#include "agent/git_commit.h"

TEST(a_title_gets_the_style_of_the_repository)
{
    static const struct {
        const char *subjects, *title, *styled;
    } rows[] = {
        {"", "Add a timer", "Add a timer"},
        {"queue: take in order\nserver: answer\nfix", "Add a timer", "queue: add a timer"},
        {"Take in order\nAnswer", "add a timer", "Add a timer"},
        {"take in order\nanswer", "Add a timer", "add a timer"},
        {"fix(core)!: x\nfeat: y", "add", "fix(core)!: add"},
        {"queue: take\nserver: answer", "server: add a timer", "server: add a timer"},
        {"queue: take\nserver: answer", "HTTP needs a timer", "queue: HTTP needs a timer"},
        {"This is one: a sentence\nAnother one", "add", "Add"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        EXPECT_STR(
            git_commit_style(test_arena(), str_from(rows[i].subjects), str_from(rows[i].title)),
            rows[i].styled);
}
