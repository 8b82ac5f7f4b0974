/* `implementations`: subclasses, implementations and overriding methods, transitively. */
#include "base/shell.h"
#include "lang/registry.h"
#include "query/beyond.h"
#include "query/cursor.h"
#include "query/heirs_note.h"
#include "query/mentions.h"
#include "query/response.h"
#include "relations/graph_answer.h"
#include "search/handle.h"
#include "search/subtypes.h"
#include "session/notices.h"
#include "session/require.h"
#include "text/address.h"
#include "tools/params.h"

#define ANSWER_BYTES 6000 /* 1,500 tokens */
/* Longer chains of names for one type come from wrong edges. */
#define ALIASES_MAX 16

static const ToolParam params[] = {
    PARAM_SYMBOL("a type, interface, trait or method: " QUERY_SYMBOL_HELP),
    PARAM_FILE,
    PARAM_LIMIT("50", 200, "how many to show"),
    {.name = "cursor", .type = TOOL_TEXT, .value = "CURSOR", .help = "continue the last answer"},
};

static const char *const examples[] = {"implementations SessionInterface",
                                       "implementations Shape.area", NULL};

typedef struct Answer {
    ToolCall *call;
    IndexSession *session;
    uint32_t symbol;
    DerivedVec found;
    Json *named; /* where else text names it, if none is known; or NULL */
    Str question;
    size_t offset, limit;
} Answer;

static const char *word_of(const Answer *answer)
{
    SymbolKind kind = (SymbolKind)catalog_entry(answer->session->catalog, answer->symbol)->kind;
    if (kind == SYMBOL_METHOD || kind == SYMBOL_PROPERTY || kind == SYMBOL_FUNCTION)
        return "implemented or overridden by";
    return kind == SYMBOL_INTERFACE || kind == SYMBOL_TRAIT ? "implemented by" : "derived";
}

static const char wording[] =
    "{>symbol}\n{word}: {?total}{total}{:}none known{/}"
    "{?indirect}, {direct} of them directly{/}\n"
    "{*implementations}  {>}{?how=methods} by its methods{/}{?how=value} value of it{/}"
    "{?confidence=exact}{:} {confidence}{/}{?in} in {in:address}{/}{?further} (of {of}){/}\n{/}"
    "{?left}  [{left} more: {next}]\n{/}";

static Json *derived_value(const Answer *answer, const Derived *derived)
{
    static const char *const hows[] = {[DERIVED_BASE] = "base",
                                       [DERIVED_SHAPE] = "methods",
                                       [DERIVED_METHOD] = "override",
                                       [DERIVED_VALUE] = "value"};
    Arena *arena = answer->call->arena;
    const Catalog *catalog = answer->session->catalog;
    Json *row = query_value(arena, catalog, derived->symbol);
    Str of = catalog_qualified_name(catalog, arena, derived->of);
    if (derived->part != derived->symbol)
        json_set(row, STR("in"),
                 json_str(arena, address_value(arena, query_place(catalog, arena, derived->part))));
    json_set(row, STR("of"), json_str(arena, of));
    json_set(row, STR("steps"), json_u64(arena, derived->steps));
    json_set(row, STR("how"), json_str(arena, str_from(hows[derived->how])));
    json_set(row, STR("confidence"),
             json_str(arena, derived->ambiguous ? STR("ambiguous")
                             : derived->likely  ? STR("likely")
                                                : STR("exact")));
    return row;
}

static bool put_answer(const Answer *answer, Err *err)
{
    ToolCall *call = answer->call;
    Arena *arena = call->arena;
    const Catalog *catalog = answer->session->catalog;
    Response response =
        response_open(&call->request, answer->session, STR("implementations"), wording);
    Json *list = json_array(arena), *words = json_array(arena);
    size_t direct = 0, total = answer->found.len;
    for (size_t i = 0; i < total; i++)
        direct += answer->found.ptr[i].steps == 1;
    json_set(response.value, STR("symbol"), query_value(arena, catalog, answer->symbol));
    json_set(response.value, STR("total"), json_u64(arena, total));
    for (size_t i = answer->offset; i < MIN(total, answer->offset + answer->limit); i++) {
        const Derived *derived = &answer->found.ptr[i];
        Json *word = json_object(arena);
        json_add(list, derived_value(answer, derived));
        json_set(word, STR("further"), json_bool(arena, derived->of != answer->symbol));
        json_add(words, word);
    }
    json_set(response.value, STR("implementations"), list);
    if (answer->named)
        json_set(response.value, STR("named"), answer->named);
    json_set(response.words, STR("word"), json_str(arena, str_from(word_of(answer))));
    json_set(response.words, STR("direct"), json_u64(arena, direct));
    json_set(response.words, STR("indirect"), json_u64(arena, total - direct));
    json_set(response.words, STR("implementations"), words);
    Str hash = catalog_symbol_hash(catalog, arena, answer->symbol);
    return response_send_list(
        &response,
        &(ResponseList){.rows = list,
                        .from = answer->offset,
                        .total = total,
                        .bytes = ANSWER_BYTES,
                        .question = answer->question,
                        .call = str_format(arena, "fovea implementations %.*s", STR_ARG(hash))},
        err);
}

/* What text has the name where none is known: a base may be written in a way that is not
   followed. */
static void note_none(Answer *answer)
{
    ToolCall *call = answer->call;
    const MentionKnown known = {.own_only = true};
    MentionRest rest = mentions_rest(&call->request, answer->session, answer->symbol, &known);
    answer->named = mentions_value(call->arena, answer->session, &rest);
    session_note(
        &call->request, answer->session,
        tool_hint(call, str_format(call->arena, "those of other repositories are not seen; %.*s",
                                   STR_ARG(mentions_sentence(&call->request, answer->session, &rest,
                                                             &known)))));
}

/* Notes why implementations may be missing. */
static void note_missing(Answer *answer)
{
    const Catalog *catalog = answer->session->catalog;
    ToolCall *call = answer->call;
    SymbolPlace place = catalog_place(catalog, answer->symbol);
    const CatalogFile *file = &catalog->files.ptr[place.file];
    Str name = catalog_name(catalog, catalog_entry(catalog, answer->symbol)->name);
    Str quoted = shell_quote(call->arena, str_slice(name, 0, PATH_SHOWN_BYTES));
    if (!catalog_follows_calls(file))
        session_note(
            &call->request, answer->session,
            tool_hint(call,
                      str_format(call->arena, "bases are not followed in %.*s: fovea grep %.*s",
                                 STR_ARG(catalog_unfollowed(file)), STR_ARG(quoted))));
    else if (!answer->found.len)
        note_none(answer);
    else if (!answer->offset)
        beyond_note(&call->request, answer->session, &answer->symbol, 1, (BeyondOptions){0});
    if (!answer->offset)
        heirs_note(&call->request, answer->session, answer->symbol);
}

/* An alias has the heirs of its type. */
static void follow_alias(Answer *answer)
{
    IndexSession *session = answer->session;
    Catalog *catalog = session->catalog;
    Arena *arena = answer->call->arena;
    uint32_t asked = answer->symbol;
    for (int step = 0; step < ALIASES_MAX; step++) {
        EdgeVec edges = {0};
        catalog_edges_of(catalog, arena, answer->symbol, &edges);
        uint32_t named = SYMBOL_NOWHERE;
        for (size_t i = 0; i < edges.len && named == SYMBOL_NOWHERE; i++)
            if (subtypes_is_alias(catalog, &edges.ptr[i]))
                named = edges.ptr[i].callee;
        if (named == SYMBOL_NOWHERE)
            break;
        answer->symbol = named;
    }
    if (answer->symbol != asked)
        session_note(&answer->call->request, session,
                     str_format(arena, "'%.*s' is another name of it",
                                STR_ARG(catalog_qualified_name(catalog, arena, asked))));
}

/* Blocks with the name of a class or protocol are no other meanings of it. Returns how many
   symbols are left, and the first. */
static size_t without_blocks(const Catalog *catalog, const HandleMatch *match, uint32_t *first)
{
    size_t left = 0;
    for (size_t i = match->symbols.len; i-- > 0;)
        if (!subtypes_is_named_block(catalog, match->symbols.ptr[i])) {
            *first = match->symbols.ptr[i];
            left++;
        }
    return match->total > match->symbols.len ? 0 : left;
}

/* Chooses the type if exactly one of several symbols of the name is one, as an interface `Render`
   whose implementations have a method `Render`. */
static Str choose_type(ToolCall *call, IndexSession *session, Str asked)
{
    Catalog *catalog = session->catalog;
    HandleMatch match;
    uint32_t type = SYMBOL_NOWHERE;
    handle_find(catalog, call->arena, asked, &match);
    if (match.total > 1 && without_blocks(catalog, &match, &type) == 1)
        return catalog_symbol_hash(catalog, call->arena, type);
    type = SYMBOL_NOWHERE;
    for (size_t i = 0; i < match.symbols.len && !match.clear; i++) {
        if (!symbol_is_type((SymbolKind)catalog_entry(catalog, match.symbols.ptr[i])->kind))
            continue;
        if (type != SYMBOL_NOWHERE || match.total > match.symbols.len)
            return asked;
        type = match.symbols.ptr[i];
    }
    if (type == SYMBOL_NOWHERE)
        return asked;
    session_note(&call->request, session,
                 str_format(call->arena, "%zu symbols are called '%.*s'; meant is the type",
                            match.total, STR_ARG(str_slice(asked, 0, PATH_SHOWN_BYTES))));
    return catalog_symbol_hash(catalog, call->arena, type);
}

/* Names that are only another name of a type are followed but do not count. */
static void find_derived(Answer *answer)
{
    DerivedVec all = {0};
    subtypes_find(answer->session->catalog, answer->call->arena, answer->symbol, &all);
    for (size_t i = 0; i < all.len; i++)
        if (all.ptr[i].how != DERIVED_ALIAS)
            *VEC_PUSH(answer->call->arena, &answer->found) = all.ptr[i];
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    Answer answer = {.call = call, .session = &session, .limit = tool_number(call, "limit")};
    const SessionNeeds needs = {.parts = QUERY_PARTS | CATALOG_LINKS, .calls = true};
    uint64_t offset;
    Str asked;
    if (!params_symbol(call, &asked, err) || !session_begin(&call->request, &session, needs, err) ||
        !query_symbol(&call->request, &session, choose_type(call, &session, asked), &answer.symbol,
                      err))
        return false;
    follow_alias(&answer);
    Str hash = catalog_symbol_hash(session.catalog, call->arena, answer.symbol);
    answer.question = str_format(call->arena, "implementations %.*s", STR_ARG(hash));
    find_derived(&answer);
    if (!cursor_read(&session, answer.question, tool_text(call, "cursor"), &offset, err))
        return false;
    answer.offset = (size_t)MIN(offset, (uint64_t)answer.found.len);
    note_missing(&answer);
    return put_answer(&answer, err);
}

const Tool implementations_tool = {
    .name = "implementations",
    .mcp_name = "get_implementations",
    .summary = "Lists subclasses and implementations of a type, or what overrides a method",
    .about = "At any depth, nearest first, each with its base. For Go, also the types "
             "that have every method of an interface; for C, the variables of a type, "
             "such as tables of functions. At most 1,500 tokens; a cursor continues.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"85", "2,500 a page"},
    .next = "get_symbol, callers",
    .run = run,
};
