/* `find`: search for symbols by name. Before less exact matches are used, the index must be known
   to be current, since a missing name may just have been written. A further page finds the earlier
   hits again and skips them, so a cursor is a number and the server keeps no state. */
#include "search/symbols.h"

#include "base/shell.h"
#include "index/catalog/counterparts.h"
#include "org/org_find.h"
#include "query/cursor.h"
#include "query/mentions.h"
#include "query/org_target.h"
#include "query/query.h"
#include "query/response.h"
#include "query/unseen.h"
#include "session/answer.h"
#include "session/listing.h"
#include "session/require.h"
#include "tools/params.h"

static const ToolParam params[] = {
    {.name = "query",
     .type = TOOL_TEXT,
     .positional = true,
     .words = true,
     .required = true,
     .value = "QUERY",
     .help = "name, part of a name, or words of it; * is a wildcard"},
    {.name = "kind",
     .type = TOOL_TEXT,
     .value = "KIND",
     .help = "only symbols of this kind: function, class, …"},
    {.name = "path",
     .type = TOOL_TEXT,
     .value = "TEXT",
     .help = "only files whose path contains this"},
    {.name = "module",
     .type = TOOL_TEXT,
     .rare = true,
     .value = "MODULE",
     .help = "only symbols of this module"},
    {.name = "risk",
     .type = TOOL_CHOICE,
     .rare = true,
     .choices = query_risks,
     .help = "only of this risk"},
    PARAM_LIMIT_RARE("20", 100, "how many results"),
    PARAM_CURSOR,
    PARAM_ORG,
    PARAM_BRANCH,
};

static const char *const examples[] = {
    "find parse_visit", "find 'batch processor' --kind class", "find 'get*User' --path src/api",
    "find parse_visit --org postgresql://db.example.org/code", NULL};

/* Estimated tokens of a row, from which the number of rows is computed. */
#define HIT_TOKENS 20

typedef struct Answer {
    ToolCall *call;
    IndexSession *session;
    const SymbolHits *hits;
    Str question;
    uint64_t offset;        /* index of the first hit shown */
    const Modules *modules; /* for JSON; NULL where a database answers */
    /* Of an organisation's database, whose catalog is then the session's; else NULL. */
    const OrgFound *found;
    const OrgAsked *asked;
} Answer;

static Json *hit_value(const Answer *answer, uint32_t symbol)
{
    Arena *arena = answer->call->arena;
    const Catalog *catalog = answer->session->catalog;
    Json *value = query_value(arena, catalog, symbol);
    if (answer->modules) {
        SymbolPlace place = catalog_place(catalog, symbol);
        const Module *module = &answer->modules->list.ptr[answer->modules->of_file[place.file]];
        json_set(value, STR("module"), json_str(arena, module->name));
        json_set(value, STR("risk"), json_u64(arena, catalog_metrics(catalog, symbol).risk));
    }
    if (answer->found)
        json_set(
            value, STR("repository"),
            json_str(arena, answer->found->tree.repository[catalog_place(catalog, symbol).file]));
    if (counterpart_is_declaration(catalog, symbol))
        json_set(value, STR("declaration"), json_bool(arena, true));
    return value;
}

static Str longest_word(Str query)
{
    Str word, longest = {0};
    while (str_take_until(&query, ' ', &word))
        if (word.len > longest.len)
            longest = word;
    return str_slice(longest, 0, PATH_SHOWN_BYTES);
}

static const char wording[] =
    "{*symbols}{>}{?declaration}  declaration{/}\n{/}"
    "{?left}[{left:thousands}{next}{!; --kind, --module and --path narrow}]\n{/}"
    "{?partly}[no symbol has all of these words in name, class and path; these have some]\n{/}"
    "{nothing:raw}";

static void put_nothing_there(Buf *out, const OrgAsked *asked)
{
    if (!asked->repositories)
        buf_put(out, STR("(no repository here has such a branch and lets this user read it)\n"));
    else
        buf_printf(out, "(no symbol matches in %llu repositor%s)\n",
                   (unsigned long long)asked->repositories, asked->repositories == 1 ? "y" : "ies");
}

/* Writes hints for a search without hits: the text may occur elsewhere, and a wildcard matches the
   whole name. */
static void put_nothing(Buf *out, ToolCall *call)
{
    Str query = str_trim(tool_text(call, "query")), word = longest_word(query);
    static const char *const filters[] = {"kind", "path", "module", "risk"};
    buf_put(out, STR("(no symbol matches; "));
    for (size_t i = 0; i < COUNT(filters); i++)
        if (tool_value(call, filters[i])->given)
            buf_put(out,
                    tool_hint(call, str_format(call->arena, "without --%s one may; ", filters[i])));
    bool open = str_starts(word, STR("*")) && str_ends(word, STR("*")); /* wildcards at both ends */
    while (str_starts(word, STR("*")))
        word = str_from_offset(word, 1);
    while (str_ends(word, STR("*")))
        word = str_slice(word, 0, word.len - 1);
    if (str_find_byte(query, '*') != STR_NONE && !open && word.len) {
        Str open_word = str_format(call->arena, "*%.*s*", STR_ARG(word));
        view_put_line_text(
            out, tool_hint(call, str_format(call->arena,
                                            "fovea find %.*s would match within "
                                            "names",
                                            STR_ARG(shell_quote(call->arena, open_word)))));
    } else {
        buf_put(out, str_find_byte(query, ' ') == STR_NONE ? (Str){0} : STR("fewer words may; "));
        view_put_line_text(out,
                           tool_hint(call, str_format(call->arena,
                                                      "fovea grep %.*s looks in the text of "
                                                      "files",
                                                      STR_ARG(shell_quote(call->arena, word)))));
    }
    buf_put(out, STR(")\n"));
}

/* What the text has of the query's longest word, in which a symbol may hide. */
static void set_named(const Answer *answer, Response *response, Buf *nothing)
{
    SessionRequest *request = &answer->call->request;
    IndexSession *session = answer->session;
    Str word = longest_word(str_trim(tool_text(answer->call, "query")));
    while (str_starts(word, STR("*")))
        word = str_from_offset(word, 1);
    while (str_ends(word, STR("*")))
        word = str_slice(word, 0, word.len - 1);
    word = mentions_word(NULL, word);
    if (!word.len || str_find_byte(word, '*') != STR_NONE || !catalog_has_files(session->catalog))
        return;
    MentionRest rest =
        mentions_rest_of(request, session, mentions_of(request, session, NULL, word));
    json_set(response->value, STR("named"), mentions_value(request->arena, session, &rest));
    view_put_line_text(nothing, mentions_sentence(request, session, &rest, &(MentionKnown){0}));
    buf_put_byte(nothing, '\n');
}

static bool put_answer(const Answer *answer, Err *err)
{
    ToolCall *call = answer->call;
    Arena *arena = call->arena;
    const SymbolHits *hits = answer->hits;
    Response response = response_open(&call->request, answer->session, STR("symbols"), wording);
    Json *value = response.value, *list = json_array(arena);
    Buf nothing = buf_open(arena, 0);
    json_set(value, STR("total"), json_u64(arena, hits->total));
    for (size_t i = answer->offset; i < hits->list.len; i++)
        json_add(list, hit_value(answer, hits->list.ptr[i].symbol));
    json_set(value, STR("symbols"), list);
    if (!hits->total && answer->asked) {
        put_nothing_there(&nothing, answer->asked);
    } else if (!hits->total) {
        put_nothing(&nothing, call);
        set_named(answer, &response, &nothing);
    }
    if (hits->partly && hits->total)
        json_set(value, STR("partly"), json_bool(arena, true));
    json_set(response.words, STR("nothing"), json_str(arena, buf_str(&nothing)));
    return response_send_list(&response,
                              &(ResponseList){.rows = list,
                                              .from = answer->offset,
                                              .total = hits->total,
                                              .row_tokens = HIT_TOKENS,
                                              .question = answer->question,
                                              .state = answer->asked ? &answer->asked->state : NULL,
                                              .call = STR(" more with")},
                              err);
}

static bool choose_module(ToolCall *call, const IndexSession *session, Modules *modules,
                          SymbolQuery *query, Err *err)
{
    Str name = tool_text(call, "module");
    if (!name.len)
        return true;
    *modules = modules_of(call->arena, session->catalog);
    query->modules = modules;
    return query_module(&call->request, session, modules, name, &query->module, err);
}

/* Whether less exact matches may be searched: only in a current index, since a missing name may
   just have been written. */
static bool is_current(void *context)
{
    const ToolCall *call = context;
    return session_is_current(&call->request);
}

/* Searches up to the page at the cursor; the hits before it are found again. */
static bool search(Answer *answer, IndexSession *session, SymbolQuery *query, SymbolHits *hits,
                   Err *err)
{
    ToolCall *call = answer->call;
    Modules modules;
    if (!session_require(&call->request, session, (SessionNeeds){.parts = QUERY_PARTS}, err) ||
        !choose_module(call, session, &modules, query, err) ||
        !cursor_read(session, answer->question, tool_text(call, "cursor"), &answer->offset, err))
        return false;
    answer->offset = MIN(answer->offset, (uint64_t)session->catalog->symbol_count);
    query->limit += answer->offset;
    query->go_on = is_current;
    query->context = call;
    if (!symbols_search(session->catalog, call->arena, query, hits, err))
        return false;
    answer->offset = MIN(answer->offset, (uint64_t)hits->list.len);
    return true;
}

static Str question_of(Arena *arena, const SymbolQuery *query, Str module)
{
    return str_format(arena, "find %.*s\n%.*s\n%.*s\n%.*s\n%.*s", STR_ARG(query->text),
                      STR_ARG(query->kind), STR_ARG(query->path), STR_ARG(query->risk),
                      STR_ARG(module));
}

/* ---- an organisation's database ---- */

static bool check_asked(const ToolCall *call, Err *err)
{
    static const char *const local[] = {"module", "risk"};
    for (size_t i = 0; i < COUNT(local); i++)
        if (tool_value(call, local[i])->given) {
            err_set(err, ERR_USAGE, "%s: an organisation's database does not know it", local[i]);
            return err_hint(err, "kind and path narrow what --org finds");
        }
    return true;
}

static Str note_of(const OrgAsked *asked, const OrgFound *found)
{
    if (found->more)
        return STR("the database has more matches than were looked at: a longer name, --kind and "
                   "--path narrow");
    if (found->brief)
        return STR("of parts of one or two characters the database was asked only for names that "
                   "begin so, or have them after '_'");
    return asked->no_trigrams ? STR("without the extension pg_trgm the database searches parts of "
                                    "names slowly and finds no typing errors")
                              : (Str){0};
}

static bool search_org(Answer *answer, SymbolQuery *query, IndexSession *session, OrgAsked *asked,
                       OrgFound *found, Err *err)
{
    ToolCall *call = answer->call;
    Org org SCOPED(org_close) = {0};
    answer->question = str_format(call->arena, "%.*s\n%.*s", STR_ARG(answer->question),
                                  STR_ARG(tool_text(call, "branch")));
    if (!check_asked(call, err) || !org_open_asked(&call->request, params_org(call), &org, err) ||
        !org_ask(&org, call->arena, tool_text(call, "branch"), asked, err) ||
        !cursor_read_at(asked->state, answer->question, tool_text(call, "cursor"), &answer->offset,
                        err))
        return false;
    answer->offset = MIN(answer->offset, (uint64_t)ORG_PLACES_MAX);
    query->limit += answer->offset;
    if (!org_find(&org, call->arena, query, asked, found, err))
        return false;
    answer->offset = MIN(answer->offset, (uint64_t)found->hits.list.len);
    answer->hits = &found->hits;
    answer->found = found;
    answer->asked = asked;
    session->catalog = found->tree.catalog;
    session->notice = note_of(asked, found);
    return true;
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    OrgAsked asked;
    OrgFound found;
    SymbolHits hits;
    SymbolQuery query = {.text = str_trim(tool_text(call, "query")),
                         .kind = tool_text(call, "kind"),
                         .path = tool_text(call, "path"),
                         .risk = tool_text(call, "risk"),
                         .limit = tool_number(call, "limit")};
    if (!query.text.len)
        return err_set(err, ERR_USAGE, "query: empty");
    Answer answer = {.call = call,
                     .session = &session,
                     .hits = &hits,
                     .question = question_of(call->arena, &query, tool_text(call, "module"))};
    bool done = params_org(call).asked ? search_org(&answer, &query, &session, &asked, &found, err)
                                       : session_open(&call->request, (Str){0}, &session, err) &&
                                             search(&answer, &session, &query, &hits, err);
    if (!done)
        return false;
    if (call->format != VIEW_TEXT && !answer.asked)
        answer.modules = modules_layout(call->arena, session.catalog);
    bool none = !answer.hits->total && !answer.asked;
    if (none && !query_check_path(&call->request, session.catalog, query.path, err))
        return false;
    if (none)
        unseen_note(&call->request, &session, query.path, UNSEEN_ALL, longest_word(query.text));
    return put_answer(&answer, err);
}

const Tool find_tool = {
    .name = "find",
    .mcp_name = "search_symbols",
    .summary = "Finds symbols of the repository by name",
    .about = "Exact names come first (Class.method, too), then prefixes, sub-words "
             "(camelCase, snake_case) and substrings. If none match, names with a "
             "typing error match, whole or in one word. Then come symbols whose name, "
             "class and path together have all the words, or at least two of them, "
             "which the answer says. A lower-case query prefers types and functions, "
             "however their names are written. Changed files are indexed before it "
             "answers. Without hits it names what was not looked at. Each result is "
             "a target for read: `fovea read PATH:12-40`. At most 20 tokens a result: with "
             "long names and paths fewer are shown.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .agents = "The way from a name to its file and lines; 20 tokens a hit.",
    .profile = TOOL_IN_CORE,
    .uses_index = true,
    .tokens = {"90", "20 a hit"},
    .next = "get_symbol, read PATH::NAME, callers",
    .run = run,
};
