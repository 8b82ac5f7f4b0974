#include "agent/doubt.h"
#include "base/vec.h"
#include "test.h"

#define EDIT(path) path "\n```\n<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE\n```\n"

static Str doubt(const char *before, const char *between, const char *after)
{
    return doubt_find(test_arena(),
                      str_format(test_arena(),
                                 "%s\n\n" EDIT("a.py") "\n%s\n\n" EDIT("b.py") "\n%s\n", before,
                                 between, after));
}

TEST(doubtful_between_edits)
{
    static const char *const texts[] = {
        "No, that is wrong.",
        "Wait, no. That breaks take.",
        "Scratch that. Here is the right edit:",
        "On second thought, take must stay as it is.",
        "Correction: only put needs the change.",
        "Ignore the block above.",
        "Actually, the edit above is not needed.",
        "Hmm, I edited the wrong function. Instead:",
        "The above was for illustration only.",
        "That would be the naive way, which fails for empty queues. Better:",
        "Oops, wrong function. The real change:",
        "Never mind the first one.",
        "Option B (recommended):",
        "Nein, das ist falsch. Richtig ist:",
        "Non, ce n'est pas ça. Voici la bonne modification :",
        "No, eso está mal. El cambio correcto:",
        "Não, isso está errado.",
        "这是错误的。正确的修改：",
        "いいえ、これは間違いです。",
        "Нет, это неверно.",
        "That breaks take.",
        "This is not what you asked for.",
        "Please do not apply this.",
        "I would rather change only put:",
        "That edit is unnecessary.",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        if (!doubt("Update take:", texts[i], "").len)
            EXPECT_STR(str_from(texts[i]), "raises no doubt between edits");
        if (!doubt("Update take:", "Then its caller:", texts[i]).len &&
            !str_ends(str_from(texts[i]), STR(":")))
            EXPECT_STR(str_from(texts[i]), "raises no doubt at the end");
    }
}

TEST(doubtful_before_an_edit)
{
    static const char *const texts[] = {
        "You should NOT do this:",
        "Before (buggy):",
        "Don't write:",
        "For instance, one could write",
        "A wrong solution would be:",
        "This is what a junior would do:",
        "Anti-pattern:",
        "Here's the diff that caused the regression:",
        "If you wanted to change take instead, it would be:",
        "The upstream project did it like this (not applicable here):",
        "So darf man es nicht machen:",
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        if (!doubt(texts[i], "", "").len)
            EXPECT_STR(str_from(texts[i]), "raises no doubt");
}

/* What models write around edits: before, between, after. At most one in ten may be doubtful, which
   costs a further request. */
static const char *const ordinary[][3] = {
    {"Now update q.py:", "", ""},
    {"I return one more:", "And its caller:", "This changes how many tasks are taken."},
    {"", "", "Note that tests do not need to change."},
    {"I'll update `take` first.", "Now update b.py:", "Done."},
    {"The function does not check its count, so a negative one takes all but the last. I add a "
     "check:",
     "", "Callers need no changes."},
    {"Here is the change:", "Here is the second file:", "Both files are updated."},
    {"To fix the wrong sign, take the absolute value:", "", "No other changes are needed."},
    {"I make two changes.\n\n1. `take` returns the task.", "2. The caller uses it.",
     "All existing tests should still pass."},
    {"Instead of a loop, use sum:", "", "This is faster for long lists."},
    {"### a.py", "### b.py", "### Summary\n\n- `take` returns one more.\n- The caller uses it."},
    {"The bug is in `take`: it never looks at the last item.",
     "Then the test:", "The test covers the empty queue."},
    {"First, the helper:", "Next, use it in b.py:", "The public API does not change."},
    {"Sure! I've added the parameter with a default.", "",
     "Existing callers keep working because of the default."},
    {"Added a `limit` option:", "", "I left the other functions untouched."},
    {"This adds the missing check:", "", "The behaviour for valid input is unchanged."},
    {"I rename the variable:", "The same in b.py:", "There are no other uses."},
    {"Two edits:", "", "You can run `pytest` to verify it."},
    {"The default is now 30 seconds:", "", "It can still be set in the configuration."},
    {"Let `put` return the task:", "", "This does not affect `size`."},
    {"The change is small:", "The documentation gets a sentence, too:", ""},
    {"I use a set so that the lookup is constant:", "", "The order is kept, since lists stay."},
    {"`take` raises `ValueError` for negative counts now:", "And a test for it:", ""},
    {"The loop stops one item early. The fix:", "", "Let me know if you have questions."},
    {"I replaced the manual loop:", "", "The result is the same as before."},
    {"Add the import:", "Then call it:", "That's it."},
    {"Updated both files.", "", "I did not touch the tests."},
    {"This is the edit for a.py:", "This is the edit for b.py:",
     "After this, the timer is reset when a client reconnects."},
    {"The retry now waits longer:", "", "It doubles each time, up to a minute."},
    {"We need to close the file in every case:", "", "It uses a context manager."},
    {"I moved the constant to b.py:", "The new place:", "Imports are updated."},
    {"Make the field optional:", "", "Older clients don't need to send it."},
    {"Log the error:", "", "The message contains the path."},
    {"Add a docstring:", "", "It describes the arguments."},
    {"The parser accepts a trailing comma now:", "A test:", "Nothing else changes."},
    {"I've made the following changes:", "", "**Why:** the lock was held during the callback."},
    {"Handle the empty list:", "", "It returns 0 then."},
    {"Set the flag only when it is given:", "", "The default stays false."},
    {"The type is too narrow:", "", "It is now a union of both."},
    {"Use the new API:", "Remove the old import:", "The old function is no longer called."},
    {"I add the column:", "And the migration:", "Run the migration before the deployment."},
    {"Here's the implementation:", "And the test:", "The test checks three cases."},
    {"Return early when the queue is empty:", "", "This avoids the exception."},
    {"The header was sent twice. Send it once:", "", "I checked the other callers."},
    {"Add a comment that explains the magic number:", "", ""},
};

TEST(ordinary_answers_raise_no_doubt)
{
    size_t doubtful = 0;
    for (size_t i = 0; i < COUNT(ordinary); i++) {
        Str found = doubt(ordinary[i][0], ordinary[i][1], ordinary[i][2]);
        if (found.len)
            printf("doubtful: %.*s\n", STR_ARG(found));
        doubtful += found.len > 0;
    }
    if (doubtful * 10 > COUNT(ordinary))
        EXPECT_INT(doubtful, 0);
    EXPECT_STR(doubt_find(test_arena(), STR("Ignore it.\n")), "");
    EXPECT_STR(doubt_find(test_arena(), STR(EDIT("a.py") EDIT("b.py"))), "");
}
