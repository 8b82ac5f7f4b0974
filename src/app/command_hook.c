/* An agent runs the hook before it calls a tool: JSON on standard input, the answer on standard
   output, or nothing if the hook has nothing to add. No failure here may keep the agent from
   reading, so every failure is silent. */
#include "app/commands.h"
#include "base/json.h"
#include "base/path.h"
#include "config/config.h"
#include "query/source.h"
#include "text/lines.h"
#include "text/tokens.h"

#include <errno.h>
#include <unistd.h>

/* Size of the map in a hook's answer: 2,000 tokens, enough for a first look. */
#define HOOK_MAP_BYTES (8 * KB)

static const char *const agents[] = {"claude-code", "gemini-cli", NULL};

/* By agent: the name of its read tool, the arguments that select a part, and how its models get to
   see the answer. */
static const struct {
    Str tool;
    Str parts[4];
    const char *how;
} forms[] = {
    {STR_INIT("Read"),
     {STR_INIT("offset"), STR_INIT("limit"), STR_INIT("pages")},
     "offset and limit"},
    {STR_INIT("read_file"),
     {STR_INIT("start_line"), STR_INIT("end_line")},
     "start_line and end_line"},
};
static_assert(COUNT(forms) + 1 == COUNT(agents), "a form for each agent");

static const ToolParam params[] = {
    {.name = "agent",
     .type = TOOL_CHOICE,
     .choices = agents,
     .positional = true,
     .required = true,
     .value = "AGENT",
     .help = "whose hook"},
};

static const char *const examples[] = {"hook claude-code <event.json", NULL};

static bool read_input(Arena *arena, Str *input)
{
    Buf buf = buf_open(arena, HOOK_INPUT_BYTES_MAX);
    for (;;) {
        char block[16 * KB];
        ssize_t n = read(STDIN_FILENO, block, sizeof block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n > 0)
            buf_put(&buf, (Str){block, (size_t)n});
        if (n <= 0 || buf.overflow) {
            *input = buf_str(&buf);
            return n == 0;
        }
    }
}

static bool is_given(const Json *object, Str key)
{
    const Json *value = json_get(object, key);
    return value && value->type != JSON_NULL;
}

/* The file that the call reads as a whole; empty for every other call. */
static Str whole_file(Arena *arena, uint64_t agent, const Json *event)
{
    const Json *input = json_get(event, STR("tool_input"));
    Str path = json_text(input, STR("file_path"));
    if (!str_equal(json_text(event, STR("tool_name")), forms[agent].tool) || !path.len ||
        str_equal(path_extension(path), STR("ipynb"))) /* the agent shows its cells, not its text */
        return (Str){0};
    for (const Str *part = forms[agent].parts; part->len; part++)
        if (is_given(input, *part))
            return (Str){0};
    return path_join(arena, json_text(event, STR("cwd")), path);
}

static bool keep_text(void *state, Str bytes, Err *err)
{
    Buf *out = state;
    (void)err;
    buf_put(out, bytes);
    return !out->overflow;
}

/* False when the file has no map that would help. */
static bool map_file(ToolCall *call, Str path, Str *map, Source *source)
{
    Err ignored;
    Buf out = buf_open(call->arena, HOOK_MAP_BYTES * 2);
    ToolCall inner = {.tool = tool_find(STR("map")),
                      .context = call->context,
                      .arena = call->arena,
                      .scratch = call->scratch,
                      .sink = {.put = keep_text, .state = &out}};
    Str budget = str_format(call->arena, "%zu", HOOK_MAP_BYTES);
    bool made = source_open(&call->request, path, source, &ignored) && !source->is_binary &&
                source->file.size > READ_BYTES_MAX && source_is_mapped(&call->request, source) &&
                source_load(&call->request, source, &ignored) &&
                tool_set(&inner, tool_param(inner.tool, STR("path")), path, &ignored) &&
                tool_set(&inner, tool_param(inner.tool, STR("budget")), budget, &ignored) &&
                tool_run(&inner, &ignored);
    *map = buf_str(&out);
    return made && map->len;
}

static Str reason(Arena *arena, uint64_t agent, const Source *source, Str map)
{
    Buf out = buf_open(arena, 0);
    buf_put(&out, STR("Not read whole: it has "));
    buf_put_thousands(&out, lines_count(source->text));
    buf_put(&out, STR(" lines, some "));
    buf_put_thousands(&out, tokens_of_bytes(source->text.len));
    buf_printf(&out, " tokens. This is its map; read the part that you need with %s.\n",
               forms[agent].how);
    buf_put(&out, map);
    return buf_str(&out);
}

static Json *claude_denial(Arena *arena, Str why)
{
    Json *answer = json_object(arena), *output = json_object(arena);
    json_set(output, STR("hookEventName"), json_str(arena, STR("PreToolUse")));
    json_set(output, STR("permissionDecision"), json_str(arena, STR("deny")));
    json_set(output, STR("permissionDecisionReason"), json_str(arena, why));
    json_set(answer, STR("hookSpecificOutput"), output);
    return answer;
}

static Json *gemini_denial(Arena *arena, Str why)
{
    Json *answer = json_object(arena);
    json_set(answer, STR("decision"), json_str(arena, STR("deny")));
    json_set(answer, STR("reason"), json_str(arena, why));
    return answer;
}

static bool put_denial(ToolCall *call, uint64_t agent, Str why, Err *err)
{
    Buf out = buf_open(call->arena, ANSWER_BYTES_MAX);
    json_write(&out, agent ? gemini_denial(call->arena, why) : claude_denial(call->arena, why), 0);
    buf_put_byte(&out, '\n');
    return tool_put_buf(call, &out, err);
}

static bool run(ToolCall *call, Err *err)
{
    Str input, map;
    Json *event;
    Err ignored;
    if (!read_input(call->arena, &input) || !json_parse(call->arena, input, &event, &ignored))
        return true;
    uint64_t agent = tool_number(call, "agent");
    Str path = whole_file(call->arena, agent, event);
    Source source SCOPED(source_close) = {.file.fd = -1};
    if (!path.len || !map_file(call, path, &map, &source))
        return true;
    return put_denial(call, agent, reason(call->arena, agent, &source, map), err);
}

const Tool command_hook = {
    .name = "hook",
    .summary = "Answers an agent's hook: a huge file is mapped instead of read whole",
    .about = "Called from an agent's settings, where fovea setup AGENT --hook adds "
             "it. The event is read from standard input. If it reads a whole file of "
             "more than 50 KB, the answer denies it and gives the file's map. Reads "
             "of a part, images, notebooks, and files without a map are not affected.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .run = run,
};
