/* `impact`: what a change of a symbol, or of all symbols in a diff, may affect: transitive callers,
   counted by module. */
#include "base/shell.h"
#include "project/test_role.h"
#include "query/beyond.h"
#include "query/cursor.h"
#include "query/history_answer.h"
#include "query/response.h"
#include "query/unseen.h"
#include "relations/graph_answer.h"
#include "relations/impact_count.h"
#include "relations/impact_focus.h"
#include "relations/impact_unresolved.h"
#include "relations/importers_answer.h"
#include "relations/route_edges.h"
#include "session/answer.h"
#include "session/notices.h"
#include "session/require.h"
#include "text/address.h"
#include "tools/params.h"

#define NODES_MAX 20000 /* they are only counted: enough for the most used symbol of a kernel */
#define MODULES_SHOWN 20
/* Maximum limits of lists; nobody reads more. */
#define SYMBOLS_SHOWN_MAX 100
#define PATHS_SHOWN 10
#define ANSWER_BYTES 6000 /* 1,500 tokens */

static const ToolParam params[] = {
    PARAM_SYMBOL(QUERY_SYMBOL_HELP),
    {.name = "diff",
     .type = TOOL_TEXT,
     .never_empty = true,
     .value = "CHANGE",
     .bare = "HEAD",
     .help = "instead of a symbol: HEAD, main..HEAD, staged, or a unified diff, its file, or -"},
    {.name = "staged", .type = TOOL_FLAG, .rare = true, .help = "the same as --diff staged"},
    PARAM_DEPTH("3"),
    PARAM_FILE,
    PARAM_EXCLUDE,
    PARAM_NO_TESTS,
    PARAM_LIMIT_RARE("15", SYMBOLS_SHOWN_MAX, "how many of the symbols to show"),
    PARAM_CURSOR,
};

static const char *const examples[] = {"impact dictAdd",     "impact src/dict.c::dictAdd --depth 1",
                                       "impact --diff HEAD", "impact --diff main..HEAD",
                                       "impact src/net",     NULL};

typedef struct NodeRange {
    size_t from, to, shown; /* `shown`: maximum number */
} NodeRange;

static const char wording[] =
    "{?nothing}Nothing changed: the diff has no changed lines\n{:}"
    "{?module}module {module}: {module_files} file{module_files:s}, {module_symbols} "
    "symbol{module_symbols:s}\n{/}{?symbol}{>symbol}\n{/}"
    "{?by_diff}{changed} symbol{changed:s} in {changed_files} file{changed_files:s} "
    "change{changed:is s|}\n{*changed_symbols}  {>}\n{/}"
    "{?changed_more}  [{changed_more} more: {!a higher --limit}]\n{/}"
    "{outside:raw}{?usually_changed_too}usually changed with these, not in the diff: "
    "{*usually_changed_too|, }{path:address} ({commits} of {of} commits of {with:address}){/}\n{/}"
    "{rest:raw}{/}"
    "{symbols} symbol{symbols:s} in {files} file{files:s} depend{symbols:is s|} on "
    "{?by_diff}what changes{:}it{/}{?depth} within {depth} step{depth:s}{/}{tests_said}"
    "{?by_steps}: {*by_steps|, }{.} at {step} step{step:s}{/}{/}"
    "{?further}; {?and_more}more than {/}{symbols_all:thousands} in all"
    "{?tests_all}, {tests_all} of them in tests{/}{/}\n"
    "{?tests_named}{tests_named}\n{/}{?importers_line}{importers_line}\n{/}"
    "{?first_page}{*modules}  {module}  {symbols}\n{/}"
    "{?modules_more}  [{modules_more} more modules]\n{/}"
    "{?changes_together}changes together with: {*changes_together|, }{path:address} ({commits}"
    "{?leads} of {of} commits{/}{?edge}{:}, no edge{/}){/}\n{/}"
    "{?stands_in_for}counted with calls of the methods it implements or overrides:\n"
    "{*stands_in_for}  {>}\n{/}"
    "{?stands_more}  [{stands_more} more]\n{/}{/}{?symbols}nearest:\n{/}"
    "{:}from number {first} on:\n{/}"
    "{*nearest}  {>}\n{/}{?next}  [{left_out} more: {next}]\n{/}{/}";

/* Writes `(12 in tests)`. Without any, or with some only within more steps, writes what the text of
   tests mentions. */
static void put_tests(Buf *out, const Impact *impact)
{
    const MentionsIn *named = &impact->named;
    bool unnamed = impact->looked && !named->missed && !named->hits;
    if (impact->tests) {
        buf_printf(out, " (%u in tests)", impact->tests);
    } else if (unnamed && !impact->tests_all) {
        buf_put(out, named->there            ? STR(" (no test names it)")
                     : impact->tests_unknown ? STR(" (no tests known)")
                                             : STR(" (no file is named as a test)"));
    } else {
        buf_printf(out, " (none %s in tests", impact->tests_all ? "of these" : "known");
        if (unnamed)
            buf_put(out, STR("; no test names it"));
        else if (!named->hits && named->call.len)
            buf_printf(out, "; those that name it: %.*s", STR_ARG(named->call));
        buf_put_byte(out, ')');
    }
}

/* Tests that name it, if none is within the steps; or empty. */
static Str tests_named(Arena *arena, const Impact *impact)
{
    const MentionsIn *named = &impact->named;
    if (impact->tests || !named->hits)
        return (Str){0};
    return str_format(arena, "tests%s name it: %llu hit%s in %u file%s: %.*s",
                      impact->tests_all ? "" : " that are not known to reach it",
                      (unsigned long long)named->hits, named->hits == 1 ? "" : "s", named->files,
                      named->files == 1 ? "" : "s", STR_ARG(named->call));
}

/* Index after the last symbol shown. */
static size_t shown_end(const Impact *impact)
{
    return MIN(impact->end, impact->first + impact->offset + impact->symbols_shown);
}

/* The change as arguments of a call. */
static Str asked_change(const ToolCall *call)
{
    Str diff = tool_text(call, "diff"), range = tool_text(call, "symbol");
    if (diff.len && str_find_byte(diff, '\n') == STR_NONE)
        return str_join(call->arena, STR("--diff "), shell_quote(call->arena, diff));
    return diff.len ? STR("--diff -") : range.len ? range : STR("--staged");
}

/* The call that shows the next symbols, or empty. */
static Str next_call(ToolCall *call, const IndexSession *session, const Impact *impact,
                     const Neighbourhood *found, Str *cursor)
{
    size_t end = shown_end(impact);
    *cursor = (Str){0};
    if (end >= impact->end)
        return (Str){0};
    *cursor = cursor_make(call->arena, session, impact->question, end - impact->first);
    Str hash = catalog_symbol_hash(session->catalog, call->arena, found->nodes.ptr[0].symbol);
    Str quoted = impact->module.len ? shell_quote(call->arena, impact->module)
                 : impact->diff     ? asked_change(call)
                                    : hash;
    Str depth = tool_value(call, "depth")->given
                    ? str_format(call->arena, " --depth %u", (unsigned)tool_number(call, "depth"))
                    : (Str){0};
    return tool_hint(call, str_format(call->arena, "fovea impact %.*s%.*s%.*s --cursor %.*s",
                                      STR_ARG(quoted), STR_ARG(depth),
                                      STR_ARG(query_left_out(call->arena, params_filter(call))),
                                      STR_ARG(*cursor)));
}

static Json *symbols_value(Arena *arena, const Catalog *catalog, const Neighbourhood *found,
                           NodeRange nodes)
{
    Json *list = json_array(arena);
    for (size_t i = nodes.from; i < MIN(nodes.to, nodes.from + nodes.shown); i++)
        json_add(list, query_value(arena, catalog, found->nodes.ptr[i].symbol));
    return list;
}

static Json *paths_value(Arena *arena, const Str *paths, size_t count)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < MIN(count, (size_t)PATHS_SHOWN); i++)
        json_add(list, json_str(arena, address_value(arena, paths[i])));
    return list;
}

static void set_changed(Arena *arena, Json *value, const Catalog *catalog, const Impact *impact,
                        const Neighbourhood *found)
{
    const ImpactDiff *diff = impact->diff;
    json_set(value, STR("changed"), json_u64(arena, impact->focus));
    json_set(value, STR("changed_files"), json_u64(arena, diff->files));
    json_set(value, STR("changed_symbols"),
             symbols_value(arena, catalog, found,
                           (NodeRange){.to = impact->focus, .shown = impact->symbols_shown}));
    json_set(value, STR("outside_symbols"), json_u64(arena, diff->outside));
    Json *missing = history_missing_value(arena, catalog, &diff->changed);
    if (missing->count)
        json_set(value, STR("usually_changed_too"), missing);
    json_set(value, STR("removed"), paths_value(arena, diff->removed.ptr, diff->removed.len));
    json_set(value, STR("names_removed"), paths_value(arena, diff->gone.ptr, diff->gone.len));
    if (diff->binary.len)
        json_set(value, STR("binary"), paths_value(arena, diff->binary.ptr, diff->binary.len));
    json_set(value, STR("not_in_index"), paths_value(arena, diff->unknown.ptr, diff->unknown.len));
    json_set(value, STR("other_state"), paths_value(arena, diff->unfit.ptr, diff->unfit.len));
    if (diff->before.len)
        json_set(value, STR("not_applied"), paths_value(arena, diff->before.ptr, diff->before.len));
}

/* Mentions in the text of tests; `hits` is null if unknown. */
static Json *named_value(Arena *arena, const MentionsIn *named)
{
    Json *value = json_object(arena);
    if (!named->missed || named->hits)
        json_set(value, STR("hits"), json_u64(arena, named->hits));
    if (named->hits || named->missed)
        json_set(value, STR("show"), json_str(arena, named->call));
    return value;
}

static void set_symbol(Arena *arena, Response *response, const Catalog *catalog, uint32_t symbol)
{
    Json *together = history_together_value(arena, catalog, catalog_place(catalog, symbol).file);
    json_set(response->value, STR("symbol"), query_value(arena, catalog, symbol));
    if (!together->count)
        return;
    Json *first = json_object(arena), *words = json_array(arena);
    json_set(first, STR("leads"), json_bool(arena, true));
    json_add(words, first);
    json_set(response->value, STR("changes_together"), together);
    json_set(response->words, STR("changes_together"), words);
}

/* Each of its files is one of the nodes that change. */
static void set_module(Response *response, const Impact *impact)
{
    const ResponseFigure figures[] = {
        {STR("module_files"), impact->module_files},
        {STR("module_symbols"), impact->focus - MIN(impact->module_files, impact->focus)}};
    json_set(response->value, STR("module"), json_str(response->request->arena, impact->module));
    response_figures(response, figures, COUNT(figures));
}

static void set_steps(Arena *arena, Response *response, const Impact *impact)
{
    Json *counts = json_array(arena), *words = json_array(arena);
    for (uint32_t step = 1; step <= NEIGHBOURS_DEPTH_MAX && impact->steps[step]; step++) {
        Json *word = json_object(arena);
        json_add(counts, json_u64(arena, impact->steps[step]));
        json_set(word, STR("step"), json_u64(arena, step));
        json_add(words, word);
    }
    if (!counts->count)
        return;
    json_set(response->value, STR("by_steps"), counts);
    json_set(response->words, STR("by_steps"), words);
}

static void set_counts(Arena *arena, Response *response, const Impact *impact,
                       const Neighbourhood *found)
{
    Json *value = response->value;
    json_set(value, STR("symbols"), json_u64(arena, impact->end - impact->first));
    json_set(value, STR("files"), json_u64(arena, impact->files));
    json_set(value, STR("tests"), json_u64(arena, impact->tests));
    set_steps(arena, response, impact);
    json_set(value, STR("symbols_all"), json_u64(arena, found->nodes.len - impact->first));
    if (found->left_out)
        json_set(value, STR("and_more"), json_bool(arena, true));
    json_set(value, STR("tests_all"), json_u64(arena, impact->tests_all));
    if (impact->named.call.len && !impact->tests)
        json_set(value, STR("tests_naming"), named_value(arena, &impact->named));
    if (impact->mentions)
        json_set(value, STR("named"), impact->mentions);
    if (impact->importers_of)
        json_set(value, STR("importers"), impact->importers_of);
    json_set(value, STR("only_candidate"), json_u64(arena, found->lone));
    json_set(value, STR("unsure"), json_u64(arena, found->unsure));
}

static Json *modules_value(Arena *arena, const Modules *modules, const Impact *impact)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < MIN(impact->module_count, impact->modules_shown); i++) {
        Json *row = json_object(arena);
        Str name = modules->list.ptr[impact->modules[i].module].name;
        json_set(row, STR("module"), json_str(arena, name));
        json_set(row, STR("symbols"), json_u64(arena, impact->modules[i].symbols));
        json_set(row, STR("tests"), json_u64(arena, impact->modules[i].tests));
        json_add(list, row);
    }
    return list;
}

static void set_words(ToolCall *call, IndexSession *session, Response *response,
                      const Impact *impact, const Neighbourhood *found)
{
    Arena *arena = call->arena;
    Json *words = response->words;
    const ImpactDiff *diff = impact->diff;
    size_t all = found->nodes.len - impact->first, count = impact->end - impact->first;
    size_t stands_in = impact->first - impact->focus, shown = impact->symbols_shown;
    Buf tests = buf_open(arena, 0), outside = buf_open(arena, 0), rest = buf_open(arena, 0);
    if (count && !impact->without_tests)
        put_tests(&tests, impact);
    if (diff) {
        impact_put_outside(&outside, diff);
        Json *gone = impact_put_gone(&rest, &call->request, session, diff);
        if (gone->count)
            json_set(response->value, STR("names_still_there"), gone);
        impact_put_unfollowed(&rest, diff);
    }
    const ResponseFigure figures[] = {
        {STR("by_diff"), diff != NULL},
        {STR("nothing"), diff && !impact_diff_changes(diff)},
        {STR("changed_more"), impact->focus - MIN(impact->focus, shown)},
        {STR("depth"), all > count || found->left_out ? impact->depth : 0},
        {STR("further"), all > count || found->left_out},
        {STR("first_page"), !impact->offset},
        {STR("first"), impact->offset + 1},
        {STR("modules_more"),
         impact->module_count - MIN(impact->module_count, impact->modules_shown)},
        {STR("stands_more"), stands_in - MIN(stands_in, shown)},
    };
    for (size_t i = 0; i < COUNT(figures); i++)
        json_set(words, figures[i].key, json_u64(arena, figures[i].value));
    json_set(words, STR("tests_said"), json_str(arena, buf_str(&tests)));
    json_set(words, STR("tests_named"), json_str(arena, tests_named(arena, impact)));
    json_set(words, STR("importers_line"), json_str(arena, impact->importers));
    json_set(words, STR("outside"), json_str(arena, buf_str(&outside)));
    json_set(words, STR("rest"), json_str(arena, buf_str(&rest)));
}

static Response answer_of(ToolCall *call, IndexSession *session, const Modules *modules,
                          const Impact *impact, const Neighbourhood *found)
{
    Arena *arena = call->arena;
    const Catalog *catalog = session->catalog;
    Response response = response_open(&call->request, session, STR("impact"), wording);
    Json *value = response.value;
    if (impact->diff)
        set_changed(arena, value, catalog, impact, found);
    else if (impact->module.len)
        set_module(&response, impact);
    else
        set_symbol(arena, &response, catalog, found->nodes.ptr[0].symbol);
    set_counts(arena, &response, impact, found);
    json_set(value, STR("modules"), modules_value(arena, modules, impact));
    if (impact->first > impact->focus)
        json_set(value, STR("stands_in_for"),
                 symbols_value(arena, catalog, found,
                               (NodeRange){.from = impact->focus,
                                           .to = impact->first,
                                           .shown = impact->symbols_shown}));
    size_t from = MIN(impact->first + impact->offset, impact->end), end = shown_end(impact);
    json_set(value, STR("nearest"),
             symbols_value(arena, catalog, found,
                           (NodeRange){.from = from, .to = end, .shown = end - from}));
    Str cursor, next = next_call(call, session, impact, found, &cursor);
    if (next.len) {
        json_set(value, STR("left_out"), json_u64(arena, impact->end - end));
        json_set(value, STR("cursor"), json_str(arena, cursor));
        json_set(response.words, STR("next"), json_str(arena, next));
    }
    set_words(call, session, &response, impact, found);
    return response;
}

/* Searches the text of tests for the symbol's name; not for a file, whose name its users do not
   write. */
static void look_at_tests(ToolCall *call, IndexSession *session, const Neighbourhood *found,
                          Impact *impact)
{
    uint32_t symbol = found->nodes.len ? found->nodes.ptr[0].symbol : SYMBOL_NOWHERE;
    if (impact->diff || impact->module.len || symbol == SYMBOL_NOWHERE ||
        !catalog_place(session->catalog, symbol).index)
        return;
    impact->named = mentions_in_tests(&call->request, session, symbol);
    bool unseen = !impact->named.hits &&
                  unseen_note_short(&call->request, session, UNSEEN_TESTS, UNSEEN_NOTE_BYTES);
    uint32_t file = catalog_place(session->catalog, symbol).file;
    impact->tests_unknown = unseen || !test_is_known_of(session->catalog->files.ptr[file].language);
    impact->looked = true;
}

/* Who imports the file or module: an import alone makes a file depend on it, without a symbol. */
static void look_at_imports(ToolCall *call, IndexSession *session, const Neighbourhood *found,
                            Impact *impact)
{
    ImportersQuestion question = {0};
    bool named = impact->module.len
                     ? importers_take_module(&call->request, session, impact->module, &question)
                     : importers_take_file(&call->request, session->catalog,
                                           found->nodes.ptr[0].symbol, &question);
    if (!named)
        return;
    impact->importers_of = json_object(call->arena);
    impact->importers = importers_known(&call->request, session, &question, impact->importers_of);
    if (!impact->importers.len && impact->end == impact->first)
        importers_note_none(&call->request, session, &question);
}

static bool choose_page(ToolCall *call, const IndexSession *session, const Neighbourhood *found,
                        Impact *impact, Err *err)
{
    uint64_t offset;
    Buf question = buf_open(call->arena, 0);
    buf_printf(&question, "impact %u%.*s", (unsigned)tool_number(call, "depth"),
               STR_ARG(query_left_out(call->arena, params_filter(call))));
    for (size_t i = 0; i < impact->focus; i++)
        buf_printf(&question, " %u", found->nodes.ptr[i].symbol);
    impact->question = buf_str(&question);
    impact->symbols_shown = tool_number(call, "limit");
    if (!cursor_read(session, impact->question, tool_text(call, "cursor"), &offset, err))
        return false;
    impact->offset = (size_t)MIN(offset, (uint64_t)(impact->end - impact->first));
    return true;
}

/* Finds what depends on the symbols, also through requests over HTTP. */
static bool find_dependents(ToolCall *call, IndexSession *session, const ImpactDiff *diff,
                            NeighbourOptions *options, Neighbourhood *found, Err *err)
{
    RouteTable routes;
    NeighbourUserVec users = {0};
    uint32_t unsure = 0;
    neighbours_find(session->catalog, call->arena, diff->symbols.ptr, diff->symbols.len, options,
                    found);
    if (!route_edges_open(&call->request, session, &routes, err))
        return false;
    for (uint32_t i = 0;
         i < options->depth && route_edges_users(call->arena, &routes, found, &users, &unsure);
         i++) {
        options->users = &users;
        neighbours_find(session->catalog, call->arena, diff->symbols.ptr, diff->symbols.len,
                        options, found);
    }
    if (diff->symbols.len == 1)
        route_edges_note(&call->request, session, diff->symbols.ptr[0], &routes);
    if (unsure)
        session_note(&call->request, session,
                     tool_hint(call, str_format(call->arena,
                                                "%u request%s may reach it or another route: "
                                                "fovea routes",
                                                unsure, unsure == 1 ? "" : "s")));
    return true;
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    ImpactDiff diff = {0};
    Neighbourhood found;
    const SessionNeeds needs = {.parts = QUERY_PARTS | CATALOG_LINKS, .calls = true};
    ImpactAsked asked = params_impact(call);
    if (impact_by_diff(&asked)) /* a diff can be read only once */
        session_want_current(&call->request);
    if (!session_begin(&call->request, &session, needs, err) ||
        !impact_focus(&call->request, &session, &asked, &diff, err))
        return false;
    Exclusion exclude = query_leave_out(call->arena, session.catalog, params_filter(call));
    NeighbourOptions options = {.direction = NEIGHBOURS_IN,
                                .depth = (uint32_t)tool_number(call, "depth"),
                                .limit = diff.symbols.len + NODES_MAX,
                                .types = true,
                                .sure_only = true,
                                .lone = true,
                                .overrides = true,
                                .closure = true,
                                .exclude = &exclude};
    if (!find_dependents(call, &session, &diff, &options, &found, err))
        return false;
    Modules modules = modules_of(call->arena, session.catalog);
    Impact impact = impact_count(call->arena, session.catalog, &modules, &found,
                                 (uint32_t)tool_number(call, "depth"));
    impact.modules_shown = MODULES_SHOWN;
    impact.diff = impact_by_diff(&asked) ? &diff : NULL;
    impact.module = diff.module;
    impact.without_tests = tool_flag(call, "no_tests");
    impact.module_files = diff.module.len ? diff.files : 0;
    if (!choose_page(call, &session, &found, &impact, err))
        return false;
    if (!impact.diff && !impact.module.len)
        impact_note_unseen(&call->request, &session, &found, &impact);
    else if (impact.diff && impact.focus)
        impact_note_changed(&call->request, &session, &diff.symbols, impact.end > impact.first);
    else
        beyond_note(&call->request, &session, diff.symbols.ptr, diff.symbols.len,
                    (BeyondOptions){0});
    if (found.excluded)
        session_note(&call->request, &session,
                     str_format(call->arena,
                                "left out as asked: %u symbol%s and what depends on that",
                                found.excluded, found.excluded == 1 ? "" : "s"));
    if (!impact.diff && !impact.offset)
        look_at_imports(call, &session, &found, &impact);
    if (!impact.tests && !tool_flag(call, "no_tests"))
        look_at_tests(call, &session, &found, &impact);
    Response response = answer_of(call, &session, &modules, &impact, &found);
    while (response_len(&response) > ANSWER_BYTES && impact.symbols_shown > 1) {
        impact.symbols_shown--;
        impact.modules_shown = MIN(impact.modules_shown, impact.symbols_shown + 6);
        response = answer_of(call, &session, &modules, &impact, &found);
    }
    return response_send(&response, err);
}

const Tool impact_tool = {
    .name = "impact",
    .mcp_name = "get_impact",
    .summary = "Counts what a change of a symbol may affect, by module",
    .about = "Counts callers, users and derived types for each module, to depth 3, "
             "along exact and likely edges only, and names the nearest symbols. A "
             "type or a file includes everything in it, a directory or module all of "
             "its files. A method includes calls of the base or interface methods "
             "that it overrides or implements. For a diff, takes the symbols whose "
             "lines the diff changes; where the tree is another than after the diff, "
             "the text of a hunk must have one place in it. Git "
             "makes the diff of a revision: HEAD~3.. and main..HEAD extend to the "
             "files as they are. At most 1,500 tokens; a cursor continues.",
    .examples = examples,
    .profile = TOOL_IN_CORE,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"160", "2,500 a page"},
    .next = "get_tests, callers",
    .run = run,
};
