/* Picture of modules in folders. A picture is one view; a page holds a further one for each folder
   that can be opened, and all of these again with the hidden modules. Weights of lines between
   folders are sums. */
#include "relations/module_picture.h"

#include "base/id_map.h"
#include "base/map.h"
#include "index/catalog/classify.h"
#include "index/graph/module_uses.h"
#include "relations/graph_answer.h"

#include <stdlib.h>

/* Number of boxes up to which folders are opened; in a folder's own view it may be
   PICTURE_MODULES_MAX. */
#define PARTS_WANTED 22
/* Maximum number of boxes around a folder: those with the heaviest lines to it. */
#define AROUND_MAX 14
#define VIEWS_MAX 250
/* Lines per box that can still be followed. If there are more, each box keeps its heaviest. */
#define LINES_EACH 2
#define LINES_FROM 3
#define LINES_TO 1

typedef enum ModuleRole {
    ROLE_OWN,
    ROLE_TESTS,
    ROLE_FOREIGN,
    ROLE_COUNT,
    ROLE_LEFT_OUT = ROLE_COUNT /* excluded by the question */
} ModuleRole;

/* The shown modules and the edges between them. */
typedef struct Scene {
    SessionRequest *request;
    const Modules *modules;
    const ModuleEdgeVec *edges;
    Folders folders;
    bool hidden;              /* modules that are otherwise hidden are included */
    size_t shown, lone;       /* lone: modules without edges, which are not drawn */
    size_t count[ROLE_COUNT]; /* number of modules that are not drawn because of their role */
} Scene;

/* ---- which modules ---- */

const bool *module_left_out(Arena *arena, const Catalog *catalog, const Modules *modules,
                            QueryFilter filter)
{
    Exclusion out = query_leave_out(arena, catalog, filter);
    bool *left_out = NEW(arena, bool, modules->list.len + 1);
    for (size_t i = 0; out.files && i < modules->list.len; i++)
        left_out[i] = true;
    for (size_t i = 0; out.files && i < catalog->files.len; i++)
        if (catalog->files.ptr[i].path.len && !out.files[i])
            left_out[modules->of_file[i]] = false;
    return left_out;
}

/* By module: the role of its directory or files. */
static ModuleRole *find_roles(Arena *arena, const Catalog *catalog, const Modules *modules,
                              QueryFilter filter)
{
    const bool *left_out = module_left_out(arena, catalog, modules, filter);
    size_t count = modules->list.len;
    ModuleRole *roles = NEW(arena, ModuleRole, count + 1);
    uint32_t *files = NEW(arena, uint32_t, (count + 1) * ROLE_COUNT);
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        bool foreign = classify_is_foreign(file->path) ||
                       classify_path(file->path, 0, file->language) == FILE_VENDORED;
        ModuleRole role = foreign ? ROLE_FOREIGN : file->class == FILE_TEST ? ROLE_TESTS : ROLE_OWN;
        if (file->path.len)
            files[modules->of_file[i] * ROLE_COUNT + role]++;
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t *of = &files[i * ROLE_COUNT];
        bool tests = classify_folder(modules->list.ptr[i].directory) == FOLDER_TESTS;
        roles[i] = left_out[i]                                            ? ROLE_LEFT_OUT
                   : of[ROLE_FOREIGN] && !of[ROLE_OWN] && !of[ROLE_TESTS] ? ROLE_FOREIGN
                   : tests || (of[ROLE_TESTS] && !of[ROLE_OWN])           ? ROLE_TESTS
                                                                          : ROLE_OWN;
    }
    return roles;
}

/* Takes the modules that have edges; isolated ones would only use space. */
static void find_shown(Scene *scene, const ModuleRole *roles, bool *taken)
{
    size_t count = scene->modules->list.len;
    bool *joined = NEW(scene->request->arena, bool, count + 1);
    for (size_t i = 0; i < scene->edges->len; i++) {
        const ModuleEdge *edge = &scene->edges->ptr[i];
        ModuleRole most = MAX(roles[edge->from], roles[edge->to]);
        if (most == ROLE_OWN || (scene->hidden && most != ROLE_LEFT_OUT))
            joined[edge->from] = joined[edge->to] = true;
    }
    for (size_t i = 0; i < count; i++) {
        bool own = scene->hidden || roles[i] == ROLE_OWN;
        if (roles[i] == ROLE_LEFT_OUT)
            continue;
        taken[i] = own && joined[i];
        scene->shown += taken[i];
        scene->lone += own && !joined[i];
        scene->count[roles[i]] += !own;
    }
}

static Scene make_scene(SessionRequest *request, const Modules *modules, const ModuleEdgeVec *edges,
                        const ModuleRole *roles, bool hidden)
{
    Scene scene = {.request = request, .modules = modules, .edges = edges, .hidden = hidden};
    bool *taken = NEW(request->arena, bool, modules->list.len + 1);
    find_shown(&scene, roles, taken);
    scene.folders = folders_make(request->arena, modules, taken);
    return scene;
}

/* ---- boxes ---- */

static Str size_of(Arena *arena, uint32_t modules, uint32_t files, uint64_t lines)
{
    Buf out = buf_open(arena, 0);
    if (modules) {
        buf_put_thousands(&out, modules);
        buf_put(&out, STR(" modules, "));
    }
    buf_put_thousands(&out, files);
    buf_put(&out, files == 1 ? STR(" file, ") : STR(" files, "));
    buf_put_thousands(&out, lines);
    buf_put(&out, lines == 1 ? STR(" line") : STR(" lines"));
    return buf_str(&out);
}

GraphNode module_box(Arena *arena, const Module *module)
{
    return (GraphNode){.id = module->name,
                       .label = module->name,
                       .handle = module->directory,
                       .group = str_slice(module->name, 0, str_find_byte(module->name, '.')),
                       .detail = size_of(arena, 0, module->files, module->lines),
                       .kind = STR("module"),
                       .weight = module->lines};
}

static Str folder_id(Arena *arena, Str path)
{
    return path.len ? str_join(arena, path, STR("/**")) : (Str){0};
}

/* The path, relative to a folder if it is inside. */
static Str seen_from(Str path, Str folder)
{
    bool below = folder.len && path.len > folder.len && str_starts(path, folder) &&
                 path.ptr[folder.len] == '/';
    return below ? str_from_offset(path, folder.len + 1) : path;
}

static GraphNode folder_box(Arena *arena, const Folder *folder, Str label)
{
    return (GraphNode){.id = folder_id(arena, folder->path),
                       .label = folder_id(arena, label),
                       .handle = folder->path,
                       .detail = size_of(arena, folder->modules, folder->files, folder->lines),
                       .kind = STR("folder"),
                       .weight = folder->lines,
                       .holds = folder->modules};
}

/* ---- one view ---- */

/* The sum of edges between modules of two parts. */
typedef struct ViewLine {
    uint32_t from, to; /* parts */
    uint64_t weight;
    uint32_t pairs; /* number of pairs of modules */
} ViewLine;

typedef struct View {
    const Scene *scene;
    uint32_t folder;
    bool folded;
    FolderPartVec parts;
    size_t inside;   /* number of parts in the folder, which come first */
    bool *dropped;   /* parts that do not fit */
    ViewLine *lines; /* heaviest first */
    size_t line_count;
    GraphModel model;
} View;

static int heavier_first(const void *a, const void *b)
{
    const ViewLine *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static uint32_t modules_in(const View *view, const FolderPart *part)
{
    return part->whole ? view->scene->folders.list.ptr[part->folder].modules : 1;
}

/* Whether `a` is left out before `b`. */
static bool is_smaller(const View *view, const FolderPart *a, const FolderPart *b)
{
    const Folder *list = view->scene->folders.list.ptr;
    uint32_t x = modules_in(view, a), y = modules_in(view, b);
    if (x != y)
        return x < y;
    if (list[a->folder].lines != list[b->folder].lines)
        return list[a->folder].lines < list[b->folder].lines;
    return str_compare(list[a->folder].path, list[b->folder].path) > 0;
}

/* Removes the smallest parts if the folder has too many for a picture. */
static void cut_inside(View *view)
{
    size_t count = view->parts.len;
    while (count > PICTURE_MODULES_MAX) {
        size_t least = 0;
        for (size_t i = 1; i < count; i++)
            if (is_smaller(view, &view->parts.ptr[i], &view->parts.ptr[least]))
                least = i;
        view->parts.ptr[least] = view->parts.ptr[--count];
        view->model.nodes_left_out++;
    }
    view->parts.len = count;
}

static void find_parts(View *view)
{
    const Scene *scene = view->scene;
    Arena *arena = scene->request->arena;
    size_t limit = view->folded ? PARTS_WANTED : PICTURE_MODULES_MAX;
    view->parts = folders_cut(arena, &scene->folders, view->folder, limit);
    cut_inside(view);
    view->inside = view->parts.len;
    FolderPartVec around = folders_around(arena, &scene->folders, view->folder);
    for (size_t i = 0; i < around.len; i++)
        *VEC_PUSH(arena, &view->parts) = around.ptr[i];
    view->dropped = NEW(arena, bool, view->parts.len + 1);
}

static void find_lines(View *view)
{
    const Scene *scene = view->scene;
    Arena *arena = scene->request->arena;
    const uint32_t *part_of = folders_spread(arena, &scene->folders, &view->parts);
    IdMap seen = {0};
    VEC(ViewLine) lines = {0};
    for (size_t i = 0; i < scene->edges->len; i++) {
        const ModuleEdge *edge = &scene->edges->ptr[i];
        uint32_t from = part_of[edge->from], to = part_of[edge->to];
        if (from == FOLDER_NONE || to == FOLDER_NONE || from == to || MIN(from, to) >= view->inside)
            continue;
        uint32_t at = id_map_get(&seen, id_pair(from, to));
        if (at == ID_MAP_NONE) {
            at = (uint32_t)lines.len;
            id_map_put(&seen, arena, id_pair(from, to), at);
            *VEC_PUSH(arena, &lines) = (ViewLine){.from = from, .to = to};
        }
        lines.ptr[at].weight += (uint64_t)edge->imports + edge->calls;
        lines.ptr[at].pairs++;
    }
    if (lines.len)
        qsort(lines.ptr, lines.len, sizeof *lines.ptr, heavier_first);
    view->lines = lines.ptr;
    view->line_count = lines.len;
}

/* Drops the parts around the folder, except those with the heaviest lines. */
static void drop_around(View *view)
{
    size_t kept = 0;
    bool *seen = NEW(view->scene->request->arena, bool, view->parts.len + 1);
    for (size_t i = 0; i < view->line_count; i++) {
        const ViewLine *line = &view->lines[i];
        uint32_t part = MAX(line->from, line->to);
        if (part < view->inside || seen[part])
            continue;
        seen[part] = true;
        view->dropped[part] = kept >= AROUND_MAX;
        view->model.nodes_left_out += view->dropped[part];
        kept++;
    }
}

/* Drops lines if there are too many, except the heaviest of each box. */
static void drop_light(View *view)
{
    size_t kept = 0;
    uint32_t *from = NEW(view->scene->request->arena, uint32_t, view->parts.len + 1);
    uint32_t *to = NEW(view->scene->request->arena, uint32_t, view->parts.len + 1);
    if (view->line_count <= view->inside * LINES_EACH)
        return;
    for (size_t i = 0; i < view->line_count; i++) {
        ViewLine line = view->lines[i];
        if (view->dropped[line.from] || view->dropped[line.to])
            continue;
        if (from[line.from]++ < LINES_FROM || to[line.to] < LINES_TO)
            view->lines[kept++] = line;
        to[line.to]++;
    }
    view->model.edges_left_out += view->line_count - kept;
    view->line_count = kept;
}

/* A box labelled with its path relative to the folder, or with the module's name if all modules are
   shown. */
static GraphNode part_box(const View *view, uint32_t part)
{
    const Scene *scene = view->scene;
    Arena *arena = scene->request->arena;
    const Folder *folder = &scene->folders.list.ptr[view->parts.ptr[part].folder];
    Str above = scene->folders.list.ptr[view->folder].path;
    Str label = seen_from(folder->path, above);
    bool whole = view->parts.ptr[part].whole, relative = view->folder || view->folded;
    GraphNode box = whole ? folder_box(arena, folder, label)
                          : module_box(arena, &scene->modules->list.ptr[folder->module]);
    if (relative && !whole && label.len)
        box.label = label;
    if (relative)
        box.group = str_slice(label, 0, str_find_byte(label, '/'));
    if (part >= view->inside)
        box.group = STR("elsewhere");
    return box;
}

static void put_part(View *view, uint32_t part, GraphNode *nodes, uint32_t *place)
{
    if (place[part])
        return;
    nodes[view->model.node_count++] = part_box(view, part);
    place[part] = (uint32_t)view->model.node_count;
}

static void put_model(View *view)
{
    Arena *arena = view->scene->request->arena;
    GraphNode *nodes = NEW(arena, GraphNode, view->parts.len + 1);
    GraphEdge *edges = NEW(arena, GraphEdge, view->line_count + 1);
    uint32_t *place = NEW(arena, uint32_t, view->parts.len + 1);
    for (size_t i = 0; i < view->line_count; i++) {
        const ViewLine *line = &view->lines[i];
        if (view->dropped[line->from] || view->dropped[line->to]) {
            view->model.edges_left_out++;
            continue;
        }
        put_part(view, line->from, nodes, place);
        put_part(view, line->to, nodes, place);
        edges[view->model.edge_count++] =
            (GraphEdge){.from = place[line->from] - 1,
                        .to = place[line->to] - 1,
                        .weight = (uint32_t)MIN(line->weight, (uint64_t)UINT32_MAX),
                        .sum_of = line->pairs};
    }
    for (uint32_t i = 0; i < view->inside; i++)
        put_part(view, i, nodes, place);
    view->model.nodes = nodes;
    view->model.edges = edges;
}

/* `12 modules of tests, 3 of other people's code`; empty if nothing is hidden. */
static Str name_hidden(const Scene *scene)
{
    static const char *const names[] = {
        [ROLE_TESTS] = "of tests", [ROLE_FOREIGN] = "of other people's code"};
    Buf out = buf_open(scene->request->arena, 0);
    for (int role = ROLE_TESTS; role < ROLE_COUNT; role++) {
        bool first = !out.len;
        if (!scene->count[role])
            continue;
        buf_put(&out, first ? (Str){0} : STR(", "));
        buf_put_thousands(&out, scene->count[role]);
        if (first)
            buf_put(&out, scene->count[role] == 1 ? STR(" module") : STR(" modules"));
        buf_printf(&out, " %s", names[role]);
    }
    return buf_str(&out);
}

static void put_lone(Buf *out, size_t lone)
{
    buf_put(out, out->len ? STR("; ") : (Str){0});
    buf_put_thousands(out, lone);
    buf_put(out, lone == 1 ? STR(" module without dependencies not drawn")
                           : STR(" modules without dependencies not drawn"));
}

static void put_note(View *view)
{
    const Scene *scene = view->scene;
    Arena *arena = scene->request->arena;
    Buf out = buf_open(arena, 0);
    if (graph_is_folded(&view->model))
        buf_put(&out, STR("a folder is drawn as one box, and the number at its arrow counts the "
                          "dependencies of all modules in it"));
    if (view->model.hidden.len)
        buf_printf(&out, "%shidden: %.*s", out.len ? "; " : "", STR_ARG(view->model.hidden));
    if (scene->lone)
        put_lone(&out, scene->lone);
    view->model.note = buf_str(&out);
}

static GraphModel make_view(const Scene *scene, uint32_t folder)
{
    View view = {.scene = scene, .folder = folders_narrow(&scene->folders, folder)};
    Arena *arena = scene->request->arena;
    Str path = scene->folders.list.ptr[folder].path;
    view.folded = scene->folders.list.ptr[folder].modules > PICTURE_MODULES_MAX;
    find_parts(&view);
    find_lines(&view);
    drop_around(&view);
    drop_light(&view);
    put_model(&view);
    view.model.subject = GRAPH_OF_MODULES;
    view.model.title = str_format(arena, "Modules%s%.*s", path.len ? " in " : "", STR_ARG(path));
    view.model.show_in = view.model.show_out =
        session_hint(scene->request, STR("fovea graph --module"));
    view.model.view = folder_id(arena, path);
    view.model.hidden = name_hidden(scene);
    if (view.model.nodes_left_out || view.model.edges_left_out)
        view.model.show_all = session_hint(
            scene->request, str_format(arena, "fovea graph%s --limit %u",
                                       scene->hidden ? " --all" : "", GRAPH_LIMIT_MAX));
    put_note(&view);
    return view.model;
}

/* ---- views of a page ---- */

typedef VEC(GraphView) GraphViewVec;

/* Adds the views that the model's folders open, and so on for their folders. */
static void add_views(const Scene *scene, GraphModel model, GraphViewVec *views)
{
    Arena *arena = scene->request->arena;
    Map seen = map_open(arena);
    for (size_t next = views->len;; model = views->ptr[next++].model) {
        for (size_t i = 0; i < model.node_count && views->len < VIEWS_MAX; i++) {
            const GraphNode *node = &model.nodes[i];
            bool added = false;
            if (node->holds)
                map_put(&seen, node->id, &added);
            if (!added)
                continue;
            GraphModel opened = make_view(scene, folders_find(&scene->folders, node->handle));
            *VEC_PUSH(arena, views) =
                (GraphView){.id = node->id, .hidden = scene->hidden, .model = opened};
        }
        if (next == views->len)
            return;
    }
}

bool module_picture(SessionRequest *request, const Catalog *catalog, const Modules *modules,
                    const ModulePicture *picture, GraphModel *model)
{
    Arena *arena = request->arena;
    const ModuleRole *roles = find_roles(arena, catalog, modules, picture->filter);
    ModuleEdgeVec with_tests = modules_references(arena, catalog, modules);
    const ModuleEdgeVec *without = &module_uses(arena, catalog, modules)->edges;
    Scene own = make_scene(request, modules, without, roles, false);
    Scene all = make_scene(request, modules, &with_tests, roles, true);
    bool hidden = picture->all || !own.shown;
    const Scene *scene = hidden ? &all : &own;
    uint32_t folder = folders_find(&scene->folders, picture->inside);
    if (folder == FOLDER_NONE)
        return false;
    *model = make_view(scene, folder);
    if (!picture->views)
        return true;
    GraphViewVec list = {0};
    GraphModel whole = {0};
    bool both = !hidden && model->hidden.len;
    if (both) {
        whole = make_view(&all, folders_find(&all.folders, picture->inside));
        *VEC_PUSH(arena, &list) = (GraphView){.id = model->view, .hidden = true, .model = whole};
    }
    add_views(scene, *model, &list);
    if (both)
        add_views(&all, whole, &list);
    model->views = list.ptr;
    model->view_count = list.len;
    return true;
}
