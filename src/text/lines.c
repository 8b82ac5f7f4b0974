/* Vectorised counting of line ends: byte comparisons summed over the text. The inner loop adds at
   most 255 of them in a byte, so that compilers vectorise it without widening. Finding the n-th
   line end counts such pieces first and scans line by line only in the last one. */
#include "text/lines.h"

#include "base/work_limit.h"

/* Line ends are counted piece by piece; only the piece with the wanted one is searched. */
#define PIECE_BYTES 4096
#define LANES 64

static size_t count_piece(const char *ptr, size_t len)
{
    size_t total = 0, at = 0;
    unsigned char lanes[LANES];
    while (len - at >= LANES) {
        size_t rounds = MIN((len - at) / LANES, 255);
        memset(lanes, 0, sizeof lanes);
        for (size_t round = 0; round < rounds; round++, at += LANES)
            for (size_t lane = 0; lane < LANES; lane++)
                lanes[lane] = (unsigned char)(lanes[lane] + (ptr[at + lane] == '\n'));
        for (size_t lane = 0; lane < LANES; lane++)
            total += lanes[lane];
    }
    for (; at < len; at++)
        total += ptr[at] == '\n';
    return total;
}

size_t lines_count_feeds(Str text)
{
    return text.len ? count_piece(text.ptr, text.len) : 0;
}

size_t lines_count(Str text)
{
    return lines_count_feeds(text) + (text.len && text.ptr[text.len - 1] != '\n');
}

/* Offset just after the n-th LF (n >= 1), or STR_NONE if there are fewer; *n is then the number
   missing. */
static size_t after_feed(Str text, uint64_t *n)
{
    size_t at = 0;
    while (at < text.len) {
        size_t len = MIN(text.len - at, PIECE_BYTES);
        size_t feeds = count_piece(text.ptr + at, len);
        if (feeds >= *n)
            break;
        *n -= feeds;
        at += len;
    }
    while (at < text.len) {
        const char *feed = memchr(text.ptr + at, '\n', text.len - at);
        if (!feed)
            return STR_NONE;
        at = (size_t)(feed - text.ptr) + 1;
        if (--*n == 0)
            return at;
    }
    return STR_NONE;
}

size_t lines_offset(Str text, size_t line)
{
    uint64_t feeds = line > 1 ? line - 1 : 0;
    size_t at = feeds ? after_feed(text, &feeds) : 0;
    return at == STR_NONE ? text.len : at;
}

size_t lines_start_at(Str text, size_t offset)
{
    size_t feed = str_find_last_byte(str_slice(text, 0, offset), '\n');
    return feed == STR_NONE ? 0 : feed + 1;
}

size_t lines_at_offset(Str text, size_t offset)
{
    return 1 + lines_count_feeds(str_slice(text, 0, offset));
}

/* State of one pass over a file: the LF to find next, and the results. */
typedef struct Search {
    uint64_t until_start; /* LFs still to pass before the span; 0 once inside */
    uint64_t until_end;   /* LFs still to pass inside the span; 0 once after it */
    bool started, ended;
    uint64_t feeds;
    char last;
} Search;

static void search_block(Search *search, LineSpan *span, Str block, uint64_t base)
{
    Str rest = block;
    search->feeds += lines_count_feeds(block);
    search->last = block.ptr[block.len - 1];
    if (!search->started) {
        size_t at = after_feed(rest, &search->until_start);
        if (at == STR_NONE)
            return;
        search->started = true;
        span->start = base + at;
        rest = str_from_offset(block, at);
    }
    if (search->ended)
        return;
    size_t at = after_feed(rest, &search->until_end);
    if (at == STR_NONE)
        return;
    search->ended = true;
    span->end = base + (size_t)(rest.ptr - block.ptr) + at;
}

static void search_finish(Search *search, LineSpan *span, uint64_t first, uint64_t count)
{
    bool tail = span->total_bytes && search->last != '\n';
    span->total_lines = search->feeds + tail;
    span->found = first > span->total_lines ? 0 : MIN(count, span->total_lines - first + 1);
    if (!span->found)
        span->start = span->total_bytes;
    if (!search->ended || !span->found)
        span->end = span->total_bytes;
}

bool lines_are_crowded(Str text, size_t start, size_t end)
{
    end = MIN(end, text.len);
    start = MIN(start, end);
    size_t feed = str_find_last_byte(str_slice(text, 0, start), '\n');
    size_t before = feed == STR_NONE ? 0 : feed + 1;
    size_t next = str_find_byte(str_from_offset(text, end ? end - 1 : 0), '\n');
    size_t after = next == STR_NONE ? text.len : MAX(end - (end > 0) + next, end);
    size_t beside =
        str_trim(str_slice(text, before, start)).len + str_trim(str_slice(text, end, after)).len;
    bool whole = !before && after + 1 >= text.len;
    return beside > LINES_BESIDE_MAX ||
           (beside && whole && str_find_byte(str_slice(text, start, end), '\n') == STR_NONE);
}

bool lines_fail_far(const FsFile *file, Err *err)
{
    err_set(err, ERR_FAILED, "'%.*s': counting up to there takes longer than %d s",
            STR_ARG(file->shown), COUNT_TIME_MS / 1000);
    return err_hint(err, "ask for a place nearer to its beginning, or for text in it (grep)");
}

bool lines_file_shrank(const FsFile *file, Err *err)
{
    err_set(err, ERR_STALE, "'%.*s' shrank while it was read", STR_ARG(file->shown));
    return err_hint(err, "try again");
}

bool lines_find_in_file(Arena scratch, const FsFile *file, uint64_t first, uint64_t count,
                        LineSpan *span, Err *err)
{
    char *block = arena_bytes(&scratch, FS_BLOCK_BYTES);
    Search search = {.until_start = first - 1, .until_end = count, .started = first <= 1};
    WorkLimit time;
    work_limit_start(&time, 0, COUNT_TIME_MS);
    *span = (LineSpan){0};
    if (count == 0)
        search.ended = true;
    while (span->total_bytes < file->size && !span->partly) {
        size_t want = (size_t)MIN(file->size - span->total_bytes, FS_BLOCK_BYTES), got = 0;
        if (file->cancel && *file->cancel)
            return err_interrupted(err);
        if (!fs_read_at(file, span->total_bytes, block, want, &got, err))
            return false;
        if (got < want)
            return lines_file_shrank(file, err);
        search_block(&search, span, (Str){block, got}, span->total_bytes);
        span->total_bytes += got;
        span->partly = work_limit_is_over(&time);
    }
    if (span->partly && !search.started)
        return lines_fail_far(file, err);
    search_finish(&search, span, first, count);
    return true;
}
