/* A user namespace gives the right to a network namespace, whose only device is a loopback.
   Landlock refuses writes outside of the directories. Both are inherited by children, and a program
   that gains privileges on start gains none here. Sockets that are files stay reachable. */
#include "base/proc_confine.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Headers of older systems lack these. */
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT_SELF 446
#define LANDLOCK_VERSION_FLAG 1
#define LANDLOCK_RULE_BENEATH 1
/* The version that knows truncation, which empties a file. */
#define LANDLOCK_VERSION_MIN 3
/* Rights of that version: writing a file; removing and making names (bits 4 to 12); moving between
   directories; truncation. */
#define RIGHT_WRITE_FILE (1ULL << 1)
#define RIGHTS_ON_NAMES (0x1FFULL << 4)
#define RIGHT_MOVE (1ULL << 13)
#define RIGHT_TRUNCATE (1ULL << 14)
#define RIGHTS (RIGHT_WRITE_FILE | RIGHTS_ON_NAMES | RIGHT_MOVE | RIGHT_TRUNCATE)

#define MEMORY "/dev/shm"

typedef struct Rules {
    uint64_t handled_access_fs;
} Rules;

typedef struct __attribute__((packed)) BeneathRule {
    uint64_t allowed_access;
    int32_t parent_fd;
} BeneathRule;

static bool allow(int rules, const char *path, uint64_t rights)
{
    BeneathRule rule = {.allowed_access = rights, .parent_fd = open(path, O_PATH | O_CLOEXEC)};
    if (rule.parent_fd < 0)
        return false;
    bool added = syscall(LANDLOCK_ADD_RULE, rules, LANDLOCK_RULE_BENEATH, &rule, 0) == 0;
    close(rule.parent_fd);
    return added;
}

/* Devices without contents. */
static void allow_devices(int rules)
{
    static const char *const devices[] = {"/dev/null", "/dev/zero",    "/dev/full",  "/dev/tty",
                                          "/dev/ptmx", "/dev/urandom", "/dev/random"};
    for (size_t i = 0; i < COUNT(devices); i++)
        (void)!allow(rules, devices[i], RIGHT_WRITE_FILE | RIGHT_TRUNCATE);
    (void)!allow(rules, "/dev/pts", RIGHT_WRITE_FILE | RIGHT_TRUNCATE);
}

/* Some languages make their locks in shared memory. They get one of their own, unless the directory
   lies in that of the system. */
static bool has_own_memory(const char *directory)
{
    return strncmp(directory, MEMORY "/", sizeof MEMORY) != 0 &&
           mount("tmpfs", MEMORY, "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777") == 0;
}

static bool limit_writes(const char *directory, const char *temporary)
{
    Rules rules = {RIGHTS};
    if (syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_VERSION_FLAG) < LANDLOCK_VERSION_MIN)
        return false;
    int fd = (int)syscall(LANDLOCK_CREATE_RULESET, &rules, sizeof rules, 0);
    if (fd < 0)
        return false;
    allow_devices(fd);
    if (has_own_memory(directory))
        (void)!allow(fd, MEMORY, RIGHTS);
    bool ok = allow(fd, directory, RIGHTS) && allow(fd, temporary, RIGHTS) &&
              prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
              syscall(LANDLOCK_RESTRICT_SELF, fd, 0) == 0;
    close(fd);
    return ok;
}

static bool write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return written;
}

/* Users and groups keep their numbers. */
static bool map_ids(uid_t user, gid_t group)
{
    char line[64];
    snprintf(line, sizeof line, "%u %u 1\n", (unsigned)user, (unsigned)user);
    if (!write_file("/proc/self/setgroups", "deny") || !write_file("/proc/self/uid_map", line))
        return false;
    snprintf(line, sizeof line, "%u %u 1\n", (unsigned)group, (unsigned)group);
    return write_file("/proc/self/gid_map", line);
}

/* Tests start servers on the loopback, which is down at first. */
static bool raise_loopback(void)
{
    struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool raised = fd >= 0 && ioctl(fd, SIOCSIFFLAGS, &request) == 0;
    if (fd >= 0)
        close(fd);
    return raised;
}

static bool leave_network(void)
{
    uid_t user = getuid();
    gid_t group = getgid();
    return unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWNS) == 0 &&
           map_ids(user, group) && raise_loopback();
}

int proc_confine_run(char *const *words)
{
    if (!words[0] || !words[1] || !words[2] || chdir(words[0]) != 0 || !leave_network() ||
        !limit_writes(words[0], words[1]) || setenv("TMPDIR", words[1], 1) != 0)
        return PROC_CONFINE_REFUSED;
    execvp(words[2], words + 2);
    return 127;
}
