/* What the kernel does not tell: events that are lost, directories that cannot be watched. */
#include "live_case.h"

#include "base/watch.h"

#include <fcntl.h>

#define QUEUE_MAX 200000

/* How many events wait for a reader at most; 0: not known, or too many to make. */
static uint64_t queue_size(void)
{
    char text[32] = {0};
    uint64_t size = 0;
    FILE *file = fopen("/proc/sys/fs/inotify/max_queued_events", "r");
    bool read = file && fgets(text, sizeof text, file);
    if (file)
        fclose(file);
    return read && str_parse_u64(str_trim(str_from(text)), &size) && size <= QUEUE_MAX ? size : 0;
}

/* More events than the queue holds; two files in turn, since the kernel folds an event into one
   that is like it. */
static void flood(uint64_t size)
{
    const char *files[] = {full("a.py"), full("b.py")};
    for (uint64_t i = 0; i < size + 10; i++)
        EXPECT(utimensat(AT_FDCWD, files[i % 2], NULL, 0) == 0);
}

TEST(lost_events_hide_no_change)
{
    uint64_t size = queue_size();
    write_file("a.py", STR("def one(): pass\n"));
    write_file("b.py", STR("def two(): one()\n"));
    make_directory("deep");
    Live *live = open_live();
    rest(live);
    EXPECT(size > 0);
    flood(size);
    write_file("b.py", STR("def two(): one()\ndef changed(): two()\n"));
    write_file("deep/c.py", STR("def came(): pass\n"));
    make_directory("late");
    write_file("late/d.py", STR("def late(): pass\n"));
    unlink(full("a.py"));
    step(live, true);
    EXPECT(knows(live, "changed") && knows(live, "came") && knows(live, "late"));
    EXPECT(!knows(live, "one"));
    EXPECT(live_view(live).watched);
    write_file("late/d.py", STR("def later(): pass\n"));
    step(live, true);
    EXPECT(knows(live, "later"));
    rest(live);
    expect_equals_rebuilt(live);
    live_close(&live);
}

TEST(an_overflow_is_told)
{
    uint64_t size = queue_size();
    Watch *watch = NULL;
    WatchEvent event;
    Err err;
    bool overflow = false;
    write_file("a.py", STR("1"));
    write_file("b.py", STR("2"));
    EXPECT(watch_open(&watch, &err));
    EXPECT(watch_add(watch, tree(), (Str){0}));
    flood(size);
    while (watch_next(watch, &event))
        overflow = overflow || event.overflow;
    EXPECT(overflow);
    watch_close(&watch);
}

static void write_directories(const char *name)
{
    for (int i = 0; i < 6; i++) {
        const char *directory =
            str_terminate(test_arena(), str_format(test_arena(), "%s%d", name, i));
        make_directory(directory);
        write_file(str_terminate(test_arena(), str_format(test_arena(), "%s/f.py", directory)),
                   str_format(test_arena(), "def %s%d(): pass\n", name, i));
    }
}

/* Each answer lists the tree. */
static void expect_follows(Live *live)
{
    EXPECT(!live_view(live).watched);
    write_file("d3/f.py", STR("def written(): pass\n"));
    step(live, true);
    EXPECT(knows(live, "written"));
    unlink(full("d3/f.py"));
    write_directories("later");
    step(live, true);
    EXPECT(!knows(live, "written"));
    EXPECT(knows(live, "later5"));
    rest(live);
    expect_equals_rebuilt(live);
}

TEST(what_cannot_be_watched_is_listed)
{
    write_file("a.py", STR("def one(): pass\n"));
    write_directories("d");
    watch_limit(4);
    Live *live = open_live();
    rest(live);
    EXPECT(knows(live, "d5"));
    expect_follows(live);
    live_close(&live);
    watch_limit(0);
}

TEST(a_limit_that_is_reached_later_hides_nothing)
{
    write_file("a.py", STR("def one(): pass\n"));
    write_directories("d");
    Live *live = open_live();
    rest(live);
    EXPECT(live_view(live).watched);
    watch_limit(1);
    write_directories("more");
    step(live, true);
    EXPECT(knows(live, "more0") && knows(live, "more5"));
    expect_follows(live);
    live_close(&live);
    watch_limit(0);
}
