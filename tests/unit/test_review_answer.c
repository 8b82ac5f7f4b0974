/* Forms of a reviewer's answer: findings in any dress, an explicit "none", and what is neither. */
#include "test.h"

#include "agent/review_answer.h"

static bool is_known(const void *context, Str path)
{
    (void)context;
    return str_equal(path, STR("src/q.py")) || str_equal(path, STR("Makefile"));
}

static ReviewAnswer read(const char *text)
{
    return review_answer_read(test_arena(), str_from(text), is_known, NULL);
}

TEST(findings_are_read_in_many_forms)
{
    static const char *const forms[] = {
        "src/q.py:17: warning: eval of input",
        "src/q.py:17: error: eval of input",
        "- **src/q.py:17**: warning: eval of input",
        "1. `src/q.py:17`: **warning**: eval of input",
        "2) src/q.py:17 - warning - eval of input",
        "* src/q.py:17-19 — **Warning** — eval of input",
        "> src/q.py:17:5: warning: eval of input",
        "[src/q.py:17](src/q.py#L17): warning: eval of input",
        "| src/q.py:17 | warning | eval of input |",
        "**Warning** (src/q.py:17): eval of input",
        "[WARNING] src/q.py:17 eval of input",
        "src/q.py:17: eval of input",
        "`src/q.py` line 17: warning: eval of input",
        "src/q.py (line 17): HIGH: eval of input",
        "./src/q.py#L17 [critical] eval of input",
        "### src/q.py:17: warning\neval of input",
        "Here is what I found:\n\nsrc/q.py:17: warning: eval of input",
        "```\nsrc/q.py:17: warning: eval of input\n```",
    };
    for (size_t i = 0; i < COUNT(forms); i++) {
        ReviewAnswer answer = read(forms[i]);
        const AnswerFinding *one = answer.findings.len == 1 ? answer.findings.ptr : NULL;
        Str got = one ? str_format(test_arena(), "%s\n%.*s:%llu %d %.*s%.*s", forms[i],
                                   STR_ARG(one->path), (unsigned long long)one->line, one->is_note,
                                   STR_ARG(one->text), STR_ARG(answer.unread))
                      : str_from(forms[i]);
        EXPECT_STR(got, str_format(test_arena(), "%s\nsrc/q.py:17 0 eval of input", forms[i]).ptr);
        EXPECT(!answer.says_none);
    }
}

TEST(notes_and_explanations_are_kept)
{
    ReviewAnswer answer =
        read("src/q.py:17: note: odd\n  because of x\n  and y\nMakefile:2: nit: z");
    REQUIRE(answer.findings.len == 2);
    EXPECT(answer.findings.ptr[0].is_note && answer.findings.ptr[1].is_note);
    EXPECT_INT(answer.findings.ptr[0].more.len, 2);
    EXPECT_STR(answer.findings.ptr[1].path, "Makefile");
    EXPECT_STR(answer.unread, "");
}

TEST(only_none_alone_says_that_nothing_was_found)
{
    static const char *const nones[] = {"none", "None.", "**none**", "```\nnone\n```",
                                        "\n- none\n"};
    for (size_t i = 0; i < COUNT(nones); i++) {
        ReviewAnswer answer = read(nones[i]);
        EXPECT(answer.says_none && !answer.findings.len && !answer.unread.len);
    }
}

TEST(what_is_neither_is_unread)
{
    static const char *const texts[] = {
        "There is a serious defect: on line 17 of src/q.py eval is called with input.",
        "I cannot help with that.",
        "The change looks good to me.",
        "Keine Fehler gefunden.",
        "{\"file\": \"src/q.py\", \"line\": 17, \"message\": \"eval\"}",
        "none\n\nHowever, eval is called with the input of a user.",
        "src/q.py: warning: eval of input",
        "No defects were found. In src/q.py eval is dangerous, though.",
        "none of the new lines is safe",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        ReviewAnswer answer = read(texts[i]);
        EXPECT_STR(str_format(test_arena(), "%s: %d", texts[i],
                              answer.says_none || answer.findings.len || !answer.unread.len),
                   str_format(test_arena(), "%s: 0", texts[i]).ptr);
    }
    ReviewAnswer empty = read(" \n```\n```\n");
    EXPECT(!empty.says_none && !empty.findings.len);
    ReviewAnswer both = read("src/q.py:17: warning: a\nIn src/q.py there is more of that kind.");
    EXPECT(both.findings.len == 1 && both.unread.len);
}
