/* Places are looked for, texts are made at the level, and of these as many are shown as the budget
   holds; what does not fit is shown by its head, then counted. */
#include "text/tokens.h"
#include "tools/query.h"
#include "tools/search_places.h"
#include "tools/tool.h"

#define RESULTS_MAX 100
#define BUDGET_MIN 200
#define BUDGET_DEFAULT "4000"
/* For the lines below the results. */
#define FOOT_BYTES 400

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
    {.name = "docs",
     .type = TOOL_FLAG,
     .rare = true,
     .help = "only prose: Markdown and its kin, comments, docstrings"},
    {.name = "explain",
     .type = TOOL_FLAG,
     .cli_only = true,
     .help = "with each place what spoke for it, as numbers (JSON)"},
};

static const ToolParam docs_params[] = {PARAM_QUERY,         PARAM_N,    PARAM_BUDGET,
                                        PARAM_LANGUAGE,      PARAM_PATH, QUERY_PARAM_EXCLUDE,
                                        QUERY_PARAM_NO_TESTS};

static const char *const examples[] = {"search where are expired keys deleted",
                                       "search 'how does the router match a path' --level file",
                                       "search fix crash in url_for -n 3 --budget 2000", NULL};

typedef struct Answer {
    ToolCall *call;
    const IndexSession *session;
    const SearchWanted *wanted;
    const SearchFound *found;
    Intent intent;
    SearchLevel level;
    bool chosen;     /* the level, by the question */
    bool explain;    /* with evidence */
    uint64_t budget; /* bytes */
} Answer;

static const char *level_text(const Answer *answer)
{
    return answer->level == LEVEL_DOCS ? "docs" : search_levels[answer->level];
}

static Str level_name(const Answer *answer)
{
    return str_from(level_text(answer));
}

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

/* ---- JSON ---- */

static Json *percent(Arena *arena, double share)
{
    return json_str(arena, str_format(arena, "%d%%", (int)(100 * share + 0.5)));
}

static Json *decimal(Arena *arena, double value)
{
    Json *json = json_u64(arena, 0);
    json->text = str_format(arena, "%.3f", value);
    return json;
}

static Json *evidence_value(Arena *arena, const RankedFile *file)
{
    static const Str names[] = {
#define X(id, name, weight) STR_INIT(#name),
        RANK_EVIDENCE(X)
#undef X
    };
    Json *value = json_object(arena);
    for (size_t i = 0; i < RANK_EVIDENCE_COUNT; i++)
        json_set(value, names[i], decimal(arena, file->evidence[i]));
    json_set(value, STR("role"), decimal(arena, file->role));
    return value;
}

static uint32_t symbol_of(const Catalog *catalog, const SearchPlace *place)
{
    return catalog_row(catalog, place->file)->first + place->entry;
}

static Json *place_value(const Answer *answer, size_t number, Str text)
{
    Arena *arena = answer->call->arena;
    const Catalog *catalog = answer->session->catalog;
    const SearchPlace *place = &answer->found->places[number];
    Json *value = query_value(arena, catalog, symbol_of(catalog, place));
    json_set(value, STR("score"), decimal(arena, place->score));
    json_set(value, STR("level"), json_str(arena, level_name(answer)));
    json_set(value, STR("lines"),
             json_str(arena, str_format(arena, "%u-%u", place->first, place->last)));
    json_set(value, STR("text"), json_str(arena, text));
    json_set(value, STR("why"), json_str(arena, place->why));
    if (answer->explain)
        json_set(value, STR("evidence"), evidence_value(arena, place->ranked));
    return value;
}

static Str explanation(Arena *arena, const Answer *answer)
{
    const Intent *intent = &answer->intent;
    if (!answer->chosen)
        return str_format(arena, "level %s as asked", level_text(answer));
    if (!intent->phrase.len)
        return str_format(arena, "no word says what it is after: level %s", level_text(answer));
    return str_format(arena, "'%.*s' speaks for %.*s: level %s", STR_ARG(intent->phrase),
                      STR_ARG(intent_name(intent->kind)), level_text(answer));
}

static Json *option_value(const Answer *answer, const char *type, uint32_t file, uint32_t entry,
                          double relevance)
{
    Arena *arena = answer->call->arena;
    const Catalog *catalog = answer->session->catalog;
    const CatalogFile *row = catalog_row(catalog, file);
    Json *option = json_object(arena);
    uint64_t lines =
        entry ? row->entries[entry].end_line - row->entries[entry].start_line + 1 : row->lines;
    Str name = entry ? catalog_qualified_name(catalog, arena, row->first + entry) : (Str){0};
    json_set(option, STR("type"), json_str(arena, str_from(type)));
    json_set(
        option, STR("path"),
        json_str(arena, entry ? str_format(arena, "%.*s::%.*s", STR_ARG(row->path), STR_ARG(name))
                              : row->path));
    json_set(option, STR("estimated_tokens"),
             json_u64(arena, tokens_of_bytes(lines * row->size / MAX(row->lines, 1u))));
    json_set(option, STR("relevance"), decimal(arena, relevance));
    return option;
}

static Json *options_value(const Answer *answer, size_t shown)
{
    Json *list = json_array(answer->call->arena);
    for (size_t i = 0; i < shown; i++) {
        const SearchPlace *place = &answer->found->places[i];
        const RankedPart *best = &place->ranked->parts[0];
        uint32_t entry = answer->level == LEVEL_METHOD ? 0 : best->score > 0 ? best->entry : 0;
        if (answer->level == LEVEL_CLASS && place->entry && !entry)
            entry = place->entry;
        json_add(list,
                 option_value(answer, entry ? "method" : "file", place->file, entry, place->score));
    }
    return list;
}

static Json *progressive_value(const Answer *answer, size_t shown, uint64_t bytes)
{
    Arena *arena = answer->call->arena;
    Json *value = json_object(arena), *intent = json_object(arena);
    uint64_t full = 0;
    for (size_t i = 0; i < shown; i++)
        full += answer->found->places[i].full;
    double saved = full > bytes ? 1 - (double)bytes / (double)full : 0;
    json_set(value, STR("level_used"), json_str(arena, level_name(answer)));
    json_set(value, STR("token_estimate"), json_u64(arena, tokens_of_bytes(bytes)));
    json_set(value, STR("token_reduction"), percent(arena, saved));
    json_set(value, STR("expansion_options"), options_value(answer, shown));
    json_set(value, STR("cache_hit"), json_bool(arena, false));
    json_set(intent, STR("type"), json_str(arena, intent_name(answer->intent.kind)));
    json_set(intent, STR("confidence"), decimal(arena, answer->intent.confidence));
    json_set(value, STR("query_intent"), intent);
    json_set(value, STR("explanation"), json_str(arena, explanation(arena, answer)));
    return value;
}

/* So many places, the last with so many bytes of its text. */
static void put_value(Buf *out, const Answer *answer, size_t shown, size_t last_bytes)
{
    ToolCall *call = answer->call;
    Arena *arena = call->arena;
    const SearchFound *found = answer->found;
    Json *value = query_frame(arena, answer->session, STR("search")), *list = json_array(arena);
    uint64_t bytes = 0;
    json_set(value, STR("query"), json_str(arena, answer->wanted->text));
    json_set(value, STR("total"), json_u64(arena, found->total));
    json_set(value, STR("searchable"),
             percent(arena, found->wanted ? (double)found->known / found->wanted : 1));
    for (size_t i = 0; i < shown; i++) {
        Str text = found->places[i].text;
        if (i + 1 == shown && last_bytes < text.len)
            text = view_cut_end(arena, text, last_bytes);
        bytes += text.len;
        json_add(list, place_value(answer, i, text));
    }
    json_set(value, STR("results"), list);
    if (shown < found->count)
        json_set(value, STR("left_out"), json_u64(arena, found->count - shown));
    if (answer->level < LEVEL_FULL)
        json_set(value, STR("progressive"), progressive_value(answer, shown, bytes));
    view_put_value(out, *call->scratch, call->format, value);
}

/* Fewer places until the budget holds them; the only one is cut. */
static void put_values(Buf *out, const Answer *answer)
{
    size_t shown = answer->found->count, last = SIZE_MAX;
    for (;;) {
        out->len = 0;
        put_value(out, answer, shown, last);
        size_t over = out->len > answer->budget ? out->len - (size_t)answer->budget : 0;
        if (!over || !shown)
            return;
        size_t text = shown == 1 ? MIN(answer->found->places[0].text.len, last) : 0;
        if (shown > 1)
            shown = MAX(MIN(shown - 1, (size_t)(shown * answer->budget / out->len)), 1);
        else if (text > over + over / 4)
            last = text - over - over / 4;
        else
            shown = 0;
    }
}

/* ---- text ---- */

static void put_head(Buf *out, const Answer *answer, const SearchPlace *place)
{
    const Catalog *catalog = answer->session->catalog;
    Arena scratch = *answer->call->scratch;
    if (place->entry)
        query_put_line(out, scratch, catalog, symbol_of(catalog, place));
    else
        view_put_address(out, catalog->files.ptr[place->file].path);
    buf_printf(out, "  (%.*s)\n", STR_ARG(place->why));
}

static void put_place_text(Buf *out, const Answer *answer, const SearchPlace *place)
{
    put_head(out, answer, place);
    Str text = place->text, line;
    bool lines = answer->level >= LEVEL_METHOD;
    while (str_take_line(&text, &line)) {
        buf_put(out, lines ? (Str){0} : STR("  "));
        buf_put_text(out, line);
        buf_put_byte(out, '\n');
    }
    if (lines)
        buf_put_byte(out, '\n');
}

static void put_foot(Buf *out, const Answer *answer, size_t left_out)
{
    ToolCall *call = answer->call;
    const SearchFound *found = answer->found;
    if (left_out)
        buf_printf(out, "[%zu more did not fit: --budget, or -n]\n", left_out);
    if (found->known < found->wanted)
        buf_printf(out, "[searched %u of %u files: the others are not indexed yet]\n", found->known,
                   found->wanted);
    if (!found->count && found->total)
        buf_put(out, STR("(nothing passes the filters)\n"));
    else if (!found->count)
        buf_put(out, STR("(no file has any of these words)\n"));
    else if (answer->chosen)
        buf_printf(out, "[%.*s; --level file, class, method, full]\n",
                   STR_ARG(explanation(call->arena, answer)));
}

static void put_text(Buf *out, const Answer *answer)
{
    size_t left_out = 0;
    size_t room = (size_t)answer->budget > FOOT_BYTES ? (size_t)answer->budget - FOOT_BYTES : 0;
    for (size_t i = 0; i < answer->found->count; i++) {
        const SearchPlace *place = &answer->found->places[i];
        size_t before = out->len;
        put_place_text(out, answer, place);
        if (out->len <= room)
            continue;
        out->len = before;
        put_head(out, answer, place);
        if (out->len > room) {
            out->len = before;
            left_out++;
        }
    }
    put_foot(out, answer, left_out);
}

/* ---- the call ---- */

static bool search(Answer *answer, SearchWanted *wanted, SearchFound *found, Err *err)
{
    ToolCall *call = answer->call;
    if (!choose_files(call, answer->session->catalog, &wanted->left_out, err) ||
        !search_places(call, answer->session, wanted, found, err))
        return false;
    for (size_t i = 0; i < found->count; i++)
        if (!search_level_fill(call, answer->session, answer->level, &found->places[i], err))
            return false;
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
    Answer answer = {.call = call,
                     .session = &session,
                     .wanted = &wanted,
                     .found = &found,
                     .intent = intent_of(wanted.text),
                     .chosen = level == LEVEL_AUTO,
                     .explain = explain,
                     .budget = MIN(tool_number(call, "budget"), ANSWER_BYTES_MAX / TOKEN_BYTES) *
                               TOKEN_BYTES};
    answer.level = wanted.level = answer.chosen ? answer.intent.level : level;
    wanted.docs = level == LEVEL_DOCS;
    if (!search_check("query", wanted.text, err) || !session_open(call, (Str){0}, &session, err) ||
        !session_require(call, &session, QUERY_PARTS, err) ||
        !search(&answer, &wanted, &found, err))
        return false;
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT) {
        answer.budget -= MIN(answer.budget, query_note_bytes(&session));
        put_text(&out, &answer);
        return query_put_text(call, &session, &out, err);
    }
    put_values(&out, &answer);
    return tool_put_buf(call, &out, err);
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
