#include "config/config.h"
#include "tools/tool.h"

static const char *const examples[] = {"config", "config --root path/to/project --format json",
                                       NULL};

static Json *config_value(Arena *arena, const Config *config)
{
    Json *value = json_object(arena), *list = json_array(arena);
    json_set(value, STR("_type"), json_str(arena, STR("config")));
    json_set(value, STR("version"), json_u64(arena, 1));
    for (SettingId id = 0; id < SETTING_COUNT; id++) {
        Json *item = json_object(arena);
        json_set(item, STR("name"), json_str(arena, setting_name(id)));
        json_set(item, STR("value"), setting_value(arena, config, id));
        json_set(item, STR("from"), json_str(arena, config->origins[id]));
        json_set(item, STR("meaning"), json_str(arena, setting_help(id)));
        json_add(list, item);
    }
    json_set(value, STR("settings"), list);
    if (config->notice.len)
        json_set(value, STR("notice"), json_str(arena, config->notice));
    return value;
}

/* Writes the configuration as a file that sets every value to the present one. */
static void put_text(Buf *out, Arena *arena, const Config *config)
{
    Str table = {0};
    buf_put(
        out,
        STR("# From lowest to highest: defaults, ~/.config/fovea/config.toml, .fovea.toml in the "
            "root.\n"));
    if (config->notice.len) {
        buf_put(out, STR("# "));
        view_put_line_text(out, config->notice);
        buf_put_byte(out, '\n');
    }
    for (SettingId id = 0; id < SETTING_COUNT; id++) {
        Str name = setting_name(id);
        size_t dot = str_find_last_byte(name, '.');
        Str part = str_slice(name, 0, dot), key = str_from_offset(name, dot + 1);
        if (!str_equal(part, table))
            buf_printf(out, "\n[%.*s]\n", STR_ARG(part));
        table = part;
        size_t start = out->len;
        buf_printf(out, "%.*s = ", STR_ARG(key));
        json_write(out, setting_value(arena, config, id), 0);
        size_t width = out->len - start;
        buf_put_repeat(out, STR(" "), width < 30 ? 30 - width : 1);
        buf_printf(out, "# %.*s: %.*s\n", STR_ARG(config->origins[id]), STR_ARG(setting_help(id)));
    }
}

static bool run(ToolCall *call, Err *err)
{
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT)
        put_text(&out, call->arena, call->context->config);
    else
        view_put_value(&out, *call->scratch, call->format,
                       config_value(call->arena, call->context->config));
    return tool_put_buf(call, &out, err);
}

const Tool config_tool = {
    .name = "config",
    .summary = "Shows every setting, its value and where it came from",
    .about = "Defaults come first, then ~/.config/fovea/config.toml, then .fovea.toml in the root, "
             "which can only restrict. The text form is itself a configuration file.",
    .examples = examples,
    .tokens = {"1,430", "2,500 a page"},
    .run = run,
};
