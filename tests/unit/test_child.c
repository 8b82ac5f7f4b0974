/* A child may stop in the middle of what it says, or of listening, or work without end. */
#include "test.h"

#include "base/child.h"
#include "base/proc.h"
#include "base/work_limit.h"

#include <signal.h>

#define PATIENCE_MS 100
#define WORK_MS 50
#define LONG_MS 60000

static void say_half(int fd, void *state)
{
    char word;
    (void)state;
    bool said = child_read(fd, &word, 1) && child_write(fd, "hal", 3);
    for (volatile bool forever = said; forever;)
        continue;
}

static Child start(void)
{
    Child child;
    EXPECT(child_start(say_half, NULL, PATIENCE_MS, &child));
    EXPECT(child_write(child.fd, "?", 1));
    return child;
}

static void end(Child *child)
{
    kill(child->pid, SIGKILL);
    EXPECT_INT(child_stop(child), SIGKILL);
}

TEST(an_answer_that_stands_still_is_given_up)
{
    Child child = start();
    char answer[4];
    EXPECT(!child_read(child.fd, answer, sizeof answer));
    EXPECT(memcmp(answer, "hal", 3) == 0);
    end(&child);
}

TEST(a_child_that_does_not_listen_is_given_up)
{
    static char much[4000000];
    Child child = start();
    EXPECT(!child_write(child.fd, much, sizeof much));
    end(&child);
}

static bool becomes_over(WorkLimit *limit)
{
    int64_t end = proc_clock_ms() + LONG_MS;
    while (proc_clock_ms() < end)
        if (work_limit_is_over(limit))
            return true;
    return false;
}

TEST(a_limit_counts_work_and_not_the_time_that_passes)
{
    WorkLimit limit;
    work_limit_start(&limit, 0, WORK_MS);
    proc_sleep_ms(2 * WORK_MS);
    EXPECT(!work_limit_is_over(&limit));
    EXPECT(work_limit_left(&limit) > 0);
    EXPECT(becomes_over(&limit));
    EXPECT_INT(work_limit_left(&limit), 0);
}

TEST(a_child_that_waits_for_its_turn_has_time_and_one_that_hangs_does_not)
{
    Child child = start();
    WorkLimit limit;
    kill(child.pid, SIGSTOP);
    work_limit_start(&limit, child.pid, WORK_MS);
    proc_sleep_ms(2 * WORK_MS);
    EXPECT(!work_limit_is_over(&limit));
    work_limit_expect(&limit, WORK_MS);
    EXPECT(!work_limit_is_over(&limit)); /* this process did not ask meanwhile */
    EXPECT(becomes_over(&limit));
    EXPECT(work_limit_left(&limit) > 0);
    kill(child.pid, SIGCONT);
    work_limit_start(&limit, child.pid, WORK_MS);
    EXPECT(becomes_over(&limit));
    EXPECT_INT(work_limit_left(&limit), 0);
    end(&child);
    EXPECT(becomes_over(&limit));
}
