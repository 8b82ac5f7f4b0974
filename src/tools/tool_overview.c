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
#include "query/response.h"
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

static const char wording[] =
    "{name}: {files:thousands} file{files:s}"
    "{?lines}, {lines:thousands} line{lines:s}, {symbols:thousands} symbol{symbols:s}{/}"
    "{?head}; {?branch}{branch}{:}detached{/} at {head:first 12}{/}\n"
    "{?about}{about}\n{/}{?unseen}not looked at: {unseen}{?advice}; {advice}{/}\n{/}"
    "{?languages}languages: {*languages|, }{language} "
    "{?lines}{lines:thousands} line{lines:s} in {files:thousands}{:}"
    "{files:thousands} file{files:s}{/}{/}\n{/}"
    "{?packages}packages{?packages_source} ({packages_source}){/}:\n"
    "{*packages}  {directory}{?named}  {name}{/}{?about}: {about}{/}"
    "{?commands} [{commands}]{/}\n{/}{/}{?packages_more}  [{packages_more} more]\n{/}"
    "{?modules}modules ({modules_total:thousands}"
    "{?rolled}{!; dir/** is all below dir that is not listed apart, fovea overview --path DIR "
    "tells more}{/}):\n"
    "{*modules}  {name}  {files:thousands} file{files:s}"
    "{?lines}, {lines:thousands} line{lines:s}{/}"
    "{?high_risk}, {high_risk} high risk{/}"
    "{?purpose}: {purpose}{:}{?largest} ({largest}){/}{/}\n{/}{/}"
    "{?depends}depends on (references, without tests):\n"
    "{*depends}  {from} -> {*targets|, }{to} {references}{/}\n{/}{/}"
    "{?dependencies_more}  [{dependencies_more} lighter ones; "
    "{!fovea overview --path DIR has a directory's}]\n{/}{entries:raw}"
    "{?commands}build and test: {*commands|, }{what} ({source}){/}\n{/}"
    "{?frameworks}made with: {*frameworks|, }{what}{/}\n{/}"
    "{?most_used_types}most used types (references from other files, without tests):\n"
    "{*most_used_types}  {>} {uses}\n{/}{/}"
    "{?most_used_functions}most used functions (references from other files, without tests):\n"
    "{*most_used_functions}  {>} {uses}\n{/}{/}{changed:raw}"
    "{?risk_cuts}risk: {risk}"
    "{?moved} (here high is a score of {high_cut} and more, medium {medium_cut}){/}\n{/}"
    "{?documentation}documentation: {*documentation|, }{what}{/}\n{/}"
    "{?listed_not_indexed>0}listed, not indexed: "
    "{*listed_not_indexed|, }{.:thousands} {@}{/}\n{/}"
    "{?failed}failed to parse: {failed} file{failed:s}; {!fovea status}\n{/}";

static uint32_t weight_of(const ModuleEdge *edge)
{
    return edge->calls + edge->imports;
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
    json_set_text(arena, value, STR("packages_source"), overview->packages_source);
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

/* ---- text ---- */

/* The dependencies by their source, in the order of the heaviest of each. */
static Json *depends_words(Arena *arena, const Json *dependencies)
{
    Json *groups = json_array(arena);
    for (const Json *row = dependencies->first; row; row = row->next) {
        const Json *from = json_get(row, STR("from"));
        Json *group = groups->first, *target = json_object(arena);
        while (group && !str_equal(group->first->text, from->text))
            group = group->next;
        if (!group) {
            group = json_object(arena);
            json_set(group, STR("from"), json_str(arena, from->text));
            json_set(group, STR("targets"), json_array(arena));
            json_add(groups, group);
        }
        json_set(target, STR("to"), json_str(arena, json_get(row, STR("to"))->text));
        json_set(target, STR("references"),
                 json_str(arena, json_get(row, STR("references"))->text));
        json_add(group->last, target);
    }
    return groups;
}

/* Whether the directory says the whole name: `web` of apps/web, `example.com/x/api` of api. */
static bool names_package(Str directory, Str name)
{
    bool ends = str_ends(name, directory) && name.len > directory.len &&
                name.ptr[name.len - directory.len - 1] == '/';
    return !name.len || ends || str_equal(name, path_base(directory));
}

/* Which packages have another name than their directory. */
static Json *package_words(Arena *arena, const Json *packages)
{
    Json *words = json_array(arena);
    for (const Json *row = packages->first; row; row = row->next) {
        Json *word = json_object(arena);
        Str name = json_get(row, STR("name"))->text;
        Str directory = json_get(row, STR("directory"))->text;
        json_set(word, STR("named"), json_bool(arena, !names_package(directory, name)));
        json_add(words, word);
    }
    return words;
}

/* What the counts leave out. Classes of listed files are counted at the end. */
static void set_unseen(Response *response, const Unseen *unseen)
{
    Arena *arena = response->request->arena;
    unsigned listed =
        UNSEEN_BIT(UNSEEN_LARGE) | UNSEEN_BIT(UNSEEN_BINARY) | UNSEEN_BIT(UNSEEN_POINTER);
    unsigned reasons = unseen_of_tree(unseen) & ~listed;
    Str advice = unseen_advice(response->request, unseen, reasons, (Str){0});
    json_set_text(arena, response->words, STR("unseen"), unseen_words(arena, unseen, reasons));
    json_set_text(arena, response->words, STR("advice"), advice);
}

static Response response_of(ToolCall *call, const IndexSession *session, const Overview *overview)
{
    Arena *arena = call->arena;
    Response response = response_open(&call->request, session, STR("overview"), wording);
    Json *value = overview_value(arena, session, overview, tool_flag(call, "include_git"));
    Json *words = response.words, *packages = (Json *)json_get(value, STR("packages"));
    Buf entries = buf_open(arena, 0), changed = buf_open(arena, 0);
    const RiskLevels levels = overview->levels;
    response.value = value;
    set_unseen(&response, &overview->unseen);
    overview_put_entries(&entries, &call->request, overview);
    history_put_most_changed(&changed, session->catalog);
    json_set(words, STR("packages"), package_words(arena, packages));
    json_set(words, STR("packages_more"),
             json_u64(arena, overview->packages.len - packages->count));
    json_set(words, STR("rolled"),
             json_bool(arena, overview->modules.list.len > overview->parts.list.len));
    json_set(words, STR("depends"), depends_words(arena, json_get(value, STR("dependencies"))));
    json_set(words, STR("entries"), json_str(arena, buf_str(&entries)));
    json_set(words, STR("changed"), json_str(arena, buf_str(&changed)));
    json_set(words, STR("moved"), json_bool(arena, levels_moved(levels)));
    json_set(words, STR("high_cut"), json_u64(arena, levels.high));
    json_set(words, STR("medium_cut"), json_u64(arena, levels.medium));
    return response;
}

/* Writes the overview with fewer and fewer parts until it fits. If a number of parts is requested,
   the size is not limited. What depends only on the catalog is kept for the next call. */
static Response fit(ToolCall *call, const IndexSession *session)
{
    uint64_t parts = tool_number(call, "max_modules");
    bool asked = tool_value(call, "max_modules")->given;
    SessionMemo *memo = session_warm_memo(&call->request, session);
    uint64_t key = parts << 8 | (uint64_t)asked << 7 |
                   (uint64_t)tool_flag(call, "include_git") << 6 | (uint64_t)call->format;
    if (memo && memo->overview && memo->overview_key == key)
        return response_of(call, session, memo->overview);
    SessionRequest kept = call->request;
    kept.arena = memo ? &memo->arena : call->arena;
    Overview *overview = NEW(kept.arena, Overview, 1);
    overview_gather(&kept, session, overview);
    for (;; parts = parts * 3 / 4) {
        overview_divide(&kept, session, parts, overview);
        Response response = response_of(call, session, overview);
        if (!asked && parts > PARTS_MIN && response_len(&response) > OVERVIEW_BYTES)
            continue;
        if (memo) {
            memo->overview = overview;
            memo->overview_key = key;
        }
        return response;
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
    Response response = fit(call, &session);
    return response_send(&response, err);
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
