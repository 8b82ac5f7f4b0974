/* A pattern, as anybody may search for one: the first line, on the rest. The first byte chooses the
   options. Matches lie in one line each, come in order, and end. */
#include "text/pattern.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_matches(Matcher *matcher, Str text)
{
    PatternMatch match;
    size_t from = 0;
    while (matcher_find(matcher, text, from, &match) == MATCH_FOUND) {
        assert(match.start >= from && match.start <= match.end && match.end <= text.len);
        assert(match.line_start <= match.start && match.end <= match.line_end);
        assert(!match.line_start || text.ptr[match.line_start - 1] == '\n');
        assert(str_find_byte(str_slice(text, match.start, match.end), '\n') == STR_NONE);
        assert(match.end > from || match.end == match.start);
        if (match.line_end >= text.len)
            return;
        from = match.line_end + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    Err err = {0};
    Pattern *pattern = NULL;
    Str text = {(const char *)data, size}, expression = {0};
    if (!size)
        return 0;
    PatternOptions options = {data[0] & 1, data[0] >> 1 & 1, data[0] >> 2 & 1};
    text = str_from_offset(text, 1);
    if (!str_take_line(&text, &expression))
        return 0;
    arena_open(&arena, 1 * GB);
    if (pattern_open(&arena, expression, options, &pattern, &err)) {
        Matcher *matcher = matcher_open(&arena, pattern);
        check_matches(matcher, text);
        matcher_close(&matcher);
        pattern_close(&pattern);
    } else {
        assert(err.message[0]);
    }
    arena_close(&arena);
    return 0;
}
