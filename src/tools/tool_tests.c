/* `tests`: which tests reach a symbol, nearest first, and the commands that run them. */
#include "base/shell.h"
#include "project/test_command.h"
#include "project/test_role.h"
#include "query/beyond.h"
#include "query/cursor.h"
#include "query/mentions.h"
#include "query/unseen.h"
#include "relations/graph_answer.h"
#include "relations/impact_focus.h"
#include "relations/impact_unresolved.h"
#include "relations/test_beyond.h"
#include "relations/test_data.h"
#include "relations/test_reach.h"
#include "session/answer.h"
#include "session/notices.h"
#include "session/require.h"
#include "tools/params.h"

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
    {.name = "staged", .type = TOOL_FLAG, .rare = true, .help = "the same as --diff staged"},
    GRAPH_PARAM_FILE,
    {.name = "limit",
     .type = TOOL_NUMBER,
     .fallback = "20",
     .min = 1,
     .max = SHOWN_MAX,
     .capped = true,
     .rare = true,
     .value = "N",
     .help = "how many tests to show"},
    CURSOR_PARAM,
};

static const char *const examples[] = {"tests dictAdd", "tests src/flask/json", "tests --diff HEAD",
                                       NULL};

typedef struct Tests {
    ToolCall *call;
    IndexSession *session;
    const ImpactDiff *focus;
    Project project;
    bool by_diff;
    TestReach reach;
    bool looked;      /* the text of all files was searched for its name */
    MentionsIn named; /* mentions, if none calls it itself; `paths` without those reached */
    TestBeyond beyond;
    DataUses data;     /* that a diff changes */
    Str built;         /* where code may build the name; or empty */
    IdVec named_files; /* of these, the files that hold tests */
    Str question;
    size_t offset, shown;
} Tests;

/* Whether a command for the file would run anything. */
static bool holds_tests(Tests *tests, uint32_t file)
{
    const CatalogFile *row = catalog_row(tests->session->catalog, file);
    const LangFacts *facts = lang_facts(row->language);
    if (!facts->test_names && !facts->test_marks)
        return row->count > 0;
    for (uint32_t i = 1; i < row->count; i++)
        if (test_role(&tests->project, row->first + i, false) == TEST_CASE)
            return true;
    return false;
}

/* Where no test is known, a test may still name it in parts. */
static void look_for_built(Tests *tests)
{
    uint32_t symbol = tests->focus->symbols.ptr[0];
    if (tests->reach.tests.len || !catalog_place(tests->session->catalog, symbol).index)
        return;
    const Mentions *all = mentions_of_symbol(&tests->call->request, tests->session, symbol);
    MentionRest rest = mentions_rest_of(&tests->call->request, tests->session, all);
    tests->built = mentions_built_text(&tests->call->request, tests->session, &rest);
}

/* Searches the text of tests: all of it if none calls the symbol directly, else what is not
   followed. */
static void look_at_names(Tests *tests)
{
    ToolCall *call = tests->call;
    const Catalog *catalog = tests->session->catalog;
    const IdVec *symbols = &tests->focus->symbols;
    bool several = tests->by_diff || tests->focus->module.len;
    if (!several)
        test_beyond(&call->request, tests->session, &tests->project, symbols->ptr[0],
                    &tests->beyond);
    if (tests->reach.direct || !symbols->len) {
        beyond_note(&call->request, tests->session, symbols->ptr, symbols->len,
                    (BeyondOptions){.only_tests = true});
        return;
    }
    if (!several)
        look_for_built(tests);
    MentionsIn *named = &tests->named;
    *named = several ? mentions_any_in_tests(&call->request, tests->session, symbols)
                     : mentions_in_tests(&call->request, tests->session, symbols->ptr[0]);
    tests->looked = !named->missed && named->call.len;
    if (!named->hits)
        unseen_note_short(&call->request, tests->session, UNSEEN_TEXT | UNSEEN_LISTED,
                          UNSEEN_NOTE_BYTES);
    size_t kept = 0;
    for (size_t i = 0; i < named->paths.len; i++) {
        bool known = false;
        for (size_t k = 0; k < tests->reach.tests.len && !known; k++)
            known = str_equal(named->paths.ptr[i], tests->reach.tests.ptr[k].path);
        if (known)
            continue;
        uint32_t file = catalog_find_file(catalog, named->paths.ptr[i]);
        named->paths.ptr[kept++] = named->paths.ptr[i];
        if (file != FILE_NOWHERE && holds_tests(tests, file))
            *VEC_PUSH(tests->call->arena, &tests->named_files) = catalog->files.ptr[file].first;
    }
    named->paths.len = kept;
}

/* Notes what of a change is not followed to tests. */
static void note_change(Tests *tests)
{
    ToolCall *call = tests->call;
    const ImpactDiff *diff = tests->focus;
    if (!tests->reach.tests.len && diff->symbols.len)
        impact_note_changed(&call->request, tests->session, &diff->symbols, false);
}

static size_t page_end(const Tests *tests)
{
    return MIN(tests->reach.tests.len, tests->offset + tests->shown);
}

/* Finds the commands of the tests [from, to). */
static void find_commands(Tests *tests, size_t from, size_t to, bool whole, size_t most,
                          TestCommands *commands)
{
    IdVec ids = {0};
    for (size_t i = from; i < to; i++)
        *VEC_PUSH(tests->call->arena, &ids) = tests->reach.tests.ptr[i].symbol;
    test_commands(&tests->project, &ids, whole, most, commands);
}

static Str title_of(const Tests *tests)
{
    ToolCall *call = tests->call;
    const Catalog *catalog = tests->session->catalog;
    if (tests->by_diff)
        return str_format(call->arena, "what changes (%zu symbol%s)", tests->focus->symbols.len,
                          tests->focus->symbols.len == 1 ? "" : "s");
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
    const MentionsIn *named = &tests->named;
    if (named->hits)
        buf_printf(out, "%s: %llu hit%s in %u file%s: %.*s\n",
                   tests->reach.tests.len ? "no test is known to call it itself, but tests name it"
                                          : "tests name it",
                   (unsigned long long)named->hits, named->hits == 1 ? "" : "s", named->files,
                   named->files == 1 ? "" : "s", STR_ARG(named->call));
    else if (tests->looked && named->there)
        buf_put(out, tests->by_diff ? STR("no test names a symbol that changes\n")
                                    : STR("no test names it\n"));
    else if (tests->looked && !tests->beyond.examples.len && !tests->beyond.others.len)
        buf_put(out, STR("no file here looks like a test\n"));
    else if (!tests->looked && named->call.len)
        buf_printf(out, "whether a test names it: %.*s\n", STR_ARG(named->call));
    for (size_t i = 0; i < named->paths.len; i++) {
        buf_put(out, STR("  "));
        view_put_line_text(out, named->paths.ptr[i]);
        buf_put_byte(out, '\n');
    }
    if (tests->built.len && !named->hits) {
        view_put_line_text(out, tests->built);
        buf_put_byte(out, '\n');
    }
}

/* The call that shows the next tests; or empty. */
static Str next_call(const Tests *tests, Str *cursor)
{
    ToolCall *call = tests->call;
    size_t end = tests->offset + tests->shown;
    if (end >= tests->reach.tests.len)
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

/* ---- commands ---- */

static void put_command(Buf *out, const TestCommand *command)
{
    bool by = command->evidence.len > 0;
    view_put_line_text(out, command->text);
    if (by || command->note.len) {
        buf_put(out, STR("  ("));
        view_put_line_text(out, command->evidence);
        buf_put(out, by && command->note.len ? STR("; ") : STR(""));
        view_put_line_text(out, command->note);
        buf_put_byte(out, ')');
    }
    buf_put_byte(out, '\n');
}

/* Commands of whole files, where a page shows a part of the tests: as many as WHOLE_MOST, which
   together have WHOLE_BYTES. */
#define WHOLE_MOST 6
#define WHOLE_BYTES 1500

/* Finds the commands that run all tests with what else is in their files; none if they are too
   many or too long. */
static void find_whole(Tests *tests, TestCommands *commands)
{
    size_t total = tests->reach.tests.len, bytes = 0;
    *commands = (TestCommands){0};
    if (tests->offset == 0 && page_end(tests) == total)
        return;
    find_commands(tests, 0, total, true, WHOLE_MOST, commands);
    for (size_t i = 0; i < commands->list.len; i++)
        bytes += commands->list.ptr[i].text.len;
    if (commands->left_out || bytes > WHOLE_BYTES)
        *commands = (TestCommands){0};
}

/* Commands that run all tests of a tree with several projects. */
#define ALL_COMMANDS_MAX 3

static void put_unknown(Buf *out, const TestCommands *commands)
{
    if (!commands->unknown)
        return;
    buf_put(out, STR("no command is known that runs "));
    view_put_line_text(out, commands->unknown_path);
    if (commands->unknown > 1)
        buf_printf(out, " (and %zu more of these tests)", commands->unknown - 1);
    buf_put_byte(out, '\n');
}

static void put_commands(Buf *out, Tests *tests)
{
    TestCommands shown, whole, named;
    size_t total = tests->reach.tests.len;
    find_commands(tests, tests->offset, page_end(tests), false, TEST_COMMANDS_MAX, &shown);
    bool part = page_end(tests) - tests->offset < total || shown.unknown || shown.off;
    for (size_t i = 0; i < shown.list.len; i++) {
        if (part)
            buf_printf(out, "run %zu of %zu: ", shown.list.ptr[i].tests, total);
        else
            buf_put(out, STR("run: "));
        put_command(out, &shown.list.ptr[i]);
    }
    put_unknown(out, &shown);
    find_whole(tests, &whole);
    for (size_t i = 0; i < whole.list.len; i++) {
        buf_printf(out, "run %zu of %zu and what else is in their files: ", whole.list.ptr[i].tests,
                   total);
        put_command(out, &whole.list.ptr[i]);
    }
    test_commands(&tests->project, &tests->named_files, false, TEST_COMMANDS_MAX, &named);
    for (size_t i = 0; i < named.list.len; i++) {
        buf_put(out, total ? STR("run those that name it: ") : STR("run: "));
        put_command(out, &named.list.ptr[i]);
    }
    if (total || tests->named_files.len)
        return;
    TestCommands all;
    test_commands_all(&tests->call->request, tests->session, ALL_COMMANDS_MAX, &all);
    for (size_t i = 0; i < all.list.len; i++) {
        buf_put(out, STR("run all: "));
        put_command(out, &all.list.ptr[i]);
    }
    if (all.left_out)
        buf_printf(out, "run all: %u more commands, for other parts\n", (unsigned)all.left_out);
}

/* ---- answers ---- */

/* Names that a diff takes away and that are looked for in the text of tests. */
#define GONE_MOST 5

static void put_gone(Buf *out, const Tests *tests)
{
    const ImpactDiff *diff = tests->focus;
    for (size_t i = 0; i < MIN(diff->gone.len, (size_t)GONE_MOST); i++) {
        Str name = diff->gone.ptr[i];
        MentionsIn named = mentions_of_word_in_tests(&tests->call->request, tests->session, name);
        buf_put(out, STR("the change takes away "));
        view_put_line_text(out, name);
        if (named.hits)
            buf_printf(out, ", and tests name it: %llu hit%s in %u file%s: %.*s",
                       (unsigned long long)named.hits, named.hits == 1 ? "" : "s", named.files,
                       named.files == 1 ? "" : "s", STR_ARG(named.call));
        buf_put_byte(out, '\n');
        for (size_t k = 0; k < named.paths.len; k++) {
            buf_put(out, STR("  "));
            view_put_line_text(out, named.paths.ptr[k]);
            buf_put_byte(out, '\n');
        }
    }
    if (diff->gone.len > GONE_MOST)
        buf_printf(out, "the change takes away %zu more: fovea diff --consequences\n",
                   diff->gone.len - GONE_MOST);
}

static Json *gone_value(const Tests *tests)
{
    Arena *arena = tests->call->arena;
    const ImpactDiff *diff = tests->focus;
    Json *rows = json_array(arena);
    for (size_t i = 0; i < diff->gone.len; i++) {
        Json *row = json_object(arena), *paths = json_array(arena);
        MentionsIn named = {0};
        if (i < GONE_MOST)
            named =
                mentions_of_word_in_tests(&tests->call->request, tests->session, diff->gone.ptr[i]);
        for (size_t k = 0; k < named.paths.len; k++)
            json_add(paths, json_str(arena, named.paths.ptr[k]));
        json_set(row, STR("name"), json_str(arena, diff->gone.ptr[i]));
        json_set(row, STR("naming"), paths);
        json_add(rows, row);
    }
    return rows;
}

static void put_head(Buf *out, const Tests *tests)
{
    const TestReach *reach = &tests->reach;
    size_t total = reach->tests.len;
    buf_put(out, STR("tests of "));
    view_put_line_text(out, title_of(tests));
    if (!total) {
        buf_put(out, STR(": none is known to reach it\n"));
        return;
    }
    buf_printf(out, ": %zu test%s in %zu file%s %s known to reach it%s", total,
               total == 1 ? "" : "s", reach->files, reach->files == 1 ? "" : "s",
               total == 1 ? "is" : "are", reach->more ? ", and more" : "");
    if (reach->doubtful)
        buf_printf(
            out, "%s%s doubtful: by long ways over overriding",
            reach->doubtful == total ? ", all" : "",
            reach->doubtful == total
                ? ""
                : str_terminate(tests->call->arena,
                                str_format(tests->call->arena, ", %zu of them", reach->doubtful)));
    buf_put_byte(out, '\n');
}

/* What of a diff is not followed by symbols. */
static void put_rest(Buf *out, const Tests *tests)
{
    if (!tests->by_diff)
        return;
    impact_put_outside(out, tests->focus);
    test_data_put(out, &tests->data);
    impact_put_unfollowed(out, tests->focus);
}

/* Test files of which no test is listed, though a function there reaches it. */
#define APART_SHOWN 3

static void put_apart(Buf *out, const TestReach *reach)
{
    for (size_t i = 0; i < MIN(reach->apart.len, (size_t)APART_SHOWN); i++) {
        buf_put(out,
                i ? STR(", ") : STR("functions that a table or a framework may call reach it: "));
        view_put_line_text(out, reach->apart.ptr[i]);
    }
    if (reach->apart.len > APART_SHOWN)
        buf_printf(out, " and %zu more files", reach->apart.len - APART_SHOWN);
    if (reach->apart.len)
        buf_put_byte(out, '\n');
}

static void put_text(Buf *out, Tests *tests)
{
    const Catalog *catalog = tests->session->catalog;
    const TestReach *reach = &tests->reach;
    size_t end = page_end(tests), total = reach->tests.len;
    Str cursor, next = next_call(tests, &cursor);
    if (tests->by_diff && !impact_diff_changes(tests->focus)) {
        buf_put(out, STR("Nothing changed: the diff has no changed lines\n"));
        return;
    }
    put_head(out, tests);
    for (size_t i = tests->offset; i < end; i++) {
        buf_put(out, STR("  "));
        query_put_line(out, *tests->call->scratch, catalog, reach->tests.ptr[i].symbol);
        test_put_way(out, catalog, &reach->tests.ptr[i]);
        test_put_off(out, &tests->project, reach->tests.ptr[i].symbol);
        buf_put_byte(out, '\n');
    }
    if (next.len)
        buf_printf(out, "  [%zu more: %.*s]\n", total - end, STR_ARG(next));
    put_apart(out, reach);
    if (reach->unfollowed)
        buf_put(out, STR("a fixture that reaches it was followed into a part of the files only\n"));
    if (!total || tests->named.paths.len)
        put_named(out, tests);
    test_beyond_put(out, &tests->beyond, !total);
    put_gone(out, tests);
    put_rest(out, tests);
    put_commands(out, tests);
}

static void add_commands(Arena *arena, Json *rows, const TestCommands *commands, const char *scope)
{
    for (size_t i = 0; i < commands->list.len; i++) {
        const TestCommand *command = &commands->list.ptr[i];
        Json *row = json_object(arena);
        json_set(row, STR("run"), json_str(arena, command->text));
        json_set(row, STR("evidence"), json_str(arena, command->evidence));
        json_set(row, STR("scope"), json_str(arena, str_from(scope)));
        json_set(row, STR("tests"), json_u64(arena, command->tests));
        if (command->note.len)
            json_set(row, STR("note"), json_str(arena, command->note));
        json_add(rows, row);
    }
}

static Json *commands_value(Tests *tests, Json *value)
{
    Arena *arena = tests->call->arena;
    Json *rows = json_array(arena);
    TestCommands shown, whole, named, all = {0};
    find_commands(tests, tests->offset, page_end(tests), false, TEST_COMMANDS_MAX, &shown);
    find_whole(tests, &whole);
    test_commands(&tests->project, &tests->named_files, false, TEST_COMMANDS_MAX, &named);
    add_commands(arena, rows, &shown, "shown");
    add_commands(arena, rows, &whole, "files");
    add_commands(arena, rows, &named, "naming");
    if (!tests->reach.tests.len && !tests->named_files.len) {
        test_commands_all(&tests->call->request, tests->session, ALL_COMMANDS_MAX, &all);
        add_commands(arena, rows, &all, "all");
    }
    if (shown.unknown + shown.off)
        json_set(value, STR("without_command"), json_u64(arena, shown.unknown + shown.off));
    return rows;
}

static Json *test_value(Tests *tests, const ReachedTest *test)
{
    Arena *arena = tests->call->arena;
    const Catalog *catalog = tests->session->catalog;
    Json *row = query_value(arena, catalog, test->symbol);
    json_set(row, STR("steps"), json_u64(arena, test->steps));
    if (test->overrides)
        json_set(row, STR("overrides"), json_u64(arena, test->overrides));
    if (test_is_doubtful(test))
        json_set(row, STR("doubtful"), json_bool(arena, true));
    if (test->via != SYMBOL_NOWHERE)
        json_set(row, STR("by"),
                 json_str(arena, catalog_qualified_name(catalog, arena, test->via)));
    TestOff off = test_command_off(&tests->project, test->symbol);
    if (off.why.len)
        json_set(row, off.maybe ? STR("may_not_run") : STR("not_run"), json_str(arena, off.why));
    return row;
}

static void set_list(Arena *arena, Json *value, const char *key, const Str *list, size_t count)
{
    if (count)
        json_set(value, str_from(key), json_texts(arena, list, count));
}

/* What no edge leads to: examples, tests of other kinds, changed data. */
static void add_beyond(const Tests *tests, Json *value)
{
    Arena *arena = tests->call->arena;
    const TestBeyond *beyond = &tests->beyond;
    const ImpactDiff *diff = tests->focus;
    set_list(arena, value, "examples", beyond->examples.ptr, beyond->examples.len);
    set_list(arena, value, "not_listed", beyond->makers.ptr, beyond->makers.len);
    if (!tests->reach.tests.len)
        set_list(arena, value, "not_followed", beyond->others.ptr, beyond->others.len);
    if (tests->built.len)
        json_set(value, STR("built"), json_str(arena, tests->built));
    Json *data = json_array(arena);
    for (size_t i = 0; i < tests->data.list.len; i++) {
        const DataUse *use = &tests->data.list.ptr[i];
        Json *row = json_object(arena);
        json_set(row, STR("path"), json_str(arena, use->path));
        set_list(arena, row, "named_at", use->places.ptr, use->places.len);
        json_add(data, row);
    }
    if (tests->data.list.len)
        json_set(value, STR("data"), data);
    if (diff->outside)
        json_set(value, STR("outside_symbols"), json_u64(arena, diff->outside));
    set_list(arena, value, "removed", diff->removed.ptr, diff->removed.len);
    set_list(arena, value, "binary", diff->binary.ptr, diff->binary.len);
    set_list(arena, value, "not_in_index", diff->unknown.ptr, diff->unknown.len);
    set_list(arena, value, "other_state", diff->unfit.ptr, diff->unfit.len);
    set_list(arena, value, "not_applied", diff->before.ptr, diff->before.len);
}

static Json *answer_value(Tests *tests)
{
    Arena *arena = tests->call->arena;
    const TestReach *reach = &tests->reach;
    size_t end = page_end(tests);
    Json *value = query_frame(arena, tests->session, STR("tests")), *list = json_array(arena);
    Json *paths = json_array(arena);
    Str cursor, next = next_call(tests, &cursor);
    json_set(value, STR("of"), json_str(arena, title_of(tests)));
    json_set(value, STR("total"), json_u64(arena, reach->tests.len));
    json_set(value, STR("files"), json_u64(arena, reach->files));
    for (size_t i = tests->offset; i < end; i++)
        json_add(list, test_value(tests, &reach->tests.ptr[i]));
    json_set(value, STR("tests"), list);
    if ((!reach->tests.len && tests->looked) || tests->named.paths.len) {
        json_set(value, STR("naming_hits"), json_u64(arena, tests->named.hits));
        for (size_t i = 0; i < tests->named.paths.len; i++)
            json_add(paths, json_str(arena, tests->named.paths.ptr[i]));
        json_set(value, STR("naming"), paths);
    }
    if (tests->by_diff)
        json_set(value, STR("names_removed"), gone_value(tests));
    set_list(arena, value, "reached_apart", reach->apart.ptr, reach->apart.len);
    add_beyond(tests, value);
    json_set(value, STR("commands"), commands_value(tests, value));
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
    tests->offset = (size_t)MIN(offset, (uint64_t)tests->reach.tests.len);
    return true;
}

/* Shows no more tests than the commands of one answer run. */
static void limit_to_commands(Tests *tests)
{
    TestCommands commands;
    for (; tests->shown > 1; tests->shown--) {
        find_commands(tests, tests->offset, page_end(tests), false, TEST_COMMANDS_MAX, &commands);
        if (!commands.left_out)
            return;
    }
}

/* Writes the answer with as many tests as fit. */
static void put_what_fits(Buf *out, Tests *tests)
{
    ToolCall *call = tests->call;
    limit_to_commands(tests);
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

/* Searches from what changes, and from what names changed data. */
static void find_reached(Tests *tests, const NeighbourOptions *options, Neighbourhood *found)
{
    ToolCall *call = tests->call;
    NeighbourOptions wide = *options;
    IdVec start = {0};
    if (tests->by_diff)
        test_data_uses(&call->request, tests->session, &tests->project, tests->focus, &tests->data);
    for (size_t i = 0; i < tests->focus->symbols.len; i++)
        *VEC_PUSH(call->arena, &start) = tests->focus->symbols.ptr[i];
    for (size_t i = 0; i < tests->data.users.len; i++)
        *VEC_PUSH(call->arena, &start) = tests->data.users.ptr[i];
    wide.limit += start.len;
    if (start.len)
        neighbours_find(tests->session->catalog, call->arena, start.ptr, start.len, &wide, found);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    ImpactDiff focus = {0};
    Neighbourhood found = {0};
    const SessionNeeds needs = {.parts = QUERY_PARTS | CATALOG_LINKS, .calls = true};
    ImpactAsked asked = params_impact(call);
    Tests tests = {
        .call = call, .session = &session, .focus = &focus, .by_diff = impact_by_diff(&asked)};
    if (tests.by_diff) /* a diff can be read only once */
        session_want_current(&call->request);
    if (!session_begin(&call->request, &session, needs, err) ||
        !impact_focus(&call->request, &session, &asked, &focus, err))
        return false;
    NeighbourOptions options = {.direction = NEIGHBOURS_IN,
                                .limit = NODES_MAX,
                                .types = true,
                                .sure_only = true,
                                .overrides = true,
                                .closure = true};
    tests.project = project_open(&call->request, &session);
    find_reached(&tests, &options, &found);
    test_reach(&tests.project, &found, NULL, &tests.reach);
    look_at_names(&tests);
    if (tests.by_diff)
        note_change(&tests);
    if (!choose_page(&tests, err))
        return false;
    Buf out = buf_open(call->arena, 0);
    put_what_fits(&out, &tests);
    return call->format == VIEW_TEXT ? query_put_text(&call->request, &session, &out, err)
                                     : tool_put_buf(call, &out, err);
}

const Tool tests_tool = {
    .name = "tests",
    .mcp_name = "get_tests",
    .summary = "Lists the tests that reach a symbol or a change, with the command that runs them",
    .about = "Tests that call it, directly or indirectly, along exact and likely "
             "edges, nearest first, with their distance. A set-up function stands for "
             "the tests it runs before, a pytest fixture for those that take it. Long "
             "ways over overridden methods are doubtful and come last. If none calls it "
             "directly, the test files that name it. Commands follow the manifests in "
             "the tests' directories or above, which are named. They run exactly the "
             "tests shown, or say what else; tests that marks or settings leave out "
             "have the reason, and no command. At most 1,500 tokens; a cursor continues.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .profile = TOOL_IN_AGENT,
    .uses_index = true,
    .tokens = {"110", "1,500"},
    .next = "the command that it prints",
    .run = run,
};
