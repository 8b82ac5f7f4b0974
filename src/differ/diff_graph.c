/* Call graphs of both states of a diff from one index. The catalog of the work tree is first
   changed to the base (index/update/as_of.h), where old uses and metrics are noted. Then it is
   changed to the new state, where the consequences are found. The result is not saved, and a
   daemon's worker answers no further call from it. */
#include "differ/diff_graph.h"

#include "base/map.h"
#include "change/measure.h"
#include "change/route_uses.h"
#include "change/setting_uses.h"
#include "change/stars.h"
#include "change/text_uses.h"
#include "change/undeclared.h"
#include "differ/left_search.h"
#include "index/catalog/classify.h"
#include "index/update/as_of.h"
#include "index/update/intake.h"
#include "index/update/memory.h"
#include "query/query.h"
#include "session/indexer.h"
#include "session/require.h"
#include "session/warm.h"

typedef VEC(AsOfFile) AsOfVec;

typedef struct States {
    SessionRequest *request;
    IndexSession *session;
    GitObjects *objects;
} States;

/* ---- the files of a state ---- */

static bool read_content(States *states, const GitSide *side, OutlineJob *job, Err *err)
{
    DiffContent content;
    if (!diff_read_content(states->request, states->objects, side, INDEX_FILE_BYTES_MAX, &content,
                           err))
        return false;
    job->text = content.text;
    job->reason = content.unseen;
    job->language = lang_detect(side->path, str_slice(job->text, 0, SOURCE_HEAD_BYTES));
    return true;
}

static bool is_file(const GitSide *side)
{
    return side->mode == GIT_MODE_FILE || side->mode == GIT_MODE_EXECUTABLE;
}

/* A file may be moved away while another takes its path: that is no absence. */
static void drop_replaced(Arena scratch, AsOfVec *files)
{
    Map present = map_open(&scratch);
    size_t kept = 0;
    for (size_t i = 0; i < files->len; i++)
        if (files->ptr[i].content)
            *map_put(&present, files->ptr[i].path, NULL) = 1;
    for (size_t i = 0; i < files->len; i++)
        if (files->ptr[i].content || !map_find(&present, files->ptr[i].path))
            files->ptr[kept++] = files->ptr[i];
    files->len = kept;
}

/* Lists one side of all changes, and what that side does not have. */
static bool list_side(States *states, const GitChangeVec *changes, bool old, AsOfVec *files,
                      Err *err)
{
    Arena *arena = states->request->arena;
    OutlinesOptions options = {.store = states->session->store, .cancel = states->request->cancel};
    OutlineJob *jobs = NEW(arena, OutlineJob, changes->len);
    size_t count = 0;
    if (!diff_expect(states->request, states->objects, changes, old, err))
        return false;
    for (size_t i = 0; i < changes->len; i++) {
        const GitSide *side = old ? &changes->ptr[i].old : &changes->ptr[i].new;
        const GitSide *other = old ? &changes->ptr[i].new : &changes->ptr[i].old;
        OutlineJob *job = is_file(side) ? &jobs[count++] : NULL;
        if (job && !read_content(states, side, job, err))
            return false;
        if (is_file(other) && (!job || !str_equal(side->path, other->path)))
            *VEC_PUSH(arena, files) = (AsOfFile){.path = other->path};
        if (job)
            *VEC_PUSH(arena, files) = (AsOfFile){.path = side->path, .content = job};
    }
    drop_replaced(*states->request->scratch, files);
    return outlines_make(arena, jobs, count, &options, err);
}

/* Changes the catalog to a state in which these files differ. */
static bool become(States *states, const AsOfVec *files, Err *err)
{
    if (!files->len)
        return true;
    session_warm_spend(states->request, states->session);
    return as_of_take(*states->request->scratch, states->session->catalog, &states->session->repo,
                      files->ptr, files->len, err);
}

/* ---- the states ---- */

/* As session_require, but an index that is out of date is an error: it would describe another
   state. */
static bool require_current(States *states, SessionNeeds needs, Err *err)
{
    IndexSession *session = states->session;
    if (!session_require(states->request, session, needs, err))
        return false;
    if (!session->stale.len)
        return true;
    err_set(err, ERR_STALE, "%.*s", STR_ARG(session->stale));
    return err_hint(err, "ask again in a moment; fovea status shows how far it is");
}

/* Updates the index to the present files and waits for that. */
static bool bring_up(States *states, SessionNeeds needs, Err *err)
{
    SessionRequest *request = states->request;
    IndexSession *session = states->session;
    BuildReport report;
    if (session->warm)
        return require_current(states, needs, err);
    return indexer_update(request, session, false, &report, err) &&
           session_load(request, session, needs.parts, err);
}

/* Lists the changes from the base to the new state, and to the work tree. */
static bool list_changes(States *states, const DiffSides *sides, GitChangeVec *to_new,
                         GitChangeVec *to_files, Err *err)
{
    Arena *arena = states->request->arena;
    GitRange files = {.base = sides->range.base, .to = GIT_TO_WORKING};
    *to_new = sides->changes;
    if (!to_new->len && !git_objects_changes(states->objects, arena, &sides->range, to_new, err))
        return false;
    *to_files = *to_new;
    return sides->range.to == GIT_TO_WORKING ||
           git_objects_changes(states->objects, arena, &files, to_files, err);
}

/* The catalog is as of the old state. */
static bool note_old(States *states, ChangeSet *set, OldUseVec *uses, Err *err)
{
    SessionRequest *request = states->request;
    const Catalog *catalog = states->session->catalog;
    change_measure(request->arena, *request->scratch, set, catalog, true);
    return uses_note(request->arena, *request->scratch, set, states->session->catalog, uses, err);
}

/* Where files come from that a change leaves as they are. */
typedef struct BaseTexts {
    States *states;
    Str base; /* empty: the work tree */
} BaseTexts;

static bool read_of_tree(States *states, Arena *arena, Str path, Str *text)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    return session_open_file(states->request, states->session, arena, path, &file, &ignored) &&
           file.size <= INDEX_FILE_BYTES_MAX && fs_read_all(arena, &file, text, &ignored);
}

static bool read_base(void *context, Arena *arena, Str path, Str *text)
{
    const BaseTexts *texts = context;
    GitObjects *objects = texts->states->objects;
    GitSide side;
    GitContent content;
    Err ignored = {0}; /* a text that cannot be read is not looked at */
    if (!texts->base.len)
        return read_of_tree(texts->states, arena, path, text);
    bool read =
        objects && git_objects_file(objects, arena, texts->base, path, &side, &ignored) &&
        is_file(&side) &&
        git_objects_content(objects, arena, &side, INDEX_FILE_BYTES_MAX, &content, &ignored);
    if (read)
        *text = content.bytes;
    return read;
}

/* Opens what reads the texts of unchanged files. The catalog is as of the new state. */
static TextUses *open_texts(States *states, const ChangeSet *set, BaseTexts *context)
{
    const ChangeTexts texts = {context, read_base};
    return text_uses_open(states->request->arena, set, states->session->catalog, &texts);
}

static bool find_faults(States *states, ChangeSet *set, TextUses *read, const OldUseVec *uses,
                        DiffBroken *broken, Err *err)
{
    SessionRequest *request = states->request;
    change_measure(request->arena, *request->scratch, set, states->session->catalog, false);
    stars_settle(request->arena, set, states->session->catalog);
    const ConsequenceQuestion question = {set, states->session->catalog, uses, read};
    bool ok = consequences_find(request->arena, &question, &broken->uses, err);
    broken->unread = text_uses_unread(read);
    broken->skipped = text_uses_skipped(read);
    return ok;
}

/* ---- names that are gone ---- */

/* Lists the files beside those of the set whose text in the new state may not be the work tree's.
 */
static void list_other(const States *states, const DiffSides *sides, const GitChangeVec *changes,
                       Map *known, LeftTextVec *texts)
{
    for (size_t i = 0; i < changes->len && sides->range.to != GIT_TO_WORKING; i++) {
        const Str paths[] = {changes->ptr[i].old.path, changes->ptr[i].new.path};
        for (size_t k = 0; k < COUNT(paths); k++) {
            bool added = false;
            if (paths[k].len)
                map_put(known, paths[k], &added);
            if (added)
                *VEC_PUSH(states->request->arena, texts) = (LeftText){.path = paths[k]};
        }
    }
}

static LeftTextVec other_texts(const States *states, const DiffSides *sides,
                               const GitChangeVec *to_new, const GitChangeVec *to_files)
{
    LeftTextVec texts = {0};
    Map known = map_open(states->request->arena);
    for (size_t i = 0; i < sides->set.files.len; i++) {
        map_put(&known, sides->set.files.ptr[i].new.path, NULL);
        map_put(&known, sides->set.files.ptr[i].old.path, NULL);
    }
    list_other(states, sides, to_new, &known, &texts);
    list_other(states, sides, to_files, &known, &texts);
    return texts;
}

/* Fills in the texts of the new state: from its own files, else from those that the base has. */
static void fill_texts(Arena scratch, const AsOfVec *old, const AsOfVec *new, LeftTextVec *texts)
{
    const AsOfVec *const sides[] = {old, new};
    Map read = map_open(&scratch);
    for (size_t s = 0; s < COUNT(sides); s++)
        for (size_t i = 0; i < sides[s]->len; i++)
            *map_put(&read, sides[s]->ptr[i].path, NULL) =
                (uint64_t)(uintptr_t)sides[s]->ptr[i].content;
    for (size_t i = 0; i < texts->len; i++) {
        const uint64_t *content = map_find(&read, texts->ptr[i].path);
        const OutlineJob *job = content ? (const OutlineJob *)(uintptr_t)*content : NULL;
        texts->ptr[i].text = job ? job->text : (Str){0};
    }
}

static Str say_unlooked(Arena *arena, Str names, size_t unread)
{
    return unread ? str_format(arena, "%.*s%s%zu files that may use what changes were not read",
                               STR_ARG(names), names.len ? "; " : "", unread)
                  : names;
}

bool diff_graph_consequences(SessionRequest *request, IndexSession *session, GitObjects *objects,
                             DiffSides *sides, ConsequenceVec *found, Err *err)
{
    States states = {.request = request, .session = session, .objects = objects};
    GitChangeVec to_new, to_files;
    AsOfVec old = {0}, new = {0};
    OldUseVec uses;
    ImporterVec importers;
    RouteUseVec routes;
    LeftSearch left;
    DiffBroken broken = {0};
    *found = (ConsequenceVec){0};
    if (!(bring_up(&states, (SessionNeeds){.parts = CATALOG_ALL, .calls = true}, err) &&
          list_changes(&states, sides, &to_new, &to_files, err)))
        return false;
    LeftTextVec texts = other_texts(&states, sides, &to_new, &to_files);
    if (!(list_side(&states, &to_files, true, &old, err) && become(&states, &old, err) &&
          note_old(&states, &sides->set, &uses, err) &&
          route_uses_note(request->arena, &sides->set, session->catalog, &routes, err)))
        return false;
    importers_note(request->arena, *request->scratch, &sides->set, session->catalog, &importers);
    if (!(list_side(&states, &to_new, false, &new, err) && become(&states, &new, err)))
        return false;
    BaseTexts context = {&states, sides->range.base};
    TextUses *read = open_texts(&states, &sides->set, &context);
    if (!find_faults(&states, &sides->set, read, &uses, &broken, err))
        return false;
    *found = broken.uses;
    if (!route_uses_add_broken(request->arena, session->catalog, &routes, found, err))
        return false;
    undeclared_add(request->arena, &sides->set, session->catalog, &uses, found);
    importers_keep_broken(*request->scratch, &sides->set, session->catalog, &importers);
    importers_add_broken(request->arena, &sides->set, &importers, found);
    fill_texts(*request->scratch, &old, &new, &texts);
    left_search(request, session, &sides->set, &texts, &left);
    setting_uses_add(read, &left.names, &left.places, found);
    left_places_add(request->arena, &left.names, session->catalog, &left.places, found);
    sides->unread = text_uses_unread(read);
    sides->skipped = text_uses_skipped(read);
    sides->unlooked = say_unlooked(request->arena, left.unlooked, sides->unread);
    return true;
}

/* ---- edits ---- */

/* Whether the catalog has the file with that content. */
static bool has_content(const Catalog *catalog, Arena scratch, const ChangeSide *side)
{
    uint32_t file = catalog_find_file(catalog, side->path);
    return file != FILE_NOWHERE &&
           str_equal(catalog->files.ptr[file].hash,
                     intake_hash(&scratch, side->outline.language, side->text));
}

/* The paths of one side. */
static Map paths_of(Arena *arena, const ChangeSet *set, bool old)
{
    Map paths = map_open(arena);
    for (size_t i = 0; i < set->files.len; i++) {
        Str path = old ? set->files.ptr[i].old.path : set->files.ptr[i].new.path;
        if (path.len)
            *map_put(&paths, path, NULL) = 1;
    }
    return paths;
}

/* Lists one side of all files that can be compared, except for what the catalog has already. */
static bool list_texts(States *states, const ChangeSet *set, bool old, AsOfVec *files, Err *err)
{
    Arena *arena = states->request->arena;
    OutlinesOptions options = {.store = states->session->store, .cancel = states->request->cancel};
    const Catalog *catalog = states->session->catalog;
    const Map present = paths_of(arena, set, old);
    OutlineJob *jobs = NEW(arena, OutlineJob, set->files.len);
    size_t count = 0;
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        const ChangeSide *side = old ? &file->old : &file->new;
        const ChangeSide *other = old ? &file->new : &file->old;
        if (other->path.len && !map_find(&present, other->path))
            *VEC_PUSH(arena, files) = (AsOfFile){.path = other->path};
        if (!side->path.len || file->unseen.len ||
            has_content(catalog, *states->request->scratch, side))
            continue;
        OutlineJob *job = &jobs[count++];
        *job = (OutlineJob){.language = side->outline.language, .text = side->text};
        *VEC_PUSH(arena, files) = (AsOfFile){.path = side->path, .content = job};
    }
    return outlines_make(arena, jobs, count, &options, err);
}

/* Notes what the old state knows of the edits, then changes the catalog to the new one. */
static bool pass_over(States *states, ChangeSet *set, OldUseVec *uses, ImporterVec *importers,
                      Err *err)
{
    SessionRequest *request = states->request;
    AsOfVec old = {0}, new = {0};
    if (!list_texts(states, set, true, &old, err) || !become(states, &old, err) ||
        !note_old(states, set, uses, err))
        return false;
    importers_note(request->arena, *request->scratch, set, states->session->catalog, importers);
    return list_texts(states, set, false, &new, err) && become(states, &new, err);
}

bool diff_graph_of_edits(SessionRequest *request, IndexSession *session, ChangeSet *set,
                         DiffBroken *broken, Err *err)
{
    States states = {.request = request, .session = session};
    OldUseVec uses;
    *broken = (DiffBroken){0};
    BaseTexts context = {&states, (Str){0}};
    if (!require_current(&states, (SessionNeeds){.parts = CATALOG_ALL, .calls = true}, err) ||
        !pass_over(&states, set, &uses, &broken->importers, err) ||
        !find_faults(&states, set, open_texts(&states, set, &context), &uses, broken, err))
        return false;
    undeclared_add(request->arena, set, session->catalog, &uses, &broken->uses);
    importers_keep_broken(*request->scratch, set, session->catalog, &broken->importers);
    return true;
}

Str diff_graph_unseen(SessionRequest *request, const IndexSession *session)
{
    if (!session->catalog)
        return (Str){0};
    Str part = extent_describe(request->arena, &session->catalog->extent);
    Str left = memory_describe(request->arena, &session->catalog->left_out);
    if (!part.len)
        return left;
    part = str_format(request->arena, "the index has %.*s", STR_ARG(part));
    return left.len ? str_format(request->arena, "%.*s; %.*s", STR_ARG(part), STR_ARG(left)) : part;
}
