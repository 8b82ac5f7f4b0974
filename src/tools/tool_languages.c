/* `languages`. The list is short: names by the engine that reads them. One language, or all with
   --all, is shown with its file names. */
#include "base/path.h"
#include "lang/lang.h"
#include "tools/tool.h"

static const ToolParam params[] = {
    {.name = "language",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "NAME",
     .help = "only this one, by id, name, or a file's name or extension; with its file names"},
    {.name = "all", .type = TOOL_FLAG, .help = "all with their file names, about 2,000 tokens"},
};

static const char *const examples[] = {"languages", "languages .tsx", "languages --all", NULL};

static const OutlineEngine engines[] = {ENGINE_GRAMMAR, ENGINE_PATTERNS};

/* The language's extensions and file names: `.py .pyw BUILD`. */
static Str name_list(Arena *arena, const Language *language)
{
    Buf list = buf_open(arena, 0);
    for (const char *const *name = lang_extensions(language); *name; name++)
        buf_printf(&list, "%s.%s", list.len ? " " : "", *name);
    for (const char *const *name = lang_filenames(language); *name; name++)
        buf_printf(&list, "%s%s", list.len ? " " : "", *name);
    return buf_str(&list);
}

/* ---- look-up ---- */

static bool has_name(const char *const *list, Str name)
{
    for (; *list; list++)
        if (str_equal(str_from(*list), name))
            return true;
    return false;
}

/* Finds a language by id, name, extension (`tsx` or `.tsx`) or file name; or NULL. */
static const Language *find_language(Str name)
{
    Str plain = name.len && name.ptr[0] == '.' ? str_from_offset(name, 1) : name;
    for (size_t i = 0; i < lang_count(); i++)
        if (str_equal_nocase(lang_id(lang_at(i)), name) ||
            str_equal_nocase(lang_name(lang_at(i)), name))
            return lang_at(i);
    for (size_t i = 0; i < lang_count(); i++)
        if (has_name(lang_extensions(lang_at(i)), plain) ||
            has_name(lang_filenames(lang_at(i)), name))
            return lang_at(i);
    const Language *detected = lang_detect(name, (Str){0}), *text = lang_find(STR("text"));
    bool known = detected != text || has_name(lang_extensions(text), path_extension(name));
    return known && path_extension(name).len ? detected : NULL;
}

static bool is_read_by(const Language *language, OutlineEngine engine)
{
    return str_equal(outline_engine_name(lang_engine(language)), outline_engine_name(engine));
}

/* ---- short ---- */

static void put_short(Buf *out, const ToolCall *call)
{
    for (size_t e = 0; e < COUNT(engines); e++) {
        buf_printf(out, "%s%.*s:", e ? "\n" : "", STR_ARG(outline_engine_name(engines[e])));
        for (size_t i = 0; i < lang_count(); i++)
            if (is_read_by(lang_at(i), engines[e]))
                buf_printf(out, " %.*s", STR_ARG(lang_id(lang_at(i))));
    }
    buf_printf(out, "\n[%zu in all; %.*s]\n", lang_count(),
               STR_ARG(tool_hint(call, STR("fovea languages NAME, fovea languages --all"))));
}

static Json *frame(Arena *arena)
{
    Json *value = json_object(arena);
    json_set(value, STR("_type"), json_str(arena, STR("languages")));
    json_set(value, STR("version"), json_u64(arena, 1));
    return value;
}

static Json *short_value(Arena *arena)
{
    Json *value = frame(arena);
    json_set(value, STR("total"), json_u64(arena, lang_count()));
    for (size_t e = 0; e < COUNT(engines); e++) {
        Json *list = json_array(arena);
        for (size_t i = 0; i < lang_count(); i++)
            if (is_read_by(lang_at(i), engines[e]))
                json_add(list, json_str(arena, lang_id(lang_at(i))));
        json_set(value, outline_engine_name(engines[e]), list);
    }
    return value;
}

/* ---- with file names ---- */

static void put_row(Buf *out, Arena *arena, const Language *language)
{
    buf_printf(out, "%-14.*s %-16.*s %-9.*s %.*s\n", STR_ARG(lang_id(language)),
               STR_ARG(lang_name(language)), STR_ARG(outline_engine_name(lang_engine(language))),
               STR_ARG(name_list(arena, language)));
}

static Json *row_value(Arena *arena, const Language *language)
{
    Json *item = json_object(arena);
    json_set(item, STR("id"), json_str(arena, lang_id(language)));
    json_set(item, STR("name"), json_str(arena, lang_name(language)));
    json_set(item, STR("engine"), json_str(arena, outline_engine_name(lang_engine(language))));
    json_set(item, STR("files"), json_str(arena, name_list(arena, language)));
    return item;
}

static void put_rows(Buf *out, const ToolCall *call, const Language *only)
{
    Json *value = frame(call->arena), *list = json_array(call->arena);
    for (size_t i = 0; i < lang_count(); i++) {
        if (only && lang_at(i) != only)
            continue;
        if (call->format == VIEW_TEXT)
            put_row(out, call->arena, lang_at(i));
        else
            json_add(list, row_value(call->arena, lang_at(i)));
    }
    json_set(value, STR("languages"), list);
    if (call->format != VIEW_TEXT)
        view_put_value(out, *call->scratch, call->format, value);
}

static bool run(ToolCall *call, Err *err)
{
    Buf out = buf_open(call->arena, 0);
    Str name = str_trim(tool_text(call, "language"));
    const Language *only = name.len ? find_language(name) : NULL;
    if (name.len && !only) {
        err_set(err, ERR_NOT_FOUND, "language: there is no '%.*s'",
                STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)));
        return err_hint(err, "fovea languages");
    }
    if (only || tool_flag(call, "all"))
        put_rows(&out, call, only);
    else if (call->format == VIEW_TEXT)
        put_short(&out, call);
    else
        view_put_value(&out, *call->scratch, call->format, short_value(call->arena));
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
    .params = params,
    .param_count = COUNT(params),
    .tokens = {"180", "2,500 a page"},
    .next = "map",
    .run = run,
};
