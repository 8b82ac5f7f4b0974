#include "app/output.h"

#include "base/fs.h"
#include "text/plain.h"

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

/* Writes a control character as its visible symbol, U+2400 and following. */
static void put_clean(Buf *out, uint32_t c)
{
    char bytes[4];
    bool feed = c == '\n' || c == '\t' || c == '\r';
    if (!feed)
        c = plain_symbol(c);
    buf_put(out, (Str){bytes, str_encode(bytes, c)});
}

/* Whether the text ends within a character. */
static bool is_cut(Str text, size_t at)
{
    unsigned char first = (unsigned char)text.ptr[at];
    size_t len = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    return at + len > text.len;
}

/* Writes text to a terminal. A carriage return without a line feed is replaced too: it would
   overwrite the line. */
static void put_terminal(Output *output, Buf *out, Str bytes)
{
    Str text = bytes;
    if (output->tail_len)
        text = str_join(out->arena, (Str){output->tail, output->tail_len}, bytes);
    output->tail_len = 0;
    for (size_t at = 0; at < text.len;) {
        size_t before = at;
        if (is_cut(text, at) || (text.ptr[at] == '\r' && at + 1 == text.len)) {
            output->tail_len = text.len - at;
            memcpy(output->tail, text.ptr + at, output->tail_len);
            return;
        }
        uint32_t c = str_decode(text, &at);
        bool lone = c == '\r' && text.ptr[before + 1] != '\n';
        put_clean(out, lone ? 0x240D : c);
    }
}

static bool write_stdout(Str bytes, Err *err)
{
    if (write_all(STDOUT_FILENO, bytes))
        return true;
    if (errno == EPIPE)
        return err_set(err, ERR_READER_GONE, "%s", "");
    int cause = errno;
    err_set(err, ERR_FAILED, "cannot write the answer: %s", strerror(cause));
    return fs_hint(cause, err);
}

static bool put_stdout(void *state, Str bytes, Err *err)
{
    Output *output = state;
    if (!output->terminal)
        return write_stdout(bytes, err);
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    Buf out = buf_open(&arena, 0);
    put_terminal(output, &out, bytes);
    return write_stdout(buf_str(&out), err);
}

Output output_open(void)
{
    return (Output){.terminal = isatty(STDOUT_FILENO)};
}

SessionSink output_sink(Output *output)
{
    return (SessionSink){.put = put_stdout, .state = output};
}

void output_error(const Err *err)
{
    char text[ERR_MESSAGE_BYTES + ERR_HINT_BYTES + 32];
    int len = snprintf(text, sizeof text, "%s%s\n%s%s%s", err_prefix(err), err->message,
                       err->hint[0] ? "Hint: " : "", err->hint, err->hint[0] ? "\n" : "");
    if (err->message[0] && len > 0)
        write_all(STDERR_FILENO, (Str){text, MIN((size_t)len, sizeof text - 1)});
}
