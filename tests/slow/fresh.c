/* fresh TREE [COUNT]: asks about COUNT symbols of an indexed tree, every so many of them, each
   question twice: once as a fresh process does, which fetches what it looks at, and once with all
   loaded. The answers must be the same, byte for byte. Exits with 1 when one is not. */
#include "index/catalog/symbol.h"
#include "index/graph/modules.h"
#include "tools/config.h"
#include "tools/session.h"

#define COUNT_DEFAULT 40

/* Arguments: the symbol's handle stands for a NULL. */
typedef struct Question {
    const char *tool;
    const char *names[3], *values[3];
} Question;

static const Question questions[] = {
    {"find", {"query"}, {NULL}},
    {"find", {"query", "kind"}, {NULL, "function"}},
    {"symbol", {"symbol"}, {NULL}},
    {"source", {"symbol"}, {NULL}},
    {"callers", {"symbol", "depth"}, {NULL, "2"}},
    {"callees", {"symbol", "depth"}, {NULL, "3"}},
    {"graph", {"symbol", "depth"}, {NULL, "2"}},
    {"impact", {"symbol"}, {NULL}},
    {"symbols", {"module", "sort"}, {NULL, "rank"}},
    {"module", {"module"}, {NULL}},
    {"graph", {"module"}, {NULL}},
};

/* Of the tree; asked twice, since what was worked out is kept for the next process. */
static const Question of_tree[] = {
    {"overview", {NULL}, {NULL}}, {"modules", {NULL}, {NULL}}, {"graph", {NULL}, {NULL}}};

typedef struct Check {
    Arena arena, scratch;
    Config config;
    ToolContext context;
    size_t asked, different, failed;
} Check;

static bool keep(void *state, Str bytes, Err *err)
{
    (void)err;
    buf_put(state, bytes);
    return true;
}

/* The answer, or the error with its hint. */
static Str ask(Check *check, const Question *question, Str of, bool whole, bool *ok)
{
    Buf *out = NEW(&check->arena, Buf, 1);
    *out = buf_open(&check->arena, 0);
    ToolCall call = {.tool = tool_find(str_from(question->tool)),
                     .context = &check->context,
                     .arena = &check->arena,
                     .scratch = &check->scratch,
                     .format = VIEW_JSON,
                     .sink = {.put = keep, .state = out},
                     .whole = whole};
    Err err = {0};
    *ok = true;
    if (call.tool->text_only)
        call.format = VIEW_TEXT;
    for (size_t i = 0; i < COUNT(question->names) && question->names[i] && *ok; i++) {
        const char *value = question->values[i];
        *ok = tool_set(&call, tool_param(call.tool, str_from(question->names[i])),
                       value ? str_from(value) : of, &err);
    }
    *ok = *ok && tool_run(&call, &err);
    if (!*ok)
        buf_printf(out, "%s\n%s", err.message, err.hint);
    return buf_str(out);
}

/* What the question is about: a name, a module, or a symbol's hash. */
static Str subject(Check *check, const Question *question, const Catalog *catalog, uint32_t symbol)
{
    const char *first = question->names[0];
    if (!strcmp(first, "query"))
        return catalog_name(catalog, catalog_entry(catalog, symbol)->name);
    if (strcmp(first, "module") != 0)
        return catalog_symbol_hash(catalog, &check->arena, symbol);
    const Modules *modules = modules_shared(&check->arena, catalog);
    return modules->list.ptr[modules->of_file[catalog_place(catalog, symbol).file]].name;
}

static void compare(Check *check, const Question *question, Str of)
{
    bool ok, also;
    Str fetched = ask(check, question, of, false, &ok);
    Str loaded = ask(check, question, of, true, &also);
    check->asked++;
    check->failed += !ok;
    if (ok == also && str_equal(fetched, loaded))
        return;
    check->different++;
    printf("different: %s %.*s\n--- fetched\n%.*s\n--- loaded\n%.*s\n", question->tool, STR_ARG(of),
           STR_ARG(fetched), STR_ARG(loaded));
}

/* A part of the name, its words apart, one forgotten letter, a wildcard. */
static void check_search(Check *check, const Catalog *catalog, uint32_t symbol)
{
    static const Question find = {"find", {"query"}, {NULL}};
    Arena *arena = &check->arena;
    Str name = catalog_name(catalog, catalog_entry(catalog, symbol)->name);
    Str start = str_slice(name, 0, name.len / 2), end = str_from_offset(name, name.len / 2);
    const Str forms[] = {str_slice(name, name.len / 4, name.len - name.len / 8),
                         symbol_words(arena, name), str_join(arena, start, str_from_offset(end, 1)),
                         str_format(arena, "%.*s*%.*s", STR_ARG(str_slice(name, 0, 3)),
                                    STR_ARG(str_from_offset(name, MAX(name.len, 3) - 3)))};
    for (size_t i = 0; i < COUNT(forms); i++)
        if (str_trim(forms[i]).len)
            compare(check, &find, forms[i]);
}

static void check_symbol(Check *check, const Catalog *catalog, uint32_t symbol)
{
    check_search(check, catalog, symbol);
    for (size_t i = 0; i < COUNT(questions); i++) {
        Str of = subject(check, &questions[i], catalog, symbol);
        if (of.len)
            compare(check, &questions[i], of);
    }
}

static bool run(Check *check, Str root, uint32_t count, Err *err)
{
    Arena kept SCOPED(arena_close) = {0};
    IndexSession session SCOPED(session_close) = {0};
    ToolCall call = {.tool = tool_find(STR("find")),
                     .context = &check->context,
                     .arena = &kept,
                     .scratch = &check->scratch,
                     .whole = true};
    unsigned parts = CATALOG_SYMBOLS | CATALOG_STANDINGS;
    arena_open(&kept, 0);
    check->context.root = fs_real_path(&kept, root);
    if (!check->context.root.len)
        return err_set(err, ERR_NOT_FOUND, "no such tree");
    if (!session_open(&call, (Str){0}, &session, err) ||
        !session_require(&call, &session, parts, err))
        return false;
    const Catalog *catalog = session.catalog;
    for (size_t i = 0; i < 2 * COUNT(of_tree); i++)
        compare(check, &of_tree[i % COUNT(of_tree)], (Str){0});
    uint32_t step = MAX(catalog->symbol_count / count, 1u);
    for (uint32_t symbol = step / 2; symbol < catalog->symbol_count; symbol += step) {
        check_symbol(check, catalog, symbol);
        arena_reset(&check->arena);
        arena_reset(&check->scratch);
    }
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
