/* Files and lines that the text of a task names. */
#include "test.h"

#include "agent/task_places.h"
#include "base/buf.h"

/* The last place of a text as `name:line`, or empty. */
static Str place(const char *text)
{
    TaskPlaceVec places = task_places_read(test_arena(), str_from(text));
    if (!places.len)
        return (Str){0};
    const TaskPlace *last = &places.ptr[places.len - 1];
    return last->line ? str_format(test_arena(), "%.*s:%u", STR_ARG(last->name), last->line)
                      : last->name;
}

TEST(as_people_write_them)
{
    EXPECT_STR(place("fix the typo in README.md"), "README.md");
    EXPECT_STR(place("fix the typo in README.md."), "README.md");
    EXPECT_STR(place("(see `src/a.c`)"), "src/a.c");
    EXPECT_STR(place("add a job to .github/workflows/ci.yml, please"), ".github/workflows/ci.yml");
    EXPECT_STR(place("the Makefile"), "Makefile");
    EXPECT_STR(place("./src/a.c"), "src/a.c");
    EXPECT_STR(place("src\\win\\a.cs"), "src/win/a.cs");
    EXPECT_STR(place("line 30 of src/a.py"), "src/a.py:30");
    EXPECT_STR(place("lines 30 in `src/a.py`"), "src/a.py:30");
    EXPECT_STR(place("a.py, line 7"), "a.py:7");
    EXPECT_STR(place("a.py on line 7"), "a.py:7");
}

TEST(as_programs_print_them)
{
    EXPECT_STR(place("  File \"/home/me/site/src/core.py\", line 6, in"),
               "/home/me/site/src/core.py:6");
    EXPECT_STR(place("\tat org.gson.Reader.next(Reader.java:385)"), "Reader.java:385");
    EXPECT_STR(place("    at f (/srv/app/lib/q.js:12:3)"), "/srv/app/lib/q.js:12");
    EXPECT_STR(place("\t/home/me/site/context.go:174 +0x2b"), "/home/me/site/context.go:174");
    EXPECT_STR(place("src/a.ts(12,5): error"), "src/a.ts:12");
    EXPECT_STR(place("src/a.c:12:5: error:"), "src/a.c:12");
    EXPECT_STR(place("  --> src/main.rs:3:9"), "src/main.rs:3");
    EXPECT_STR(place("from /srv/x.rb:9:in 'call'"), "/srv/x.rb:9");
    EXPECT_STR(place("in C:\\work\\app\\Order.cs:line 41"), "/work/app/Order.cs:41");
    EXPECT_STR(place("in /srv/x.php on line 8"), "/srv/x.php:8");
}

TEST(what_names_no_file)
{
    static const char *const texts[] = {
        "", "why is it so slow", "a", "...", "3.5 of 7", "--", "/", "12:30", "@", "of the"};
    for (size_t i = 0; i < COUNT(texts); i++)
        EXPECT_STR(place(texts[i]), "");
}

TEST(the_end_of_a_long_text_counts)
{
    Buf text = buf_open(test_arena(), 0);
    for (int i = 1; i <= 5000; i++)
        buf_printf(&text, "src/f%d.c:%d: note\n", i, i);
    TaskPlaceVec places = task_places_read(test_arena(), buf_str(&text));
    REQUIRE(places.len && places.len <= TASK_PLACES_MAX);
    EXPECT_STR(places.ptr[places.len - 1].name, "src/f5000.c");
    EXPECT_INT(places.ptr[places.len - 1].line, 5000);
}

TEST(any_bytes)
{
    char bytes[300];
    for (unsigned round = 0; round < 400; round++) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = "a./\\:(\" line,12@\xC3\xA4\n"[(i * 7 + round * 31 + i * i * round) % 20];
        TaskPlaceVec places = task_places_read(test_arena(), (Str){bytes, sizeof bytes});
        for (size_t i = 0; i < places.len; i++)
            EXPECT(places.ptr[i].name.len && places.ptr[i].at < sizeof bytes);
    }
}
