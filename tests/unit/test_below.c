#include "test.h"

#include "base/fs_below.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_root(void)
{
    static const char *const links[][2] = {{"f", "t/a/inside"},
                                           {"../../secret", "t/a/up"},
                                           {"/etc/passwd", "t/a/absolute"},
                                           {"a", "t/link"},
                                           {"..", "t/parent"},
                                           {"loop", "t/loop"},
                                           {"nowhere", "t/a/dangling"}};
    if (chdir(test_directory()) != 0 || mkdir("t", 0700) != 0 || mkdir("t/a", 0700) != 0)
        EXPECT(false);
    test_file("secret", STR("s"));
    test_file("t/a/f", STR("f"));
    test_file("t/a/...", STR("dots"));
    for (size_t i = 0; i < COUNT(links); i++)
        EXPECT(symlink(links[i][0], links[i][1]) == 0);
    EXPECT(mkfifo("t/fifo", 0600) == 0);
    return open("t", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Which file it is, or 0; a descriptor of a link counts as that link. */
static uint64_t opened(int fd)
{
    struct stat info;
    if (fd < 0)
        return 0;
    EXPECT(fstat(fd, &info) == 0);
    close(fd);
    return info.st_ino;
}

/* What the kernel does, our own steps do: where it lacks the call there is nothing else. */
TEST(steps_lead_where_the_kernel_leads)
{
    static const char *const paths[] = {
        ".",        "a",    "a/",          "a/f",       "a/./f",   "a//f",       "a/...",
        "a/inside", "a/up", "a/gone",      "a/f/x",     "link/f",  "link",       "a/absolute",
        "parent",   "loop", "..",          "../secret", "a/../..", "a/dangling", "parent/secret",
        "/",        "/etc", "/etc/passwd", "",          "fifo",    "link/up"};
    static const unsigned flags[] = {O_PATH, O_PATH | O_DIRECTORY, O_PATH | O_NOFOLLOW,
                                     O_RDONLY | O_NONBLOCK};
    int root = open_root();
    for (size_t i = 0; i < COUNT(paths); i++)
        for (size_t f = 0; f < COUNT(flags); f++)
            for (int links = FS_LINKS_INSIDE; links <= FS_LINKS_NONE; links++) {
                uint64_t kernel = opened(fs_open_below(root, paths[i], flags[f], (FsLinks)links));
                uint64_t steps = opened(fs_step_below(root, paths[i], flags[f], (FsLinks)links));
                if (kernel != steps)
                    printf("'%s', flags %zu, links %d\n", paths[i], f, links);
                EXPECT(kernel == steps);
            }
    EXPECT(fs_step_below(root, "../secret", O_PATH, FS_LINKS_INSIDE) < 0 && errno == EXDEV);
    EXPECT(fs_step_below(root, "a/up", O_PATH, FS_LINKS_INSIDE) < 0 && errno == EXDEV);
    EXPECT(fs_step_below(root, "link/f", O_RDONLY, FS_LINKS_NONE) < 0 &&
           (errno == ELOOP || errno == ENOTDIR));
    close(root);
}
