/* Files that are this user's alone. */
#include "test.h"

#include "base/fs_private.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char place[] = "/tmp/fovea-private.XXXXXX";

/* Whether another process finds the file locked. */
static bool is_locked(const char *path)
{
    int status = 0;
    pid_t child = fork();
    if (!child) {
        struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        int fd = open(path, O_RDWR | O_CLOEXEC);
        _exit(fd >= 0 && fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 1;
}

TEST(making_a_file_private_keeps_its_locks)
{
    EXPECT(mkdtemp(place) != NULL);
    Str path = str_format(test_arena(), "%s/a.db", place);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    struct stat info;
    EXPECT(fs_make_private(test_scratch(), path, false));
    EXPECT(access(path.ptr, F_OK) != 0);
    EXPECT(fs_make_private(test_scratch(), path, true));
    int fd = open(path.ptr, O_RDWR | O_CLOEXEC);
    EXPECT(fd >= 0 && fchmod(fd, 0644) == 0 && fcntl(fd, F_SETLK, &lock) == 0);
    EXPECT(is_locked(path.ptr));
    EXPECT(fs_make_private(test_scratch(), path, true));
    EXPECT(is_locked(path.ptr));
    EXPECT(fstat(fd, &info) == 0 && (info.st_mode & 0777) == 0600);
    close(fd);
    EXPECT(unlink(path.ptr) == 0 && symlink("/etc/hostname", path.ptr) == 0);
    EXPECT(!fs_make_private(test_scratch(), path, true));
    EXPECT(unlink(path.ptr) == 0 && rmdir(place) == 0);
}
