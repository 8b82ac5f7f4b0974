#include "config/config.h"
#include "query/source.h"
#include "tools/tool.h"
#include "view/file_map.h"

static const char *const details[] = {"auto", "full", "compact", "minimal", "outline", NULL};

static const ToolParam params[] = {
    {.name = "path",
     .type = TOOL_TARGET,
     .positional = true,
     .required = true,
     .value = "PATH",
     .help = "file; PATH:12-40 maps what touches these lines, PATH::NAME one symbol"},
    {.name = "budget",
     .type = TOOL_SIZE,
     .rare = true,
     .min = MAP_BUDGET_MIN,
     .value = "SIZE",
     .help = "maximum size of the answer, or none (default 20KB, or map.budget in the "
             "configuration)"},
    {.name = "detail",
     .type = TOOL_CHOICE,
     .fallback = "auto",
     .choices = details,
     .value = "LEVEL",
     .help = "how much to show: auto takes the most that fits"},
    {.name = "docs",
     .type = TOOL_FLAG,
     .rare = true,
     .help = "add the first sentence of each symbol's comment"},
};

static const char *const examples[] = {"map src/server.c",
                                       "map src/server.c::handle_request --docs",
                                       "map big.json --budget 4KB --format toon", NULL};

static uint64_t map_budget(const ToolContext *context)
{
    uint64_t budget = context->config->map_budget;
    return context->answer_bytes ? MIN(budget, context->answer_bytes) : budget;
}

static MapOptions map_options(const ToolCall *call, const Source *source)
{
    const Config *config = call->context->config;
    const ToolValue *budget = tool_value(call, "budget");
    MapOptions options = {
        .format = call->format,
        .detail = (MapLevel)tool_number(call, "detail"),
        .budget = budget->given ? budget->number : map_budget(call->context),
        .limits = {config->map_full, config->map_compact, config->map_minimal},
        .docs = tool_flag(call, "docs"),
    };
    if (source->target.first) {
        options.first = (uint32_t)MIN(source->target.first, UINT32_MAX);
        uint32_t lines = source->outline.line_count; /* 0: there is no outline yet */
        options.last = (uint32_t)MIN(source->target.last, lines ? lines : UINT32_MAX);
    }
    return options;
}

static bool run(ToolCall *call, Err *err)
{
    Source source SCOPED(source_close) = {.file.fd = -1};
    if (!source_open(&call->request, tool_text(call, "path"), &source, err))
        return false;
    if (source.is_binary)
        return source_put_binary(&call->request, &source, STR("map"), err);
    MapOptions options = map_options(call, &source);
    SourceWants wants = {.docs = options.docs, .size = file_map_size_wanted(&options)};
    if (!source_require_mapped(&call->request, &source, err) ||
        !source_outline(&call->request, &source, wants, err))
        return false;
    uint32_t lines = source.outline.line_count;
    if (source.target.first > MAX(lines, 1))
        return source_fail_beyond(&call->request, &source, source.target.first, lines, err);
    MapFile file = {source.target.path, source.text.len, &source.outline};
    options = map_options(call, &source);
    Buf out = buf_open(call->arena, 0);
    file_map_write(&out, *call->scratch, &file, &options);
    return tool_put_buf(call, &out, err);
}

const Tool map_tool = {
    .name = "map",
    .summary = "Shows what a file declares and on which lines",
    .about = "Imports, constants, classes and functions with their signatures and "
             "line ranges, nested as in the file, without bodies. Read a part of it "
             "next: fovea read PATH --offset LINE --limit N, or "
             "fovea read PATH::NAME.\n\n"
             "The answer never exceeds its budget. Detail is dropped in steps until "
             "it fits, and the map says so: full (signatures), compact (names), "
             "minimal (a flat list), outline (the top level; one symbol that holds "
             "most of the file is opened), then the outline's first and last "
             "entries.\n\n"
             "In JSON, \"engine\" is grammar if a grammar or a built-in reader "
             "(Markdown, CSV, JSON, logs, …) parsed the file. It is ctags or patterns "
             "if only likely declarations could be found; the text form says so, too.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .agents = "Before reading a file of more than 200 lines: imports, types and functions with "
              "their lines, without bodies; up to 2,500 tokens.",
    .profile = TOOL_IN_CORE,
    .resource = "map",
    .tokens = {"400", "2,500, or the budget"},
    .next = "read PATH:LINE-LINE or PATH::NAME",
    .run = run,
};
