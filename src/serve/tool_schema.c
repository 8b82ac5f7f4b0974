/* JSON schemas and descriptions of tools for models. Descriptions are written for a command line;
   here commands, options and shell idioms in them become the names that a model sees. The core
   profile leaves out parts that a model can do without, since every client pays for schemas in each
   conversation. */
#include "serve/tool_schema.h"

#include "serve/profile.h"

static const char *const formats[] = {
#define X(name, text) text,
    VIEW_FORMATS(X)
#undef X
        NULL,
};

const ToolParam schema_common[COMMON_COUNT] = {
    [COMMON_PAGE] = {.name = "page", .type = TOOL_NUMBER, .min = 1, .help = "of a long answer"},
    [COMMON_FORMAT] = {.name = "format",
                       .type = TOOL_CHOICE,
                       .choices = formats,
                       .help = "format of the answer"},
    [COMMON_ROOT] = {.name = "root",
                     .type = TOOL_TEXT,
                     .help = "which root paths are relative to, where there are several"},
    [COMMON_SINCE] = {.name = "since",
                      .type = TOOL_TEXT,
                      .help =
                          "the mark of an earlier answer: `unchanged` when this one is the same; "
                          "new: only add a mark"},
    [COMMON_STRUCTURED] = {.name = "structured",
                           .type = TOOL_FLAG,
                           .help = "also as structuredContent"},
};

/* ---- words ---- */

/* Name of the tool whose command begins the text; *len is the length of the command. */
static Str command_at_front(Str text, size_t *len)
{
    for (size_t i = 0; i < tool_count(); i++) {
        Str name = str_from(tool_at(i)->name);
        bool ends = text.len == name.len || (text.len > name.len && text.ptr[name.len] != '-' &&
                                             !byte_is_word(text.ptr[name.len]));
        *len = name.len;
        if (str_starts(text, name) && ends)
            return profile_tool_name(tool_at(i));
    }
    return (Str){0};
}

/* Writes `--max-tokens` as `max_tokens`. Returns the length of the option in the text. */
static size_t put_option(Buf *out, Str text)
{
    size_t i = 2;
    for (; i < text.len && (byte_is_word(text.ptr[i]) || text.ptr[i] == '-'); i++)
        buf_put_byte(out, text.ptr[i] == '-' ? '_' : text.ptr[i]);
    return i;
}

/* The text without the parts that apply only to a command line. */
static Str without_shell(Arena *arena, Str text)
{
    static const struct {
        const char *shell, *here;
    } phrases[] = {
        {"; --root DIR allows another one", ""},
        {"--root DIR allows another one", "another needs a server started with its --root"},
        {" (--root, default the working directory)", ""}};
    for (size_t i = 0; i < COUNT(phrases); i++) {
        Str shell = str_from(phrases[i].shell);
        size_t at = str_find(text, shell);
        if (at != STR_NONE)
            text = str_format(arena, "%.*s%s%.*s", STR_ARG(str_slice(text, 0, at)), phrases[i].here,
                              STR_ARG(str_from_offset(text, at + shell.len)));
    }
    return text;
}

Str tool_schema_reword(Arena *arena, Str text)
{
    text = without_shell(arena, text);
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len;) {
        Str rest = str_from_offset(text, i), name = {0};
        size_t len = 0;
        bool starts = i == 0 || !byte_is_word(text.ptr[i - 1]);
        if (starts && str_starts(rest, STR("fovea ")))
            name = command_at_front(str_from_offset(rest, 6), &len);
        if (name.len) {
            buf_put(&out, name);
            i += 6 + len;
        } else if (starts && rest.len > 2 && str_starts(rest, STR("--")) &&
                   byte_is_word(rest.ptr[2])) {
            i += put_option(&out, rest);
        } else {
            buf_put_byte(&out, text.ptr[i++]);
        }
    }
    return buf_str(&out);
}

static bool is_among(const Tool *const *tools, size_t count, Str name)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(profile_tool_name(tools[i]), name))
            return true;
    return false;
}

/* Whether all commands that the clause names are offered tools. */
static bool can_follow(Str clause, const Tool *const *tools, size_t count)
{
    size_t at, len;
    while ((at = str_find(clause, STR("fovea "))) != STR_NONE) {
        clause = str_from_offset(clause, at + strlen("fovea "));
        Str name = command_at_front(clause, &len);
        if (name.len && !is_among(tools, count, name))
            return false;
    }
    return true;
}

Str tool_schema_offered(Arena *arena, Str hint, const Tool *const *tools, size_t count)
{
    Buf kept = buf_open(arena, 0);
    while (hint.len) {
        size_t end = MIN(str_find(hint, STR("; ")), hint.len);
        Str clause = str_slice(hint, 0, end);
        hint = str_from_offset(hint, MIN(end + strlen("; "), hint.len));
        if (can_follow(clause, tools, count))
            buf_printf(&kept, "%s%.*s", kept.len ? "; " : "", STR_ARG(clause));
    }
    return buf_str(&kept);
}

/* ---- schemas ---- */

static Json *text_value(Arena *arena, const char *text)
{
    return json_str(arena, str_from(text));
}

static Json *default_value(Arena *arena, const ToolParam *param)
{
    uint64_t number;
    Str text = str_from(param->fallback);
    if (param->type == TOOL_FLAG)
        return json_bool(arena, str_equal(text, STR("true")));
    return param->type == TOOL_NUMBER && str_parse_u64(text, &number) ? json_u64(arena, number)
                                                                      : json_str(arena, text);
}

static const char *const types[] = {
    [TOOL_TEXT] = "string", [TOOL_TARGET] = "string", [TOOL_NUMBER] = "integer",
    [TOOL_SIZE] = "string", [TOOL_FLAG] = "boolean",  [TOOL_CHOICE] = "string",
};

const char *tool_schema_type(const ToolParam *param)
{
    return param->many ? "array" : types[param->type];
}

static Json *schema_of_param(Arena *arena, const ToolParam *param, bool brief)
{
    Json *schema = json_object(arena);
    json_set(schema, STR("type"), text_value(arena, tool_schema_type(param)));
    if (param->many) {
        Json *items = json_object(arena);
        json_set(items, STR("type"), text_value(arena, types[param->type]));
        json_set(schema, STR("items"), items);
    }
    if (param->type == TOOL_NUMBER && param->min && !brief)
        json_set(schema, STR("minimum"), json_u64(arena, param->min));
    if (param->type == TOOL_NUMBER && param->max && !brief)
        json_set(schema, STR("maximum"), json_u64(arena, param->max));
    if (param->fallback && !brief)
        json_set(schema, STR("default"), default_value(arena, param));
    if (param->choices) {
        Json *choices = json_array(arena);
        for (size_t i = 0; param->choices[i]; i++)
            json_add(choices, text_value(arena, param->choices[i]));
        json_set(schema, STR("enum"), choices);
    }
    json_set(schema, STR("description"),
             json_str(arena, tool_schema_reword(arena, str_from(param->help))));
    return schema;
}

/* Whether the tool takes the common argument. Its own parameter of that name has precedence. */
static bool takes_common(const Tool *tool, size_t index)
{
    const ToolParam *own = tool_param(tool, str_from(schema_common[index].name));
    return (!own || own->cli_only) && (index != COMMON_FORMAT || !tool->text_only);
}

static Json *input_schema(Arena *arena, const Tool *tool, bool brief)
{
    Json *schema = json_object(arena), *properties = json_object(arena);
    Json *required = json_array(arena);
    for (size_t i = 0; i < tool->param_count; i++) {
        const ToolParam *param = &tool->params[i];
        if (param->cli_only || (param->rare && brief))
            continue;
        json_set(properties, str_from(param->name), schema_of_param(arena, param, brief));
        if (param->required)
            json_add(required, text_value(arena, param->name));
    }
    for (size_t i = 0; i < COMMON_COUNT && !brief; i++)
        if (takes_common(tool, i))
            json_set(properties, str_from(schema_common[i].name),
                     schema_of_param(arena, &schema_common[i], brief));
    json_set(schema, STR("type"), text_value(arena, "object"));
    json_set(schema, STR("properties"), properties);
    if (required->count)
        json_set(schema, STR("required"), required);
    return schema;
}

/* ---- descriptions ---- */

static Str description(Arena *arena, const Tool *tool, bool brief)
{
    Buf out = buf_open(arena, 0);
    buf_printf(&out, "%s.", tool->summary);
    if (tool->agents)
        buf_printf(&out, " %s", tool->agents);
    else if (tool->about && !brief)
        buf_printf(&out, " %s", tool->about);
    return tool_schema_reword(arena, buf_str(&out));
}

Json *tool_schema_of(Arena *arena, const Tool *tool, bool brief)
{
    Json *entry = json_object(arena), *annotations = json_object(arena);
    json_set(entry, STR("name"), json_str(arena, profile_tool_name(tool)));
    json_set(entry, STR("description"), json_str(arena, description(arena, tool, brief)));
    json_set(entry, STR("inputSchema"), input_schema(arena, tool, brief));
    json_set(annotations, STR("readOnlyHint"), json_bool(arena, !tool->edits));
    if (tool->edits)
        json_set(annotations, STR("destructiveHint"), json_bool(arena, true));
    json_set(entry, STR("annotations"), annotations);
    return entry;
}
