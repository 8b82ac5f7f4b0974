/* `tests`: which tests reach a symbol, nearest first, and the commands that run them. */
#include "base/shell.h"
#include "project/test_command.h"
#include "project/test_denial.h"
#include "project/test_role.h"
#include "query/beyond.h"
#include "query/cursor.h"
#include "query/mentions.h"
#include "query/response.h"
#include "query/unseen.h"
#include "relations/graph_answer.h"
#include "relations/impact_focus.h"
#include "relations/impact_unresolved.h"
#include "relations/reached_test.h"
#include "relations/test_beyond.h"
#include "relations/test_data.h"
#include "relations/test_search.h"
#include "session/answer.h"
#include "session/notices.h"
#include "session/require.h"
#include "tools/params.h"

/* Maximum limit of the list. */
#define SHOWN_MAX 100
#define ANSWER_BYTES 6000 /* 1,500 tokens */

static const ToolParam params[] = {
    PARAM_SYMBOL(QUERY_SYMBOL_HELP "; a directory or module"),
    {.name = "diff",
     .type = TOOL_TEXT,
     .never_empty = true,
     .value = "CHANGE",
     .bare = "HEAD",
     .help = "instead of a symbol: HEAD, main..HEAD, staged, or a unified diff, its file, or -"},
    {.name = "staged", .type = TOOL_FLAG, .rare = true, .help = "the same as --diff staged"},
    PARAM_FILE,
    PARAM_LIMIT_RARE("20", SHOWN_MAX, "how many tests to show"),
    PARAM_CURSOR,
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
    bool unseen;      /* though not all files of the tree are known */
    MentionsIn named; /* mentions, if none calls it itself; `paths` without those reached */
    TestBeyond beyond;
    DataUses data;           /* that a diff changes */
    Str built;               /* where code may build the name; or empty */
    TestCaseVec named_files; /* of these, the files that hold tests */
    Str question;
    size_t offset, shown;
    TestCommands whole; /* of all tests, whatever page is shown */
    bool whole_is_known;
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
        tests->unseen =
            unseen_note_short(&call->request, tests->session, UNSEEN_TESTS, UNSEEN_NOTE_BYTES);
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
            *VEC_PUSH(tests->call->arena, &tests->named_files) =
                (TestCase){.symbol = catalog->files.ptr[file].first};
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
    TestCaseVec cases = {0};
    for (size_t i = from; i < to; i++) {
        const ReachedTest *test = &tests->reach.tests.ptr[i];
        *VEC_PUSH(tests->call->arena, &cases) = (TestCase){test->symbol, test->block, test->doc};
    }
    test_commands(&tests->project, &cases, whole, most, commands);
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

/* Whether tests name it, and where; or empty. */
static Str naming_sentence(const Tests *tests)
{
    const MentionsIn *named = &tests->named;
    if (named->hits)
        return str_format(tests->call->arena, "%s: %llu hit%s in %u file%s: %.*s",
                          tests->reach.tests.len
                              ? "no test is known to call it itself, but tests name it"
                              : "tests name it",
                          (unsigned long long)named->hits, named->hits == 1 ? "" : "s",
                          named->files, named->files == 1 ? "" : "s", STR_ARG(named->call));
    if (tests->beyond.makers.len)
        return (Str){0}; /* what a macro makes may name it */
    if (tests->looked && named->there)
        return tests->by_diff ? STR("no test names a symbol that changes")
                              : STR("no test names it");
    if (tests->looked && !tests->beyond.examples.len && !tests->beyond.others.len)
        return test_denial(tests->call->arena, tests->session->catalog, &tests->focus->symbols,
                           tests->unseen);
    if (!tests->looked && named->call.len)
        return str_format(tests->call->arena, "whether a test names it: %.*s",
                          STR_ARG(named->call));
    return (Str){0};
}

/* The call that shows the next tests; or empty. */
static Str next_call(const Tests *tests, Str *cursor)
{
    ToolCall *call = tests->call;
    size_t end = tests->offset + tests->shown;
    *cursor = (Str){0};
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

#define COMMAND "{run}{?evidence|note}  ({evidence}{?evidence}{?note}; {/}{/}{note}){/}\n"

static const char wording[] =
    "{?nothing}Nothing changed: the diff has no changed lines\n{:}"
    "tests of {of}: {?by_type}no call of it is seen; {total} test{total:s} in {files} "
    "file{files:s} {total:is uses|use} its type {by_type}, whose methods the language may call "
    "without naming them\n{:}"
    "{?total}{total} test{total:s} in {files} file{files:s} {total:is is|are} known "
    "to reach it{?more}, and more{/}{?all_doubtful}, all doubtful{:}"
    "{?doubtful}, {doubtful} of them doubtful{/}{/}{?doubtful}: by {doubts}{/}\n"
    "{:}none is known to reach it\n{/}{/}"
    "{*tests}  {>}{way}\n{/}{?next}  [{left} more: {next}]\n{/}"
    "{?unmade}left out: {unmade} test{unmade:s} that {unmade:is calls|call} what is overridden on "
    "the way, and {unmade:is makes|make} no object of the overriding type\n{/}"
    "{?signless}left out: {signless} test{signless:s}, which {signless:is uses|use} its type and "
    "{signless:is shows|show} nothing that would call it ({sign})\n{/}"
    "{?distant}left out: {distant} test{distant:s} farther from a type that the language may use "
    "without naming a method\n{/}"
    "{?reached_apart}functions that a table or a framework may call reach it: "
    "{*reached_apart 3|, }{.}{/}"
    "{?reached_apart>3} and {#reached_apart:past 3} more files{/}\n{/}"
    "{?unfollowed}a fixture that reaches it was followed into a part of the files only\n{/}"
    "{?replacing}left out: {replacing} test{replacing:s}, which"
    " {replacing:is replaces|replace} what leads there\n{/}"
    "{?naming_said}{naming_said}\n{/}{*naming}  {.}\n{/}{?built_shown}{built}\n{/}"
    "{beyond:raw}"
    "{*names_removed 5}the change takes away {name}"
    "{?hits}, and tests name it: {hits} hit{hits:s} in {in_files} file{in_files:s}: {call}{/}\n"
    "{*naming}  {.}\n{/}{/}"
    "{?names_removed>5}the change takes away {#names_removed:past 5} more: "
    "fovea diff --consequences\n{/}"
    "{rest:raw}"
    "{*commands}{?scope=shown}run{?part} {tests} of {total}{/}: " COMMAND "{/}{/}"
    "{?without_command_for}no command is known that runs {without_command_for}"
    "{?unknown_more} (and {unknown_more} more of these tests){/}\n{/}"
    "{*commands}{?scope=files}run {tests} of {total} and what else is in their files: " COMMAND
    "{/}{/}"
    "{*commands}{?scope=naming}run{?total} those that name it{/}: " COMMAND "{/}{/}"
    "{*commands}{?scope=all}run all: " COMMAND "{/}{/}"
    "{?commands_left_out}run all: {commands_left_out} more commands, for other parts\n{/}{/}";

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
    if (!tests->whole_is_known)
        find_commands(tests, 0, total, true, WHOLE_MOST, &tests->whole);
    tests->whole_is_known = true;
    *commands = tests->whole;
    for (size_t i = 0; i < commands->list.len; i++)
        bytes += commands->list.ptr[i].text.len;
    if (commands->left_out || bytes > WHOLE_BYTES)
        *commands = (TestCommands){0};
}

/* Commands that run all tests of a tree with several projects. */
#define ALL_COMMANDS_MAX 3

/* Adds commands, each with its note as words: without one, the answer's note is not meant. */
static void add_commands(Response *response, const TestCommands *commands, const char *scope)
{
    Arena *arena = response->request->arena;
    for (size_t i = 0; i < commands->list.len; i++) {
        const TestCommand *command = &commands->list.ptr[i];
        Json *row = json_object(arena), *word = json_object(arena);
        json_set(row, STR("run"), json_str(arena, command->text));
        json_set(row, STR("evidence"), json_str(arena, command->evidence));
        json_set(row, STR("scope"), json_str(arena, str_from(scope)));
        json_set(row, STR("tests"), json_u64(arena, command->tests));
        json_set_text(arena, row, STR("note"), command->note);
        json_set(word, STR("note"), json_str(arena, command->note));
        json_add((Json *)json_get(response->value, STR("commands")), row);
        json_add((Json *)json_get(response->words, STR("commands")), word);
    }
}

/* The file of the first symbol, whose package has its tests. */
static uint32_t file_of_focus(const Tests *tests)
{
    const IdVec *symbols = &tests->focus->symbols;
    return symbols->len ? catalog_place(tests->session->catalog, symbols->ptr[0]).file
                        : FILE_NOWHERE;
}

static void set_commands(Tests *tests, Response *response)
{
    Arena *arena = tests->call->arena;
    Json *value = response->value, *words = response->words;
    TestCommands shown, whole, named, all = {0};
    size_t total = tests->reach.tests.len;
    find_commands(tests, tests->offset, page_end(tests), false, TEST_COMMANDS_MAX, &shown);
    find_whole(tests, &whole);
    test_commands(&tests->project, &tests->named_files, false, TEST_COMMANDS_MAX, &named);
    if (!total && !tests->named_files.len)
        test_commands_all(&tests->call->request, tests->session, file_of_focus(tests),
                          ALL_COMMANDS_MAX, &all);
    if (shown.unknown + shown.off)
        json_set(value, STR("without_command"), json_u64(arena, shown.unknown + shown.off));
    if (shown.unknown) {
        json_set(value, STR("without_command_for"), json_str(arena, shown.unknown_path));
        json_set(words, STR("unknown_more"), json_u64(arena, shown.unknown - 1));
    }
    if (all.left_out)
        json_set(value, STR("commands_left_out"), json_u64(arena, all.left_out));
    json_set(
        words, STR("part"),
        json_bool(arena, page_end(tests) - tests->offset < total || shown.unknown || shown.off));
    json_set(value, STR("commands"), json_array(arena));
    json_set(words, STR("commands"), json_array(arena));
    add_commands(response, &shown, "shown");
    add_commands(response, &whole, "files");
    add_commands(response, &named, "naming");
    add_commands(response, &all, "all");
}

/* ---- answers ---- */

/* Names that a diff takes away and that are looked for in the text of tests. */
#define GONE_MOST 5

static void set_gone(const Tests *tests, Response *response)
{
    Arena *arena = tests->call->arena;
    const ImpactDiff *diff = tests->focus;
    Json *rows = json_array(arena), *words = json_array(arena);
    for (size_t i = 0; i < diff->gone.len; i++) {
        Json *row = json_object(arena), *word = json_object(arena), *paths = json_array(arena);
        MentionsIn named = {0};
        if (i < GONE_MOST)
            named =
                mentions_of_word_in_tests(&tests->call->request, tests->session, diff->gone.ptr[i]);
        for (size_t k = 0; k < named.paths.len; k++)
            json_add(paths, json_str(arena, named.paths.ptr[k]));
        json_set(row, STR("name"), json_str(arena, diff->gone.ptr[i]));
        json_set(row, STR("naming"), paths);
        json_set(word, STR("hits"), json_u64(arena, named.hits));
        json_set(word, STR("in_files"), json_u64(arena, named.files));
        json_set(word, STR("call"), json_str(arena, named.call));
        json_add(rows, row);
        json_add(words, word);
    }
    json_set(response->value, STR("names_removed"), rows);
    json_set(response->words, STR("names_removed"), words);
}

static Json *test_value(Tests *tests, const ReachedTest *test)
{
    Arena *arena = tests->call->arena;
    const Catalog *catalog = tests->session->catalog;
    Json *row = reached_value(&tests->project, test);
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

/* What else the text says of a test: how far away it is, and why it may not run. */
static Json *test_words(Tests *tests, const ReachedTest *test)
{
    Arena *arena = tests->call->arena;
    Json *words = json_object(arena);
    Buf way = buf_open(arena, 0);
    reached_put_way(&way, tests->session->catalog, test);
    test_put_off(&way, &tests->project, test->symbol);
    json_set(words, STR("way"), json_str(arena, buf_str(&way)));
    return words;
}

static void set_words(Tests *tests, Json *words)
{
    Arena *arena = tests->call->arena;
    const TestReach *reach = &tests->reach;
    size_t total = reach->tests.len;
    bool naming = !total || tests->named.paths.len;
    Buf beyond = buf_open(arena, 0), rest = buf_open(arena, 0);
    test_beyond_put(&beyond, &tests->beyond, !total);
    if (tests->by_diff) {
        impact_put_outside(&rest, tests->focus);
        test_data_put(&rest, &tests->data);
        impact_put_unfollowed(&rest, tests->focus);
    }
    json_set(words, STR("nothing"),
             json_bool(arena, tests->by_diff && !impact_diff_changes(tests->focus)));
    json_set(words, STR("doubts"), json_str(arena, reached_doubts(arena, reach)));
    json_set(words, STR("all_doubtful"), json_bool(arena, reach->doubtful == total && total));
    json_set(words, STR("naming_said"),
             json_str(arena, naming ? naming_sentence(tests) : (Str){0}));
    json_set(words, STR("built_shown"),
             json_bool(arena, naming && tests->built.len && !tests->named.hits));
    json_set(words, STR("beyond"), json_str(arena, buf_str(&beyond)));
    json_set(words, STR("rest"), json_str(arena, buf_str(&rest)));
}

/* The tests of the page, and the call that shows the next. */
static void set_page(Tests *tests, Response *response)
{
    Arena *arena = tests->call->arena;
    const TestReach *reach = &tests->reach;
    size_t end = page_end(tests);
    Json *list = json_array(arena), *words = json_array(arena);
    for (size_t i = tests->offset; i < end; i++) {
        json_add(list, test_value(tests, &reach->tests.ptr[i]));
        json_add(words, test_words(tests, &reach->tests.ptr[i]));
    }
    json_set(response->value, STR("tests"), list);
    json_set(response->words, STR("tests"), words);
    json_set(response->words, STR("left"), json_u64(arena, reach->tests.len - end));
}

static Response answer_of(Tests *tests)
{
    Arena *arena = tests->call->arena;
    const TestReach *reach = &tests->reach;
    Response response = response_open(&tests->call->request, tests->session, STR("tests"), wording);
    Json *value = response.value;
    Str cursor, next = next_call(tests, &cursor);
    json_set(value, STR("of"), json_str(arena, title_of(tests)));
    json_set(value, STR("total"), json_u64(arena, reach->tests.len));
    json_set(value, STR("files"), json_u64(arena, reach->files));
    if (reach->by_type)
        json_set(value, STR("by_type"),
                 json_str(arena,
                          catalog_qualified_name(tests->session->catalog, arena, reach->by_type)));
    if (reach->more)
        json_set(value, STR("more"), json_bool(arena, true));
    if (reach->doubtful)
        json_set(value, STR("doubtful"), json_u64(arena, reach->doubtful));
    if (reach->unmade)
        json_set(value, STR("unmade"), json_u64(arena, reach->unmade));
    if (reach->signless) {
        json_set(value, STR("signless"), json_u64(arena, reach->signless));
        json_set(value, STR("sign"), json_str(arena, reach->sign));
    }
    if (reach->distant)
        json_set(value, STR("distant"), json_u64(arena, reach->distant));
    if (reach->patched)
        json_set(value, STR("replacing"), json_u64(arena, reach->patched));
    if (reach->unfollowed)
        json_set(value, STR("unfollowed"), json_bool(arena, true));
    set_page(tests, &response);
    if ((!reach->tests.len && tests->looked) || tests->named.paths.len) {
        json_set(value, STR("naming_hits"), json_u64(arena, tests->named.hits));
        json_set(value, STR("naming"),
                 json_texts(arena, tests->named.paths.ptr, tests->named.paths.len));
    }
    if (tests->by_diff)
        set_gone(tests, &response);
    set_list(arena, value, "reached_apart", reach->apart.ptr, reach->apart.len);
    add_beyond(tests, value);
    set_commands(tests, &response);
    set_words(tests, response.words);
    json_set_text(arena, value, STR("cursor"), cursor);
    json_set_text(arena, response.words, STR("next"), next);
    return response;
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

/* Sends the answer with as many tests as fit. */
static bool put_answer(Tests *tests, Err *err)
{
    limit_to_commands(tests);
    Response response = answer_of(tests);
    for (size_t len; (len = response_len(&response)) > ANSWER_BYTES && tests->shown > 1;) {
        size_t fitting = tests->shown * ANSWER_BYTES / len; /* or fewer: the rest has a part, too */
        tests->shown = MAX(MIN(fitting, tests->shown - 1), (size_t)1);
        response = answer_of(tests);
    }
    return response_send(&response, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    ImpactDiff focus = {0};
    const SessionNeeds needs = {.parts = QUERY_PARTS | CATALOG_LINKS, .calls = true};
    ImpactAsked asked = params_impact(call);
    Tests tests = {
        .call = call, .session = &session, .focus = &focus, .by_diff = impact_by_diff(&asked)};
    if (tests.by_diff) /* a diff can be read only once */
        session_want_current(&call->request);
    if (!session_begin(&call->request, &session, needs, err) ||
        !impact_focus(&call->request, &session, &asked, &focus, err))
        return false;
    tests.project = project_open(&call->request, &session);
    if (tests.by_diff)
        test_data_uses(&call->request, &session, &tests.project, &focus, &tests.data);
    if (!test_search(&tests.project, &focus, &tests.data, &tests.reach, err))
        return false;
    look_at_names(&tests);
    if (tests.by_diff)
        note_change(&tests);
    if (!choose_page(&tests, err))
        return false;
    return put_answer(&tests, err);
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
