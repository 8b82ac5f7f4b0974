/* `tests`: which tests reach a symbol, nearest first, and the commands that run them. */
#include "base/shell.h"
#include "search/tests.h"
#include "session/answer.h"
#include "session/require.h"
#include "tools/cursor.h"
#include "tools/graph_answer.h"
#include "tools/impact_focus.h"
#include "tools/test_command.h"
#include "tools/text_mentions.h"

/* Maximum number of callers visited, enough for the most used symbol of a kernel; and maximum limit
   of the list. */
#define NODES_MAX 20000
#define SHOWN_MAX 100
#define ANSWER_BYTES 6000 /* 1,500 tokens */

static const ToolParam params[] = {
    QUERY_PARAM_SYMBOL(QUERY_SYMBOL_HELP "; a directory or module"),
    {.name = "diff",
     .type = TOOL_TEXT,
     .value = "CHANGE",
     .bare = "HEAD",
     .help = "instead of a symbol: HEAD, main..HEAD, staged, or a unified diff, its file, or -"},
    {.name = "staged", .type = TOOL_FLAG, .help = "the same as --diff staged"},
    GRAPH_PARAM_FILE,
    {.name = "limit",
     .type = TOOL_NUMBER,
     .fallback = "20",
     .min = 1,
     .max = SHOWN_MAX,
     .capped = true,
     .value = "N",
     .help = "how many tests to show"},
    {.name = "cursor", .type = TOOL_TEXT, .value = "CURSOR", .help = "continue the last answer"},
};

static const char *const examples[] = {"tests dictAdd", "tests src/flask/json", "tests --diff HEAD",
                                       NULL};

typedef struct Tests {
    ToolCall *call;
    IndexSession *session;
    const ImpactDiff *focus;
    bool by_diff;
    IdVec cases; /* nearest first */
    size_t files;
    size_t helpers;     /* functions in tests that reach it and are not test cases */
    bool more;          /* the search was cut off */
    bool direct;        /* test code calls it directly */
    TextMentions named; /* mentions, if none does; `paths` without those of `cases` */
    Str question;
    size_t offset, shown;
} Tests;

static void collect(Tests *tests, const Neighbourhood *found)
{
    const Catalog *catalog = tests->session->catalog;
    bool *seen = NEW(tests->call->scratch, bool, catalog->files.len + 1);
    for (size_t i = 0; i < found->nodes.len; i++) {
        uint32_t symbol = found->nodes.ptr[i].symbol;
        if (symbol == SYMBOL_NOWHERE || !tests_hold(catalog, symbol))
            continue;
        tests->direct = tests->direct || found->nodes.ptr[i].steps <= 1;
        if (!tests_is_case(catalog, symbol)) {
            tests->helpers++;
            continue;
        }
        uint32_t file = catalog_place(catalog, symbol).file;
        tests->files += !seen[file];
        seen[file] = true;
        *VEC_PUSH(tests->call->arena, &tests->cases) = symbol;
    }
    tests->more = found->left_out > 0;
}

/* Searches the text of tests, if none calls the symbol directly. */
static void look_at_names(Tests *tests)
{
    const Catalog *catalog = tests->session->catalog;
    if (tests->direct || tests->by_diff || tests->focus->module.len)
        return;
    const Entry *entry = catalog_entry(catalog, tests->focus->symbols.ptr[0]);
    TextMentions *named = &tests->named;
    *named = text_mentions(tests->call, tests->session, NAMED_IN_TESTS,
                           catalog_name(catalog, entry->name));
    size_t kept = 0;
    for (size_t i = 0; i < named->paths.len; i++) {
        bool known = false;
        for (size_t k = 0; k < tests->cases.len && !known; k++)
            known = str_equal(
                named->paths.ptr[i],
                catalog->files.ptr[catalog_place(catalog, tests->cases.ptr[k]).file].path);
        if (!known)
            named->paths.ptr[kept++] = named->paths.ptr[i];
    }
    named->paths.len = kept;
}

/* Finds the commands of the shown tests and of files that only mention the symbol. */
static void find_commands(const Tests *tests, TestCommandVec *commands)
{
    IdVec ids = {0};
    Arena *arena = tests->call->arena;
    const Catalog *catalog = tests->session->catalog;
    size_t end = MIN(tests->cases.len, tests->offset + tests->shown);
    for (size_t i = tests->offset; i < end; i++)
        *VEC_PUSH(arena, &ids) = tests->cases.ptr[i];
    for (size_t i = 0; i < tests->named.paths.len; i++) {
        uint32_t file = catalog_find_file(catalog, tests->named.paths.ptr[i]);
        if (file != FILE_NOWHERE && catalog->files.ptr[file].count)
            *VEC_PUSH(arena, &ids) = catalog->files.ptr[file].first;
    }
    test_commands(tests->call, tests->session, &ids, commands);
    TestCommand all = ids.len ? (TestCommand){0} : test_command_all(tests->call, tests->session);
    if (all.text.len)
        *VEC_PUSH(arena, commands) = all;
}

static Str title_of(const Tests *tests)
{
    ToolCall *call = tests->call;
    const Catalog *catalog = tests->session->catalog;
    if (tests->by_diff)
        return str_format(call->arena, "what changes (%zu symbols)", tests->focus->symbols.len);
    if (tests->focus->module.len)
        return str_format(call->arena, "module %.*s", STR_ARG(tests->focus->module));
    uint32_t symbol = tests->focus->symbols.ptr[0];
    Str place = query_place(catalog, call->arena, symbol);
    return catalog_place(catalog, symbol).index
               ? str_format(call->arena, "%.*s [%.*s]",
                            STR_ARG(catalog_qualified_name(catalog, call->arena, symbol)),
                            STR_ARG(place))
               : place;
}

static void put_named(Buf *out, const Tests *tests)
{
    const TextMentions *named = &tests->named;
    if (named->hits)
        buf_printf(out, "%s: %llu hit%s in %u file%s: %.*s\n",
                   tests->cases.len ? "no test is known to call it itself, but tests name it"
                                    : "tests name it",
                   (unsigned long long)named->hits, named->hits == 1 ? "" : "s", named->files,
                   named->files == 1 ? "" : "s", STR_ARG(named->call));
    else if (named->looked)
        buf_put(out,
                named->there ? STR("no test names it\n") : STR("no file here looks like a test\n"));
    else if (named->call.len)
        buf_printf(out, "whether a test names it: %.*s\n", STR_ARG(named->call));
    for (size_t i = 0; i < named->paths.len; i++) {
        buf_put(out, STR("  "));
        view_put_line_text(out, named->paths.ptr[i]);
        buf_put_byte(out, '\n');
    }
}

/* The call that shows the next tests; empty if there are none. */
static Str next_call(const Tests *tests, Str *cursor)
{
    ToolCall *call = tests->call;
    size_t end = tests->offset + tests->shown;
    if (end >= tests->cases.len)
        return (Str){0};
    *cursor = cursor_make(call->arena, tests->session, tests->question, end);
    Str quoted = tests->by_diff ? STR("--diff …")
                 : tests->focus->module.len
                     ? shell_quote(call->arena, tests->focus->module)
                     : catalog_symbol_hash(tests->session->catalog, call->arena,
                                           tests->focus->symbols.ptr[0]);
    return tool_hint(call, str_format(call->arena, "fovea tests %.*s --cursor %.*s",
                                      STR_ARG(quoted), STR_ARG(*cursor)));
}

static void put_text(Buf *out, const Tests *tests)
{
    ToolCall *call = tests->call;
    const Catalog *catalog = tests->session->catalog;
    TestCommandVec commands = {0};
    size_t end = MIN(tests->cases.len, tests->offset + tests->shown), total = tests->cases.len;
    Str cursor, next = next_call(tests, &cursor);
    buf_put(out, STR("tests of "));
    view_put_line_text(out, title_of(tests));
    if (total)
        buf_printf(out, ": %zu test%s in %zu file%s reach%s it%s\n", total, total == 1 ? "" : "s",
                   tests->files, tests->files == 1 ? "" : "s", total == 1 ? "es" : "",
                   tests->more ? ", and more" : "");
    else
        buf_put(out, STR(": none is known to reach it\n"));
    for (size_t i = tests->offset; i < end; i++) {
        buf_put(out, STR("  "));
        query_put_line(out, *call->scratch, catalog, tests->cases.ptr[i]);
        buf_put_byte(out, '\n');
    }
    if (next.len)
        buf_printf(out, "  [%zu more: %.*s]\n", total - end, STR_ARG(next));
    if (!total || tests->named.paths.len)
        put_named(out, tests);
    find_commands(tests, &commands);
    for (size_t i = 0; i < commands.len; i++) {
        const TestCommand *command = &commands.ptr[i];
        buf_put(out, total || tests->named.paths.len ? STR("run: ") : STR("run all: "));
        view_put_line_text(out, command->text);
        if (command->evidence.len) {
            buf_put(out, STR("  ("));
            view_put_line_text(out, command->evidence);
            buf_put_byte(out, ')');
        }
        buf_put_byte(out, '\n');
    }
}

static Json *answer_value(const Tests *tests)
{
    Arena *arena = tests->call->arena;
    const Catalog *catalog = tests->session->catalog;
    TestCommandVec commands = {0};
    size_t end = MIN(tests->cases.len, tests->offset + tests->shown);
    Json *value = query_frame(arena, tests->session, STR("tests")), *list = json_array(arena);
    Json *runs = json_array(arena), *paths = json_array(arena);
    Str cursor, next = next_call(tests, &cursor);
    json_set(value, STR("of"), json_str(arena, title_of(tests)));
    json_set(value, STR("total"), json_u64(arena, tests->cases.len));
    json_set(value, STR("files"), json_u64(arena, tests->files));
    for (size_t i = tests->offset; i < end; i++)
        json_add(list, query_value(arena, catalog, tests->cases.ptr[i]));
    json_set(value, STR("tests"), list);
    if ((!tests->cases.len && tests->named.looked) || tests->named.paths.len) {
        json_set(value, STR("naming_hits"), json_u64(arena, tests->named.hits));
        for (size_t i = 0; i < tests->named.paths.len; i++)
            json_add(paths, json_str(arena, tests->named.paths.ptr[i]));
        json_set(value, STR("naming"), paths);
    }
    find_commands(tests, &commands);
    for (size_t i = 0; i < commands.len; i++) {
        Json *row = json_object(arena);
        json_set(row, STR("run"), json_str(arena, commands.ptr[i].text));
        json_set(row, STR("evidence"), json_str(arena, commands.ptr[i].evidence));
        json_add(runs, row);
    }
    json_set(value, STR("commands"), runs);
    if (next.len)
        json_set(value, STR("cursor"), json_str(arena, cursor));
    return value;
}

static bool choose_page(Tests *tests, Err *err)
{
    ToolCall *call = tests->call;
    uint64_t offset;
    Buf question = buf_open(call->arena, 0);
    buf_put(&question, STR("tests"));
    for (size_t i = 0; i < tests->focus->symbols.len; i++)
        buf_printf(&question, " %u", tests->focus->symbols.ptr[i]);
    tests->question = buf_str(&question);
    tests->shown = tool_number(call, "limit");
    if (!cursor_read(tests->session, tests->question, tool_text(call, "cursor"), &offset, err))
        return false;
    tests->offset = (size_t)MIN(offset, (uint64_t)tests->cases.len);
    return true;
}

/* Writes the answer with as many tests as fit. */
static void put_what_fits(Buf *out, Tests *tests)
{
    ToolCall *call = tests->call;
    size_t note = query_note(tests->session).len;
    for (;;) {
        out->len = 0;
        if (call->format == VIEW_TEXT)
            put_text(out, tests);
        else
            view_put_value(out, *call->scratch, call->format, answer_value(tests));
        size_t len = out->len + (call->format == VIEW_TEXT ? note : 0);
        if (len <= ANSWER_BYTES || tests->shown <= 1)
            return;
        tests->shown--;
    }
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    ImpactDiff focus = {0};
    Neighbourhood found = {0};
    const SessionNeeds needs = {.parts = QUERY_PARTS | CATALOG_LINKS, .calls = true};
    Tests tests = {
        .call = call, .session = &session, .focus = &focus, .by_diff = impact_by_diff(call)};
    if (tests.by_diff) /* a diff can be read only once */
        session_want_current(&call->request);
    if (!session_begin(&call->request, &session, needs, err) ||
        !impact_focus(call, &session, &focus, err))
        return false;
    NeighbourOptions options = {.direction = NEIGHBOURS_IN,
                                .limit = focus.symbols.len + NODES_MAX,
                                .types = true,
                                .sure_only = true,
                                .overrides = true,
                                .closure = true};
    if (focus.symbols.len)
        neighbours_find(session.catalog, call->arena, focus.symbols.ptr, focus.symbols.len,
                        &options, &found);
    collect(&tests, &found);
    look_at_names(&tests);
    if (!choose_page(&tests, err))
        return false;
    Buf out = buf_open(call->arena, 0);
    put_what_fits(&out, &tests);
    return call->format == VIEW_TEXT ? query_put_text(call, &session, &out, err)
                                     : tool_put_buf(call, &out, err);
}

const Tool tests_tool = {
    .name = "tests",
    .mcp_name = "get_tests",
    .summary = "Lists the tests that reach a symbol or a change, with the command that runs them",
    .about = "Tests that call it, directly or indirectly, along exact and likely "
             "edges, nearest first. If none calls it directly, the test files that "
             "name it. Commands follow the manifests in the tests' directories or "
             "above, which are named. They run the tests shown, at most 12 a command. "
             "At most 1,500 tokens; a cursor continues.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .run = run,
};
