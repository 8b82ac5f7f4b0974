#include "test.h"

#include "app/progress_bar.h"

static Str bar(ProgressStep step, int64_t elapsed_ms)
{
    Buf out = buf_open(test_arena(), 0);
    progress_bar_write(&out, &step, elapsed_ms);
    EXPECT(str_count_chars(buf_str(&out)) <= 79);
    return buf_str(&out);
}

static Str line(ProgressStep step)
{
    Buf out = buf_open(test_arena(), 0);
    progress_bar_write_line(&out, &step);
    return buf_str(&out);
}

TEST(a_bar_tells_rates_and_the_time_that_is_left)
{
    EXPECT_STR(bar((ProgressStep){26000, 60000, 500 * MB, 1000 * MB, false, NULL}, 20000),
               "███████░░░░░░░  50 %  26,000 of 60,000 files  1,300/s  25 MB/s  0:20 left");
    EXPECT_STR(bar((ProgressStep){90, 100, 10 * MB, 1000 * MB, false, NULL}, 5000),
               "░░░░░░░░░░░░░░   1 %  90 of 100 files  18/s  2 MB/s  8:15 left");
    EXPECT_STR(bar((ProgressStep){50, 100, 0, 0, false, "embed"}, 5000),
               "███████░░░░░░░  50 %  50 of 100 files  10/s  0:05 left");
    bar((ProgressStep){999999, 1000000, UINT64_C(1) << 40, UINT64_C(2) << 40, false, NULL},
        86400000);
}

TEST(in_the_first_second_there_are_no_rates)
{
    EXPECT_STR(bar((ProgressStep){0, 3, 0, 0, false, NULL}, 0),
               "░░░░░░░░░░░░░░   0 %  0 of 3 files");
}

TEST(bytes_tell_how_far_it_is_until_the_last_file)
{
    EXPECT_STR(line((ProgressStep){1, 1000, 300 * MB, 400 * MB, false, NULL}),
               "index: 75 % (1 of 1,000 files, 300 MB)\n");
    EXPECT_STR(line((ProgressStep){999, 1000, 400 * MB, 400 * MB, false, NULL}),
               "index: 99 % (999 of 1,000 files, 400 MB)\n");
    EXPECT_STR(line((ProgressStep){26000, 60000, 0, 0, true, NULL}),
               "first look: 43 % (26,000 of 60,000 files)\n");
    EXPECT_STR(line((ProgressStep){1000, 1000, 300 * MB, 400 * MB, false, NULL}),
               "index: 100 % (1,000 of 1,000 files, 300 MB)\n");
    EXPECT_STR(line((ProgressStep){1, 4, 0, 0, false, "embed"}), "embed: 25 % (1 of 4 files)\n");
    EXPECT_STR(line((ProgressStep){0, 0, 0, 0, false, NULL}), "index: 100 % (0 of 0 files, 0 B)\n");
}
