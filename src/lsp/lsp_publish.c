/* Diagnostics as the client gets them: sent after each review, or asked for. What the last review
   said of each file is kept. Files that had findings before and have none now are cleared. */
#include "base/hash.h"
#include "base/proc.h"
#include "lsp/lsp_state.h"

/* After a review that could not be made because the index was changing. */
#define AGAIN_MS 300
/* `resultId` of a file without findings. */
#define RESULT_EMPTY STR("none")

/* ---- what is known ---- */

static LspPublished *find_published(LspRoot *root, Str uri)
{
    for (size_t i = 0; i < root->published_count; i++)
        if (str_equal(root->published[i].uri, uri))
            return &root->published[i];
    return NULL;
}

static LspPublished *make_published(LspRoot *root, Str uri)
{
    LspPublished *found = find_published(root, uri);
    if (found || root->published_count == LSP_PUBLISHED_MAX)
        return found;
    found = &root->published[root->published_count++];
    *found = (LspPublished){0};
    arena_open(&found->arena, 0);
    arena_open(&found->text_arena, 0);
    found->uri = str_copy(&found->arena, uri);
    return found;
}

static void drop_published(LspRoot *root, LspPublished *published)
{
    arena_close(&published->arena);
    arena_close(&published->text_arena);
    *published = root->published[--root->published_count];
}

/* Whether the client asks for the diagnostics of a document itself, so that none are sent. */
static bool is_pulled(const LspServer *server, Str uri)
{
    return server->client.pulls && lsp_documents_find(&server->documents, uri, (Str){0});
}

static void send_empty(LspServer *server, Str uri)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    Json *params = json_object(&arena);
    json_set(params, STR("uri"), json_str(&arena, uri));
    json_set(params, STR("diagnostics"), json_array(&arena));
    lsp_front_notify(server, &arena, STR("textDocument/publishDiagnostics"), params);
}

/* ---- after a review ---- */

static void keep_text(LspPublished *published, const Json *all)
{
    arena_reset(&published->text_arena);
    Buf text = buf_open(&published->text_arena, 0);
    json_write(&text, all, 0);
    published->all = buf_str(&text);
}

/* Keeps the diagnostics of one file and sends them, unless they are those that were sent last. */
static void publish(LspRoot *root, Str text)
{
    Arena arena SCOPED(arena_close) = {0};
    Json *params;
    Err ignored = {0};
    arena_open(&arena, 0);
    if (!json_parse(&arena, str_copy(&arena, text), &params, &ignored))
        return;
    LspPublished *published = make_published(root, json_text(params, STR("uri")));
    if (!published)
        return;
    uint64_t hash = str_hash(text);
    bool differs = published->hash != hash, pulled = is_pulled(root->server, published->uri);
    root->pull_differs |= differs && pulled;
    if (!pulled && (differs || !published->is_sent))
        lsp_front_notify(root->server, &arena, STR("textDocument/publishDiagnostics"), params);
    if (differs)
        keep_text(published, json_get(params, STR("diagnostics")));
    published->is_sent = !pulled;
    published->hash = hash;
    published->seen = true;
}

/* Clears the files that the review has not named. */
static void clear_others(LspRoot *root)
{
    for (size_t i = 0; i < root->published_count;) {
        LspPublished *published = &root->published[i];
        if (published->seen) {
            i++;
            continue;
        }
        root->pull_differs |= !published->is_sent;
        if (published->is_sent)
            send_empty(root->server, published->uri);
        drop_published(root, published);
    }
}

/* Asks the client to ask again. */
static void send_refresh(LspRoot *root)
{
    Arena arena SCOPED(arena_close) = {0};
    if (!root->pull_differs)
        return;
    arena_open(&arena, 0);
    lsp_front_send(root->server, rpc_write_request(&arena, json_str(&arena, STR("fovea-refresh")),
                                                   STR("workspace/diagnostic/refresh"), NULL));
    root->pull_differs = false;
}

/* The review has ended. One that failed says nothing of any file: what was said before might be
   stale, so it is cleared. */
static void end(LspRoot *root, Str why)
{
    if (str_equal(why, STR("stale"))) {
        root->review_ms = proc_clock_ms() + AGAIN_MS;
        return;
    }
    clear_others(root);
    send_refresh(root);
    if (why.len && !root->unreviewed.len) {
        Arena arena SCOPED(arena_close) = {0};
        arena_open(&arena, 0);
        lsp_front_log(root->server, str_format(&arena, "no diagnostics: %.*s", STR_ARG(why)));
    }
    arena_reset(&root->unreviewed_arena);
    root->unreviewed = str_copy(&root->unreviewed_arena, why);
    root->is_reviewed = true;
}

void lsp_publish_begin(LspRoot *root)
{
    for (size_t i = 0; i < root->published_count; i++)
        root->published[i].seen = false;
    if (!lsp_review_start(root))
        root->review_ms = proc_clock_ms() + AGAIN_MS;
}

void lsp_publish_take(LspRoot *root)
{
    LspNoteKind kind;
    Str text;
    while (lsp_process_take(&root->reviewer, &kind, &text)) {
        if (kind == LSP_NOTE_DIAGNOSTICS) {
            publish(root, text);
            continue;
        }
        end(root, text);
        lsp_process_stop(&root->reviewer);
    }
}

void lsp_publish_opened(LspRoot *root, Str uri)
{
    LspPublished *published = find_published(root, uri);
    if (!published || !published->is_sent || !is_pulled(root->server, uri))
        return;
    send_empty(root->server, uri);
    published->is_sent = false;
}

void lsp_publish_close(LspRoot *root)
{
    while (root->published_count) {
        if (root->published[0].is_sent)
            send_empty(root->server, root->published[0].uri);
        drop_published(root, &root->published[0]);
    }
}

/* ---- when it is asked for ---- */

static Str result_id(Arena *arena, const LspPublished *published)
{
    return published ? str_format(arena, "%016llx", (unsigned long long)published->hash)
                     : RESULT_EMPTY;
}

static Json *items_of(Arena *arena, const LspPublished *published)
{
    Json *all;
    Err ignored = {0};
    bool read = published && json_parse(arena, published->all, &all, &ignored);
    return read ? all : json_array(arena);
}

/* The report of one file: `unchanged` if the client has it. */
static Json *report(Arena *arena, const LspPublished *published, Str known)
{
    Json *value = json_object(arena);
    Str id = result_id(arena, published);
    bool same = str_equal(id, known);
    json_set(value, STR("kind"), json_str(arena, same ? STR("unchanged") : STR("full")));
    json_set(value, STR("resultId"), json_str(arena, id));
    if (!same)
        json_set(value, STR("items"), items_of(arena, published));
    return value;
}

static Json *report_document(Arena *arena, LspRoot *root, const Json *params)
{
    Str uri = json_text(json_get(params, STR("textDocument")), STR("uri"));
    const LspDocument *document = lsp_documents_find(&root->server->documents, uri, (Str){0});
    return report(arena, find_published(root, document ? document->uri : uri),
                  json_text(params, STR("previousResultId")));
}

static Str known_id(const Json *ids, Str uri)
{
    for (const Json *id = ids ? ids->first : NULL; id; id = id->next)
        if (str_equal(json_text(id, STR("uri")), uri))
            return json_text(id, STR("value"));
    return (Str){0};
}

static void add_report(Arena *arena, const LspRoot *root, Str uri, Json *value, Json *items)
{
    const LspDocument *document = lsp_documents_find(&root->server->documents, uri, (Str){0});
    json_set(value, STR("uri"), json_str(arena, uri));
    json_set(value, STR("version"),
             document ? json_i64(arena, document->version) : json_null(arena));
    json_add(items, value);
}

/* The reports of one root: files with findings, and those that the client still has some of. */
static void report_root(Arena *arena, LspRoot *root, const Json *ids, Json *items)
{
    for (size_t i = 0; i < root->published_count; i++) {
        const LspPublished *one = &root->published[i];
        add_report(arena, root, one->uri, report(arena, one, known_id(ids, one->uri)), items);
    }
    for (const Json *id = ids ? ids->first : NULL; id; id = id->next) {
        Str uri = json_text(id, STR("uri"));
        if (lsp_root_has(root, arena, uri) && !find_published(root, uri))
            add_report(arena, root, uri, report(arena, NULL, json_text(id, STR("value"))), items);
    }
}

/* Whether the findings of a root are those of the present texts. */
static bool is_settled(const LspRoot *root)
{
    return root->is_reviewed && !root->review_ms && !lsp_process_runs(&root->reviewer);
}

/* Why nothing can be said of a root; empty: it can, or will be. */
static Str trouble_of(const LspRoot *root)
{
    return root->why.len ? root->why : is_settled(root) ? root->unreviewed : (Str){0};
}

static void fail(LspRequest *request, RpcCode code, Str why)
{
    LspServer *server = request->root->server;
    RpcFault fault = {.code = code, .message = why};
    if (code == RPC_SERVER_CANCELLED) {
        fault.data = json_object(&request->arena);
        json_set(fault.data, STR("retriggerRequest"), json_bool(&request->arena, true));
    }
    lsp_front_send(server, rpc_write_fault(&request->arena, request->id, &fault));
    lsp_front_forget(request);
}

/* Answers a request if what it asks for is known, or will not be. */
static void answer(LspRequest *request)
{
    LspServer *server = request->root->server;
    Arena *arena = &request->arena;
    bool all = str_equal(request->method->name, STR("workspace/diagnostic")), settled = true;
    Json *items = json_array(arena);
    for (size_t i = 0; i < server->root_count; i++) {
        LspRoot *root = &server->roots[i];
        if (!lsp_root_is_open(root) || (!all && root != request->root))
            continue;
        Str why = trouble_of(root);
        if (why.len) {
            fail(request, RPC_REQUEST_FAILED,
                 str_format(arena, "not reviewed: %.*s", STR_ARG(why)));
            return;
        }
        settled &= is_settled(root);
        if (all && settled)
            report_root(arena, root, json_get(request->params, STR("previousResultIds")), items);
    }
    Json *result = json_object(arena);
    json_set(result, STR("items"), items);
    if (settled) {
        result = all ? result : report_document(arena, request->root, request->params);
        lsp_front_send(server, rpc_write_result(arena, request->id, result));
        lsp_front_forget(request);
    } else if (proc_clock_ms() - request->since_ms >= LSP_PATIENCE_MS) {
        fail(request, RPC_SERVER_CANCELLED, STR("the review is not done yet"));
    }
}

void lsp_publish_answer(LspServer *server)
{
    for (LspRequest *request = server->requests, *next; request; request = next) {
        next = request->next;
        if (request->method->need == LSP_NEEDS_REVIEW)
            answer(request);
    }
}
