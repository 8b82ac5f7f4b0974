/* Threads take files one by one from a shared counter, so no thread waits for another. A file is
   read in windows that end at a line end. The pattern is applied to slices of a window. */
#include "search/text.h"

#include "base/parallel.h"
#include "base/proc.h"
#include "index/catalog/classify.h"
#include "lang/reading.h"
#include "text/lines.h"

#include <stdatomic.h>

/* Bytes of a line that are kept before and after its first match. */
#define SEARCH_LINE_REACH 300

/* Fewer bytes than this are searched before a second thread has started. */
#define BYTES_PER_THREAD (1 * MB)
#define MATCHES_COUNTED_MAX 1000
/* Larger files that hide their code are searched as they are written. */
#define SEARCH_CODE_BYTES_MAX (256 * MB)
/* Lines of one match that are kept. */
#define SPAN_LINES_MAX 20

/* ---- windows of a file ---- */

typedef struct Window {
    const FsFile *file;
    const Pattern *pattern;
    TextCoding coding;
    char *buffer; /* cap bytes */
    size_t cap;
    size_t kept;     /* bytes after the previous window's last line, now at the buffer's start */
    uint64_t offset; /* of the next read */
    Str text;
    uint64_t text_offset; /* in the file */
    size_t mark; /* bytes of a byte order mark at its start, which are not part of a line */
} Window;

/* False at the end of the file, or with *failed when it cannot be read. */
static bool window_next(Window *window, bool *failed)
{
    Err ignored;
    size_t tail = window->kept, got = 0;
    memmove(window->buffer, window->text.ptr + window->text.len, tail);
    size_t want = (size_t)MIN(window->cap - tail, window->file->size - window->offset);
    if (!fs_read_at(window->file, window->offset, window->buffer + tail, want, &got, &ignored)) {
        *failed = true;
        return false;
    }
    window->text_offset = window->offset - tail;
    window->offset += got;
    Str all = {window->buffer, tail + got};
    window->text = all;
    bool is_last = got < want || window->offset >= window->file->size;
    size_t feed = is_last ? STR_NONE : str_find_last_byte(all, '\n');
    if (feed != STR_NONE)
        window->text.len = feed + 1;
    window->kept = all.len - window->text.len;
    return all.len > 0;
}

/* The window's text in UTF-8. A file in UTF-16 is one window, or binary; other encodings matter
   only to patterns beyond ASCII. */
static Str window_read(Window *window, Arena *arena)
{
    bool first = !window->text_offset;
    bool whole = window->file->size <= window->cap;
    window->mark = first ? coding_mark(window->text) : 0;
    TextCoding coding = first && whole ? coding_of_head(window->text) : CODING_UTF8;
    if (!coding && pattern_is_beyond_ascii(window->pattern) && !str_is_utf8(window->text))
        coding = CODING_WINDOWS_1252;
    if (!coding)
        return window->text;
    window->coding = coding;
    return coding_decode(arena, coding, window->text);
}

/* Reads the code of a file that hides it, such as a notebook. False for other files. */
static bool read_code(Arena *arena, FsFile *file, Str path, Str *text, LangCode *code)
{
    Err ignored;
    if (!lang_hides_code(path) || file->size > SEARCH_CODE_BYTES_MAX)
        return false;
    arena_open(arena, 0);
    if (!fs_read_all(arena, file, text, &ignored))
        return false;
    const Language *language = lang_detect(path, str_slice(*text, 0, SOURCE_HEAD_BYTES));
    return lang_code(arena, language, *text, CODE_TO_SEARCH, code);
}

/* ---- hits of a window ---- */

/* End of the slice that begins at `at`: a line end, unless the line is longer than a slice. */
static size_t slice_end(Str text, size_t at)
{
    size_t end = at + SEARCH_SLICE_BYTES;
    if (end >= text.len)
        return text.len;
    size_t feed = str_find_last_byte(str_slice(text, at, end), '\n');
    return feed == STR_NONE ? end : at + feed + 1;
}

static size_t line_end(Str text, size_t at)
{
    size_t feed = str_find_byte(str_from_offset(text, at), '\n');
    return feed == STR_NONE ? text.len : at + feed;
}

/* End of the line in which a match ends. */
static size_t match_line_end(Str text, const PatternMatch *match)
{
    bool feed = match->end > match->start && text.ptr[match->end - 1] == '\n';
    return line_end(text, match->end - feed);
}

/* Finds the next line with a match from *at on and moves *at past the searched text. Offsets of the
   match are relative to `text`. */
static MatchResult find_hit(Matcher *matcher, Str text, size_t *at, int64_t deadline_ms,
                            PatternMatch *match)
{
    while (*at < text.len) {
        size_t begin = *at;
        size_t end = matcher_spans_lines(matcher) ? text.len : slice_end(text, begin);
        MatchResult result = matcher_find(matcher, str_slice(text, begin, end), 0, match);
        if (result == MATCH_FOUND) {
            Str before = str_slice(text, 0, begin + match->start);
            size_t feed = str_find_last_byte(before, '\n');
            match->start += begin;
            match->end += begin;
            match->line_start = feed == STR_NONE ? 0 : feed + 1;
            match->line_end = match_line_end(text, match);
            *at = match->line_end + 1;
        }
        if (result != MATCH_NOT_FOUND)
            return result;
        bool within_line = end < text.len && text.ptr[end - 1] != '\n';
        *at = within_line ? end - SEARCH_OVERLAP_BYTES : end;
        if (proc_clock_ms() > deadline_ms)
            return MATCH_GIVEN_UP;
    }
    return MATCH_NOT_FOUND;
}

/* ---- counting ---- */

static uint32_t count_matches(Matcher *matcher, Str text, const PatternMatch *match)
{
    PatternMatch next = *match;
    uint32_t count = 1;
    Str line =
        str_slice(text, match->line_start, MIN(match->line_end, match->start + SEARCH_SLICE_BYTES));
    size_t at = match->end - match->line_start;
    while (count < MATCHES_COUNTED_MAX && next.end > next.start &&
           matcher_find(matcher, line, at, &next) == MATCH_FOUND) {
        at = next.end;
        count++;
    }
    return count;
}

typedef struct Counting {
    const TextSearch *search;
    TextFile *files;
    size_t count;
    atomic_size_t next;
    atomic_uint given_up;
} Counting;

static bool is_over(const Counting *counting)
{
    const volatile bool *cancel = counting->search->cancel;
    return (cancel && *cancel) || atomic_load(&counting->given_up) > SEARCH_GIVEN_UP_MAX;
}

static TextState count_window(Matcher *matcher, Str text, size_t at, int64_t deadline_ms,
                              bool matches, TextFile *file)
{
    PatternMatch match;
    MatchResult result;
    while ((result = find_hit(matcher, text, &at, deadline_ms, &match)) == MATCH_FOUND) {
        file->hits++;
        if (matches)
            file->further += count_matches(matcher, text, &match) - 1;
    }
    return result == MATCH_GIVEN_UP ? TEXT_GIVEN_UP : TEXT_SEARCHED;
}

/* Whether the first window is text in no encoding that is recognised. */
static bool is_binary(const Window *window, Str text)
{
    BinaryType type;
    if (window->text_offset || !lang_is_binary(window->text, &type))
        return false;
    return text.ptr == window->text.ptr || (type.known && !str_starts(type.mime, STR("text/")));
}

static TextState count_file(const Counting *counting, Matcher *matcher, char *buffer,
                            const Arena *decoded, TextFile *file)
{
    FsFile open SCOPED(fs_close) = {.fd = -1};
    if (!fs_tree_file(counting->search->tree, file->path, &open))
        return TEXT_UNREADABLE;
    bool failed = false;
    TextState state = TEXT_SEARCHED;
    Window window = {.file = &open,
                     .pattern = counting->search->pattern,
                     .buffer = buffer,
                     .cap = SEARCH_WINDOW_BYTES};
    window.text.ptr = buffer;
    int64_t deadline_ms = proc_clock_ms() + SEARCH_FILE_MS;
    Arena own SCOPED(arena_close) = {0};
    LangCode code;
    Str whole;
    if (read_code(&own, &open, file->path, &whole, &code)) {
        file->hides_code = true;
        return count_window(matcher, code.text, 0, deadline_ms, counting->search->matches, file);
    }
    while (state == TEXT_SEARCHED && !is_over(counting) && window_next(&window, &failed)) {
        Arena work = *decoded;
        Str text = window_read(&window, &work);
        if (is_binary(&window, text))
            return TEXT_BINARY;
        file->is_pointer = file->is_pointer || classify_is_pointer(text);
        state = count_window(matcher, text, text.ptr == window.text.ptr ? window.mark : 0,
                             deadline_ms, counting->search->matches, file);
    }
    file->coding = window.coding;
    return failed ? TEXT_UNREADABLE : state;
}

static void count_some(void *context, unsigned i)
{
    (void)i;
    Counting *counting = context;
    Arena arena, decoded;
    arena_open(&arena, 2 * SEARCH_WINDOW_BYTES);
    arena_open(&decoded, 4 * SEARCH_WINDOW_BYTES);
    char *buffer = arena_bytes(&arena, SEARCH_WINDOW_BYTES);
    Matcher *matcher = matcher_open(&arena, counting->search->pattern);
    size_t at;
    while (!is_over(counting) && (at = atomic_fetch_add(&counting->next, 1)) < counting->count) {
        TextFile *file = &counting->files[at];
        file->state = count_file(counting, matcher, buffer, &decoded, file);
        if (file->state == TEXT_GIVEN_UP)
            atomic_fetch_add(&counting->given_up, 1);
    }
    matcher_close(&matcher);
    arena_close(&decoded);
    arena_close(&arena);
}

static bool fail_costly(const Counting *counting, Err *err)
{
    const TextFile *file = counting->files;
    while (file->state != TEXT_GIVEN_UP)
        file++;
    err_set(err, ERR_FAILED,
            "pattern: it needs too many steps on more than %d files, the first '%.*s'",
            SEARCH_GIVEN_UP_MAX, (int)MIN(file->path.len, PATH_SHOWN_BYTES), file->path.ptr);
    return err_hint(err, "nested repeats like (a+)+ or (.*)* backtrack without end: use a single "
                         "repeat, or name fewer files with --path");
}

bool text_count(const TextSearch *search, TextFile *files, size_t count, Err *err)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += files[i].size;
    Counting counting = {.search = search, .files = files, .count = count};
    uint64_t threads = MIN(1 + bytes / BYTES_PER_THREAD, parallel_cores());
    parallel_run((unsigned)threads, count_some, &counting);
    if (search->cancel && *search->cancel)
        return err_interrupted(err);
    return atomic_load(&counting.given_up) <= SEARCH_GIVEN_UP_MAX || fail_costly(&counting, err);
}

/* ---- lines ---- */

typedef struct Collector {
    Arena *arena;
    const TextPage *page;
    TextLines *lines;
    Str text; /* of the window, in UTF-8 */
    uint64_t text_offset;
    const LangCode *code; /* the text is this; NULL: a window of the file */
    size_t mark;
    size_t counted_to;     /* offset in the window ... */
    uint64_t counted_line; /* ... at which this line begins */
    uint64_t hit_line;     /* the last one, 0: none */
    uint64_t taken_line;   /* the last one in the list */
    size_t taken_end;      /* where it ends in this window, after its line end */
} Collector;

/* Adds the line [start, end) of the window. A long line is cut to the part around `match`. */
static TextLine *take_line(Collector *collector, uint64_t number, size_t start, size_t end,
                           const PatternMatch *match)
{
    Str text = collector->text;
    size_t centre = match ? match->start : start, centre_end = match ? match->end : start;
    size_t from = centre > start + SEARCH_LINE_REACH ? centre - SEARCH_LINE_REACH : start;
    size_t to = MIN(end, MIN(centre_end, centre + SEARCH_LINE_REACH) + SEARCH_LINE_REACH);
    while (from > start && ((unsigned char)text.ptr[from] & 0xC0) == 0x80)
        from--;
    to = to < end ? str_char_floor(text, to) : to;
    bool returned = to == end && to > from && text.ptr[to - 1] == '\r';
    Str kept = str_slice(text, from, to - returned);
    size_t origin = collector->code ? lang_code_origin(collector->code, centre) : centre;
    TextLine *line = VEC_PUSH(collector->arena, &collector->lines->list);
    *line = (TextLine){.line = number,
                       .offset = collector->text_offset + origin,
                       .more_before = from > start,
                       .more_behind = to < end,
                       .text = str_copy(collector->arena, kept),
                       .match_start = MIN(centre - from, kept.len),
                       .match_end = MIN(centre_end - from, kept.len)};
    collector->taken_line = number;
    collector->taken_end = end + 1;
    return line;
}

/* Adds context after the last hit, up to line `limit`. */
static void take_behind(Collector *collector, uint64_t limit)
{
    Str text = collector->text;
    uint64_t last = collector->hit_line + collector->page->context;
    while (collector->hit_line && collector->taken_line < MIN(last, limit - 1) &&
           collector->taken_end < text.len) {
        size_t start = collector->taken_end;
        take_line(collector, collector->taken_line + 1, start, line_end(text, start), NULL);
    }
}

/* Adds context before the hit on line `number`, which begins at `start`. */
static void take_before(Collector *collector, uint64_t number, size_t start)
{
    const TextPage *page = collector->page;
    Str text = collector->text;
    bool merged = collector->hit_line && number - collector->hit_line <= page->merge;
    uint64_t wanted = merged ? number : MIN(page->context, number - 1);
    uint64_t count = MIN(wanted, number - collector->taken_line - 1);
    size_t at = start;
    uint64_t first = number;
    while (count && at > 0) {
        size_t feed = str_find_last_byte(str_slice(text, 0, at - 1), '\n');
        at = feed == STR_NONE ? 0 : feed + 1;
        count--;
        first--;
    }
    for (; first < number; first++) {
        size_t end = line_end(text, at);
        take_line(collector, first, at, end, NULL);
        at = end + 1;
    }
}

/* Adds the further lines of a match, from the end of its first one on. Returns the last line. */
static uint64_t take_span(Collector *collector, uint64_t number, size_t end, size_t last)
{
    Str text = collector->text;
    for (size_t i = 1; end < last; i++) {
        size_t start = end + 1;
        end = line_end(text, start);
        TextLine *line = take_line(collector, ++number, start, end, NULL);
        line->goes_on = true;
        line->more_behind = line->more_behind || (i == SPAN_LINES_MAX && end < last);
        if (i == SPAN_LINES_MAX)
            break;
    }
    return number;
}

static void take_hit(Collector *collector, Matcher *matcher, const PatternMatch *match)
{
    Str text = collector->text;
    uint64_t number = collector->counted_line +
                      lines_count_feeds(str_slice(text, collector->counted_to, match->line_start));
    collector->counted_line = number;
    collector->counted_to = match->line_start;
    if (number <= collector->page->after_line) {
        collector->lines->skipped++;
        return;
    }
    take_behind(collector, number);
    take_before(collector, number, match->line_start);
    size_t end = MIN(match->line_end, line_end(text, match->line_start));
    PatternMatch first = *match;
    first.end = MIN(match->end, end);
    TextLine *line = take_line(collector, number, match->line_start, end, &first);
    line->matches = count_matches(matcher, text, match);
    collector->hit_line = take_span(collector, number, end, match->line_end);
    collector->lines->hits++;
}

static void collect_window(Collector *collector, Matcher *matcher)
{
    PatternMatch match;
    size_t at = collector->mark;
    const TextPage *page = collector->page;
    Str text = collector->text;
    int64_t deadline_ms = proc_clock_ms() + SEARCH_FILE_MS;
    collector->counted_to = collector->taken_end = 0;
    while (collector->lines->hits < page->limit &&
           find_hit(matcher, text, &at, deadline_ms, &match) == MATCH_FOUND)
        take_hit(collector, matcher, &match);
    take_behind(collector, UINT64_MAX);
    collector->counted_line += lines_count_feeds(str_from_offset(text, collector->counted_to));
}

bool text_lines(Arena *arena, Arena *scratch, const TextSearch *search, const TextFile *file,
                const TextPage *page, TextLines *lines)
{
    FsFile open SCOPED(fs_close) = {.fd = -1};
    *lines = (TextLines){0};
    if (!fs_tree_file(search->tree, file->path, &open))
        return false;
    bool failed = false;
    Window window = {.file = &open,
                     .pattern = search->pattern,
                     .cap = (size_t)MIN(open.size, SEARCH_WINDOW_BYTES)};
    window.text.ptr = window.buffer = arena_bytes(scratch, window.cap);
    Matcher *matcher SCOPED(matcher_close) = matcher_open(scratch, search->pattern);
    Collector collector = {.arena = arena, .page = page, .lines = lines, .counted_line = 1};
    Arena own SCOPED(arena_close) = {0};
    LangCode code;
    Str whole;
    if (read_code(&own, &open, file->path, &whole, &code)) {
        collector.code = &code;
        collector.text = code.text;
        collect_window(&collector, matcher);
        lines->text = whole.len <= SEARCH_WINDOW_BYTES ? str_copy(scratch, whole) : (Str){0};
        return true;
    }
    while (lines->hits < page->limit && window_next(&window, &failed)) {
        collector.text = window_read(&window, scratch);
        collector.text_offset = window.text_offset;
        collector.mark = collector.text.ptr == window.text.ptr ? window.mark : 0;
        collect_window(&collector, matcher);
        if (open.size <= SEARCH_WINDOW_BYTES)
            lines->text = collector.text;
    }
    return !failed;
}
