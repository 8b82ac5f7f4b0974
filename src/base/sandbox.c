/* Three layers: limits on resources, Landlock without any allowed path, and a seccomp filter that
   kills the process at any system call outside a short list. Headers of older systems lack the
   newest numbers, so Landlock is called by number. */
#include "base/sandbox.h"

#include "base/base.h"
#include "base/poison.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CLOSE_RANGE 436
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_RESTRICT_SELF 446
/* Every right of Landlock's first version; later kernels add some, which seccomp covers. */
#define LANDLOCK_RIGHTS 0x1FFFULL

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#else
#error "name this machine's audit architecture here"
#endif

static void limit_resources(void)
{
    const struct {
        __rlimit_resource_t resource;
        rlim_t value;
    } limits[] = {{RLIMIT_CORE, 0}, {RLIMIT_FSIZE, 0}, {RLIMIT_NPROC, 0}};
    for (size_t i = 0; i < COUNT(limits); i++)
        setrlimit(limits[i].resource, &(struct rlimit){limits[i].value, limits[i].value});
}

static void close_others(int keep_fd)
{
    if (keep_fd > 0)
        syscall(CLOSE_RANGE, 0, keep_fd - 1, 0);
    syscall(CLOSE_RANGE, keep_fd + 1, ~0U, 0);
}

static void forbid_files(void)
{
    struct {
        uint64_t handled_access_fs;
    } rules = {LANDLOCK_RIGHTS};
    int fd = (int)syscall(LANDLOCK_CREATE_RULESET, &rules, sizeof rules, 0);
    if (fd < 0)
        return;
    syscall(LANDLOCK_RESTRICT_SELF, fd, 0);
    close(fd);
}

#define ALLOW(name) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static void forbid_calls(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(read),
        ALLOW(write),
        ALLOW(sendto),
        ALLOW(close),
        ALLOW(mmap),
        ALLOW(munmap),
        ALLOW(mremap),
        ALLOW(madvise),
        ALLOW(mprotect),
        ALLOW(brk),
        ALLOW(sysinfo), /* glibc's qsort calls it once */
        ALLOW(futex),
        ALLOW(clock_gettime),
        ALLOW(setitimer), /* for the memory fence (proc_memory.h) */
        ALLOW(getrusage),
        ALLOW(exit),
        ALLOW(exit_group),
        ALLOW(rt_sigreturn),
        ALLOW(rt_sigprocmask),
        ALLOW(rt_sigaction),
        ALLOW(getrandom),
        ALLOW(restart_syscall),
        ALLOW(gettid),
        ALLOW(getpid),
        ALLOW(tgkill),
        ALLOW(sched_yield),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {.len = (unsigned short)COUNT(filter), .filter = filter};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

void sandbox_enter(int keep_fd)
{
    limit_resources();
    close_others(keep_fd);
    prctl(PR_SET_PDEATHSIG, 9 /* SIGKILL */);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || POISON_GAP != 0)
        return;
    forbid_files();
    forbid_calls();
}
