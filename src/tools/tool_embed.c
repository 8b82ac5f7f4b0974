/* `embed`: counts what must be embedded and reports its cost, then runs the batches (embed_run.c).
   The server is asked once before anything is stored, so that a wrong address or key fails at
   once. */
#include "explore/embed_run.h"
#include "index/store/cache.h"
#include "query/response.h"
#include "session/indexer.h"
#include "text/address.h"
#include "tools/tool.h"

static const ToolParam params[] = {
    {.name = "path",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "DIR",
     .help = "a directory in the repository (default the working directory)"},
    {.name = "apply", .type = TOOL_FLAG, .help = "send the texts; without it nothing is sent"},
    {.name = "max_tokens",
     .type = TOOL_NUMBER,
     .min = 1,
     .value = "N",
     .help = "limit of this run, instead of embedder.max_tokens (fovea config)"},
    {.name = "replace",
     .type = TOOL_FLAG,
     .help = "drop the stored vectors of another model and start over"},
};

static const char *const examples[] = {"embed", "embed --apply --max-tokens 500000", NULL};

typedef struct Embed {
    ToolCall *call;
    IndexSession session;
    Embedding embedding;
    VectorModel stored;
    EmbedPlan plan;
    EmbedReport report;
    int lock;
    bool other; /* stored vectors are of another model */
} Embed;

/* The price in the configuration's currency; empty if it has no price. */
static Str price_of(Arena *arena, const Config *config, uint64_t tokens)
{
    double price = (double)config->embedder_price / PRICE_UNIT;
    if (!config->embedder_price)
        return (Str){0};
    return str_format(arena, "%.4f", price * (double)tokens / 1000000);
}

/* ---- the answer ---- */

static const char wording[] =
    "{provider} at {host}, model {model}\n"
    "{?applied}sent{:}to be sent{/}: {declarations_new:thousands} "
    "declaration{declarations_new:s} of {files_new:thousands} file{files_new:s}, about "
    "{tokens:thousands} tokens{?price}, about {price}{/}\n"
    "embedded: {declarations_embedded:thousands} declaration{declarations_embedded:s} of "
    "{files_embedded:thousands} file{files_embedded:s} of {files:thousands}\n"
    "{?kinds}left out: {*kinds|, }{count} {what}{/}\n{/}"
    "{*left_out 5}  {path:address}{?line}:{line}{/}  {why}\n{/}{?left_out>5}  …\n{/}"
    "{?dropped}what is stored is of another model: --replace drops it\n{/}"
    "{?capped}stopped: more would pass the cap of {max_tokens} tokens; the same call goes on\n{/}"
    "{?applied}{:}nothing was sent; fovea embed --apply does it\n{/}";

static Json *kinds_value(Arena *arena, const EmbedReport *report)
{
    const struct {
        uint32_t count;
        const char *what;
    } kinds[] = {{report->secret_files, "files by their names"},
                 {report->secret, "declarations with secrets"},
                 {report->large, "declarations that are too many or too large"},
                 {report->unread, "files that changed or cannot be read"}};
    Json *list = json_array(arena);
    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (!kinds[i].count)
            continue;
        Json *kind = json_object(arena);
        json_set(kind, STR("count"), json_u64(arena, kinds[i].count));
        json_set(kind, STR("what"), json_str(arena, str_from(kinds[i].what)));
        json_add(list, kind);
    }
    return list;
}

static Json *left_out_value(Arena *arena, const EmbedReport *report)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < report->left_out.len; i++) {
        const EmbedLeftOut *left = &report->left_out.ptr[i];
        Json *row = json_object(arena);
        json_set(row, STR("path"), json_str(arena, address_value(arena, left->path)));
        json_set(row, STR("line"), json_u64(arena, left->line));
        json_set(row, STR("why"), json_str(arena, str_from(left->why)));
        json_add(list, row);
    }
    return list;
}

static bool answer(ToolCall *call, const Embed *embed, Err *err)
{
    const EmbedReport *report = &embed->report;
    const ResponseFigure figures[] = {
        {STR("files"), report->files},
        {STR("files_embedded"), report->done},
        {STR("files_new"), report->fresh},
        {STR("declarations_embedded"), report->stored_texts},
        {STR("declarations_new"), report->texts},
        {STR("declarations_reused"), report->reused},
        {STR("tokens"), report->tokens},
        {STR("max_tokens"), embed->plan.max_tokens},
        {STR("secret_files"), report->secret_files},
        {STR("secret_declarations"), report->secret},
        {STR("too_large"), report->large},
        {STR("unread"), report->unread},
    };
    Arena *arena = call->arena;
    const Config *config = call->context->config;
    bool applied = embed->plan.embedding != NULL;
    Response response = response_open(&call->request, &embed->session, STR("embed"), wording);
    Json *value = response.value, *words = response.words;
    Str price = price_of(arena, config, report->tokens);
    json_set(value, STR("applied"), json_bool(arena, applied));
    json_set(value, STR("host"), json_str(arena, embedder_place(&embed->embedding.embedder)));
    json_set(value, STR("model"), json_str(arena, embed->embedding.embedder.model));
    response_figures(&response, figures, COUNT(figures));
    if (price.len) {
        Json *number = json_u64(arena, 0);
        number->text = price;
        json_set(value, STR("price"), number);
    }
    json_set(value, STR("capped"), json_bool(arena, report->capped));
    json_set(value, STR("other_model"), json_bool(arena, embed->other));
    json_set(value, STR("left_out"), left_out_value(arena, report));
    json_set(words, STR("kinds"), kinds_value(arena, report));
    json_set(words, STR("provider"), json_str(arena, config->embedder_provider));
    json_set(words, STR("dropped"), json_bool(arena, embed->other && !applied));
    return response_send(&response, err);
}

/* ---- the call ---- */

/* Asks the server once, and stores its model if none is stored. */
static bool begin_model(Embed *embed, Err *err)
{
    Store *store = embed->session.store;
    Probed probed;
    VectorModel nothing = {0};
    bool replaces = tool_flag(embed->call, "replace");
    if (store_is_private(store)) {
        err_set(err, ERR_FAILED, "the index is only in memory: vectors would be lost");
        return err_hint(err, "set XDG_CACHE_HOME to a writable directory");
    }
    if (!cache_lock_embedding(*embed->call->scratch, embed->session.database, &embed->lock)) {
        err_set(err, ERR_STALE, "another process is embedding this repository");
        return err_hint(err, "try again when it is done; fovea embed shows how far it is");
    }
    if (!embedding_probe(&embed->call->request, &embed->embedding,
                         replaces ? &nothing : &embed->stored, (Str){0}, &probed, err))
        return false;
    embed->plan.model = probed.model;
    if (embed->stored.identity.len && !replaces)
        return true;
    bool begun = store_begin(store, err) && vectors_begin(store, &embed->plan.model, err) &&
                 store_commit(store, err);
    if (!begun)
        store_rollback(store);
    return begun;
}

static bool prepare(Embed *embed, Err *err)
{
    ToolCall *call = embed->call;
    const Config *config = call->context->config;
    BuildReport report;
    Err other = {0};
    if (call->context->no_ignore) {
        err_set(err, ERR_USAGE, "--no-ignore: what is ignored is never sent");
        return err_hint(err, "fovea embed without it");
    }
    if (!embedding_open(&call->request, &embed->embedding, err) ||
        !session_open(&call->request, tool_text(call, "path"), &embed->session, err) ||
        !indexer_update(&call->request, &embed->session, false, &report, err) ||
        !session_load(&call->request, &embed->session, CATALOG_FILES, err) ||
        !vectors_model(embed->session.store, call->arena, &embed->stored, err))
        return false;
    embed->other = !embedding_check_name(&embed->embedding, &embed->stored, &other);
    embed->plan =
        (EmbedPlan){.max_tokens = config->embedder_tokens, .batch = config->embedder_batch};
    if (tool_value(call, "max_tokens")->given)
        embed->plan.max_tokens = tool_number(call, "max_tokens");
    if (!embed->other && !tool_flag(call, "replace"))
        embed->plan.model = embed->stored;
    if (!tool_flag(call, "apply"))
        return true;
    embed->plan.embedding = &embed->embedding;
    return begin_model(embed, err);
}

static void tell_kept(const Embed *embed)
{
    ToolCall *call = embed->call;
    if (embed->plan.embedding && call->context->notice)
        call->context->notice(str_format(call->arena,
                                         "%u of %u files are embedded and kept; the same call "
                                         "goes on from there",
                                         embed->report.done, embed->report.files));
}

static void close_embed(Embed *embed)
{
    session_close(&embed->session);
    cache_unlock(&embed->lock);
}

static bool run(ToolCall *call, Err *err)
{
    Embed embed SCOPED(close_embed) = {.call = call};
    if (!prepare(&embed, err))
        return false;
    if (!embed_run(&call->request, &embed.session, &embed.plan, &embed.report, err)) {
        tell_kept(&embed);
        return false;
    }
    return answer(call, &embed, err);
}

const Tool embed_tool = {
    .name = "embed",
    .summary = "Turns declarations into vectors with the configured embedding server",
    .about =
        "Search then finds the same meaning in other words "
        "(fovea search --mode). Without --apply nothing is sent: the answer says what would be "
        "sent and what it would cost. Only the beginnings of declarations in "
        "indexed sources, tests and documentation are sent. Nothing is sent that "
        "looks like a secret or is in a file whose name suggests one. Vectors "
        "are stored, and the next run continues where this one ended; unchanged "
        "declarations cost nothing. The server is set in the user's own "
        "configuration ([embedder], fovea config).",
    .examples = examples,
    .cli_only = true,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .run = run,
};
