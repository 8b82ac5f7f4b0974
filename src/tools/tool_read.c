/* `read`. Lines are streamed: a range of a huge file costs one scan and one block of memory. A file
   is loaded as a whole only for its map or one of its symbols. */
#include "config/config.h"
#include "query/source.h"
#include "text/base64.h"
#include "text/chars.h"
#include "text/lines.h"
#include "tools/tool.h"
#include "view/binary.h"
#include "view/file_map.h"
#include "view/read.h"
#include "view/readable.h"

/* Maximum size of an image shown to a model; model services refuse larger ones. */
#define IMAGE_BYTES_MAX (3 * MB + 512 * KB)

/* Maximum lines of context; for more, a larger range can be requested. */
#define READ_CONTEXT_MAX 100

/* Bytes reserved for the line that reports a cut. */
#define READ_NOTICE_BYTES 512

static const ToolParam params[] = {
    {.name = "path",
     .type = TOOL_TARGET,
     .positional = true,
     .required = true,
     .value = "PATH",
     .help = "file; PATH:12-40 reads these lines, PATH::NAME one symbol"},
    {.name = "offset",
     .type = TOOL_NUMBER,
     .value = "LINE",
     .help = "first line to return, from 1"},
    {.name = "limit",
     .type = TOOL_NUMBER,
     .min = 1,
     .value = "N",
     .help = "number of lines to return"},
    {.name = "end",
     .type = TOOL_NUMBER,
     .rare = true,
     .min = 1,
     .value = "LINE",
     .help = "last line to return, instead of a number of lines"},
    {.name = "symbol",
     .type = TOOL_TEXT,
     .value = "NAME",
     .help = "return this symbol only, by name or qualified name: Class.method"},
    {.name = "context",
     .type = TOOL_NUMBER,
     .rare = true,
     .fallback = "0",
     .max = READ_CONTEXT_MAX,
     .capped = true,
     .value = "N",
     .help = "lines before and after the requested part"},
};

static const char *const examples[] = {"read src/server.c --offset 120 --limit 60",
                                       "read src/server.c::handle_request",
                                       "read src/server.c:120-180", NULL};

/* ---- binary files ---- */

/* Shows an image, if the sink can take one. */
static bool show_image(ToolCall *call, Source *source, Err *err)
{
    static const Str shown[] = {STR_INIT("image/png"), STR_INIT("image/jpeg"),
                                STR_INIT("image/gif"), STR_INIT("image/webp")};
    for (size_t i = 0; i < COUNT(shown); i++) {
        if (!call->sink.image || source->file.size > IMAGE_BYTES_MAX ||
            !str_equal(source->binary.mime, shown[i]))
            continue;
        if (!source_load(&call->request, source, err))
            return false;
        call->sink.image(call->sink.state, shown[i], source->text);
    }
    return true;
}

static bool put_binary(ToolCall *call, Source *source, Err *err)
{
    Buf out = buf_open(call->arena, ANSWER_BYTES_MAX);
    BinaryFile binary = {source->target.path, source->file.size, source->binary};
    if (call->format == VIEW_TEXT) {
        binary_write_line(&out, &binary);
        return tool_put_buf(call, &out, err) && show_image(call, source, err);
    }
    Json *value = binary_value(call->arena, STR("read"), &binary);
    Buf line = buf_open(call->arena, 0);
    binary_write_line(&line, &binary);
    json_set(value, STR("notice"), json_str(call->arena, str_trim_end(buf_str(&line))));
    if (base64_length(source->file.size) < ANSWER_BYTES_MAX) {
        if (!source_load(&call->request, source, err))
            return false;
        json_set(value, STR("data"),
                 json_str(call->arena, base64_encode(call->arena, source->text)));
    }
    view_put_value(&out, *call->scratch, call->format, value);
    return tool_put_buf(call, &out, err);
}

/* ---- the request ---- */

typedef struct Range {
    bool given;
    bool open_end; /* no number of lines was requested: the limits apply */
    uint64_t first, count;
} Range;

static bool take_symbol(const ToolCall *call, Target *target, Err *err)
{
    const ToolValue *symbol = tool_value(call, "symbol");
    if (!symbol->given)
        return true;
    if (target->first || target->symbol.len) {
        err_set(err, ERR_USAGE, "read: both a part of the file and --symbol are given");
        return err_hint(err, "give one of them");
    }
    target->symbol = tool_text(call, "symbol");
    if (target->symbol.len)
        return true;
    err_set(err, ERR_USAGE, "read: --symbol is empty");
    return err_hint(err, "--symbol Class.method is one symbol; without it the file is read");
}

/* Reads the range of --offset with --limit or --end. */
static bool take_numbers(const ToolCall *call, Range *range, Err *err)
{
    const ToolValue *limit = tool_value(call, "limit"), *end = tool_value(call, "end");
    range->first = MAX(tool_number(call, "offset"), 1);
    range->open_end = !limit->given && !end->given;
    range->count = limit->given ? limit->number : UINT64_MAX;
    if (!end->given)
        return true;
    range->count = MIN(range->count, end->number - MIN(range->first, end->number) + 1);
    return end->number >= range->first ||
           err_set(err, ERR_USAGE, "read: the last line is before the first (%llu < %llu)",
                   (unsigned long long)end->number, (unsigned long long)range->first);
}

/* Widens the range by the requested context. */
static void widen(const ToolCall *call, uint64_t *first, uint64_t *last)
{
    uint64_t context = tool_number(call, "context");
    *first -= MIN(context, *first - 1);
    *last += MIN(context, UINT64_MAX - *last);
}

static bool take_range(const ToolCall *call, const Target *target, Range *range, Err *err)
{
    bool numbers = tool_value(call, "offset")->given || tool_value(call, "limit")->given ||
                   tool_value(call, "end")->given;
    if (numbers && (target->first || target->symbol.len)) {
        err_set(err, ERR_USAGE, "read: both a part of the file and --offset or --limit are given");
        return err_hint(err, "give one of them");
    }
    *range = (Range){.given = numbers || target->first};
    uint64_t last = target->last;
    if (!target->first) {
        if (!take_numbers(call, range, err))
            return false;
        last =
            range->count < UINT64_MAX - range->first ? range->first + range->count - 1 : UINT64_MAX;
    } else {
        range->first = target->first;
        range->open_end = target->last == UINT64_MAX;
    }
    widen(call, &range->first, &last);
    range->count = last == UINT64_MAX ? UINT64_MAX : last - range->first + 1;
    if (range->open_end)
        range->count = call->context->config->read_lines;
    return true;
}

/* Half of the answer's limit, if it has one: the text and its map take half each. */
static size_t half_of_answer(const ToolCall *call)
{
    size_t bytes = call->context->answer_bytes;
    return bytes ? (bytes - READ_NOTICE_BYTES) / 2 : SIZE_MAX;
}

static ReadAnswer answer_open(const ToolCall *call, const Source *source)
{
    const Config *config = call->context->config;
    size_t most = call->context->answer_bytes ? call->context->answer_bytes : SIZE_MAX;
    return (ReadAnswer){
        .path = source->target.path,
        .language = lang_id(source->language),
        .first_line = 1,
        .total_bytes = source->file.size,
        .limits = {config->read_lines, MIN(config->read_bytes, most)},
    };
}

/* Whether a file that is cut gets a map. */
static bool is_mapped(const ToolCall *call, const Source *source)
{
    return call->context->config->map_enabled && source_is_mapped(&call->request, source) &&
           source->file.size <= FILE_BYTES_MAX;
}

/* ---- a range of lines ---- */

static bool stream(ToolCall *call, const FsFile *file, uint64_t from, uint64_t to, Err *err)
{
    char *block = arena_bytes(call->scratch, FS_BLOCK_BYTES);
    while (from < to) {
        size_t want = (size_t)MIN(to - from, FS_BLOCK_BYTES), got = 0;
        if (tool_is_cancelled(call))
            return err_interrupted(err);
        if (!fs_read_at(file, from, block, want, &got, err))
            return false;
        if (got < want)
            return lines_file_shrank(file, err);
        if (!tool_put(call, (Str){block, got}, err))
            return false;
        from += got;
    }
    return true;
}

/* Writes a range as text, without loading it as a whole. */
static bool stream_range(ToolCall *call, const FsFile *file, const LineSpan *span,
                         ReadAnswer *answer, Err *err)
{
    char last = '\n';
    size_t got = 0;
    Buf tail = buf_open(call->arena, 0);
    if (!stream(call, file, span->start, span->end, err))
        return false;
    if (span->end > span->start && !fs_read_at(file, span->end - 1, &last, 1, &got, err))
        return false;
    answer->open_line = last != '\n';
    read_put_tail(&tail, *call->scratch, answer);
    return tool_put_buf(call, &tail, err);
}

static void set_content(ReadAnswer *answer, Str content)
{
    answer->content = content;
    answer->content_bytes = content.len;
    answer->open_line = content.len && content.ptr[content.len - 1] != '\n';
}

static bool load_span(ToolCall *call, const FsFile *file, uint64_t from, uint64_t to, Str *text,
                      Err *err)
{
    size_t len = (size_t)(to - from), got = 0;
    if (to - from > ANSWER_BYTES_MAX) {
        err_set(err, ERR_FAILED, "these lines are over %zu MB", ANSWER_BYTES_MAX / MB);
        return err_hint(err, "ask for fewer lines");
    }
    char *bytes = arena_bytes(call->arena, len);
    if (!fs_read_at(file, from, bytes, len, &got, err))
        return false;
    *text = (Str){bytes, got};
    return got == len || lines_file_shrank(file, err);
}

/* Finds the offset at which `page` reads a line that exceeds the limit. */
static bool locate_long_line(ToolCall *call, const FsFile *file, const LineSpan *span,
                             ReadAnswer *answer, Err *err)
{
    LineSpan line;
    CharSpan chars;
    FsFile head = *file;
    head.size = span->start;
    if (!lines_find_in_file(*call->scratch, file, answer->first_line, 1, &line, err) ||
        !chars_find_in_file(*call->scratch, &head, 0, 0, &chars, err))
        return false;
    answer->line_bytes = line.end - line.start;
    answer->page_at = chars.total_chars;
    return true;
}

/* Shortens `span`, an open-ended range, to the limits. */
static bool cut_open_range(ToolCall *call, const FsFile *file, LineSpan *span, ReadAnswer *answer,
                           Err *err)
{
    Str text = {0};
    uint64_t end = MIN(span->end, span->start + answer->limits.bytes + 1);
    if (!load_span(call, file, span->start, end, &text, err))
        return false;
    answer->cut = read_cut(text, answer->limits);
    if (answer->cut.by == READ_CUT_NONE && span->start + text.len == span->end)
        return true;
    span->end = span->start + answer->cut.bytes;
    span->found = answer->cut.lines;
    return !answer->cut.first_line_exceeds || locate_long_line(call, file, span, answer, err);
}

static bool put_answer(ToolCall *call, const ReadAnswer *answer, Err *err)
{
    Buf out = buf_open(call->arena, ANSWER_BYTES_MAX);
    if (call->format == VIEW_TEXT) {
        if (!tool_put(call, answer->content, err))
            return false;
        read_put_tail(&out, *call->scratch, answer);
    } else {
        view_put_value(&out, *call->scratch, call->format, read_value(call->arena, answer));
    }
    return tool_put_buf(call, &out, err);
}

static bool read_range(ToolCall *call, Source *source, const Range *range, Err *err)
{
    LineSpan span;
    const FsFile *file = &source->file;
    ReadAnswer answer = answer_open(call, source);
    if (!lines_find_in_file(*call->scratch, file, range->first, range->count, &span, err))
        return false;
    if (!span.found && (span.total_lines || range->first > 1))
        return source_fail_beyond(&call->request, source, range->first, span.total_lines, err);
    answer.ranged = true;
    answer.first_line = range->first;
    answer.total_lines = span.total_lines;
    answer.partly = span.partly;
    if (range->open_end && !cut_open_range(call, file, &span, &answer, err))
        return false;
    answer.line_count = span.found;
    if (call->format == VIEW_TEXT)
        return stream_range(call, file, &span, &answer, err);
    Str content = {0};
    if (!load_span(call, file, span.start, span.end, &content, err))
        return false;
    set_content(&answer, content);
    return put_answer(call, &answer, err);
}

/* ---- the whole file, or a symbol ---- */

static bool make_map(ToolCall *call, Source *source, Str *map, Err *err)
{
    const Config *config = call->context->config;
    const Target *target = &source->target;
    MapFile file = {target->path, source->text.len, &source->outline};
    MapOptions options = {
        .budget = MIN(config->map_budget, half_of_answer(call)),
        .limits = {config->map_full, config->map_compact, config->map_minimal},
        .first = (uint32_t)target->first,
        .last = (uint32_t)target->last,
    };
    Buf out = buf_open(call->arena, 0);
    SourceWants wants = {.size = file_map_size_wanted(&options)};
    if (!source->outline.language && !source_outline(&call->request, source, wants, err))
        return false;
    file_map_write(&out, *call->scratch, &file, &options);
    *map = buf_str(&out);
    return true;
}

/* The reason why is_mapped() is false. */
static Str say_no_map(ToolCall *call, const Source *source)
{
    if (!call->context->config->map_enabled)
        return STR("mapping is switched off");
    if (!source_is_mapped(&call->request, source))
        return str_format(call->arena, "mapping of %.*s is switched off",
                          STR_ARG(lang_name(source->language)));
    return str_format(call->arena, "the file is over %zu GB", (FILE_BYTES_MAX + 1) / GB);
}

/* Reads the requested lines of a loaded text: all, or a symbol's. */
static bool read_loaded(ToolCall *call, Source *source, Err *err)
{
    Target *target = &source->target;
    ReadAnswer answer = answer_open(call, source);
    answer.total_lines = lines_count(source->text);
    if (target->first)
        widen(call, &target->first, &target->last);
    target->last = MIN(target->last, answer.total_lines);
    answer.total_bytes = source->text.len;
    answer.first_line = MAX(target->first, 1);
    answer.extent_end = target->first ? target->last : answer.total_lines;
    answer.also = target->also;
    Str extent = target->first ? source_part(source) : source->text;
    answer.extent_bytes = extent.len;
    answer.cut = read_cut(extent, answer.limits);
    bool mapped = is_mapped(call, source);
    if (answer.cut.by != READ_CUT_NONE && mapped) {
        answer.limits.bytes = MIN(answer.limits.bytes, half_of_answer(call));
        answer.cut = read_cut(extent, answer.limits);
    }
    answer.line_count = answer.cut.lines;
    set_content(&answer, str_slice(extent, 0, answer.cut.bytes));
    if (answer.cut.first_line_exceeds) {
        CharSpan chars;
        chars_find(str_slice(source->text, 0, (size_t)(extent.ptr - source->text.ptr)), 0, 0,
                   &chars);
        answer.page_at = chars.total_chars;
        answer.line_bytes = lines_offset(extent, 2);
    }
    if (answer.cut.by != READ_CUT_NONE && !mapped)
        answer.no_map = say_no_map(call, source);
    if (answer.cut.by != READ_CUT_NONE && mapped && !make_map(call, source, &answer.map, err))
        return false;
    return put_answer(call, &answer, err);
}

/* Reads only the first lines, of a file that is not mapped or too large to be loaded. */
static bool read_head(ToolCall *call, Source *source, Err *err)
{
    LineSpan span;
    ReadAnswer answer = answer_open(call, source);
    if (!lines_find_in_file(*call->scratch, &source->file, 1, answer.limits.lines, &span, err))
        return false;
    answer.total_lines = answer.extent_end = span.total_lines;
    answer.extent_bytes = source->file.size;
    answer.partly = span.partly;
    if (!cut_open_range(call, &source->file, &span, &answer, err))
        return false;
    Str content = {0};
    if (!load_span(call, &source->file, span.start, span.end, &content, err))
        return false;
    answer.line_count = span.found;
    set_content(&answer, content);
    if (answer.cut.by == READ_CUT_NONE && span.found < span.total_lines)
        answer.cut.by = READ_CUT_LINES;
    answer.no_map = say_no_map(call, source);
    return put_answer(call, &answer, err);
}

static bool read_whole(ToolCall *call, Source *source, Err *err)
{
    const Config *config = call->context->config;
    if (source->target.symbol.len &&
        (!source_require_mapped(&call->request, source, err) ||
         !source_outline(&call->request, source, (SourceWants){0}, err)))
        return false;
    bool small = source->file.size <= config->read_bytes;
    if (!small && !source->text.ptr && !is_mapped(call, source))
        return read_head(call, source, err);
    return source_load(&call->request, source, err) && read_loaded(call, source, err);
}

/* ---- a file that is not shown as it is written ---- */

/* What was asked for, or all. A symbol is its bytes, unless lines around it are wanted. */
static ShownPick pick_of(const ToolCall *call, const Source *source, const Range *range)
{
    const Target *target = &source->target;
    ShownPick pick = {.first = 1, .last = UINT64_MAX};
    if (range->given) {
        pick.first = range->first;
        pick.last = range->count > UINT64_MAX - range->first || range->open_end
                        ? UINT64_MAX
                        : range->first + range->count - 1;
    } else if (target->first) {
        pick = (ShownPick){target->first, target->last, target->start, target->end};
        if (tool_number(call, "context"))
            pick.end = 0;
        widen(call, &pick.first, &pick.last);
    }
    return pick;
}

/* Cuts the text to the limits and says up to which line of the file it goes. */
static void cut_shown(const ShownText *picked, ReadAnswer *answer)
{
    answer->cut = read_cut(picked->text, answer->limits);
    size_t bytes = picked->text.len;
    if (answer->cut.by != READ_CUT_NONE)
        bytes = shown_cut(picked, answer->cut.bytes);
    set_content(answer, str_slice(picked->text, 0, bytes));
    uint64_t next = shown_line(picked, bytes), last = answer->extent_end;
    bool whole = bytes == picked->text.len;
    answer->line_count = (whole ? last + 1 : MAX(next, answer->first_line)) - answer->first_line;
}

static bool read_shown(ToolCall *call, Source *source, const Range *range, const Shown *shown,
                       Err *err)
{
    ReadAnswer answer = answer_open(call, source);
    ShownText picked;
    ShownPick pick = pick_of(call, source, range);
    answer.total_lines = lines_count(source->text);
    if (pick.first > MAX(answer.total_lines, 1))
        return source_fail_beyond(&call->request, source, pick.first, answer.total_lines, err);
    answer.first_line = pick.first;
    answer.extent_end = MIN(pick.last, answer.total_lines);
    answer.ranged = range->given;
    answer.also = source->target.also;
    answer.left_out = str_from(shown->left_out);
    shown_pick(call->arena, shown, &pick, &picked);
    answer.extent_bytes = picked.text.len;
    bool mapped = is_mapped(call, source) && !range->given;
    if (read_cut(picked.text, answer.limits).by != READ_CUT_NONE && mapped) {
        answer.limits.bytes = MIN(answer.limits.bytes, half_of_answer(call));
        if (!make_map(call, source, &answer.map, err))
            return false;
    }
    cut_shown(&picked, &answer);
    return put_answer(call, &answer, err);
}

/* *done: the file is not shown as it is written, and was answered. */
static bool try_shown(ToolCall *call, Source *source, const Range *range, bool *done, Err *err)
{
    Shown shown;
    *done = false;
    if (!lang_hides_code(source->target.path) || source->file.size > FILE_BYTES_MAX)
        return true;
    if (!source_load(&call->request, source, err))
        return false;
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    *done = lang_show(call->arena, work, source->language, source->text, &shown);
    if (!*done)
        return true;
    if (source->target.symbol.len &&
        (!source_require_mapped(&call->request, source, err) ||
         !source_outline(&call->request, source, (SourceWants){0}, err)))
        return false;
    return read_shown(call, source, range, &shown, err);
}

static bool run(ToolCall *call, Err *err)
{
    Source source SCOPED(source_close) = {.file.fd = -1};
    Range range = {0};
    if (!source_open(&call->request, tool_text(call, "path"), &source, err))
        return false;
    if (!take_symbol(call, &source.target, err) || !take_range(call, &source.target, &range, err))
        return false;
    if (source.is_binary)
        return put_binary(call, &source, err);
    bool shown;
    if (!try_shown(call, &source, &range, &shown, err))
        return false;
    if (shown)
        return true;
    return range.given ? read_range(call, &source, &range, err) : read_whole(call, &source, err);
}

const Tool read_tool = {
    .name = "read",
    .summary = "Reads a file, or lines or a symbol of it",
    .about = "A file of up to 2,000 lines and 50 KB is returned whole, byte for byte. "
             "For a larger one, the first lines that fit are returned, followed by "
             "its map, so that the next read can go to the right lines. Lines "
             "requested with --offset and --limit are returned as they are; with "
             "--offset alone the limits apply.\n\n"
             "Of a notebook the cells are returned: a head with number, kind and lines, "
             "the source, and the first lines of its outputs. An image is one line. "
             "Lines and symbols are those of the file.\n\n"
             "For images and other binary files, the type and size are shown; "
             "--format json adds their content in base64.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .agents = "Name the lines or the symbol when you know them. A file up to 10 KB is "
              "returned whole; a larger one as its beginning and map.",
    .profile = TOOL_IN_CORE,
    .resource = "file",
    .tokens = {"60", "2,500 a page"},
    .next = "get_symbol, callers",
    .run = run,
};
