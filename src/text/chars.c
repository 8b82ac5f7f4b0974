/* Blocks of ASCII are passed 64 bytes at a time; between them characters are measured one by one from
   their first byte. A file is read in blocks whose last three bytes wait for the next one, so that no
   character is ever looked at in halves. */
#include "text/chars.h"

#include "text/lines.h"

#define ASCII_BLOCK 64
#define CARRY_MAX 3

static bool is_ascii(const char *ptr)
{
    uint64_t words[ASCII_BLOCK / sizeof(uint64_t)], any = 0;
    memcpy(words, ptr, sizeof words);
    for (size_t i = 0; i < COUNT(words); i++)
        any |= words[i];
    return !(any & 0x8080808080808080u);
}

static bool is_tail(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Bytes of the character at `at`. The two- and three-byte forms that need no further look come first. */
static size_t char_length(Str text, size_t at)
{
    const unsigned char *p = (const unsigned char *)text.ptr + at;
    if (p[0] < 0x80)
        return 1;
    size_t left = text.len - at;
    if (p[0] >= 0xC2 && p[0] < 0xE0 && left >= 2)
        return is_tail(p[1]) ? 2 : 1;
    if (p[0] > 0xE0 && p[0] < 0xED && left >= 3)
        return is_tail(p[1]) && is_tail(p[2]) ? 3 : 1;
    size_t end = at;
    str_decode(text, &end);
    return end - at;
}

size_t chars_skip(Str text, size_t from, size_t stop, uint64_t *n)
{
    size_t at = from;
    while (at < stop && *n) {
        while (*n >= ASCII_BLOCK && stop - at >= ASCII_BLOCK && is_ascii(text.ptr + at)) {
            at += ASCII_BLOCK;
            *n -= ASCII_BLOCK;
        }
        for (int i = 0; i < ASCII_BLOCK && at < stop && *n; i++, --*n)
            at += char_length(text, at);
    }
    return at;
}

/* One pass: to the span, through it, to the end of the file. */
typedef struct Pass {
    uint64_t left[3];
    uint64_t passed[3];
    uint64_t ends[2]; /* byte offsets where the first two parts end */
    int part;
} Pass;

static size_t pass_block(Pass *pass, Str block, size_t stop, uint64_t base)
{
    size_t at = 0;
    while (at < stop) {
        uint64_t before = pass->left[pass->part];
        at = chars_skip(block, at, stop, &pass->left[pass->part]);
        pass->passed[pass->part] += before - pass->left[pass->part];
        while (pass->part < 2 && !pass->left[pass->part])
            pass->ends[pass->part++] = base + at;
    }
    return at;
}

static Pass pass_open(uint64_t first, uint64_t count)
{
    Pass pass = {.left = {first, count, UINT64_MAX}};
    while (pass.part < 2 && !pass.left[pass.part])
        pass.ends[pass.part++] = 0;
    return pass;
}

static CharSpan pass_close(Pass *pass, uint64_t size)
{
    while (pass->part < 2)
        pass->ends[pass->part++] = size;
    return (CharSpan){pass->ends[0], pass->ends[1], pass->passed[1],
                      pass->passed[0] + pass->passed[1] + pass->passed[2]};
}

void chars_find(Str text, uint64_t first, uint64_t count, CharSpan *span)
{
    Pass pass = pass_open(first, count);
    pass_block(&pass, text, text.len, 0);
    *span = pass_close(&pass, text.len);
}

bool chars_find_in_file(Arena scratch, const FsFile *file, uint64_t first, uint64_t count,
                        const volatile bool *cancel, CharSpan *span, Err *err)
{
    char *block = arena_bytes(&scratch, FS_BLOCK_BYTES + CARRY_MAX);
    Pass pass = pass_open(first, count);
    uint64_t offset = 0; /* of block[0] in the file */
    size_t carry = 0;
    while (offset + carry < file->size) {
        size_t want = (size_t)MIN(file->size - offset - carry, FS_BLOCK_BYTES), got = 0;
        if (cancel && *cancel)
            return err_set(err, ERR_INTERRUPTED, "interrupted");
        if (!fs_read_at(file, offset + carry, block + carry, want, &got, err))
            return false;
        if (got < want)
            return lines_file_shrank(file, err);
        size_t len = carry + got;
        bool last = offset + len >= file->size;
        size_t stop = last ? len : len - MIN(len, CARRY_MAX);
        size_t at = pass_block(&pass, (Str){block, len}, stop, offset);
        carry = len - at;
        memmove(block, block + at, carry);
        offset += at;
    }
    *span = pass_close(&pass, file->size);
    return true;
}
