/* Search over several repositories. The question runs on one index after another with a sink that
   collects places; the places are then merged by score. A repository whose index cannot be opened
   is named in a note. */
#include "tools/search_projects.h"

#include "base/path.h"
#include "index/store/cache.h"
#include "session/place.h"

/* Maximum number of repositories searched. */
#define PROJECTS_MAX 50
/* Maximum number of repositories named in an answer. */
#define PROJECTS_NAMED 20
#define NOTE_BYTES 250

typedef struct Project {
    Str root;
    uint32_t total;
    Str error; /* empty: searched */
} Project;
typedef VEC(Project) ProjectVec;

typedef struct Gathering {
    const SearchAsk *ask;
    ToolCall *call; /* the original call */
    Project *project;
    VEC(SearchPlace) places;
    SearchFileVec files;
    SearchAnswer answer; /* parameters of the search, as last executed */
    SearchWanted wanted;
    SearchFound found;
} Gathering;

/* ---- repositories ---- */

static bool is_wanted(Str projects, Str root)
{
    Str wanted;
    while (str_take_line(&projects, &wanted)) {
        Str name = str_trim(wanted);
        if (str_equal(name, STR("all")) || str_equal(name, STR("true")) ||
            str_equal(name, path_base(root)) || str_equal(name, root))
            return true;
    }
    return false;
}

static void add_project(Arena *arena, ProjectVec *list, Str root)
{
    for (size_t i = 0; i < list->len; i++)
        if (str_equal(list->ptr[i].root, root))
            return;
    if (list->len < PROJECTS_MAX)
        *VEC_PUSH(arena, list) = (Project){.root = root};
}

/* Finds the repositories. If an index has several work trees, the first that exists is used. */
static bool find_projects(ToolCall *call, Str projects, ProjectVec *list, Err *err)
{
    CacheEntryVec entries = {0};
    Str own = session_place_database(&call->request, (Str){0}, err), root;
    if (!own.len)
        return false;
    cache_list(call->arena, path_directory(own), &entries);
    for (size_t i = 0; i < entries.len; i++) {
        Str trees = cache_trees(call->arena, entries.ptr[i].path);
        while (str_take_until(&trees, '\0', &root)) {
            if (!is_wanted(projects, root) || !fs_real_path(call->arena, root).len)
                continue;
            add_project(call->arena, list, root);
            break;
        }
    }
    if (list->len)
        return true;
    err_set(err, ERR_NOT_FOUND, "cross_project: no repository '%.*s' has an index here",
            STR_ARG(str_slice(projects, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "fovea cache lists them; fovea index makes one");
}

/* ---- searching ---- */

static bool gather(const SearchAnswer *answer, void *state, Err *err)
{
    Gathering *gathering = state;
    Arena *arena = gathering->call->arena;
    if (!tool_put(answer->call, STR(" "), err)) /* fails if the index is out of date */
        return false;
    gathering->project->total = answer->found->total;
    for (size_t i = 0; i < answer->found->count; i++) {
        SearchPlace *place = VEC_PUSH(arena, &gathering->places);
        *place = answer->found->places[i];
        place->order = (uint32_t)gathering->places.len;
    }
    for (size_t i = 0; i < answer->found->files.len; i++) {
        SearchFile file = answer->found->files.ptr[i];
        *VEC_PUSH(arena, &gathering->files) =
            (SearchFile){path_join(arena, answer->project, file.path),
                         path_join(arena, answer->project, file.of), file.imported};
    }
    gathering->found.total += answer->found->total;
    gathering->found.known += answer->found->known;
    gathering->found.wanted += answer->found->wanted;
    gathering->found.embedded += answer->found->embedded;
    gathering->found.to_embed += answer->found->to_embed;
    if (!gathering->found.note.len)
        gathering->found.note = answer->found->note;
    gathering->answer = *answer;
    gathering->wanted = *answer->wanted;
    return true;
}

static bool run_one(ToolCall *call, Err *err)
{
    Gathering *gathering = call->sink.state;
    SearchAsk ask = *gathering->ask;
    ask.project = gathering->project->root;
    ask.deliver = gather;
    ask.state = gathering;
    return search_ask(call, &ask, err);
}

static bool ignore(void *state, Str bytes, Err *err)
{
    (void)state;
    (void)bytes;
    (void)err;
    return true;
}

static void ask_one(Gathering *gathering, Project *project)
{
    const ToolCall *call = gathering->call;
    Tool tool = *call->tool;
    ToolContext context = *call->context;
    Err err = {0};
    tool.run = run_one;
    context.root = project->root;
    context.answer_bytes = 0;
    ToolCall inner = {.tool = &tool,
                      .context = &context,
                      .arena = call->arena,
                      .scratch = call->scratch,
                      .format = VIEW_JSON,
                      .sink = {.put = ignore, .state = gathering}};
    memcpy(inner.values, call->values, sizeof inner.values);
    gathering->project = project;
    if (!tool_run(&inner, &err))
        project->error = str_copy(call->arena, str_from(err.message));
}

/* ---- the answer ---- */

static Json *projects_value(Arena *arena, const ProjectVec *list)
{
    Json *value = json_array(arena);
    for (size_t i = 0; i < MIN(list->len, (size_t)PROJECTS_NAMED); i++) {
        const Project *project = &list->ptr[i];
        Json *item = json_object(arena);
        json_set(item, STR("name"), json_str(arena, path_base(project->root)));
        json_set(item, STR("root"), json_str(arena, project->root));
        if (project->error.len)
            json_set(item, STR("error"),
                     json_str(arena, view_cut_end(arena, project->error, PATH_SHOWN_BYTES)));
        else
            json_set(item, STR("total"), json_u64(arena, project->total));
        json_add(value, item);
    }
    return value;
}

static Str note_of(Arena *arena, const ProjectVec *list)
{
    Buf out = buf_open(arena, 0);
    size_t searched = 0;
    for (size_t i = 0; i < list->len; i++)
        searched += !list->ptr[i].error.len;
    buf_printf(&out, "searched %zu of %zu repositories", searched, list->len);
    for (size_t i = 0; i < list->len; i++) {
        const Project *project = &list->ptr[i];
        if (!project->error.len)
            continue;
        buf_put(&out, STR("; not "));
        view_put_line_text(&out, path_base(project->root));
        buf_put(&out, STR(": "));
        view_put_line_text(&out, project->error);
    }
    return view_cut_end(arena, buf_str(&out), NOTE_BYTES);
}

static bool put_all(Gathering *gathering, const ProjectVec *list, Err *err)
{
    ToolCall *call = gathering->call;
    SearchFound *found = &gathering->found;
    SearchAnswer *answer = &gathering->answer;
    search_sort_places(gathering->places.ptr, gathering->places.len);
    found->places = gathering->places.ptr;
    found->count = MIN(gathering->places.len, tool_number(call, "n_results"));
    found->files = gathering->files;
    answer->call = call;
    answer->session = NULL;
    answer->wanted = &gathering->wanted;
    answer->found = found;
    answer->kept = false;
    answer->projects = projects_value(call->arena, list);
    answer->note = note_of(call->arena, list);
    return search_put_answer(answer, NULL, err);
}

bool search_projects(ToolCall *call, const SearchAsk *ask, Str projects, Err *err)
{
    ProjectVec list = {0};
    Gathering gathering = {.ask = ask, .call = call};
    size_t searched = 0;
    if (!search_check("query", str_trim(tool_text(call, "query")), err) ||
        !find_projects(call, projects, &list, err))
        return false;
    for (size_t i = 0; i < list.len; i++) {
        if (tool_is_cancelled(call))
            return err_set(err, ERR_INTERRUPTED, "interrupted");
        ask_one(&gathering, &list.ptr[i]);
        searched += !list.ptr[i].error.len;
    }
    if (searched)
        return put_all(&gathering, &list, err);
    err_set(err, ERR_FAILED, "%.*s: %.*s", STR_ARG(path_base(list.ptr[0].root)),
            STR_ARG(list.ptr[0].error));
    return err_hint(err, "fovea cache lists the repositories that have an index");
}
