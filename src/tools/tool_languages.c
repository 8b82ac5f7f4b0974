#include "lang/lang.h"
#include "tools/tool.h"

static const char *const examples[] = {"languages", NULL};

/* `.py .pyw BUILD` */
static Str name_list(Arena *arena, const Language *language)
{
    Buf list = buf_open(arena, 0);
    for (const char *const *name = lang_extensions(language); *name; name++)
        buf_printf(&list, "%s.%s", list.len ? " " : "", *name);
    for (const char *const *name = lang_filenames(language); *name; name++)
        buf_printf(&list, "%s%s", list.len ? " " : "", *name);
    return buf_str(&list);
}

static void put_text(Buf *out, Arena *arena)
{
    for (size_t i = 0; i < lang_count(); i++) {
        const Language *language = lang_at(i);
        buf_printf(out, "%-14.*s %-16.*s %-9.*s %.*s\n", STR_ARG(lang_id(language)),
                   STR_ARG(lang_name(language)),
                   STR_ARG(outline_engine_name(lang_engine(language))),
                   STR_ARG(name_list(arena, language)));
    }
}

static Json *languages_value(Arena *arena)
{
    Json *value = json_object(arena), *list = json_array(arena);
    json_set(value, STR("_type"), json_str(arena, STR("languages")));
    json_set(value, STR("version"), json_u64(arena, 1));
    for (size_t i = 0; i < lang_count(); i++) {
        const Language *language = lang_at(i);
        Json *item = json_object(arena);
        json_set(item, STR("id"), json_str(arena, lang_id(language)));
        json_set(item, STR("name"), json_str(arena, lang_name(language)));
        json_set(item, STR("engine"), json_str(arena, outline_engine_name(lang_engine(language))));
        json_set(item, STR("files"), json_str(arena, name_list(arena, language)));
        json_add(list, item);
    }
    json_set(value, STR("languages"), list);
    return value;
}

static bool run(ToolCall *call, Err *err)
{
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT)
        put_text(&out, call->arena);
    else
        view_put_value(&out, *call->scratch, call->format, languages_value(call->arena));
    return tool_put_buf(call, &out, err);
}

const Tool languages_tool = {
    .name = "languages",
    .mcp_name = "list_languages",
    .summary = "Lists the languages, how each is read, and its file names",
    .about =
        "Engine `grammar` gives exact structure. Files of other languages still get a map, from "
        "universal-ctags when it is installed, else from line patterns.",
    .examples = examples,
    .run = run,
};
