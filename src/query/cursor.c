#include "query/cursor.h"

#include "base/hash.h"

/* Maximum length of `offset-generation-question` in hexadecimal. */
#define CURSOR_BYTES_MAX 64

Str cursor_make_at(Arena *arena, uint64_t state, Str question, uint64_t offset)
{
    return str_format(arena, "%llx-%llx-%08x", (unsigned long long)offset,
                      (unsigned long long)state, (unsigned)hash_fast(question));
}

Str cursor_make(Arena *arena, const IndexSession *session, Str question, uint64_t offset)
{
    return cursor_make_at(arena, session->catalog->generation, question, offset);
}

static bool take_hex(Str *text, uint64_t *value)
{
    Str digits;
    *value = 0;
    return str_take_until(text, '-', &digits) && str_is_lower_hex(digits) &&
           str_parse_hex(digits, value);
}

bool cursor_read_at(uint64_t state, Str question, Str text, uint64_t *offset, Err *err)
{
    uint64_t was, hash;
    *offset = 0;
    if (!text.len)
        return true;
    if (text.len > CURSOR_BYTES_MAX || !take_hex(&text, offset) || !take_hex(&text, &was) ||
        !take_hex(&text, &hash) || text.len || hash != (unsigned)hash_fast(question)) {
        err_set(err, ERR_USAGE, "cursor: it belongs to another question");
        return err_hint(err, "give the cursor of the previous answer, with the same filters");
    }
    if (was == state)
        return true;
    err_set(err, ERR_STALE, "what was asked about has changed since the cursor was made");
    return err_hint(err, "ask again without the cursor");
}

bool cursor_read(const IndexSession *session, Str question, Str text, uint64_t *offset, Err *err)
{
    return cursor_read_at(session->catalog->generation, question, text, offset, err);
}
