/* A pack for a question. Candidates are found once. The pack is chosen for the budget and written;
   if its format needs more than the budget, it is chosen again for less. */
#include "explore/explore.h"
#include "index/store/cache.h"
#include "query/unseen.h"
#include "session/require.h"

/* Bytes reserved for the lines above and below the pack. */
#define FOOT_BYTES 300
#define WORDS_BYTES 250 /* … and for the words that were looked for */
/* The room shrinks by what was too much, so few packs are chosen; the last one has no bodies. */
#define TRIES 8

static bool take_seeds(SessionRequest *request, IndexSession *session, Str list,
                       PackQuestion *question, Err *err)
{
    Str name;
    uint32_t *seeds = NEW(request->arena, uint32_t, list.len + 1);
    while (str_take_until(&list, '\n', &name)) {
        if (!query_symbol(request, session, name, &seeds[question->seed_count], err))
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
    uint64_t foot = FOOT_BYTES + (answer->budget < EXPLORE_WORDS_BUDGET ? 0 : WORDS_BYTES);
    uint64_t room = answer->budget > foot ? answer->budget - foot : 0;
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

static bool open_seen(SessionRequest *request, const IndexSession *session,
                      const ExploreQuestion *question, Seen *seen, Err *err)
{
    Str file = question->seen;
    if (question->caller.len && !file.len)
        file = str_join(request->arena, session->database, STR(SEEN_ENDING));
    return seen_open(request, file, question->caller, seen, err);
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

static bool find_local(SessionRequest *request, IndexSession *session,
                       const ExploreQuestion *question, ExploreAnswer *answer,
                       PackCandidateVec *candidates, Err *err)
{
    PackHits hits = {0};
    PackQuestion asked = {.text = question->text, .also = question->also};
    if (!session_begin(request, session, (SessionNeeds){.parts = QUERY_PARTS | CATALOG_LINKS},
                       err) ||
        !take_seeds(request, session, question->seeds, &asked, err))
        return false;
    asked.left_out = query_leave_out(request->arena, session->catalog, question->filter).files;
    if (!context_pack_search(request, session, &asked, &hits, err))
        return false;
    context_pack_expand(request, session->catalog, &asked, &hits, candidates);
    answer->words = hits.words;
    return true;
}

bool explore_ask(SessionRequest *request, const ExploreQuestion *question, Err *err)
{
    Seen seen;
    IndexSession session SCOPED(session_close) = {0};
    PackCandidateVec candidates = {0};
    ExploreOrg org = {.request = request};
    bool elsewhere = question->org.asked;
    ExploreAnswer answer = {.request = request,
                            .session = &session,
                            .question = question->text,
                            .also = question->also,
                            .budget = question->budget,
                            .seen = &seen,
                            .org = elsewhere ? &org : NULL};
    if (!search_check("question", question->text, err) ||
        (question->also.len && !search_check("also", question->also, err)) ||
        !(elsewhere ? explore_org_open(request, &session, question, &org, &candidates, err)
                    : find_local(request, &session, question, &answer, &candidates, err)) ||
        !open_seen(request, &session, question, &seen, err))
        return false;
    if (elsewhere)
        answer.words = org.words;
    answer.candidates = candidates.len;
    if (!candidates.len && !elsewhere)
        unseen_note_short(request, &session, UNSEEN_ALL, answer.budget / 2);
    if (request->format == VIEW_TEXT || !elsewhere)
        answer.budget -= MIN(answer.budget, query_note_bytes(&session));
    Buf out = buf_open(request->arena, 0);
    return write_pack(&answer, &candidates, &out, err) &&
           (question->deliver ? question->deliver(&answer, question->state, err)
                              : put_answer(&answer, &out, err));
}
