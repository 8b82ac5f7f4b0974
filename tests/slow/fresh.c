/* fresh TREE [COUNT]: asks about COUNT symbols of an indexed tree, every so many of them, each
   question twice in every form: once through the library, as a fresh process does, which fetches
   what it looks at, and once with all loaded. The answers must be the same, byte for byte. Exits
   with 1 when one is not. */
#include "config/config.h"
#include "fovea.h"
#include "index/catalog/symbol.h"
#include "index/graph/modules.h"
#include "session/answer.h"
#include "session/require.h"
#include "tools/tool.h"

#define COUNT_DEFAULT 40
#define ARGUMENTS 3
/* Of the symbol that is asked about. */
#define HANDLE "<handle>"
#define NAME "<name>"
#define FILE_OF "<file>"
#define MODULE_OF "<module>"
#define OTHER "<other>" /* another symbol */

typedef struct Question {
    const char *tool;
    const char *names[ARGUMENTS], *values[ARGUMENTS];
} Question;

static const Question questions[] = {
    {"find", {"query"}, {NAME}},
    {"find", {"query", "kind"}, {NAME, "function"}},
    {"symbol", {"symbol"}, {HANDLE}},
    {"source", {"symbol"}, {HANDLE}},
    {"callers", {"symbol", "depth"}, {HANDLE, "2"}},
    {"callees", {"symbol", "depth"}, {HANDLE, "3"}},
    {"graph", {"symbol", "depth"}, {HANDLE, "2"}},
    {"graph", {"path", "types"}, {FILE_OF, "true"}},
    {"impact", {"symbol"}, {HANDLE}},
    {"path", {"from", "to"}, {HANDLE, OTHER}},
    {"analyze", {"path"}, {FILE_OF}},
    {"symbols", {"module", "sort"}, {MODULE_OF, "rank"}},
    {"unused", {"module"}, {MODULE_OF}},
    {"module", {"module"}, {MODULE_OF}},
    {"graph", {"module"}, {MODULE_OF}},
    {"grep", {"pattern", "whole_word"}, {NAME, "true"}},
};

/* Of the tree; asked twice, since what was worked out is kept for the next process. */
static const Question of_tree[] = {
    {"overview", {NULL}, {NULL}},    {"modules", {NULL}, {NULL}}, {"graph", {NULL}, {NULL}},
    {"symbols", {"sort"}, {"risk"}}, {"cycles", {NULL}, {NULL}},  {"unused", {NULL}, {NULL}},
    {"analyze", {"path"}, {"."}},    {"status", {NULL}, {NULL}},  {"symbols", {"sort"}, {"fan-in"}},
};

typedef struct Check {
    Arena arena, scratch;
    Config config;
    ToolContext context;
    fovea *library;
    size_t asked, different, failed;
} Check;

/* A question with its arguments, in one form. */
typedef struct Asked {
    const Tool *tool;
    ViewFormat format;
    size_t count;
    const char *names[ARGUMENTS];
    Str values[ARGUMENTS];
} Asked;

static bool keep(void *state, Str bytes, Err *err)
{
    (void)err;
    buf_put(state, bytes);
    return true;
}

/* Runs the tool of that name on an index that is loaded at once. */
static bool run_whole(ToolCall *call, Err *err)
{
    SessionRun *run = call->request.run;
    if (run)
        run->whole = run->all = true;
    return tool_find(str_from(call->tool->name))->run(call, err);
}

/* The answer, or the error with its hint. */
static Str ask_whole(Check *check, const Asked *asked)
{
    Buf out = buf_open(&check->arena, 0);
    Tool tool = *asked->tool;
    tool.run = run_whole;
    ToolCall call = {.tool = &tool,
                     .context = &check->context,
                     .arena = &check->arena,
                     .scratch = &check->scratch,
                     .format = asked->format,
                     .sink = {.put = keep, .state = &out}};
    Err err = {0};
    bool ok = true;
    for (size_t i = 0; i < asked->count && ok; i++)
        ok = tool_set(&call, tool_param(call.tool, str_from(asked->names[i])), asked->values[i],
                      &err);
    if (!ok || !tool_run(&call, &err))
        buf_printf(&out, "%s\n%s", err.message, err.hint);
    return buf_str(&out);
}

static Str ask_fetching(Check *check, const Asked *asked, bool *ok)
{
    fovea_argument arguments[ARGUMENTS + 1] = {{NULL, NULL}};
    size_t count = asked->count;
    for (size_t i = 0; i < count; i++)
        arguments[i] =
            (fovea_argument){asked->names[i], str_terminate(&check->arena, asked->values[i])};
    if (!asked->tool->text_only)
        arguments[count++] = (fovea_argument){
            "format", str_terminate(&check->arena, view_format_name(asked->format))};
    fovea_answer *answer = fovea_call(check->library, asked->tool->name, arguments, count, NULL);
    Buf out = buf_open(&check->arena, 0);
    *ok = fovea_answer_code(answer) == FOVEA_OK;
    buf_put(&out, (Str){fovea_answer_text(answer), fovea_answer_length(answer)});
    if (!*ok)
        buf_printf(&out, "%s\n%s", fovea_answer_error(answer), fovea_answer_hint(answer));
    fovea_answer_free(answer);
    return buf_str(&out);
}

static void compare(Check *check, const Asked *asked)
{
    bool ok;
    Str fetched = ask_fetching(check, asked, &ok), loaded = ask_whole(check, asked);
    check->asked++;
    check->failed += !ok;
    if (str_equal(fetched, loaded))
        return;
    check->different++;
    printf("different: %s", asked->tool->name);
    for (size_t i = 0; i < asked->count; i++)
        printf(" %s=%.*s", asked->names[i], STR_ARG(asked->values[i]));
    printf(" (%.*s)\n--- fetched\n%.*s\n--- loaded\n%.*s\n",
           STR_ARG(view_format_name(asked->format)), STR_ARG(fetched), STR_ARG(loaded));
}

static void compare_forms(Check *check, Asked *asked)
{
    for (ViewFormat format = 0; format < VIEW_FORMAT_COUNT; format++) {
        asked->format = format;
        if (format == VIEW_TEXT || !asked->tool->text_only)
            compare(check, asked);
    }
}

static Str value_of(Check *check, const Catalog *catalog, uint32_t symbol, const char *value)
{
    Str text = str_from(value);
    if (str_equal(text, STR(NAME)))
        return catalog_name(catalog, catalog_entry(catalog, symbol)->name);
    if (str_equal(text, STR(HANDLE)))
        return catalog_symbol_hash(catalog, &check->arena, symbol);
    if (str_equal(text, STR(OTHER)))
        return catalog_symbol_hash(catalog, &check->arena, catalog->symbol_count - 1 - symbol);
    uint32_t file = catalog_place(catalog, symbol).file;
    if (str_equal(text, STR(FILE_OF)))
        return catalog->files.ptr[file].path;
    if (!str_equal(text, STR(MODULE_OF)))
        return text;
    const Modules *modules = modules_shared(&check->arena, catalog);
    return modules->list.ptr[modules->of_file[file]].name;
}

static void check_question(Check *check, const Question *question, const Catalog *catalog,
                           uint32_t symbol)
{
    Asked asked = {.tool = tool_find(str_from(question->tool))};
    for (; asked.count < ARGUMENTS && question->names[asked.count]; asked.count++) {
        Str value = value_of(check, catalog, symbol, question->values[asked.count]);
        asked.names[asked.count] = question->names[asked.count];
        asked.values[asked.count] = value;
        if (!value.len)
            return;
    }
    compare_forms(check, &asked);
}

static void check_find(Check *check, Str query)
{
    Asked asked = {.tool = tool_find(STR("find")),
                   .format = VIEW_JSON,
                   .count = 1,
                   .names = {"query"},
                   .values = {query}};
    compare(check, &asked);
}

/* A part of the name, its words apart, one forgotten letter, a wildcard. */
static void check_search(Check *check, const Catalog *catalog, uint32_t symbol)
{
    Arena *arena = &check->arena;
    Str name = catalog_name(catalog, catalog_entry(catalog, symbol)->name);
    Str start = str_slice(name, 0, name.len / 2), end = str_from_offset(name, name.len / 2);
    const Str forms[] = {str_slice(name, name.len / 4, name.len - name.len / 8),
                         symbol_words(arena, name), str_join(arena, start, str_from_offset(end, 1)),
                         str_format(arena, "%.*s*%.*s", STR_ARG(str_slice(name, 0, 3)),
                                    STR_ARG(str_from_offset(name, MAX(name.len, 3) - 3)))};
    for (size_t i = 0; i < COUNT(forms); i++)
        if (str_trim(forms[i]).len)
            check_find(check, forms[i]);
}

static void check_symbol(Check *check, const Catalog *catalog, uint32_t symbol)
{
    check_search(check, catalog, symbol);
    for (size_t i = 0; i < COUNT(questions); i++)
        check_question(check, &questions[i], catalog, symbol);
}

static bool run(Check *check, Str root, uint32_t count, Err *err)
{
    Arena kept SCOPED(arena_close) = {0};
    IndexSession session SCOPED(session_close) = {0};
    SessionRun whole = {.whole = true};
    unsigned parts = CATALOG_SYMBOLS | CATALOG_METRICS;
    arena_open(&kept, 0);
    check->context.root = fs_real_path(&kept, root);
    if (!check->context.root.len)
        return err_set(err, ERR_NOT_FOUND, "no such tree");
    fovea_options options = {.size = sizeof options,
                             .root = str_terminate(&kept, check->context.root),
                             .no_config = true};
    check->library = fovea_open(&options);
    SessionRequest request = {.arena = &kept,
                              .scratch = &check->scratch,
                              .policy = {.root = check->context.root},
                              .settings = {.memory = config_memory(&check->config)},
                              .run = &whole};
    if (!session_open(&request, (Str){0}, &session, err) ||
        !session_require(&request, &session, (SessionNeeds){.parts = parts}, err))
        return false;
    const Catalog *catalog = session.catalog;
    for (size_t i = 0; i < 2 * COUNT(of_tree); i++)
        check_question(check, &of_tree[i % COUNT(of_tree)], catalog, 0);
    uint32_t step = MAX(catalog->symbol_count / count, 1u);
    for (uint32_t symbol = step / 2; symbol < catalog->symbol_count; symbol += step) {
        check_symbol(check, catalog, symbol);
        arena_reset(&check->arena);
        arena_reset(&check->scratch);
    }
    fovea_close(check->library);
    return true;
}

int main(int argc, char **argv)
{
    Check check = {0};
    Err err = {0};
    uint64_t count = COUNT_DEFAULT;
    if (argc < 2 || (argc > 2 && (!str_parse_u64(str_from(argv[2]), &count) || !count))) {
        fputs("usage: fresh TREE [COUNT]\n", stderr);
        return 2;
    }
    arena_open(&check.arena, 0);
    arena_open(&check.scratch, 0);
    config_init(&check.config);
    check.context.config = &check.config;
    if (!run(&check, str_from(argv[1]), (uint32_t)count, &err)) {
        fprintf(stderr, "Error: %s\n", err.message);
        return 2;
    }
    printf("%s: %zu questions, %zu of them answered with an error, %zu answers differ\n", argv[1],
           check.asked, check.failed, check.different);
    return check.different > 0;
}
