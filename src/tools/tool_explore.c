#include "explore/explore.h"
#include "text/tokens.h"
#include "tools/params.h"

/* Less would not hold any place with its text. */
#define BUDGET_MIN 200
#define BUDGET_DEFAULT "4000"

static const ToolParam params[] = {
    {.name = "question",
     .type = TOOL_TEXT,
     .positional = true,
     .words = true,
     .required = true,
     .value = "QUESTION",
     .help = "in words, code, or both"},
    {.name = "budget",
     .type = TOOL_NUMBER,
     .tokens = true,
     .fallback = BUDGET_DEFAULT,
     .min = BUDGET_MIN,
     .value = "TOKENS",
     .help = "maximum size of the answer"},
    {.name = "also",
     .type = TOOL_TEXT,
     .value = "WORDS",
     .help = "5 to 10 words the code may have"},
    {.name = "seed",
     .type = TOOL_TEXT,
     .many = true,
     .rare = true,
     .value = "SYMBOL",
     .help = "a symbol to include; may be repeated"},
    {.name = "seen",
     .type = TOOL_TEXT,
     .cli_only = true,
     .value = "FILE",
     .help = "skip what this file lists as shown before; what is shown now is added to it"},
    {.name = "session",
     .type = TOOL_TEXT,
     .rare = true,
     .value = "NAME",
     .help = "the same, stored with the index under any name that you choose"},
    PARAM_EXCLUDE,
    PARAM_NO_TESTS,
    PARAM_ORG,
    PARAM_BRANCH,
};

static const char *const examples[] = {
    "explore how are expired keys deleted",
    "explore 'add a timeout to the resolver' --budget 8000",
    "explore why do hot keys grow slower --also 'LFU counter log'",
    "explore --seed activeExpireCycle when does it stop",
    "explore where are invoices paid --org",
    NULL};

/* Parameters that only an index on this machine can serve are refused. */
static bool check_org(const ToolCall *call, Err *err)
{
    if (!tool_text(call, "session").len || tool_text(call, "seen").len)
        return true;
    err_set(err, ERR_USAGE,
            "session: it is stored with a repository's index, which an "
            "organisation's database does not have");
    return err_hint(err, "leave it out; on a command line --seen FILE does the same");
}

static bool run(ToolCall *call, Err *err)
{
    uint64_t tokens = MIN(tool_number(call, "budget"), ANSWER_BYTES_MAX / TOKEN_BYTES);
    ExploreQuestion question = {.org = params_org(call),
                                .text = str_trim(tool_text(call, "question")),
                                .also = str_trim(tool_text(call, "also")),
                                .seeds = tool_text(call, "seed"),
                                .filter = params_filter(call),
                                .seen = tool_text(call, "seen"),
                                .caller = tool_text(call, "session"),
                                .budget = tokens * TOKEN_BYTES};
    return (!question.org.asked || check_org(call, err)) &&
           explore_ask(&call->request, &question, err);
}

const Tool explore_tool = {
    .name = "explore",
    .summary = "Packs the code that answers a question into a budget",
    .about =
        "Shows the places that search finds, best first with file and lines: small ones whole, "
        "large ones by their beginning and the lines that match. Then come signatures of symbols "
        "they use, and names of callers and others nearby, each with its reason. If a few places "
        "match much better than all others, the answer ends with them. It never exceeds the "
        "budget. With org each declaration is shown by signature, comment, callers and callees, "
        "also across repositories, since the database has no bodies.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .agents = "Call it first.",
    .profile = TOOL_IN_CORE,
    .uses_index = true,
    .tokens = {"3,750", "the budget (4,000)"},
    .next = "read PATH::NAME where it gives a name alone; callers before an edit",
    .run = run,
};
