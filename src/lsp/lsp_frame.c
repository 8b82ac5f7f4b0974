/* The header is read line by line once its empty line has arrived. Lines may end with LF alone. */
#include "lsp/lsp_frame.h"

static const Str LENGTH_NAME = STR_INIT("content-length");

void lsp_frame_open(LspFrames *frames)
{
    *frames = (LspFrames){0};
    byte_queue_open(&frames->in);
}

void lsp_frame_close(LspFrames *frames)
{
    byte_queue_close(&frames->in);
}

/* Offset of the next place where the name of the length is written, in any case. The bytes before
   it cannot begin one. */
static size_t find_name(Str bytes)
{
    size_t at = 0;
    while (at < bytes.len &&
           !str_equal_nocase(str_slice(bytes, at, at + LENGTH_NAME.len), LENGTH_NAME))
        at++;
    return at;
}

/* Drops bytes until a header may begin. False: more bytes are needed. */
static bool find_header(LspFrames *frames)
{
    Str bytes = byte_queue_bytes(&frames->in);
    size_t at = find_name(bytes);
    if (at < bytes.len) {
        byte_queue_drop(&frames->in, at);
        frames->lost = false;
        return true;
    }
    byte_queue_drop(&frames->in, bytes.len - MIN(bytes.len, LENGTH_NAME.len - 1));
    return false;
}

/* Reads a line of the header. False if it is no `Name: value`, or a length that is no number. */
static bool read_line(Str line, size_t *length, bool *has_length)
{
    uint64_t number;
    size_t colon = str_find_byte(line, ':');
    if (colon == STR_NONE)
        return false;
    if (!str_equal_nocase(str_trim(str_slice(line, 0, colon)), LENGTH_NAME))
        return true;
    if (!str_parse_u64(str_trim(str_from_offset(line, colon + 1)), &number))
        return false;
    *length = number;
    *has_length = true;
    return true;
}

typedef struct Header {
    size_t bytes;  /* of the header with its empty line; 0: it is not complete */
    size_t length; /* of the message */
    bool good;
} Header;

static Header read_header(Str bytes)
{
    Header header = {.good = true};
    bool has_length = false;
    Str rest = str_slice(bytes, 0, LSP_HEADER_BYTES_MAX), line;
    while (header.good && str_find_byte(rest, '\n') != STR_NONE && str_take_line(&rest, &line)) {
        if (!line.len) {
            header.bytes = MIN(bytes.len, LSP_HEADER_BYTES_MAX) - rest.len;
            header.good = has_length;
            return header;
        }
        header.good = read_line(line, &header.length, &has_length);
    }
    header.good = header.good && bytes.len < LSP_HEADER_BYTES_MAX;
    return header;
}

/* Drops what has arrived of a long message. False: more is to come. */
static bool skip(LspFrames *frames)
{
    size_t len = MIN(byte_queue_bytes(&frames->in).len, frames->skip);
    byte_queue_drop(&frames->in, len);
    frames->skip -= len;
    return !frames->skip;
}

LspFrameKind lsp_frame_take(LspFrames *frames, Str *text)
{
    if (!skip(frames) || (frames->lost && !find_header(frames)))
        return LSP_FRAME_NONE;
    Str bytes = byte_queue_bytes(&frames->in);
    Header header = read_header(bytes);
    if (!header.good) {
        byte_queue_drop(&frames->in, 1); /* the next header may begin within this one */
        frames->lost = true;
        return LSP_FRAME_BAD;
    }
    if (!header.bytes)
        return LSP_FRAME_NONE;
    if (header.length > LSP_MESSAGE_BYTES_MAX) {
        byte_queue_drop(&frames->in, header.bytes);
        frames->skip = header.length;
        return LSP_FRAME_LONG;
    }
    if (bytes.len - header.bytes < header.length)
        return LSP_FRAME_NONE;
    *text = str_slice(bytes, header.bytes, header.bytes + header.length);
    byte_queue_drop(&frames->in, header.bytes + header.length);
    return LSP_FRAME_WHOLE;
}

void lsp_frame_put(ByteQueue *out, Str message)
{
    char header[64];
    int len = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", message.len);
    byte_queue_put(out, (Str){header, (size_t)len});
    byte_queue_put(out, message);
}
