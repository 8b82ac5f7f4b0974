/* Names of the standard libraries of Node.js, C, C++ and POSIX. */
#include "index/imports/imports_names.h"

static const char node_modules[] =
    "assert async_hooks buffer child_process cluster console constants crypto dgram "
    "diagnostics_channel dns domain events fs http http2 https inspector module net os path "
    "perf_hooks process punycode querystring readline repl stream string_decoder sys timers "
    "tls trace_events tty url util v8 vm wasi worker_threads zlib";

static const char c_headers[] =
    "assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h "
    "locale.h math.h setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbit.h stdbool.h "
    "stdckdint.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h tgmath.h "
    "threads.h time.h uchar.h wchar.h wctype.h aio.h arpa/inet.h dirent.h dlfcn.h fcntl.h "
    "fnmatch.h ftw.h glob.h grp.h iconv.h langinfo.h libgen.h netdb.h net/if.h netinet/in.h "
    "netinet/tcp.h poll.h pthread.h pwd.h regex.h sched.h semaphore.h spawn.h strings.h "
    "sys/ioctl.h sys/ipc.h sys/mman.h sys/msg.h sys/param.h sys/resource.h sys/select.h "
    "sys/sem.h sys/shm.h sys/socket.h sys/stat.h sys/statvfs.h sys/time.h sys/times.h "
    "sys/types.h sys/uio.h sys/un.h sys/utsname.h sys/wait.h syslog.h termios.h ucontext.h "
    "unistd.h utime.h wordexp.h malloc.h memory.h alloca.h getopt.h endian.h byteswap.h "
    "features.h execinfo.h windows.h winsock2.h intrin.h";

static const char c_types[] =
    "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t int_least8_t int_least16_t "
    "int_least32_t int_least64_t uint_least8_t uint_least16_t uint_least32_t uint_least64_t "
    "int_fast8_t int_fast16_t int_fast32_t int_fast64_t uint_fast8_t uint_fast16_t uint_fast32_t "
    "uint_fast64_t intptr_t uintptr_t intmax_t uintmax_t size_t ssize_t ptrdiff_t max_align_t "
    "wchar_t wint_t wctype_t char16_t char32_t bool FILE fpos_t va_list time_t clock_t off_t pid_t "
    "uid_t gid_t mode_t dev_t ino_t nlink_t sigset_t jmp_buf div_t ldiv_t mbstate_t socklen_t "
    "pthread_t pthread_mutex_t pthread_cond_t pthread_attr_t pthread_key_t pthread_once_t tm "
    "timespec timeval stat sockaddr sockaddr_in sockaddr_in6 sockaddr_un addrinfo in_addr dirent "
    "DIR iovec msghdr termios winsize rusage rlimit pollfd sigaction passwd group utsname";

bool imports_names_have(const char *words, Str wanted)
{
    Str rest = str_from(words), word;
    while (str_take_until(&rest, ' ', &word))
        if (str_equal(word, wanted))
            return true;
    return false;
}

bool imports_is_node_builtin(Str module)
{
    return imports_names_have(node_modules, str_slice(module, 0, str_find_byte(module, '/')));
}

/* Headers of the C++ library have no dot. */
bool imports_is_c_standard(Str header)
{
    return str_find_byte(header, '.') == STR_NONE || imports_names_have(c_headers, header);
}

bool imports_is_c_standard_type(Str name)
{
    return imports_names_have(c_types, name);
}
