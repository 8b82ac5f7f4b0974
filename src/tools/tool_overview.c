/* `overview`. The answer is written with fewer and fewer parts until it fits. What depends only on
   the catalog was computed before (overview.h); here it is written as text or values. */
#include "overview/overview.h"
#include "session/require.h"
#include "session/warm.h"
#include "tools/tool.h"

#include "base/path.h"
#include "base/shell.h"
#include "index/graph/levels.h"
#include "query/history_answer.h"
#include "tools/module_answer.h"

/* About 2,500 tokens. */
#define OVERVIEW_BYTES 10000
#define PARTS_MIN 4
#define LANGUAGES_MAX 8
#define DEPENDENCIES_MAX 20

static const ToolParam params[] = {
    {.name = "path",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "DIR",
     .help = "a repository, or a directory in one: its dependencies, dependents and files"},
    {.name = "max_modules",
     .type = TOOL_NUMBER,
     .fallback = "30",
     .min = 1,
     .max = OVERVIEW_MODULES_MAX,
     .capped = true,
     .rare = true,
     .value = "N",
     .help = "how many modules to show"},
    {.name = "include_git",
     .type = TOOL_FLAG,
     .rare = true,
     .fallback = "true",
     .help = "branch and commit"},
};

static const char *const examples[] = {"overview", "overview --max-modules 10 --format toon", NULL};

static const char *const class_names[FILE_CLASS_COUNT] = {
    [FILE_GENERATED] = "generated", [FILE_VENDORED] = "vendored", [FILE_MINIFIED] = "minified",
    [FILE_LARGE] = "large",         [FILE_BINARY] = "binary",     [FILE_POINTER] = "in git LFS",
};

/* ---- text ---- */

static void put_count(Buf *out, uint64_t count, const char *what)
{
    buf_put_thousands(out, count);
    buf_put(out, str_from(what));
}

/* What the counts leave out. Classes of listed files are counted at the end. */
static void put_unseen(Buf *out, ToolCall *call, const Unseen *unseen)
{
    unsigned listed =
        UNSEEN_BIT(UNSEEN_LARGE) | UNSEEN_BIT(UNSEEN_BINARY) | UNSEEN_BIT(UNSEEN_POINTER);
    unsigned reasons = unseen_of_tree(unseen) & ~listed;
    Str words = unseen_words(call->arena, unseen, reasons);
    Str advice = unseen_advice(&call->request, unseen, reasons, (Str){0});
    if (words.len)
        buf_printf(out, "not looked at: %.*s%s%.*s\n", STR_ARG(words), advice.len ? "; " : "",
                   STR_ARG(advice));
}

static void put_head(Buf *out, ToolCall *call, const IndexSession *session,
                     const Overview *overview)
{
    view_put_line_text(out, path_base(session->repo.root));
    buf_put(out, STR(": "));
    put_count(out, overview->files, overview->files == 1 ? " file" : " files");
    if (overview->lines) {
        buf_put(out, STR(", "));
        put_count(out, overview->lines, overview->lines == 1 ? " line, " : " lines, ");
        put_count(out, overview->symbols, overview->symbols == 1 ? " symbol" : " symbols");
    }
    if (session->repo.head.len && tool_flag(call, "include_git")) {
        const GitRepo *repo = &session->repo;
        buf_put(out, STR("; "));
        view_put_line_text(out, repo->branch.len ? repo->branch : STR("detached"));
        buf_printf(out, " at %.*s", STR_ARG(str_slice(repo->head, 0, 12)));
    }
    buf_put_byte(out, '\n');
    if (overview->about.len) {
        view_put_line_text(out, overview->about);
        buf_put_byte(out, '\n');
    }
    put_unseen(out, call, &overview->unseen);
    if (!overview->languages.len)
        return;
    buf_put(out, STR("languages: "));
    for (size_t i = 0; i < MIN(overview->languages.len, (size_t)LANGUAGES_MAX); i++) {
        const LanguageCount *count = &overview->languages.ptr[i];
        buf_printf(out, "%s%.*s ", i ? ", " : "", STR_ARG(lang_id(count->language)));
        if (count->lines)
            put_count(out, count->lines, count->lines == 1 ? " line in " : " lines in ");
        put_count(out, count->files, count->lines ? "" : count->files == 1 ? " file" : " files");
    }
    buf_put_byte(out, '\n');
}

static void put_part(Buf *out, const Overview *overview, size_t at)
{
    const Part *part = &overview->parts.list.ptr[at];
    Str purpose = overview->purposes[at], contents = overview->contents[at];
    buf_put(out, STR("  "));
    view_put_line_text(out, part->sum.name);
    buf_put(out, STR("  "));
    put_count(out, part->sum.files, part->sum.files == 1 ? " file" : " files");
    if (part->sum.lines) {
        buf_put(out, STR(", "));
        put_count(out, part->sum.lines, part->sum.lines == 1 ? " line" : " lines");
    }
    if (part->sum.high)
        buf_printf(out, ", %u high risk", part->sum.high);
    if (purpose.len) {
        buf_put(out, STR(": "));
        view_put_line_text(out, purpose);
    } else if (contents.len) {
        buf_put(out, STR(" ("));
        view_put_line_text(out, contents);
        buf_put_byte(out, ')');
    }
    buf_put_byte(out, '\n');
}

static void put_parts(Buf *out, const ToolCall *call, const Overview *overview)
{
    const PartVec *parts = &overview->parts.list;
    if (!parts->len)
        return;
    buf_put(out, STR("modules ("));
    put_count(out, overview->modules.list.len, "");
    if (overview->modules.list.len > parts->len)
        buf_put(out, tool_hint(call, STR("; dir/** is all below dir that is not listed apart, "
                                         "fovea overview --path DIR tells more")));
    buf_put(out, STR("):\n"));
    for (size_t i = 0; i < parts->len; i++)
        put_part(out, overview, i);
}

static uint32_t weight_of(const ModuleEdge *edge)
{
    return edge->calls + edge->imports;
}

/* Writes the targets of one part, among the heaviest dependencies, on one line. */
static void put_targets(Buf *out, const Overview *overview, size_t first, size_t shown)
{
    const Part *parts = overview->parts.list.ptr;
    const ModuleEdge *edges = overview->dependencies.ptr;
    buf_put(out, STR("  "));
    view_put_line_text(out, parts[edges[first].from].sum.name);
    buf_put(out, STR(" -> "));
    for (size_t i = first; i < shown; i++) {
        if (edges[i].from != edges[first].from)
            continue;
        buf_put(out, i > first ? STR(", ") : (Str){0});
        view_put_line_text(out, parts[edges[i].to].sum.name);
        buf_printf(out, " %u", weight_of(&edges[i]));
    }
    buf_put_byte(out, '\n');
}

static void put_dependencies(Buf *out, const ToolCall *call, const Overview *overview)
{
    const ModuleEdge *edges = overview->dependencies.ptr;
    size_t shown = MIN(overview->dependencies.len, (size_t)DEPENDENCIES_MAX);
    if (shown)
        buf_put(out, STR("depends on (references, without tests):\n"));
    for (size_t i = 0; i < shown; i++) {
        bool told = false;
        for (size_t k = 0; k < i && !told; k++)
            told = edges[k].from == edges[i].from;
        if (!told)
            put_targets(out, overview, i, shown);
    }
    if (shown < overview->dependencies.len)
        buf_printf(out, "  [%zu lighter ones; %.*s]\n", overview->dependencies.len - shown,
                   STR_ARG(tool_hint(call, STR("fovea overview --path DIR has a directory's"))));
}

static void put_evidence(Buf *out, const char *title, const EvidenceVec *list, bool with_source)
{
    if (!list->len)
        return;
    buf_put(out, str_from(title));
    for (size_t i = 0; i < list->len; i++) {
        buf_put(out, i ? STR(", ") : STR(": "));
        view_put_line_text(out, list->ptr[i].what);
        if (with_source) {
            buf_put(out, STR(" ("));
            view_put_line_text(out, list->ptr[i].source);
            buf_put_byte(out, ')');
        }
    }
    buf_put_byte(out, '\n');
}

static void put_hot(Buf *out, Arena scratch, const Catalog *catalog, const char *title,
                    const HotSymbolVec *hot)
{
    if (hot->len)
        buf_printf(out, "most used %s (references from other files, without tests):\n", title);
    for (size_t i = 0; i < hot->len; i++) {
        const HotSymbol *symbol = &hot->ptr[i];
        Str path = catalog->files.ptr[catalog_place(catalog, symbol->symbol).file].path;
        buf_put(out, STR("  "));
        view_put_address(out, query_place_of(&scratch, path, symbol->start_line, symbol->end_line));
        buf_printf(out, "  %.*s ", STR_ARG(symbol_kind_name(symbol->kind)));
        view_put_line_text(out, symbol->name);
        buf_printf(out, " %u\n", symbol->uses);
    }
}

static void put_risk(Buf *out, const Overview *overview)
{
    buf_printf(out, "risk: high:%u,medium:%u,low:%u", overview->high, overview->medium,
               overview->low);
    if (levels_moved(overview->levels))
        buf_printf(out, " (here high is a score of %u and more, medium %u)", overview->levels.high,
                   overview->levels.medium);
    buf_put_byte(out, '\n');
}

static void put_rest(Buf *out, const ToolCall *call, const Overview *overview)
{
    bool first = true;
    if (overview->high + overview->medium + overview->low)
        put_risk(out, overview);
    put_evidence(out, "documentation", &overview->documents, false);
    for (size_t i = 0; i < COUNT(class_names); i++) {
        if (!class_names[i] || !overview->skipped[i])
            continue;
        buf_put(out, first ? STR("listed, not indexed: ") : STR(", "));
        put_count(out, overview->skipped[i], " ");
        buf_put(out, str_from(class_names[i]));
        first = false;
    }
    if (!first)
        buf_put_byte(out, '\n');
    if (overview->failed)
        buf_printf(out, "failed to parse: %u file%s; %.*s\n", overview->failed,
                   overview->failed == 1 ? "" : "s", STR_ARG(tool_hint(call, STR("fovea status"))));
}

static void put_text(Buf *out, ToolCall *call, const IndexSession *session,
                     const Overview *overview)
{
    put_head(out, call, session, overview);
    overview_put_packages(out, overview);
    put_parts(out, call, overview);
    put_dependencies(out, call, overview);
    overview_put_entries(out, &call->request, overview);
    put_evidence(out, "build and test", &overview->commands, true);
    put_evidence(out, "made with", &overview->frameworks, false);
    put_hot(out, *call->scratch, session->catalog, "types", &overview->uses->types);
    put_hot(out, *call->scratch, session->catalog, "functions", &overview->uses->functions);
    history_put_most_changed(out, session->catalog);
    put_rest(out, call, overview);
}

/* ---- values ---- */

static Json *evidence_value(Arena *arena, const EvidenceVec *list)
{
    Json *rows = json_array(arena);
    for (size_t i = 0; i < list->len; i++) {
        Json *row = json_object(arena);
        json_set(row, STR("what"), json_str(arena, list->ptr[i].what));
        json_set(row, STR("source"), json_str(arena, list->ptr[i].source));
        json_add(rows, row);
    }
    return rows;
}

static Json *parts_value(Arena *arena, const Overview *overview)
{
    Json *rows = json_array(arena);
    for (size_t i = 0; i < overview->parts.list.len; i++) {
        const Module *sum = &overview->parts.list.ptr[i].sum;
        Json *row = json_object(arena);
        json_set(row, STR("name"), json_str(arena, sum->name));
        json_set(row, STR("modules"), json_u64(arena, overview->parts.list.ptr[i].modules));
        json_set(row, STR("files"), json_u64(arena, sum->files));
        json_set(row, STR("lines"), json_u64(arena, sum->lines));
        json_set(row, STR("symbols"), json_u64(arena, sum->symbols));
        json_set(row, STR("high_risk"), json_u64(arena, sum->high));
        json_set(row, STR("purpose"), json_str(arena, overview->purposes[i]));
        json_set(row, STR("largest"), json_str(arena, overview->contents[i]));
        json_add(rows, row);
    }
    return rows;
}

static Json *dependencies_value(Arena *arena, const Overview *overview)
{
    Json *rows = json_array(arena);
    for (size_t i = 0; i < MIN(overview->dependencies.len, (size_t)DEPENDENCIES_MAX); i++) {
        const ModuleEdge *edge = &overview->dependencies.ptr[i];
        const Part *parts = overview->parts.list.ptr;
        Json *row = json_object(arena);
        json_set(row, STR("from"), json_str(arena, parts[edge->from].sum.name));
        json_set(row, STR("to"), json_str(arena, parts[edge->to].sum.name));
        json_set(row, STR("references"), json_u64(arena, weight_of(edge)));
        json_add(rows, row);
    }
    return rows;
}

static Json *languages_value(Arena *arena, const Overview *overview)
{
    Json *rows = json_array(arena);
    for (size_t i = 0; i < MIN(overview->languages.len, (size_t)LANGUAGES_MAX); i++) {
        const LanguageCount *count = &overview->languages.ptr[i];
        Json *row = json_object(arena);
        json_set(row, STR("language"), json_str(arena, lang_id(count->language)));
        json_set(row, STR("files"), json_u64(arena, count->files));
        json_set(row, STR("lines"), json_u64(arena, count->lines));
        json_add(rows, row);
    }
    return rows;
}

static Json *hot_value(Arena *arena, const IndexSession *session, const HotSymbolVec *hot)
{
    Json *rows = json_array(arena);
    for (size_t i = 0; i < hot->len; i++) {
        Json *row = query_value(arena, session->catalog, hot->ptr[i].symbol);
        json_set(row, STR("uses"), json_u64(arena, hot->ptr[i].uses));
        json_add(rows, row);
    }
    return rows;
}

static Json *skipped_value(Arena *arena, const Overview *overview)
{
    Json *row = json_object(arena);
    for (size_t i = 0; i < COUNT(class_names); i++)
        if (class_names[i] && overview->skipped[i])
            json_set(row, str_from(class_names[i]), json_u64(arena, overview->skipped[i]));
    return row;
}

Json *overview_value(Arena *arena, const IndexSession *session, const Overview *overview, bool git)
{
    Json *value = query_frame(arena, session, STR("overview"));
    json_set(value, STR("name"), json_str(arena, path_base(session->repo.root)));
    if (git) {
        json_set(value, STR("branch"), json_str(arena, session->repo.branch));
        json_set(value, STR("head"), json_str(arena, session->repo.head));
    }
    json_set(value, STR("about"), json_str(arena, overview->about));
    json_set(value, STR("files"), json_u64(arena, overview->files));
    json_set(value, STR("lines"), json_u64(arena, overview->lines));
    json_set(value, STR("symbols"), json_u64(arena, overview->symbols));
    json_set(value, STR("languages"), languages_value(arena, overview));
    json_set(value, STR("packages_total"), json_u64(arena, overview->packages.len));
    json_set(value, STR("packages"), overview_packages_value(arena, overview));
    json_set(value, STR("modules_total"), json_u64(arena, overview->modules.list.len));
    json_set(value, STR("modules"), parts_value(arena, overview));
    json_set(value, STR("dependencies"), dependencies_value(arena, overview));
    json_set(value, STR("dependencies_more"),
             json_u64(arena, overview->dependencies.len -
                                 MIN(overview->dependencies.len, (size_t)DEPENDENCIES_MAX)));
    json_set(value, STR("entry_points"), evidence_value(arena, &overview->entries));
    json_set(value, STR("entry_points_more"), json_u64(arena, overview->entries_more));
    json_set(value, STR("commands"), evidence_value(arena, &overview->commands));
    json_set(value, STR("frameworks"), evidence_value(arena, &overview->frameworks));
    json_set(value, STR("most_used_types"), hot_value(arena, session, &overview->uses->types));
    json_set(value, STR("most_used_functions"),
             hot_value(arena, session, &overview->uses->functions));
    Json *changed = history_most_changed_value(arena, session->catalog);
    if (changed->count)
        json_set(value, STR("most_changed"), changed);
    json_set(value, STR("risk"),
             json_str(arena, str_format(arena, "high:%u,medium:%u,low:%u", overview->high,
                                        overview->medium, overview->low)));
    if (overview->high + overview->medium + overview->low)
        json_set(value, STR("risk_cuts"),
                 json_str(arena, str_format(arena, "high:%u,medium:%u", overview->levels.high,
                                            overview->levels.medium)));
    json_set(value, STR("documentation"), evidence_value(arena, &overview->documents));
    json_set(value, STR("listed_not_indexed"), skipped_value(arena, overview));
    json_set(value, STR("failed"), json_u64(arena, overview->failed));
    json_set(value, STR("not_looked_at"),
             unseen_value(arena, &overview->unseen, unseen_of_tree(&overview->unseen)));
    return value;
}

/* The requested directory relative to the repository's root; empty for the root itself. */
static Str part_asked_for(ToolCall *call, const IndexSession *session)
{
    Str path = tool_text(call, "path"), root = call->context->root;
    if (!path.len)
        return path;
    Str base = root.len ? root : fs_working_directory(call->arena);
    Str real = fs_real_path(call->arena, path_join(call->arena, base, path));
    size_t start = session->repo.root.len + 1;
    return real.len >= start && path_is_inside(real, session->repo.root)
               ? str_from_offset(real, start)
               : (Str){0};
}

/* Whether the argument is not an existing path, so that it may name a module. */
static bool is_module_name(const ToolCall *call)
{
    Str path = tool_text(call, "path"), root = call->context->root;
    Str base = root.len ? root : fs_working_directory(call->arena);
    return path.len && !fs_real_path(call->arena, path_join(call->arena, base, path)).len;
}

static Buf put(ToolCall *call, const IndexSession *session, const Overview *overview)
{
    Buf out = buf_open(call->arena, 0);
    bool git = tool_flag(call, "include_git");
    if (call->format == VIEW_TEXT)
        put_text(&out, call, session, overview);
    else
        view_put_value(&out, *call->scratch, call->format,
                       overview_value(call->arena, session, overview, git));
    return out;
}

/* Writes the overview with fewer and fewer parts until it fits. If a number of parts is requested,
   the size is not limited. What depends only on the catalog is kept for the next call. */
static Buf render(ToolCall *call, const IndexSession *session)
{
    uint64_t parts = tool_number(call, "max_modules");
    bool asked = tool_value(call, "max_modules")->given;
    SessionMemo *memo = session_warm_memo(&call->request, session);
    uint64_t key = parts << 8 | (uint64_t)asked << 7 |
                   (uint64_t)tool_flag(call, "include_git") << 6 | (uint64_t)call->format;
    if (memo && memo->overview && memo->overview_key == key)
        return put(call, session, memo->overview);
    SessionRequest kept = call->request;
    kept.arena = memo ? &memo->arena : call->arena;
    Overview *overview = NEW(kept.arena, Overview, 1);
    overview_gather(&kept, session, overview);
    for (;; parts = parts * 3 / 4) {
        overview_divide(&kept, session, parts, overview);
        Buf out = put(call, session, overview);
        if (!asked && out.len > OVERVIEW_BYTES && parts > PARTS_MIN)
            continue;
        if (memo) {
            memo->overview = overview;
            memo->overview_key = key;
        }
        return out;
    }
}

static bool fail_file(ToolCall *call, Err *err)
{
    Str path = str_slice(tool_text(call, "path"), 0, PATH_SHOWN_BYTES);
    err_set(err, ERR_USAGE, "overview: '%.*s' is a file, not a directory", STR_ARG(path));
    return err_hint(err, "for the map of it: fovea map %.*s",
                    STR_ARG(shell_quote_path(call->arena, path)));
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    if (is_module_name(call))
        return session_begin(&call->request, &session, (SessionNeeds){.parts = MODULE_PARTS},
                             err) &&
               module_answer(call, &session, tool_text(call, "path"), (Str){0}, err);
    if (!session_open(&call->request, tool_text(call, "path"), &session, err))
        return false;
    Str part = part_asked_for(call, &session);
    if (part.len && !fs_is_directory(call->arena, path_join(call->arena, session.repo.root, part)))
        return fail_file(call, err);
    if (part.len)
        return session_require(&call->request, &session, (SessionNeeds){.parts = MODULE_PARTS},
                               err) &&
               module_answer(call, &session, part, (Str){0}, err);
    if (!session_require(&call->request, &session,
                         (SessionNeeds){.parts = MODULE_PARTS, .early = true}, err))
        return false;
    git_repo_read_head(call->arena, &session.repo);
    Buf out = render(call, &session);
    return call->format == VIEW_TEXT ? query_put_text(&call->request, &session, &out, err)
                                     : tool_put_buf(call, &out, err);
}

const Tool overview_tool = {
    .name = "overview",
    .mcp_name = "get_repo_overview",
    .summary = "Summarizes a repository: modules, dependencies, entry points, commands, "
               "hot spots",
    .about = "At most about 2,500 tokens, whatever the size of the repository, unless "
             "more modules are requested. Call it first in a repository that is new "
             "to you. For a directory in it, shows what `fovea module` does.",
    .examples = examples,
    .profile = TOOL_IN_CORE,
    .resource = "overview",
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"1,200", "2,500"},
    .next = "get_module, search_symbols, explore",
    .run = run,
};
