/* `toon`: converts between JSON and TOON; reads standard input if no file is given. */
#include "query/source.h"
#include "text/toon.h"
#include "tools/tool.h"

static const char *const directions[] = {"encode", "decode", NULL};
enum {
    ENCODE,
    DECODE
};

static const char *const delimiters[] = {"comma", "tab", "pipe", NULL};

static const ToolParam params[] = {
    {.name = "direction",
     .type = TOOL_CHOICE,
     .positional = true,
     .required = true,
     .choices = directions,
     .value = "DIRECTION",
     .help = "to TOON, or from it"},
    {.name = "path",
     .type = TOOL_TARGET,
     .positional = true,
     .value = "FILE",
     .help = "the document; standard input without it"},
    {.name = "delimiter",
     .type = TOOL_CHOICE,
     .fallback = "comma",
     .choices = delimiters,
     .value = "NAME",
     .help = "between values when encoding"},
    {.name = "indent",
     .type = TOOL_NUMBER,
     .fallback = "2",
     .min = 1,
     .max = INDENT_MAX,
     .value = "SPACES",
     .help = "spaces per level"},
    {.name = "v3", .type = TOOL_FLAG, .help = "use TOON 3.x, for older readers"},
    {.name = "lenient",
     .type = TOOL_FLAG,
     .help = "when decoding, accept wrong counts and repeated keys"},
    {.name = "fold_keys",
     .type = TOOL_FLAG,
     .help = "when encoding TOON 3.x, a chain of one-member objects becomes one dotted key"},
    {.name = "fold_depth",
     .type = TOOL_NUMBER,
     .fallback = "0",
     .max = JSON_DEPTH_MAX,
     .value = "N",
     .help = "maximum names in one folded key; 0: no limit"},
    {.name = "expand_paths",
     .type = TOOL_FLAG,
     .help = "when decoding TOON 3.x, dotted keys become nested objects"},
    {.name = "pretty", .type = TOOL_FLAG, .help = "when decoding, indent the JSON"},
};

static const char *const examples[] = {"toon encode data.json", "toon decode data.toon --pretty",
                                       NULL};

static bool read_document(ToolCall *call, Str *text, Err *err)
{
    if (!tool_value(call, "path")->given)
        return source_input(&call->request, text, err);
    Source source SCOPED(source_close) = {.file.fd = -1};
    if (!source_open(&call->request, tool_text(call, "path"), &source, err) ||
        !source_load(&call->request, &source, err))
        return false;
    *text = source.text;
    return true;
}

static bool run(ToolCall *call, Err *err)
{
    static const char delimiter_bytes[] = {',', '\t', '|'};
    bool folds = tool_flag(call, "fold_keys"), expands = tool_flag(call, "expand_paths");
    const ToonOptions options = {
        .delimiter = delimiter_bytes[tool_number(call, "delimiter")],
        .indent = (int)tool_number(call, "indent"),
        .lenient = tool_flag(call, "lenient"),
        .shape = tool_flag(call, "v3") || folds || expands ? TOON_V3 : TOON_V4,
        .fold_keys = folds,
        .fold_depth = (int)tool_number(call, "fold_depth"),
        .expand_paths = expands,
    };
    Str text = {0};
    Json *value = NULL;
    Buf out = buf_open(call->arena, 0);
    if (!read_document(call, &text, err))
        return false;
    if (tool_number(call, "direction") == ENCODE) {
        Arena work = *call->scratch;
        if (!json_parse(call->arena, text, &value, err) ||
            !toon_encode(&work, value, &options, &out, err))
            return false;
    } else {
        if (!toon_decode(call->arena, text, &options, &value, err))
            return false;
        json_write(&out, value, tool_flag(call, "pretty") ? 2 : 0);
    }
    buf_put_byte(&out, '\n');
    return tool_put_buf(call, &out, err);
}

const Tool toon_tool = {
    .name = "toon",
    .summary = "Converts JSON to TOON and back",
    .about =
        "TOON 4.0 by default, 3.x with --v3, --fold-keys or --expand-paths. Numbers keep every "
        "digit; their form and the order of members in tables may change.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .tokens = {"", "as the input"},
    .run = run,
};
