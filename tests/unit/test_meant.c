#include "agent/meant.h"
#include "base/vec.h"
#include "edit/patch.h"
#include "test.h"

#define EDIT "a.py\n```\n<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE\n```\n"

static Str denial(const char *before, const char *after)
{
    return meant_denial(test_arena(),
                        str_format(test_arena(), "%s\n\n" EDIT "\n%s\n", before, after));
}

TEST(what_introduces_an_edit_as_not_meant)
{
    static const char *const texts[] = {
        "For example:",
        "Here is an example of how it could look:",
        "This is the wrong version, do not use it:",
        "### Before",
        "**Old code:**",
        "Don't do this:",
        "The current code in `a.py` looks like this:",
        "I looked at it. You could do something like this:",
        "Option A:",
        "Zum Beispiel:",
        "A sketch:",
        "Either at the top:",
        "<example>",
        "<!--",
        "<details><summary>First try</summary>",
    };
    static const char *const thoughts[][2] = {
        {"<inner_monologue>\nMaybe I could do", "no.\n</inner_monologue>"},
        {"<thinking_process>Maybe so:", "</thinking_process>"},
        {"<any-name>", "</any-name>\n\nI do it."},
        {"<Notes to=\"self\">\n\nPerhaps:", "That is all.\n\n</Notes>"},
    };
    for (size_t i = 0; i < COUNT(thoughts); i++)
        if (!denial(thoughts[i][0], thoughts[i][1]).len)
            EXPECT_STR(str_from(thoughts[i][0]), "is no thought");
    EXPECT_STR(denial("<answer>\nI do it:", "</answer>"), "");
    EXPECT_STR(denial("<T> is bounded now:", "Done."), "");
    for (size_t i = 0; i < COUNT(texts); i++)
        if (!denial(texts[i], "").len)
            EXPECT_STR(str_from(texts[i]), "is taken for an edit that is meant");
}

TEST(what_takes_an_edit_back)
{
    static const char *const texts[] = {
        "But I changed nothing, as you asked.",
        "This is only an example.",
        "Wait, that is wrong.",
        "No changes were made.",
        "Do not apply this.",
        "Tell me which one you prefer.",
        "It is short.\n\nI did not change anything.",
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        if (!denial("I do it:", texts[i]).len)
            EXPECT_STR(str_from(texts[i]), "takes nothing back");
}

TEST(what_is_meant)
{
    static const char *const texts[] = {
        "I return the difference:",
        "The current code returns a negative number when b is larger. I wrap it in abs():",
        "Before this change, it could be negative. Now it cannot:",
        "Instead of a loop, use sum:",
        "To fix the wrong sign, take the absolute value:",
        "## After",
        "No other changes are needed.",
        "The callers need no changes.",
        "Note that this does not work for strings.",
        "You could also add a test for it.",
        "No changes to the tests were needed.",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        EXPECT_STR(denial(i < 6 ? texts[i] : "I do it:", i < 6 ? "" : texts[i]), "");
    }
    EXPECT_STR(meant_denial(test_arena(), STR("For example, nothing.\n")), "");
}

TEST(prose_is_what_is_in_no_edit)
{
    EditProseVec all = edit_prose(test_arena(), STR("One.\nTwo.\n\n" EDIT "\nThree.\n\nFour.\n"));
    EXPECT_INT(all.len, 3);
    EXPECT_STR(all.ptr[0].text, "One.\nTwo.");
    EXPECT(all.ptr[0].leads && all.ptr[1].follows && !all.ptr[2].follows);
}
