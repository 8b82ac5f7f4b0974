/* Logs: the time span, the number of lines of each level, and where to look. The outline is a
   histogram over time with at most LOG_BUCKETS_MAX buckets, merged into coarser ones while
   reading. Each bucket has its errors and warnings. Lines with the same template are one event,
   shown at its first occurrence.

   Why not tree-sitter: it has no grammar for logs. */
#include "languages_lang.h"

#include "base/buf.h"
#include "base/map.h"
#include "lang/scan/log_line.h"

/* Limits: buckets of the histogram; distinct events; events shown. */
#define LOG_BUCKETS_MAX 48
#define LOG_EVENTS_MAX 2000
#define LOG_EVENTS_SHOWN 60

typedef struct LogBucket {
    LogTime time;
    size_t start, end;
    uint64_t errors, warnings;
} LogBucket;

typedef struct LogEvent {
    LogLineLevel level; /* LOG_NONE: a banner */
    Str text;
    size_t start, end; /* of the first line */
    uint64_t count;
    bool shown;
} LogEvent;

typedef VEC(LogEvent) LogEvents;

typedef struct LogFile {
    Scan *scan;
    LogBucket buckets[LOG_BUCKETS_MAX];
    size_t bucket_count;
    int grain;        /* granularity of the buckets */
    LogEvents events; /* in order of first occurrence */
    Map templates;    /* template -> index of its event + 1 */
    uint64_t counts[LOG_LEVEL_COUNT];
    uint64_t timed; /* number of lines with a time stamp */
    LogTime first, last;
    size_t hint;
    bool after_blank;
} LogFile;

static bool time_same(const LogTime *a, const LogTime *b, int grain)
{
    size_t len = a->grain[grain];
    return a->grain == b->grain && memcmp(a->text.ptr, b->text.ptr, len) == 0;
}

/* Merges neighbouring buckets that are equal in the next coarser part of their time. */
static void buckets_coarsen(LogFile *file)
{
    file->grain--;
    size_t kept = 0;
    for (size_t i = 1; i < file->bucket_count; i++) {
        LogBucket *last = &file->buckets[kept], *next = &file->buckets[i];
        if (!time_same(&last->time, &next->time, file->grain)) {
            file->buckets[++kept] = *next;
            continue;
        }
        last->end = next->end;
        last->errors += next->errors;
        last->warnings += next->warnings;
    }
    file->bucket_count = kept + 1;
}

static void bucket_take(LogFile *file, const LogTime *time, const Line *line)
{
    LogBucket *last = file->bucket_count ? &file->buckets[file->bucket_count - 1] : NULL;
    if (last && time_same(&last->time, time, file->grain))
        return;
    while (file->bucket_count == LOG_BUCKETS_MAX && file->grain > 0)
        buckets_coarsen(file);
    if (file->bucket_count == LOG_BUCKETS_MAX)
        return;
    last = file->bucket_count ? &file->buckets[file->bucket_count - 1] : NULL;
    if (last && time_same(&last->time, time, file->grain))
        return;
    file->buckets[file->bucket_count++] = (LogBucket){.time = *time, .start = line->start};
}

static void event_take(LogFile *file, LogLineLevel level, Str message, const Line *line)
{
    Scan *scan = file->scan;
    Arena kept = scan->scratch;
    Str text = log_template(&scan->scratch, message);
    uint64_t *known = map_find(&file->templates, text);
    if (known)
        file->events.ptr[*known - 1].count++;
    if (known || !text.len || file->events.len == LOG_EVENTS_MAX) {
        scan->scratch = kept;
        return;
    }
    *VEC_PUSH(&scan->scratch, &file->events) = (LogEvent){
        .level = level, .text = text, .start = line->start, .end = line->end, .count = 1};
    *map_put(&file->templates, text, NULL) = file->events.len;
}

static void line_level(LogFile *file, Str text, const Line *line)
{
    size_t after = 0;
    LogLineLevel level = log_level_find(text, &after);
    Str title;
    if (!level)
        level = log_status_find(text);
    if (!level && log_is_crash(text))
        level = LOG_ERROR;
    file->counts[level]++;
    LogBucket *bucket = file->bucket_count ? &file->buckets[file->bucket_count - 1] : NULL;
    if (bucket) {
        bucket->errors += level == LOG_FATAL || level == LOG_ERROR || level == LOG_HTTP_5XX;
        bucket->warnings += level == LOG_WARN;
    }
    if (level == LOG_FATAL || level == LOG_ERROR || level == LOG_WARN)
        event_take(file, level, str_from_offset(text, after), line);
    else if (!level && log_banner(text, &title))
        event_take(file, LOG_NONE, title, line);
}

static void line_read(LogFile *file, const Line *line)
{
    Scan *scan = file->scan;
    if (line->start == line->end) {
        file->after_blank = true;
        return;
    }
    Str text = str_slice(scan->text, line->start, line->end);
    LogTime time = log_time_find(text, file->hint);
    scan_cut(scan, line->start, file->after_blank ? 0 : time.text.len ? 1 : 2);
    file->after_blank = false;
    if (time.text.len) {
        file->hint = (size_t)(time.text.ptr - text.ptr);
        file->first = file->timed++ ? file->first : time;
        file->last = time;
        bucket_take(file, &time, line);
    }
    line_level(file, text, line);
    if (file->bucket_count)
        file->buckets[file->bucket_count - 1].end = line->end;
}

static int event_compare(const void *a, const void *b)
{
    const LogEvent *left = *(LogEvent *const *)a, *right = *(LogEvent *const *)b;
    if (left->level != right->level)
        return left->level < right->level ? -1 : 1;
    if (left->count != right->count)
        return left->count > right->count ? -1 : 1;
    return left->start < right->start ? -1 : 1;
}

/* Chooses the events to show: by severity, then by frequency. Banners have level 0 and are
   always shown. */
static void events_choose(LogFile *file)
{
    LogEvent **sorted = NEW(&file->scan->scratch, LogEvent *, file->events.len);
    for (size_t i = 0; i < file->events.len; i++)
        sorted[i] = &file->events.ptr[i];
    qsort(sorted, file->events.len, sizeof(LogEvent *), event_compare);
    for (size_t i = 0; i < MIN(file->events.len, (size_t)LOG_EVENTS_SHOWN); i++)
        sorted[i]->shown = true;
}

static void event_emit(Scan *scan, const LogEvent *event)
{
    SymbolKind kind = event->level ? SYMBOL_EVENT : SYMBOL_SECTION;
    Symbol *symbol =
        scan_symbol(scan, kind, str_copy(scan->arena, event->text), event->start, event->end);
    Buf buf = buf_open(scan->arena, 0);
    if (event->level)
        buf_printf(&buf, "%s ", log_level_name(event->level));
    buf_put(&buf, event->text);
    if (event->count > 1) {
        buf_put(&buf, STR(" ×"));
        buf_put_thousands(&buf, event->count);
    }
    symbol->signature = str_cut_chars(scan->arena, buf_str(&buf), SIGNATURE_CHARS_MAX);
}

/* The bucket's time to the minute; digits finer than the bucket are 0. */
static Str bucket_label(Arena *arena, const LogBucket *bucket, int grain)
{
    size_t len = bucket->time.grain[grain];
    size_t whole = grain > LOG_DAY ? bucket->time.grain[LOG_MINUTE] : len;
    Str label = str_copy(arena, str_slice(bucket->time.text, 0, whole));
    char *bytes = arena_bytes(arena, whole);
    for (size_t i = 0; i < whole; i++)
        bytes[i] = i >= len && byte_is_digit(label.ptr[i]) ? '0' : label.ptr[i];
    return (Str){bytes, whole};
}

static void bucket_open(LogFile *file, const LogBucket *bucket)
{
    Scan *scan = file->scan;
    Str label = bucket_label(scan->arena, bucket, file->grain);
    Symbol *symbol = scan_symbol_open(scan, SYMBOL_SECTION, label, bucket->start);
    Buf buf = buf_open(scan->arena, 0);
    buf_put(&buf, label);
    if (bucket->errors || bucket->warnings)
        buf_put(&buf, STR(" ("));
    if (bucket->errors) {
        buf_put_thousands(&buf, bucket->errors);
        buf_put(&buf, bucket->errors == 1 ? STR(" error") : STR(" errors"));
    }
    if (bucket->warnings) {
        buf_put(&buf, bucket->errors ? STR(", ") : (Str){0});
        buf_put_thousands(&buf, bucket->warnings);
        buf_put(&buf, bucket->warnings == 1 ? STR(" warning") : STR(" warnings"));
    }
    if (bucket->errors || bucket->warnings)
        buf_put(&buf, STR(")"));
    symbol->signature = buf_str(&buf);
}

/* Emits buckets and the events in them, by position. */
static void log_emit(LogFile *file)
{
    size_t buckets =
        file->bucket_count > 1 && file->first.grain[file->grain] ? file->bucket_count : 0;
    size_t next = 0;
    for (size_t i = 0; i < file->events.len; i++) {
        const LogEvent *event = &file->events.ptr[i];
        for (; next < buckets && file->buckets[next].start <= event->start; next++) {
            if (file->scan->depth)
                scan_symbol_close(file->scan, file->buckets[next - 1].end);
            bucket_open(file, &file->buckets[next]);
        }
        if (event->shown)
            event_emit(file->scan, event);
    }
    for (; next < buckets; next++) {
        if (file->scan->depth)
            scan_symbol_close(file->scan, file->buckets[next - 1].end);
        bucket_open(file, &file->buckets[next]);
    }
    if (file->scan->depth)
        scan_symbol_close(file->scan, file->buckets[next - 1].end);
}

static Str log_facts(const LogFile *file)
{
    Buf buf = buf_open(file->scan->arena, 0);
    if (file->timed)
        buf_printf(&buf, "%.*s to %.*s", STR_ARG(file->first.text), STR_ARG(file->last.text));
    for (LogLineLevel level = LOG_FATAL; level < LOG_LEVEL_COUNT; level++) {
        if (!file->counts[level])
            continue;
        buf_printf(&buf, "%s%s ", buf.len ? ", " : "", log_level_name(level));
        buf_put_thousands(&buf, file->counts[level]);
    }
    return buf_str(&buf);
}

/* Whether the log's lines are JSON objects. */
static bool is_json_lines(Str text)
{
    size_t at = skip_space(text, 0, text.len);
    Str line = str_trim_end(str_slice(text, at, line_end(text, at)));
    return line.len > 2 && line.ptr[0] == '{' && line.ptr[line.len - 1] == '}';
}

void scan_log(Scan *scan)
{
    if (is_json_lines(scan->text)) {
        scan_jsonl(scan);
        return;
    }
    LogFile *file = NEW(&scan->scratch, LogFile, 1);
    file->scan = scan;
    file->grain = LOG_MINUTE;
    file->templates = map_open(&scan->scratch);
    file->after_blank = true;
    size_t at = 0;
    Line line;
    while (line_take(scan->text, &at, &line) && !scan_expired(scan))
        line_read(file, &line);
    events_choose(file);
    log_emit(file);
    scan->outline->facts = log_facts(file);
}
