/* From file events to changes of the catalog. An event says only where to look: each path it names
   is examined afresh, so late, duplicate and lost events do no harm. */
#include "index/live/live_state.h"

#include "base/hash.h"
#include "base/path.h"
#include "base/proc.h"
#include "git/index_file.h"
#include "index/catalog/classify.h"
#include "index/store/listed.h"
#include "index/store/unlisted.h"
#include "index/update/adopt.h"
#include "index/update/memory.h"

/* Larger changes are left to a build. */
#define TAKE_FILES_MAX 100
#define TAKE_BYTES_MAX (2 * MB)
/* How many directories are listed one by one, and how far back duplicate events are looked for. A
   single listing costs some milliseconds if git must be asked. */
#define LOOKED_AT_MAX 8

/* ---- events ---- */

static void note(Live *live, StrVec *list, Str directory, Str name)
{
    Str path = !directory.len ? name : !name.len ? directory : (Str){0};
    Arena *arena = &live->events_arena;
    path = path.len ? str_copy(arena, path) : path_join(arena, directory, name);
    for (size_t i = list->len; i-- > 0 && i + LOOKED_AT_MAX > list->len;)
        if (str_equal(list->ptr[i], path))
            return;
    *VEC_PUSH(arena, list) = path;
}

static bool is_rules(Str name)
{
    return str_equal(name, STR(".gitignore")) || str_equal(name, STR(".foveaignore")) ||
           str_equal(name, STR(GIT_ATTRIBUTES_NAME));
}

/* Hash of the paths that git tracks. The index file itself also changes with each `git status`. */
static uint64_t hash_tracked(const Live *live)
{
    Arena work = live->scratch;
    GitEntryVec entries = {0};
    bool known = false;
    Err ignored;
    uint64_t hash = 1;
    if (!live->repo.directory.len ||
        !index_file_read(&work, live->repo.directory, &entries, &known, &ignored) || !known)
        return 0;
    for (size_t i = 0; i < entries.len; i++)
        hash = hash * HASH_FNV_PRIME + hash_fast(entries.ptr[i].path);
    return hash;
}

/* Whether the event is in the store's directory, which may be in the tree; a write to the store is
   noted. */
static bool take_store_event(Live *live, const WatchEvent *event)
{
    Arena work = live->scratch;
    Str directory = path_join(&work, live->repo.root, event->directory);
    if (!path_is_inside(directory, path_directory(live->store.path)))
        return false;
    live->store_changed = live->store_changed || str_ends(event->name, STR("-wal"));
    return true;
}

/* An event in git's own directory: whether it may change which files belong to the tree. */
static bool take_git_event(Live *live, const WatchEvent *event)
{
    if (str_equal(event->name, STR("exclude")))
        live->everything = true;
    if (!str_equal(event->name, STR("index")))
        return str_equal(event->name, STR("exclude"));
    uint64_t now = hash_tracked(live);
    bool differs = !now || now != live->tracked;
    live->tracked = now;
    live->everything = live->everything || differs;
    return differs;
}

static bool is_known(const Live *live, const WatchEvent *event)
{
    Arena work = live->scratch;
    Str path = path_join(&work, event->directory, event->name);
    return catalog_find_file(live->catalog, path) != FILE_NOWHERE;
}

/* True when the event may matter. */
static bool take_event(Live *live, const WatchEvent *event)
{
    if (event->overflow)
        return live->everything = true;
    if (take_store_event(live, event))
        return false;
    if (path_is_absolute(event->directory))
        return take_git_event(live, event);
    bool root = !event->directory.len, itself = !event->name.len;
    if (root && ((itself && event->disappeared) || str_equal(event->name, STR(".git"))))
        live->lost = event->disappeared || (event->appeared && !live->repo.directory.len);
    if (str_equal(event->name, STR(".git")) || (itself && !event->disappeared))
        return false;
    if (is_rules(event->name))
        live->everything = true;
    if (!event->is_directory && !event->appeared && !event->disappeared && !is_known(live, event))
        return live->everything;
    note(live, event->is_directory ? &live->directories : &live->files, event->directory,
         event->name);
    return true;
}

void live_read_events(Live *live)
{
    WatchEvent event;
    bool any = false;
    while (live->watch && watch_next(live->watch, &event))
        any = take_event(live, &event) || any;
    if (!any)
        return;
    if (live->work == WORK_BUILD || live->files.len + live->directories.len > 2 * TAKE_FILES_MAX) {
        live->files = live->directories = (StrVec){0};
        arena_reset(&live->events_arena);
        live->everything = true;
    }
    live->last_event_ms = proc_clock_ms();
    if (!live->first_event_ms)
        live->first_event_ms = live->last_event_ms;
}

void live_forget_events(Live *live)
{
    live->files = live->directories = (StrVec){0};
    live->everything = false;
    live->first_event_ms = live->last_event_ms = 0;
    arena_reset(&live->events_arena);
}

/* ---- examining paths ---- */

typedef struct Found {
    Live *live;
    Arena *arena;
    IntakeFileVec changes; /* id FILE_NOWHERE: new */
    VEC(uint32_t) removed;
    FormerFileVec former; /* former rows of files that were taken up */
    uint64_t bytes;
    Staleness stale;
} Found;

static void count_change(Staleness *stale, uint32_t id, const WalkFile *file)
{
    stale->added += id == FILE_NOWHERE;
    stale->changed += id != FILE_NOWHERE;
    stale->bytes_behind += file->size;
}

static void add_change(Found *found, uint32_t id, const WalkFile *file)
{
    for (size_t i = 0; i < found->changes.len; i++)
        if (str_equal(found->changes.ptr[i].file->path, file->path))
            return;
    *VEC_PUSH(found->arena, &found->changes) = (IntakeFile){file, id};
    found->bytes += file->size;
    count_change(&found->stale, id, file);
}

static void add_removed(Found *found, uint32_t id)
{
    for (size_t i = 0; i < found->removed.len; i++)
        if (found->removed.ptr[i] == id)
            return;
    *VEC_PUSH(found->arena, &found->removed) = id;
    found->stale.removed++;
}

/* Differences beyond the limit for this process are only counted. */
static void note_difference(void *context, uint32_t id, const WalkFile *file)
{
    Found *found = context;
    Staleness *stale = &found->stale;
    bool many = staleness_files(stale) > 2 * TAKE_FILES_MAX;
    stale->files += file != NULL;
    stale->bytes += file ? file->size : 0;
    if (!file && many)
        stale->removed++;
    else if (!file)
        add_removed(found, id);
    else if (id != FILE_NOWHERE &&
             build_is_same(found->live->catalog, id, file, found->live->memory))
        return;
    else if (!many)
        add_change(found, id, file);
    else
        count_change(stale, id, file);
}

static void enter(void *context, Str directory)
{
    Live *live = context;
    if (live->watch && !watch_add(live->watch, live->repo.root, directory))
        watch_close(&live->watch);
}

/* Walks the whole tree, using stored listings of its directories. */
static bool walk_all(Live *live, Arena *arena, WalkOptions *options, WalkResult *tree, Err *err)
{
    Arena work = live->scratch;
    Store *store SCOPED(store_close) = NULL;
    Str notice, listed = {0};
    Err unread;
    if (store_open(&work, &live->store, &store, &notice, &unread))
        listed = listed_load(store, arena);
    options->listings = listings_open(arena, listed);
    if (!git_walk(arena, work, &live->repo, options, tree, err))
        return false;
    if (store) {
        listed_save(store, work, options->listings);
        unlisted_refresh(store, work, live->repo.root, &tree->gaps, classify_is_code);
    }
    live->single = listings_are_local(options->listings);
    return true;
}

/* Notes the conditions, besides events, on which answers of the freshness socket depend. */
static void note_rules(Live *live, bool all, const WalkResult *tree, uint64_t rules)
{
    if (all || live->rules != rules)
        live->rules = all ? rules : 0;
    live->single = live->single && tree->parts == 1 && !live->repo.part.len;
}

/* Lists the files below a path (empty: everything) and compares them with the catalog. Directories
   are watched before they are read, so nothing is missed. */
static bool list(Live *live, Str under, Found *found, Err *err)
{
    WalkResult *tree = NEW(found->arena, WalkResult, 1);
    WalkOptions options = {
        .under = under, .is_source = classify_is_code, .enter = enter, .context = live};
    uint64_t rules = git_user_rules(live->scratch, &live->repo);
    if (under.len ? !git_walk(found->arena, live->scratch, &live->repo, &options, tree, err)
                  : !walk_all(live, found->arena, &options, tree, err))
        return false;
    note_rules(live, !under.len, tree, rules);
    extent_filter(&live->catalog->extent, &tree->files);
    build_compare(found->arena, live->catalog, &tree->files,
                  &(BuildComparison){.visit = note_difference, .context = found, .under = under});
    return true;
}

/* Whether a touched file still has the same bytes; then only its stamp and inode are updated. */
static bool has_same_content(Live *live, FsFile *file, CatalogFile *row)
{
    Arena work = live->scratch;
    Str text;
    Err ignored;
    if (!row->hash.len || row->state == FILE_LISTED || file->size != row->size ||
        !fs_read_all(&work, file, &text, &ignored))
        return false;
    if (!str_equal(intake_hash(&work, row->language, text), row->hash))
        return false;
    if (row->stamp != file->stamp || row->inode != file->inode)
        live->unsaved = live->overtaken = true;
    row->stamp = file->stamp;
    row->inode = file->inode;
    row->changed |= CATALOG_FILES;
    return true;
}

/* Examines a path that an event named. */
static bool look_at(Live *live, Str path, Found *found, Err *err)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    uint32_t id = catalog_find_file(live->catalog, path);
    bool there = fs_tree_file(&live->tree, path, &file);
    if (!there && id == FILE_NOWHERE)
        return true;
    if (!there || id == FILE_NOWHERE)
        return list(live, path, found, err);
    if (has_same_content(live, &file, &live->catalog->files.ptr[id]))
        return true;
    WalkFile *now = NEW(found->arena, WalkFile, 1);
    *now = (WalkFile){.path = str_copy(found->arena, path),
                      .size = file.size,
                      .stamp = file.stamp,
                      .inode = file.inode};
    add_change(found, id, now);
    return true;
}

static bool look(Live *live, Found *found, Err *err)
{
    if (live->everything || live->directories.len > LOOKED_AT_MAX ||
        live->files.len > TAKE_FILES_MAX)
        return list(live, (Str){0}, found, err);
    uint32_t files = (uint32_t)live->catalog->files.len;
    for (size_t i = 0; i < live->directories.len; i++)
        if (!list(live, live->directories.ptr[i], found, err))
            return false;
    for (size_t i = 0; i < live->files.len; i++)
        if (!look_at(live, live->files.ptr[i], found, err))
            return false;
    found->stale.files = files + found->stale.added - MIN(found->stale.removed, files);
    return true;
}

/* ---- applying changes ---- */

static void note_dirty(Live *live, uint32_t id)
{
    for (size_t i = 0; i < live->noted.len; i++)
        if (live->noted.ptr[i] == id)
            return;
    if (!live->dirty)
        live->dirty = dirty_open(&live->dirty_arena, live->catalog);
    *VEC_PUSH(&live->dirty_arena, &live->noted) = id;
    dirty_note(live->dirty, id);
}

static void remove_files(Live *live, Found *found)
{
    Catalog *catalog = live->catalog;
    for (size_t i = 0; i < found->removed.len; i++) {
        uint32_t id = found->removed.ptr[i];
        CatalogFile before = catalog->files.ptr[id];
        note_dirty(live, id);
        live->change.path = str_copy(&live->dirty_arena, before.path);
        catalog_remove_file(catalog, id);
        catalog_keep_links(catalog, id, &before);
        *VEC_PUSH(found->arena, &found->former) = (FormerFile){id, before};
    }
}

static void prepare(Live *live, Found *found)
{
    Catalog *catalog = live->catalog;
    for (size_t i = 0; i < found->changes.len; i++) {
        IntakeFile *change = &found->changes.ptr[i];
        if (change->id == FILE_NOWHERE)
            change->id = catalog_put_file(catalog, change->file->path);
        note_dirty(live, change->id);
    }
}

/* Keeps the former row until the file is taken in. */
static void set_aside(Live *live, Found *found, uint32_t id)
{
    CatalogFile *row = &live->catalog->files.ptr[id];
    *VEC_PUSH(found->arena, &found->former) = (FormerFile){id, *row};
    row->state = FILE_LISTED;
}

static bool is_set_aside(const Found *found, uint32_t id)
{
    for (size_t i = 0; i < found->former.len; i++)
        if (found->former.ptr[i].id == id)
            return true;
    return false;
}

/* Takes in again the files that get another language from their includers. */
static bool adopt(Live *live, Found *found, const IntakeOptions *options, Err *err)
{
    Catalog *catalog = live->catalog;
    IntakeReport report;
    for (int round = 0; round < ADOPT_ROUNDS_MAX; round++) {
        IntakeFileVec files = {0};
        adopt_find(found->arena, live->scratch, catalog, &files);
        for (size_t i = 0; i < files.len; i++) {
            uint32_t id = files.ptr[i].id;
            note_dirty(live, id);
            if (!is_set_aside(found, id))
                set_aside(live, found, id);
            catalog->files.ptr[id].state = FILE_LISTED;
        }
        if (!files.len)
            return true;
        if (!intake_files(found->arena, catalog, &files, options, &report, err))
            return false;
    }
    return true;
}

static bool take_files(Live *live, Found *found, Err *err)
{
    Catalog *catalog = live->catalog;
    IntakeReport report;
    Store *store SCOPED(store_close) = NULL;
    Str notice;
    Err no_store;
    size_t first = found->former.len;
    prepare(live, found);
    if (store_open(&live->scratch, &live->store, &store, &notice, &no_store))
        catalog->store = store;
    IntakeOptions options = {
        .root = live->repo.root, .memory = MEMORY_NONE, .pool = live->pool, .unsaved = true};
    for (size_t i = 0; i < found->changes.len; i++)
        set_aside(live, found, found->changes.ptr[i].id);
    if (found->changes.len)
        live->change.path = str_copy(&live->dirty_arena, found->changes.ptr[0].file->path);
    bool ok = intake_files(found->arena, catalog, &found->changes, &options, &report, err) &&
              adopt(live, found, &options, err);
    catalog->store = NULL;
    for (size_t i = first; i < found->former.len; i++)
        catalog_keep_links(catalog, found->former.ptr[i].id, &found->former.ptr[i].was);
    live->change.failed += report.failed;
    return ok;
}

static bool apply(Live *live, Found *found, Err *err)
{
    Arena work = live->scratch;
    bool changed = found->changes.len || found->removed.len;
    if (!changed)
        return true;
    remove_files(live, found);
    bool ok = take_files(live, found, err);
    live->scratch = work;
    catalog_number_changed(live->catalog, live->scratch, &found->former);
    live->catalog->terms = NULL;
    live->version++;
    live->overtaken = true;
    live->failed = false;
    live->taken_ms = proc_clock_ms();
    live->change.changed += found->stale.changed;
    live->change.added += found->stale.added;
    live->change.removed += found->stale.removed;
    live->change.ms =
        live->taken_ms - (live->first_event_ms ? live->first_event_ms : live->taken_ms);
    return ok;
}

/* Applies a small change here, leaves a large one to a build. */
static bool take_up(Live *live, Found *found, Err *err)
{
    Staleness *stale = &found->stale;
    bool much = stale->added + stale->changed > TAKE_FILES_MAX || found->bytes > TAKE_BYTES_MAX ||
                stale->removed > TAKE_FILES_MAX;
    live->behind = (Staleness){0};
    if (!much)
        return apply(live, found, err);
    live->behind = *stale;
    return live_start_build(live, err);
}

bool live_take(Live *live, Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    Found found = {.live = live, .arena = &arena};
    bool ok = look(live, &found, err) && take_up(live, &found, err);
    live_forget_events(live);
    return ok;
}

static void watch_outer(Live *live)
{
    Arena work = live->scratch;
    const Str directories[] = {path_directory(live->store.path), live->repo.directory,
                               path_join(&work, live->repo.common, STR("info"))};
    size_t count = live->repo.directory.len ? COUNT(directories) : 1;
    for (size_t i = 0; i < count && live->watch; i++)
        if (!watch_add(live->watch, live->repo.root, directories[i]))
            watch_close(&live->watch);
}

bool live_scan(Live *live, Err *err)
{
    live->everything = true;
    watch_outer(live);
    live->tracked = hash_tracked(live);
    return live->absent || live_take(live, err);
}
