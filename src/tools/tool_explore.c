/* `explore`: a context pack. Candidates are found once. The pack is chosen for the budget and
   written; if its format needs more than the budget, it is chosen again for less. */
#include "explore/explore.h"
#include "index/store/cache.h"
#include "query/org_target.h"
#include "query/query.h"
#include "query/unseen.h"
#include "session/require.h"
#include "text/tokens.h"
#include "tools/params.h"

/* Less would not hold any place with its text. */
#define BUDGET_MIN 200
#define BUDGET_DEFAULT "4000"
/* Bytes reserved for the lines above and below the pack. */
#define FOOT_BYTES 300
#define TRIES 8

static const ToolParam params[] = {
    {.name = "question",
     .type = TOOL_TEXT,
     .positional = true,
     .words = true,
     .required = true,
     .value = "QUESTION",
     .help = "in plain words, code, or both"},
    {.name = "budget",
     .type = TOOL_NUMBER,
     .tokens = true,
     .fallback = BUDGET_DEFAULT,
     .min = BUDGET_MIN,
     .value = "TOKENS",
     .help = "maximum size of the answer"},
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

static const char *const examples[] = {"explore how are expired keys deleted",
                                       "explore 'add a timeout to the resolver' --budget 8000",
                                       "explore --seed activeExpireCycle when does it stop",
                                       "explore where are invoices paid --org", NULL};

/* ---- the call ---- */

static bool take_seeds(ToolCall *call, IndexSession *session, PackQuestion *question, Err *err)
{
    Str list = tool_text(call, "seed"), name;
    uint32_t *seeds = NEW(call->arena, uint32_t, list.len + 1);
    while (str_take_until(&list, '\n', &name)) {
        if (!query_symbol(&call->request, session, name, &seeds[question->seed_count], err))
            return false;
        question->seed_count++;
    }
    question->seeds = seeds;
    return true;
}

/* Writes a pack that fits the budget: as long as the format adds too much, the pack is chosen again
   for less. */
static bool write_pack(ExploreAnswer *answer, const PackCandidateVec *candidates, Buf *out,
                       Err *err)
{
    Pack *pack = NEW(answer->request->arena, Pack, 1);
    PackTexts texts = {.seen = answer->seen,
                       .elsewhere = answer->org ? &answer->org->elsewhere : NULL};
    uint64_t room = answer->budget > FOOT_BYTES ? answer->budget - FOOT_BYTES : 0;
    for (int i = 0; i < TRIES; i++) {
        if (session_is_cancelled(answer->request))
            return err_interrupted(err);
        context_pack_choose(answer->request, answer->session, candidates, room, &texts, pack);
        answer->pack = pack;
        out->len = 0;
        explore_put(out, answer);
        if (out->len <= answer->budget)
            return true;
        answer->terse = i + 2 == TRIES;
        room = i + 2 == TRIES ? 0 : room * answer->budget / out->len * 95 / 100;
    }
    return true;
}

static bool open_seen(ToolCall *call, const IndexSession *session, Seen *seen, Err *err)
{
    Str file = tool_text(call, "seen"), name = tool_text(call, "session");
    if (name.len && !file.len)
        file = str_join(call->arena, session->database, STR(SEEN_ENDING));
    return seen_open(&call->request, file, name, seen, err);
}

static void add_seen(const ExploreAnswer *answer, const PackBodyVec *bodies)
{
    const Catalog *catalog = answer->session->catalog;
    for (size_t i = 0; i < bodies->len; i++) {
        const PackBody *body = &bodies->ptr[i];
        if (body->shown || body->bare)
            continue;
        Str name = catalog_qualified_name(catalog, answer->request->arena,
                                          explore_symbol(answer, body->file, body->entry));
        seen_add(answer->seen, catalog->files.ptr[body->file].path, name, body->key);
    }
}

static bool put_answer(ExploreAnswer *answer, Buf *out, Err *err)
{
    SessionRequest *request = answer->request;
    bool put = request->format == VIEW_TEXT ? query_put_text(request, answer->session, out, err)
                                            : session_send_buf(request, out, err);
    add_seen(answer, &answer->pack->bodies);
    return put && seen_save(request, answer->seen, err);
}

static bool find_local(ToolCall *call, IndexSession *session, Str text,
                       PackCandidateVec *candidates, Err *err)
{
    PackHitVec hits = {0};
    PackQuestion question = {.text = text};
    if (!session_begin(&call->request, session,
                       (SessionNeeds){.parts = QUERY_PARTS | CATALOG_LINKS}, err) ||
        !take_seeds(call, session, &question, err))
        return false;
    question.left_out = query_leave_out(call->arena, session->catalog, params_filter(call)).files;
    if (!context_pack_search(&call->request, session, &question, &hits, err))
        return false;
    context_pack_expand(&call->request, session->catalog, &question, &hits, candidates);
    return true;
}

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
    Seen seen;
    IndexSession session SCOPED(session_close) = {0};
    PackCandidateVec candidates = {0};
    ExploreOrg org = {.request = &call->request};
    uint64_t tokens = MIN(tool_number(call, "budget"), ANSWER_BYTES_MAX / TOKEN_BYTES);
    bool elsewhere = params_org(call).asked;
    ExploreAnswer answer = {.request = &call->request,
                            .session = &session,
                            .question = str_trim(tool_text(call, "question")),
                            .budget = tokens * TOKEN_BYTES,
                            .seen = &seen,
                            .org = elsewhere ? &org : NULL};
    ExploreOrgAsked asked = {.org = params_org(call),
                             .question = answer.question,
                             .seeds = tool_text(call, "seed"),
                             .filter = params_filter(call)};
    if (!search_check("question", answer.question, err) || (elsewhere && !check_org(call, err)) ||
        !(elsewhere ? explore_org_open(&call->request, &session, &asked, &org, &candidates, err)
                    : find_local(call, &session, answer.question, &candidates, err)) ||
        !open_seen(call, &session, &seen, err))
        return false;
    answer.candidates = candidates.len;
    if (!candidates.len && !elsewhere)
        unseen_note_short(&call->request, &session, UNSEEN_ALL, answer.budget / 2);
    if (call->format == VIEW_TEXT || !elsewhere)
        answer.budget -= MIN(answer.budget, query_note_bytes(&session));
    Buf out = buf_open(call->arena, 0);
    return write_pack(&answer, &candidates, &out, err) && put_answer(&answer, &out, err);
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
    .agents = "Call it first, instead of searches and reads.",
    .profile = TOOL_IN_CORE,
    .uses_index = true,
    .tokens = {"3,750", "the budget (4,000)"},
    .next = "read PATH::NAME where it gives a name alone; callers before an edit",
    .run = run,
};
