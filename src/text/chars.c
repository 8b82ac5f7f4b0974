/* Vectorised UTF-8 counting. Text is skipped in blocks of 64 bytes. A whole block is validated at
   once by comparing each byte with the three before it, in a form that compilers vectorise. Only
   around invalid bytes are characters measured one by one. A file is read in blocks whose last
   three bytes are carried over to the next one, so no character is ever seen in halves. */
#include "text/chars.h"

#include "base/work_limit.h"
#include "text/lines.h"

#define BLOCK 64
/* Bytes of an incomplete character at the end of a block: UTF-8 has at most four. */
#define CARRY_MAX 3

static bool is_ascii(const char *ptr)
{
    uint64_t words[BLOCK / sizeof(uint64_t)], any = 0;
    memcpy(words, ptr, sizeof words);
    for (size_t i = 0; i < COUNT(words); i++)
        any |= words[i];
    return !(any & 0x8080808080808080u);
}

/* Bytes of a block's complete characters: up to three bytes at its end may begin another character.
 */
static size_t complete_bytes(const unsigned char *block)
{
    if (block[BLOCK - 1] >= 0xC0)
        return BLOCK - 1;
    if (block[BLOCK - 2] >= 0xE0)
        return BLOCK - 2;
    return block[BLOCK - 3] >= 0xF0 ? BLOCK - 3 : BLOCK;
}

/* Skips the block at ptr, where a character begins, if it is valid. Sets *chars to its complete
   characters and returns their bytes, 0 when something is invalid. */
static size_t valid_block(const char *ptr, unsigned *chars)
{
    unsigned char w[CARRY_MAX + BLOCK] = {
        0}; /* a character begins here: bytes before it do not matter */
    unsigned char bad = 0, starts = 0;
    memcpy(w + CARRY_MAX, ptr, BLOCK);
    for (size_t i = 0; i < BLOCK; i++) {
        unsigned char c = w[i + 3], before = w[i + 2];
        unsigned char tail = (c & 0xC0) == 0x80;
        unsigned char due = (before >= 0xC0) | (w[i + 1] >= 0xE0) | (w[i] >= 0xF0);
        unsigned char never = (c == 0xC0) | (c == 0xC1) | (c >= 0xF5);
        unsigned char low = ((before == 0xE0) & (c < 0xA0)) | ((before == 0xF0) & (c < 0x90));
        unsigned char high = ((before == 0xED) & (c > 0x9F)) | ((before == 0xF4) & (c > 0x8F));
        bad = (unsigned char)(bad | (tail ^ due) | never | low | high);
        starts = (unsigned char)(starts + (tail ^ 1));
    }
    size_t bytes = complete_bytes(w + CARRY_MAX);
    *chars = (unsigned)starts - (bytes < BLOCK);
    return bad ? 0 : bytes;
}

/* Skips at most a block's worth of characters one by one. */
static size_t skip_slowly(Str text, size_t at, size_t stop, uint64_t *n)
{
    for (int i = 0; i < BLOCK && at < stop && *n; i++, --*n)
        str_decode(text, &at);
    return at;
}

/* Skips at most *n characters that begin in [from, stop); *n becomes the number left to skip.
   Returns the offset after the last one, which may lie up to 3 bytes past `stop`. */
static size_t skip_chars(Str text, size_t from, size_t stop, uint64_t *n)
{
    size_t at = from;
    while (at < stop && *n) {
        unsigned chars = BLOCK;
        size_t bytes = 0;
        if (*n >= BLOCK && stop - at >= BLOCK)
            bytes = is_ascii(text.ptr + at) ? BLOCK : valid_block(text.ptr + at, &chars);
        at += bytes;
        *n -= bytes ? chars : 0;
        if (!bytes)
            at = skip_slowly(text, at, stop, n);
    }
    return at;
}

/* One pass over a file: to the span, through it, to the end. */
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
        at = skip_chars(block, at, stop, &pass->left[pass->part]);
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
    return (CharSpan){.start = pass->ends[0],
                      .end = pass->ends[1],
                      .found = pass->passed[1],
                      .total_chars = pass->passed[0] + pass->passed[1] + pass->passed[2]};
}

void chars_find(Str text, uint64_t first, uint64_t count, CharSpan *span)
{
    Pass pass = pass_open(first, count);
    pass_block(&pass, text, text.len, 0);
    *span = pass_close(&pass, text.len);
}

bool chars_find_in_file(Arena scratch, const FsFile *file, uint64_t first, uint64_t count,
                        CharSpan *span, Err *err)
{
    char *block = arena_bytes(&scratch, FS_BLOCK_BYTES + CARRY_MAX);
    Pass pass = pass_open(first, count);
    WorkLimit time;
    bool partly = false;
    work_limit_start(&time, 0, COUNT_TIME_MS);
    uint64_t offset = 0; /* offset of block[0] in the file */
    size_t carry = 0;
    while (offset + carry < file->size && !partly) {
        size_t want = (size_t)MIN(file->size - offset - carry, FS_BLOCK_BYTES), got = 0;
        if (file->cancel && *file->cancel)
            return err_interrupted(err);
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
        partly = !last && work_limit_is_over(&time);
    }
    if (partly && pass.part < 2)
        return lines_fail_far(file, err);
    *span = pass_close(&pass, file->size);
    span->partly = partly;
    return true;
}
