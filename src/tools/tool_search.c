/* Places are looked for, then their texts are made at the level that was asked for or chosen. */
#include "text/tokens.h"
#include "tools/query.h"
#include "tools/search_answer.h"
#include "tools/search_cache.h"
#include "tools/tool.h"

#define RESULTS_MAX 100
#define BUDGET_MIN 200
#define BUDGET_DEFAULT "4000"
#define PARAM_QUERY \
    { \
        .name = "query", .type = TOOL_TEXT, .positional = true, .words = true, .required = true, \
        .value = "QUESTION", \
        .help = \
            "a question in plain words, in code, or both: a commit message or stack trace, too" \
    }
#define PARAM_N \
    { \
        .name = "n_results", .type = TOOL_NUMBER, .fallback = "5", .min = 1, .max = RESULTS_MAX, \
        .value = "N", .help = "how many places" \
    }
#define PARAM_BUDGET \
    { \
        .name = "budget", .type = TOOL_NUMBER, .fallback = BUDGET_DEFAULT, .min = BUDGET_MIN, \
        .value = "TOKENS", .help = "what the answer may take" \
    }
#define PARAM_LANGUAGE \
    { \
        .name = "language", .type = TOOL_TEXT, .rare = true, .value = "LANGUAGE", \
        .help = "only files in this language" \
    }
#define PARAM_PATH \
    { \
        .name = "path", .type = TOOL_TEXT, .value = "TEXT", \
        .help = "only files whose path contains this" \
    }
#define PARAM_CACHE \
    { \
        .name = "semantic_cache", .type = TOOL_FLAG, .rare = true, .fallback = "true", \
        .help = "an answer may be one that was given to the same question before" \
    }

static const ToolParam params[] = {
    PARAM_QUERY,
    PARAM_N,
    {.name = "level",
     .type = TOOL_CHOICE,
     .choices = search_levels,
     .fallback = "auto",
     .value = "LEVEL",
     .help = "how much of each: its file, class, method, or the full text around it"},
    PARAM_BUDGET,
    {.name = "kind",
     .type = TOOL_TEXT,
     .rare = true,
     .value = "KIND",
     .help = "only declarations of this kind: function, class, …"},
    PARAM_LANGUAGE,
    PARAM_PATH,
    QUERY_PARAM_EXCLUDE,
    QUERY_PARAM_NO_TESTS,
    PARAM_CACHE,
    {.name = "docs",
     .type = TOOL_FLAG,
     .rare = true,
     .help = "only prose: Markdown and its kin, comments, docstrings"},
    {.name = "explain",
     .type = TOOL_FLAG,
     .cli_only = true,
     .help = "with each place what spoke for it, as numbers (JSON)"},
};

static const ToolParam docs_params[] = {PARAM_QUERY,          PARAM_N,    PARAM_BUDGET,
                                        PARAM_LANGUAGE,       PARAM_PATH, QUERY_PARAM_EXCLUDE,
                                        QUERY_PARAM_NO_TESTS, PARAM_CACHE};

static const char *const examples[] = {"search where are expired keys deleted",
                                       "search 'how does the router match a path' --level file",
                                       "search fix crash in url_for -n 3 --budget 2000", NULL};

/* ---- filters ---- */

static bool choose_language(ToolCall *call, const Language **language, Err *err)
{
    Str name = tool_text(call, "language");
    *language = name.len ? lang_find(name) : NULL;
    if (!name.len || *language)
        return true;
    err_set(err, ERR_USAGE, "language: there is no '%.*s'",
            STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "fovea languages lists them");
}

static bool choose_files(ToolCall *call, const Catalog *catalog, const bool **left_out, Err *err)
{
    const Language *language;
    Str path = tool_text(call, "path");
    LeaveOut out = query_leave_out(call, catalog);
    if (!choose_language(call, &language, err))
        return false;
    *left_out = out.files;
    if (!path.len && !language)
        return true;
    bool *files = NEW(call->arena, bool, catalog->files.len + 1);
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        files[i] = (out.files && out.files[i]) || (language && file->language != language) ||
                   (path.len && str_find(file->path, path) == STR_NONE);
    }
    *left_out = files;
    return true;
}

/* ---- the call ---- */

static bool search(SearchAnswer *answer, SearchWanted *wanted, SearchFound *found, Err *err)
{
    ToolCall *call = answer->call;
    if (!choose_files(call, answer->session->catalog, &wanted->left_out, err) ||
        !search_places(call, answer->session, wanted, found, err))
        return false;
    for (size_t i = 0; i < found->count; i++) {
        if (!search_level_fill(call, answer->session, answer->level, &found->places[i], err))
            return false;
        search_describe(answer, &found->places[i]);
    }
    return true;
}

static bool put_answer(const SearchAnswer *answer, Err *err)
{
    ToolCall *call = answer->call;
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT) {
        search_put_text(&out, answer);
        return query_put_text(call, answer->session, &out, err);
    }
    search_put_values(&out, answer);
    return tool_put_buf(call, &out, err);
}

/* From what was kept, or anew. */
static bool find_answer(SearchAnswer *answer, SearchWanted *wanted, SearchFound *found, Err *err)
{
    ToolCall *call = answer->call;
    SearchCache cache SCOPED(search_cache_close) = {0};
    if (tool_flag(call, "semantic_cache"))
        search_cache_open(call, answer->session, answer->level, wanted->text, &cache);
    answer->kept = search_cache_take(call, wanted->text, &cache, found);
    if ((!answer->kept && !search(answer, wanted, found, err)) || !put_answer(answer, err))
        return false;
    search_cache_settle(call, answer->session, &cache, found);
    return true;
}

/* At the level, or for LEVEL_AUTO at the one that the question asks for. */
static bool answer_search(ToolCall *call, SearchLevel level, SearchWanted wanted, bool explain,
                          Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    SearchFound found;
    wanted.text = str_trim(tool_text(call, "query"));
    wanted.count = tool_number(call, "n_results");
    SearchAnswer answer = {
        .call = call,
        .session = &session,
        .wanted = &wanted,
        .found = &found,
        .intent = intent_of(wanted.text),
        .chosen = level == LEVEL_AUTO,
        .explain = explain,
        .budget = MIN(tool_number(call, "budget"), ANSWER_BYTES_MAX / TOKEN_BYTES) * TOKEN_BYTES};
    answer.level = wanted.level = answer.chosen ? answer.intent.level : level;
    wanted.docs = level == LEVEL_DOCS;
    if (!search_check("query", wanted.text, err) || !session_open(call, (Str){0}, &session, err) ||
        !session_require(call, &session, QUERY_PARTS, err))
        return false;
    if (call->format == VIEW_TEXT)
        answer.budget -= MIN(answer.budget, query_note_bytes(&session));
    return find_answer(&answer, &wanted, &found, err);
}

static bool run(ToolCall *call, Err *err)
{
    SearchLevel level =
        tool_flag(call, "docs") ? LEVEL_DOCS : (SearchLevel)tool_number(call, "level");
    return answer_search(call, level, (SearchWanted){.kind = tool_text(call, "kind")},
                         tool_flag(call, "explain"), err);
}

static bool run_docs(ToolCall *call, Err *err)
{
    return answer_search(call, LEVEL_DOCS, (SearchWanted){0}, false, err);
}

const Tool search_docs_tool = {
    .name = "search_docs",
    .summary = "Finds what documentation, comments and docstrings say about a question",
    .about = "Sections of Markdown and its kin, and comments with the signature of what they "
             "describe, best first, within the budget.",
    .params = docs_params,
    .param_count = COUNT(docs_params),
    .agents_only = true,
    .run = run_docs,
};

const Tool search_tool = {
    .name = "search",
    .mcp_name = "search_code",
    .summary = "Finds the places that answer a question, in plain words, best first",
    .about =
        "Words of the question are looked for as stems in declarations, comments, names and paths "
        "of the whole repository; the best places come first, each with what speaks for it. level: "
        "file shows what a file is for and declares, class a declaration with its members and no "
        "bodies, method the body with ten lines around it, full the text around it. auto takes "
        "file for questions how something works, method for bugs and fixes, class for all others. "
        "The answer never takes more than the budget.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .agents = "From a question to the code that answers it, when no name is known.",
    .run = run,
};
