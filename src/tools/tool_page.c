#include "base/shell.h"
#include "config/config.h"
#include "query/source.h"
#include "text/chars.h"
#include "text/lines.h"
#include "tools/tool.h"
#include "view/page.h"

static const ToolParam params[] = {
    {.name = "path",
     .type = TOOL_TARGET,
     .positional = true,
     .required = true,
     .value = "PATH",
     .help = "file below the root; PATH:12-40 and PATH::NAME page a part of it"},
    {.name = "offset",
     .type = TOOL_NUMBER,
     .fallback = "0",
     .value = "CHAR",
     .help = "first character to return, from 0"},
    {.name = "length",
     .type = TOOL_NUMBER,
     .rare = true,
     .min = 1,
     .max = PAGE_CHARS_MAX,
     .value = "CHARS",
     .help = "characters to return (default 4000, or page.length in the configuration)"},
};

static const char *const examples[] = {"page notes.txt", "page notes.txt --offset 4000", NULL};

/* Checks that the offset is in the file. `wanted`: the requested number of characters. */
static bool check_offset(ToolCall *call, const Page *page, uint64_t wanted, Err *err)
{
    if (page->offset < page->total || (!page->offset && !page->total))
        return true;
    err_set(err, ERR_FAILED, "offset %llu exceeds file length %llu",
            (unsigned long long)page->offset, (unsigned long long)page->total);
    if (!page->total)
        return err_hint(err, "the file is empty");
    return err_hint(err, "the last characters: fovea page %.*s --offset %llu",
                    STR_ARG(shell_quote_path(call->arena, tool_text(call, "path"))),
                    (unsigned long long)(page->total - MIN(wanted, page->total)));
}

/* Makes a page of a range of lines or a symbol, which is loaded. */
static bool page_part(ToolCall *call, Source *source, Page *page, Err *err)
{
    CharSpan span;
    uint64_t wanted = page->count;
    const Target *target = &source->target;
    if (target->symbol.len ? !source_outline(&call->request, source, (SourceWants){0}, err)
                           : !source_load(&call->request, source, err))
        return false;
    uint64_t lines = lines_count(source->text);
    if (target->first > MAX(lines, 1))
        return source_fail_beyond(&call->request, source, target->first, lines, err);
    Str part = source_part(source);
    chars_find(part, page->offset, page->count, &span);
    page->total = span.total_chars;
    page->count = span.found;
    page->content = str_slice(part, span.start, span.end);
    return check_offset(call, page, wanted, err);
}

static bool page_file(ToolCall *call, const FsFile *file, Page *page, Err *err)
{
    CharSpan span;
    uint64_t wanted = page->count;
    if (!chars_find_in_file(*call->scratch, file, page->offset, page->count, &span, err))
        return false;
    page->total = span.total_chars;
    page->partly = span.partly;
    page->count = span.found;
    if (!check_offset(call, page, wanted, err))
        return false;
    size_t len = (size_t)(span.end - span.start), got = 0;
    char *bytes = arena_bytes(call->arena, len);
    if (!fs_read_at(file, span.start, bytes, len, &got, err))
        return false;
    page->content = (Str){bytes, got};
    return got == len || lines_file_shrank(file, err);
}

static bool run(ToolCall *call, Err *err)
{
    Source source SCOPED(source_close) = {.file.fd = -1};
    const ToolValue *length = tool_value(call, "length");
    if (!source_open(&call->request, tool_text(call, "path"), &source, err))
        return false;
    if (source.is_binary && source.binary.known)
        return source_put_binary(&call->request, &source, STR("page"), err);
    Page page = {
        .path = source.target.path,
        .offset = tool_number(call, "offset"),
        .count = length->given ? length->number : call->context->config->page_chars,
    };
    bool part = source.target.first || source.target.symbol.len;
    if (!(part ? page_part(call, &source, &page, err) : page_file(call, &source.file, &page, err)))
        return false;
    Buf out = buf_open(call->arena, 0);
    page_write(&out, *call->scratch, call->format, &page);
    return tool_put_buf(call, &out, err);
}

const Tool page_tool = {
    .name = "page",
    .mcp_name = "read_file",
    .summary = "Reads a file in pages of characters",
    .about = "For files that are not read by lines: minified code, one-line JSON, "
             "prose. A character is a Unicode code point; an invalid byte counts as "
             "one and is shown as U+FFFD. Each page says how to get the next one; "
             "pages joined at their offsets are the file. For images, archives, "
             "programs and other known binary formats, only the type and size are "
             "shown; other bytes, including NUL, are paged as they are.\n\n"
             "Only files below the root (--root, default the working directory) are "
             "read, never .git or another excluded directory, a device or a FIFO.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .roots_always = true,
    .agents = "For minified code and other long lines; 1,000 tokens a page.",
    .profile = TOOL_IN_CORE,
    .tokens = {"1,020", "1,000 and a mark a page"},
    .next = "read_file with the offset that the mark names",
    .run = run,
};
