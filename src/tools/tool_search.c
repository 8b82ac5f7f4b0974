/* `search` in code and in documents: two tools with the same parameters and the same search in
   different files. */
#include "base/varint.h"
#include "explore/search_feedback.h"
#include "explore/search_projects.h"
#include "query/org_target.h"
#include "query/query.h"
#include "tools/params.h"

/* Maximum number of results. */
#define RESULTS_MAX 100
/* Less would not hold any place with its text. */
#define BUDGET_MIN 200
#define BUDGET_DEFAULT "4000"
/* Maximum number of pieces of text for one place. */
#define CHUNKS_MAX 10

#define PARAM_QUERY(without) \
    { \
        .name = "query", .type = TOOL_TEXT, .positional = true, .words = true, .required = true, \
        .unless = (without), .value = "QUESTION", \
        .help = "a question in plain words, code, or both; also a commit message or stack trace" \
    }
#define PARAM_N \
    { \
        .name = "n_results", .type = TOOL_NUMBER, .fallback = "5", .min = 1, .max = RESULTS_MAX, \
        .value = "N", .help = "how many results" \
    }
#define PARAM_BUDGET \
    { \
        .name = "budget", .type = TOOL_NUMBER, .tokens = true, .fallback = BUDGET_DEFAULT, \
        .min = BUDGET_MIN, .value = "TOKENS", .help = "maximum size of the answer" \
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
        .help = "a cached answer to the same question from the same index" \
    }

#define PARAM_MODE \
    { \
        .name = "mode", .type = TOOL_CHOICE, .choices = search_modes, .fallback = "hybrid", \
        .rare = true, .value = "MODE", \
        .help = "search by words (lexical), by meaning (vector), or by both" \
    }

static const char *const progressive_modes[] = {"auto", "true", "false", NULL};

#define PARAM_LEVEL(text) \
    { \
        .name = "level", .type = TOOL_CHOICE, .choices = search_levels, .fallback = "auto", \
        .value = "LEVEL", .help = (text) \
    }
#define PARAM_PROGRESSIVE(text) \
    { \
        .name = "progressive_mode", .type = TOOL_CHOICE, .choices = progressive_modes, \
        .fallback = "auto", .rare = true, .value = "MODE", .help = (text) \
    }
#define PARAM_OPTIONS \
    { \
        .name = "include_expansion_options", .type = TOOL_FLAG, .rare = true, .fallback = "true", \
        .help = "where to read on, with what each step costs" \
    }

static const ToolParam params[] = {
    PARAM_QUERY("feedback"),
    PARAM_N,
    PARAM_LEVEL("how much of each: its file, class, method, or the full text around it"),
    PARAM_BUDGET,
    {.name = "kind",
     .type = TOOL_TEXT,
     .rare = true,
     .value = "KIND",
     .help = "only declarations of this kind: function (methods too), class, …"},
    PARAM_LANGUAGE,
    PARAM_PATH,
    PARAM_EXCLUDE,
    PARAM_NO_TESTS,
    PARAM_CACHE,
    PARAM_MODE,
    {.name = "docs",
     .type = TOOL_FLAG,
     .rare = true,
     .help = "only prose: Markdown and the like, comments, docstrings"},
    {.name = "include_context",
     .type = TOOL_FLAG,
     .rare = true,
     .fallback = "true",
     .help = "the lines around a body at level method, and neighbours at level full, where the "
             "level is given"},
    {.name = "context_chunks",
     .type = TOOL_NUMBER,
     .rare = true,
     .fallback = "1",
     .min = 1,
     .max = CHUNKS_MAX,
     .value = "N",
     .help = "how many declarations before and after to name, and chunks to take at level full"},
    {.name = "include_dependencies",
     .type = TOOL_FLAG,
     .rare = true,
     .help = "also files that the results import, and files that import them"},
    {.name = "cross_project",
     .type = TOOL_TEXT,
     .many = true,
     .rare = true,
     .bare = "all",
     .value = "REPOSITORY",
     .help = "search all repositories indexed on this machine (all), or those with "
             "this name or root"},
    PARAM_PROGRESSIVE(
        "add summary, hierarchy and estimates (JSON) and where to read on; false: the "
        "full text unless a level is given"),
    PARAM_OPTIONS,
    {.name = "feedback",
     .type = TOOL_CHOICE,
     .choices = search_feedbacks,
     .cli_only = true,
     .value = "OUTCOME",
     .help = "instead of a question: rate the level of the last answer"},
    {.name = "explain",
     .type = TOOL_FLAG,
     .cli_only = true,
     .help = "add the scores of each result (JSON)"},
    PARAM_ORG,
    PARAM_BRANCH,
};

static const ToolParam docs_params[] = {PARAM_QUERY(NULL),
                                        PARAM_N,
                                        PARAM_LEVEL("how much of each document; auto: the sections "
                                                    "and comments that answer"),
                                        PARAM_PROGRESSIVE("true: add summary, hierarchy and "
                                                          "estimates (JSON) and where to read on"),
                                        PARAM_OPTIONS,
                                        PARAM_BUDGET,
                                        PARAM_LANGUAGE,
                                        PARAM_PATH,
                                        PARAM_EXCLUDE,
                                        PARAM_NO_TESTS,
                                        PARAM_CACHE,
                                        PARAM_ORG,
                                        PARAM_BRANCH};

static const char *const examples[] = {"search where are expired keys deleted",
                                       "search 'how does the router match a path' --level file",
                                       "search fix crash in url_for -n 3 --budget 2000", NULL};

/* In documents: sections and comments, unless a level is given. */
static SearchLevel level_of(ToolCall *call, bool docs)
{
    SearchLevel level = (SearchLevel)tool_number(call, "level");
    return docs && level == LEVEL_AUTO ? LEVEL_DOCS : level;
}

/* Parameters that do not influence which places are found. */
static bool is_decisive(const ToolParam *param)
{
    static const char *const others[] = {"query", "level", "budget", "explain", "semantic_cache"};
    for (size_t i = 0; i < COUNT(others); i++)
        if (str_equal(str_from(param->name), str_from(others[i])))
            return false;
    return true;
}

static Str decisive_of(const ToolCall *call)
{
    Buf key = buf_open(call->arena, 0);
    varint_put_str(&key, str_from(call->tool->name));
    for (size_t i = 0; i < call->tool->param_count; i++) {
        if (!is_decisive(&call->tool->params[i]))
            continue;
        varint_put_str(&key, call->values[i].text);
        varint_put(&key, call->values[i].number);
    }
    return buf_str(&key);
}

/* What the parameters of both tools ask. */
static SearchAsk ask_of(ToolCall *call, bool docs)
{
    return (SearchAsk){.text = tool_text(call, "query"),
                       .count = tool_number(call, "n_results"),
                       .tokens = tool_number(call, "budget"),
                       .language = tool_text(call, "language"),
                       .path = tool_text(call, "path"),
                       .filter = params_filter(call),
                       .org = params_org(call),
                       .level = level_of(call, docs),
                       .level_given = tool_value(call, "level")->given,
                       .cached = tool_flag(call, "semantic_cache"),
                       .decisive = decisive_of(call),
                       .words = params_words(call),
                       .docs = docs,
                       .progressive = (SearchProgressive)tool_number(call, "progressive_mode"),
                       .options = tool_flag(call, "include_expansion_options"),
                       .deliver = search_put_answer};
}

static bool give_feedback(ToolCall *call, Err *err)
{
    if (!tool_text(call, "query").len)
        return search_feedback(&call->request, tool_number(call, "feedback") == 0, err);
    err_set(err, ERR_USAGE, "feedback: it is about the last answer, and takes no question");
    return err_hint(err, "fovea search --feedback bad");
}

static bool run(ToolCall *call, Err *err)
{
    if (tool_value(call, "feedback")->given)
        return give_feedback(call, err);
    SearchAsk ask = ask_of(call, tool_flag(call, "docs"));
    ask.mode = (SearchMode)tool_number(call, "mode");
    ask.kind = tool_text(call, "kind");
    ask.explain = tool_flag(call, "explain");
    /* The level that is chosen for the question shows hits alone, so that more of them fit. */
    bool chosen = tool_value(call, "level")->given || tool_value(call, "include_context")->given;
    if (chosen && tool_flag(call, "include_context"))
        ask.around = (uint32_t)tool_number(call, "context_chunks");
    ask.dependencies = tool_flag(call, "include_dependencies");
    if (!ask.docs)
        search_choose_level(&call->request, &ask);
    Str projects = tool_text(call, "cross_project");
    if (projects.len && ask.org.asked)
        return err_set(err, ERR_USAGE,
                       "cross_project: an organisation's database does not know it");
    if (!projects.len || str_equal(projects, STR("false")))
        return search_ask(&call->request, &ask, err);
    return search_projects(&call->request, &ask, projects, err);
}

static bool run_docs(ToolCall *call, Err *err)
{
    SearchAsk ask = ask_of(call, true);
    return search_ask(&call->request, &ask, err);
}

const Tool search_docs_tool = {
    .name = "search_docs",
    .summary = "Finds what documentation, comments and docstrings say about a question",
    .about = "Sections of Markdown and the like, and comments with the signature of "
             "what they describe, best first, within the budget.",
    .params = docs_params,
    .param_count = COUNT(docs_params),
    .agents_only = true,
    .uses_index = true,
    .tokens = {"1,050", "the budget"},
    .next = "read PATH:LINE-LINE",
    .run = run_docs,
};

const Tool search_tool = {
    .name = "search",
    .mcp_name = "search_code",
    .summary = "Finds the places that answer a question in plain words, best first",
    .about = "Looks for the stems of the question's words in declarations, comments, "
             "names and paths of the whole repository. The best places come first, "
             "each with the reasons for it. level: file shows a file's purpose and "
             "declarations, class a declaration with its members but no bodies, "
             "method the body with ten lines around it, full the text around it. auto "
             "takes file for questions that ask for an overview, method for all others. The answer "
             "never exceeds the budget.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .agents = "From a question to the code that answers it, when no name is known.",
    .uses_index = true,
    .tokens = {"560", "the budget"},
    .next = "read PATH:LINE-LINE, get_symbol",
    .run = run,
};
