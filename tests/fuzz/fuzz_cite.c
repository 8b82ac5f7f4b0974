/* Any answer is scanned for citations, whose marks are only additions: what was written is still
   there, in order. The first byte chooses what the look-ups answer. */
#include "agent/cite.h"
#include "agent/need.h"
#include "base/limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_subsequence(Str text, Str within)
{
    size_t at = 0;
    for (size_t i = 0; i < within.len && at < text.len; i++)
        at += within.ptr[i] == text.ptr[at];
    return at == text.len;
}

static bool lies_in(Str part, Str text)
{
    return !part.len || (part.ptr >= text.ptr && part.ptr + part.len <= text.ptr + text.len);
}

static void check_scan(const CiteScan *scan, Str text)
{
    assert(scan->cited.len == scan->lookups.len);
    for (size_t i = 0; i < scan->cited.len; i++) {
        const Cited *cited = &scan->cited.ptr[i];
        const Lookup *lookup = &scan->lookups.ptr[i];
        assert(cited->end <= text.len && cited->text.len && lies_in(cited->text, text));
        assert(cited->text.ptr + cited->text.len == text.ptr + cited->end);
        assert(!i || scan->cited.ptr[i - 1].end < cited->end);
        assert(lies_in(lookup->path, text) && lies_in(lookup->symbol, text));
        assert(lookup->path.len || lookup->symbol.len);
    }
}

static void check_needs(Arena *arena, Str text)
{
    Needs needs = need_read(arena, text);
    assert(needs.lines.len <= NEEDS_MAX);
    for (size_t i = 0; i < needs.lines.len; i++)
        assert(needs.lines.ptr[i].len && lies_in(needs.lines.ptr[i], text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    bool in_code = size && data[0] & 1;
    unsigned answer = size ? data[0] >> 1 : 0;
    Str text = str_from_offset((Str){(const char *)data, size}, 1);
    Citations citations = {0};
    arena_open(&arena, GB);
    CiteScan scan = cite_scan(&arena, text, STR("/w"), &in_code);
    check_scan(&scan, text);
    for (size_t i = 0; i < scan.lookups.len; i++)
        scan.lookups.ptr[i].answer = (LookupAnswer)((answer + i) % (LOOKUP_NO_SYMBOL + 1));
    Str marked = cite_mark(&arena, text, &scan, STR("shown_name"), &citations);
    assert(is_subsequence(text, marked));
    assert(citations.marked.len <= citations.wrong && citations.wrong <= scan.cited.len);
    check_needs(&arena, text);
    arena_close(&arena);
    return 0;
}
