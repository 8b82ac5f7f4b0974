/* `explore`: a context pack. Candidates are found once. The pack is chosen for the budget and
   written; if its format needs more than the budget, it is chosen again for less. */
#include "base/shell.h"
#include "index/store/cache.h"
#include "session/require.h"
#include "text/address.h"
#include "text/tokens.h"
#include "tools/context_pack.h"
#include "tools/query.h"

/* Less would not hold any place with its text. */
#define BUDGET_MIN 200
#define BUDGET_DEFAULT "4000"
/* Bytes reserved for the lines above and below the pack. */
#define FOOT_BYTES 300
#define TRIES 8
/* Pieces of one file at most this many lines apart are joined. */
#define GAP_LINES 2

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
    QUERY_PARAM_EXCLUDE,
    QUERY_PARAM_NO_TESTS,
};

static const char *const examples[] = {"explore how are expired keys deleted",
                                       "explore 'add a timeout to the resolver' --budget 8000",
                                       "explore --seed activeExpireCycle when does it stop", NULL};

typedef struct Answer {
    ToolCall *call;
    const IndexSession *session;
    Str question;
    const Pack *pack;
    size_t candidates;
    uint64_t budget; /* bytes */
    Seen *seen;
} Answer;

static uint32_t symbol_of(const Answer *answer, uint32_t file, uint32_t entry)
{
    return catalog_row(answer->session->catalog, file)->first + entry;
}

static const Entry *entry_of(const Answer *answer, const PackBody *body)
{
    return &catalog_row(answer->session->catalog, body->file)->entries[body->entry];
}

/* ---- text ---- */

static void put_piece_head(Buf *out, const Answer *answer, size_t from, size_t to)
{
    const PackBodyVec *bodies = &answer->pack->bodies;
    const Catalog *catalog = answer->session->catalog;
    view_put_address(out, catalog->files.ptr[bodies->ptr[from].file].path);
    buf_printf(out, ":%u-%u  ", bodies->ptr[from].first, bodies->ptr[to - 1].last);
    for (size_t i = from; i < to; i++) {
        Arena scratch = *answer->call->scratch;
        const PackBody *body = &bodies->ptr[i];
        Str name =
            catalog_qualified_name(catalog, &scratch, symbol_of(answer, body->file, body->entry));
        buf_put(out, i > from ? STR(", ") : (Str){0});
        view_put_line_text(out, name);
        if (to > from + 1)
            buf_printf(out, " %u-%u", entry_of(answer, body)->start_line, body->last);
        buf_printf(out, " (%.*s)", STR_ARG(body->why));
    }
    buf_put_byte(out, '\n');
}

static void put_lines(Buf *out, Str text)
{
    buf_put_text(out, text);
    if (text.len && text.ptr[text.len - 1] != '\n')
        buf_put_byte(out, '\n');
}

/* Writes bodies; adjacent ones of one file are joined, up to one that is cut. */
static void put_bodies(Buf *out, const Answer *answer)
{
    const PackBodyVec *bodies = &answer->pack->bodies;
    for (size_t from = 0, to; from < bodies->len; from = to) {
        for (to = from + 1; to < bodies->len && bodies->ptr[to].file == bodies->ptr[from].file &&
                            !bodies->ptr[to - 1].shown &&
                            bodies->ptr[to].first <= bodies->ptr[to - 1].last + GAP_LINES;
             to++)
            continue;
        put_piece_head(out, answer, from, to);
        for (size_t i = from; i < to; i++) {
            if (i > from && bodies->ptr[i].first > bodies->ptr[i - 1].last + 1)
                buf_put_byte(out, '\n');
            put_lines(out, bodies->ptr[i].text);
            if (bodies->ptr[i].shown)
                buf_printf(out, "… %u more lines, to %u\n",
                           bodies->ptr[i].last - bodies->ptr[i].shown, bodies->ptr[i].last);
        }
        buf_put_byte(out, '\n');
    }
}

static void put_heads(Buf *out, const Answer *answer)
{
    const PackLineVec *heads = &answer->pack->heads;
    const Catalog *catalog = answer->session->catalog;
    if (heads->len)
        buf_put(out, STR("what it uses:\n"));
    for (size_t i = 0; i < heads->len; i++) {
        const PackLine *head = &heads->ptr[i];
        const CatalogFile *file = catalog_row(catalog, head->file);
        view_put_address(out, file->path);
        buf_printf(out, ":%u  ", file->entries[head->entry].start_line);
        view_put_line_text(out, head->signature);
        buf_printf(out, "  (%.*s)\n", STR_ARG(head->why));
    }
}

static void put_files(Buf *out, const Answer *answer)
{
    const PackFileVec *files = &answer->pack->files;
    if (files->len)
        buf_put(out, STR("also in the best files, with their lines:\n"));
    for (size_t i = 0; i < files->len; i++) {
        view_put_address(out, catalog_row(answer->session->catalog, files->ptr[i].file)->path);
        buf_printf(out, "  %.*s\n", STR_ARG(files->ptr[i].names));
    }
}

static void put_names(Buf *out, const Answer *answer)
{
    const PackLineVec *names = &answer->pack->names;
    if (names->len)
        buf_put(out, STR("also near:\n"));
    for (size_t i = 0; i < names->len; i++) {
        const PackLine *line = &names->ptr[i];
        query_put_line(out, *answer->call->scratch, answer->session->catalog,
                       symbol_of(answer, line->file, line->entry));
        buf_printf(out, "  (%.*s)\n", STR_ARG(line->why));
    }
}

/* The calls that show more. */
static Str next_call(const Answer *answer)
{
    Arena *arena = answer->call->arena;
    const Catalog *catalog = answer->session->catalog;
    const PackBodyVec *bodies = &answer->pack->bodies;
    if (!bodies->len)
        return tool_hint(answer->call, STR("fovea overview shows what there is"));
    const PackBody *best = &bodies->ptr[0];
    for (size_t i = 1; i < bodies->len; i++)
        if (bodies->ptr[i].score > best->score)
            best = &bodies->ptr[i];
    Str name = catalog_qualified_name(catalog, arena, symbol_of(answer, best->file, best->entry));
    return tool_hint(answer->call,
                     str_format(arena, "fovea callers %.*s shows who calls it; read PATH:FROM-TO",
                                STR_ARG(shell_quote(arena, name))));
}

static void put_text(Buf *out, const Answer *answer)
{
    const Pack *pack = answer->pack;
    put_bodies(out, answer);
    put_heads(out, answer);
    put_files(out, answer);
    put_names(out, answer);
    if (!answer->candidates)
        buf_put(out, STR("(no file has any of these words)\n"));
    buf_put_byte(out, '[');
    if (pack->seen)
        buf_printf(out, "%zu left out that you have seen; ", pack->seen);
    if (pack->left_out)
        buf_printf(out, "%zu more place%s with a larger --budget; ", pack->left_out,
                   pack->left_out == 1 ? "" : "s");
    view_put_line_text(out, next_call(answer));
    buf_put(out, STR("]\n"));
}

/* ---- JSON ---- */

static Json *line_value(const Answer *answer, const PackLine *line)
{
    Arena *arena = answer->call->arena;
    Json *value =
        query_value(arena, answer->session->catalog, symbol_of(answer, line->file, line->entry));
    if (line->signature.len)
        json_set(value, STR("signature"), json_str(arena, line->signature));
    json_set(value, STR("why"), json_str(arena, line->why));
    return value;
}

static Json *lines_value(const Answer *answer, const PackLineVec *lines)
{
    Json *list = json_array(answer->call->arena);
    for (size_t i = 0; i < lines->len; i++)
        json_add(list, line_value(answer, &lines->ptr[i]));
    return list;
}

static void put_value(Buf *out, const Answer *answer)
{
    Arena *arena = answer->call->arena;
    const Pack *pack = answer->pack;
    Json *value = query_frame(arena, answer->session, STR("pack")), *bodies = json_array(arena);
    json_set(value, STR("question"), query_echo(arena, answer->question, answer->budget));
    for (size_t i = 0; i < pack->bodies.len; i++) {
        const PackBody *body = &pack->bodies.ptr[i];
        Json *item = query_value(arena, answer->session->catalog,
                                 symbol_of(answer, body->file, body->entry));
        json_set(item, STR("first"), json_u64(arena, body->first));
        json_set(item, STR("source"), json_str(arena, body->text));
        if (body->shown)
            json_set(item, STR("shown_to"), json_u64(arena, body->shown));
        json_set(item, STR("why"), json_str(arena, body->why));
        json_add(bodies, item);
    }
    json_set(value, STR("bodies"), bodies);
    json_set(value, STR("heads"), lines_value(answer, &pack->heads));
    json_set(value, STR("names"), lines_value(answer, &pack->names));
    Json *files = json_array(arena);
    for (size_t i = 0; i < pack->files.len; i++) {
        Json *item = json_object(arena);
        Str path = catalog_row(answer->session->catalog, pack->files.ptr[i].file)->path;
        json_set(item, STR("path"), json_str(arena, address_value(arena, path)));
        json_set(item, STR("declares"), json_str(arena, pack->files.ptr[i].names));
        json_add(files, item);
    }
    json_set(value, STR("files"), files);
    json_set(value, STR("left_out"), json_u64(arena, pack->left_out));
    if (answer->seen->path.len)
        json_set(value, STR("seen"), json_u64(arena, pack->seen));
    json_set(value, STR("next"), json_str(arena, next_call(answer)));
    view_put_value(out, *answer->call->scratch, answer->call->format, value);
}

/* ---- the call ---- */

static bool take_seeds(ToolCall *call, IndexSession *session, PackQuestion *question, Err *err)
{
    Str list = tool_text(call, "seed"), name;
    uint32_t *seeds = NEW(call->arena, uint32_t, list.len + 1);
    while (str_take_until(&list, '\n', &name)) {
        if (!query_symbol(call, session, name, &seeds[question->seed_count], err))
            return false;
        question->seed_count++;
    }
    question->seeds = seeds;
    return true;
}

/* Writes a pack that fits the budget: as long as the format adds too much, the pack is chosen again
   for less. */
static bool write_pack(Answer *answer, const PackCandidateVec *candidates, Buf *out, Err *err)
{
    Pack *pack = NEW(answer->call->arena, Pack, 1);
    PackTexts texts = {.seen = answer->seen};
    uint64_t room = answer->budget > FOOT_BYTES ? answer->budget - FOOT_BYTES : 0;
    for (int i = 0; i < TRIES; i++) {
        if (tool_is_cancelled(answer->call))
            return err_set(err, ERR_INTERRUPTED, "interrupted");
        context_pack_choose(answer->call, answer->session, candidates, room, &texts, pack);
        answer->pack = pack;
        out->len = 0;
        if (answer->call->format == VIEW_TEXT)
            put_text(out, answer);
        else
            put_value(out, answer);
        if (out->len <= answer->budget)
            return true;
        room = i + 2 == TRIES ? 0 : room * answer->budget / out->len * 95 / 100;
    }
    return true;
}

static bool open_seen(ToolCall *call, const IndexSession *session, Seen *seen, Err *err)
{
    Str file = tool_text(call, "seen"), name = tool_text(call, "session");
    if (name.len && !file.len)
        file = str_join(call->arena, session->database, STR(SEEN_ENDING));
    return seen_open(call, file, name, seen, err);
}

static void add_seen(const Answer *answer, const PackBodyVec *bodies)
{
    const Catalog *catalog = answer->session->catalog;
    for (size_t i = 0; i < bodies->len; i++) {
        const PackBody *body = &bodies->ptr[i];
        if (body->shown)
            continue;
        Str name = catalog_qualified_name(catalog, answer->call->arena,
                                          symbol_of(answer, body->file, body->entry));
        seen_add(answer->seen, catalog->files.ptr[body->file].path, name, body->text);
    }
}

static bool put_answer(Answer *answer, Buf *out, Err *err)
{
    ToolCall *call = answer->call;
    bool put = call->format == VIEW_TEXT ? query_put_text(call, answer->session, out, err)
                                         : tool_put_buf(call, out, err);
    add_seen(answer, &answer->pack->bodies);
    return put && seen_save(call, answer->seen, err);
}

static bool run(ToolCall *call, Err *err)
{
    Seen seen;
    IndexSession session SCOPED(session_close) = {0};
    PackCandidateVec candidates = {0};
    PackQuestion question = {.text = str_trim(tool_text(call, "question"))};
    uint64_t tokens = MIN(tool_number(call, "budget"), ANSWER_BYTES_MAX / TOKEN_BYTES);
    Answer answer = {.call = call,
                     .session = &session,
                     .question = question.text,
                     .budget = tokens * TOKEN_BYTES,
                     .seen = &seen};
    if (!search_check("question", question.text, err) ||
        !session_begin(&call->request, &session,
                       (SessionNeeds){.parts = QUERY_PARTS | CATALOG_LINKS}, err) ||
        !take_seeds(call, &session, &question, err) || !open_seen(call, &session, &seen, err))
        return false;
    question.left_out = query_leave_out(call, session.catalog).files;
    if (!context_pack_candidates(call, &session, &question, &candidates, err))
        return false;
    answer.candidates = candidates.len;
    answer.budget -= MIN(answer.budget, query_note_bytes(&session));
    Buf out = buf_open(call->arena, 0);
    return write_pack(&answer, &candidates, &out, err) && put_answer(&answer, &out, err);
}

const Tool explore_tool = {
    .name = "explore",
    .summary = "Packs the code that answers a question into a budget",
    .about = "Shows the places that search finds, their callers and callees: the best "
             "verbatim with file and lines, then signatures of what they use, then "
             "names of other symbols nearby. Each has the reason why it is included. "
             "Nothing is shown twice, no declaration is cut, and the answer never "
             "exceeds the budget.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .agents = "Call it first, instead of searches and reads.",
    .core = true,
    .uses_index = true,
    .run = run,
};
