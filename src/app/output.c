#include "app/output.h"

#include "base/fs.h"

#include <errno.h>
#include <unistd.h>

static bool write_all(int fd, Str bytes)
{
    while (bytes.len) {
        ssize_t n = write(fd, bytes.ptr, bytes.len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes = str_from_offset(bytes, (size_t)n);
    }
    return true;
}

static bool put_stdout(void *state, Str bytes, Err *err)
{
    (void)state;
    if (write_all(STDOUT_FILENO, bytes))
        return true;
    if (errno == EPIPE)
        return err_set(err, ERR_READER_GONE, "%s", "");
    int cause = errno;
    err_set(err, ERR_FAILED, "cannot write the answer: %s", strerror(cause));
    return fs_hint(cause, err);
}

ToolSink output_sink(void)
{
    return (ToolSink){.put = put_stdout};
}

void output_error(const Err *err)
{
    char text[ERR_MESSAGE_BYTES + ERR_HINT_BYTES + 32];
    int len = snprintf(text, sizeof text, "%s%s\n%s%s%s", err_prefix(err), err->message,
                       err->hint[0] ? "Hint: " : "", err->hint, err->hint[0] ? "\n" : "");
    if (err->message[0] && len > 0)
        write_all(STDERR_FILENO, (Str){text, MIN((size_t)len, sizeof text - 1)});
}
