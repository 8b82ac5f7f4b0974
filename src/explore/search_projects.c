/* Search over several repositories. The question runs on one index after another with a sink that
   collects places; the places are then merged by score. A repository whose index cannot be opened
   is named in a note. */
#include "explore/search_projects.h"

#include "base/path.h"
#include "index/store/cache.h"
#include "session/answer.h"
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
    SessionRequest *request; /* the original call */
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
static bool find_projects(SessionRequest *request, Str projects, ProjectVec *list, Err *err)
{
    CacheEntryVec entries = {0};
    Str own = session_place_database(request, (Str){0}, err), root;
    if (!own.len)
        return false;
    cache_list(request->arena, path_directory(own), &entries);
    for (size_t i = 0; i < entries.len; i++) {
        Str trees = cache_trees(request->arena, entries.ptr[i].path);
        while (str_take_until(&trees, '\0', &root)) {
            if (!is_wanted(projects, root) || !fs_real_path(request->arena, root).len)
                continue;
            add_project(request->arena, list, root);
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
    Arena *arena = gathering->request->arena;
    if (!session_send(answer->request, STR(" "), err)) /* fails if the index is out of date */
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

static bool ignore(void *state, Str bytes, Err *err)
{
    (void)state;
    (void)bytes;
    (void)err;
    return true;
}

/* The search of one repository. */
typedef struct Asking {
    SessionRequest request;
    SearchAsk ask;
} Asking;

static bool run_one(void *state, Err *err)
{
    Asking *asking = state;
    return search_ask(&asking->request, &asking->ask, err);
}

static void ask_one(Gathering *gathering, Project *project)
{
    Asking asking = {.request = *gathering->request, .ask = *gathering->ask};
    Err err = {0};
    asking.request.policy.root = project->root;
    asking.request.answer_bytes = 0;
    asking.request.format = VIEW_JSON;
    asking.request.sink = (SessionSink){.put = ignore};
    asking.request.run = NULL;
    asking.ask.project = project->root;
    asking.ask.deliver = gather;
    asking.ask.state = gathering;
    gathering->project = project;
    if (!session_answer(&asking.request, run_one, &asking, &err))
        project->error = str_copy(gathering->request->arena, str_from(err.message));
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
    SessionRequest *request = gathering->request;
    SearchFound *found = &gathering->found;
    SearchAnswer *answer = &gathering->answer;
    search_sort_places(gathering->places.ptr, gathering->places.len);
    found->places = gathering->places.ptr;
    found->count = MIN(gathering->places.len, gathering->ask->count);
    found->files = gathering->files;
    answer->request = request;
    answer->session = NULL;
    answer->wanted = &gathering->wanted;
    answer->found = found;
    answer->kept = false;
    answer->projects = projects_value(request->arena, list);
    answer->note = note_of(request->arena, list);
    return search_put_answer(answer, NULL, err);
}

bool search_projects(SessionRequest *request, const SearchAsk *ask, Str projects, Err *err)
{
    ProjectVec list = {0};
    Gathering gathering = {.ask = ask, .request = request};
    size_t searched = 0;
    if (!search_check("query", str_trim(ask->text), err) ||
        !find_projects(request, projects, &list, err))
        return false;
    for (size_t i = 0; i < list.len; i++) {
        if (session_is_cancelled(request))
            return err_interrupted(err);
        ask_one(&gathering, &list.ptr[i]);
        searched += !list.ptr[i].error.len;
    }
    if (searched)
        return put_all(&gathering, &list, err);
    err_set(err, ERR_FAILED, "%.*s: %.*s", STR_ARG(path_base(list.ptr[0].root)),
            STR_ARG(list.ptr[0].error));
    return err_hint(err, "fovea cache lists the repositories that have an index");
}
