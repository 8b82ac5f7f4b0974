/* A child may stop in the middle of what it says, or of listening. */
#include "test.h"

#include "base/child.h"

#include <signal.h>

#define PATIENCE_MS 100

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
