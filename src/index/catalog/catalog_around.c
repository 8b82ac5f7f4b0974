/* Segments are read by one thread at a time; unpacking them takes longer. */
#include "index/catalog/catalog_around.h"

#include "base/parallel.h"

AroundColumns around_of_entries(const Entry *entries)
{
    size_t step = sizeof *entries / sizeof(uint32_t);
    return (AroundColumns){
        {&entries->name, step}, {&entries->owner, step}, {&entries->parent, step}};
}
_Static_assert(sizeof(Entry) % sizeof(uint32_t) == 0, "entries are a whole number of numbers");

typedef struct Around {
    const Catalog *catalog;
    AroundVisit visit;
    void *context;
    pthread_mutex_t mutex; /* of what follows, and of reading */
    size_t next;
    bool damaged;
} Around;

static bool read_frame(const Catalog *catalog, Arena *arena, size_t number, Str *frame)
{
    bool found = false;
    Err ignored;
    if (!db_in_transaction(store_db(catalog->store)))
        return false; /* it may be of another time by now */
    Statement *row = store_segment(catalog->store, CATALOG_NAMED, number);
    while (db_next(row, &ignored)) {
        *frame = str_copy(arena, db_text(row, 0));
        found = true;
    }
    return found;
}

/* False when there is no segment any more. */
static bool take_next(Around *around, Arena *arena, size_t *number, Str *frame)
{
    pthread_mutex_lock(&around->mutex);
    *number = around->next++;
    bool more = *number < around->catalog->lazy->segments;
    *frame = (Str){0};
    if (more && !around->catalog->lazy->held[*number])
        around->damaged = !read_frame(around->catalog, arena, *number, frame) || around->damaged;
    pthread_mutex_unlock(&around->mutex);
    return more;
}

static void visit_segment(Around *around, unsigned thread, FileSpan files, const RowsAround *rows)
{
    uint32_t id = (uint32_t)(files.ptr - around->catalog->files.ptr), first = files.ptr->first;
    for (const CatalogFile *file = files.ptr; file < files.end; file++, id++) {
        uint32_t at = file->first - first;
        AroundColumns columns = {
            {rows->names + at, 1}, {rows->owners + at, 1}, {rows->parents + at, 1}};
        around->visit(around->context, thread, id, file->count && rows->names ? &columns : NULL);
    }
}

/* Those are in memory. */
static void visit_held(Around *around, unsigned thread, FileSpan files)
{
    uint32_t id = (uint32_t)(files.ptr - around->catalog->files.ptr);
    for (const CatalogFile *file = files.ptr; file < files.end; file++, id++) {
        AroundColumns columns = {0};
        if (file->count)
            columns = around_of_entries(file->entries);
        around->visit(around->context, thread, id, file->count ? &columns : NULL);
    }
}

static void visit_some(void *state, unsigned thread)
{
    Around *around = state;
    const Catalog *catalog = around->catalog;
    Arena kept SCOPED(arena_close) = {0};
    arena_open(&kept, 0);
    for (bool more = true; more;) {
        Arena arena = kept;
        size_t number;
        Str frame, plain;
        RowsAround rows = {0};
        more = take_next(around, &arena, &number, &frame);
        if (!more)
            continue;
        FileSpan files = segment_files(catalog, number);
        if (catalog->lazy->held[number]) {
            visit_held(around, thread, files);
            continue;
        }
        if (!frame.len || !segment_unzip(&arena, frame, &plain) ||
            !rows_take_around(catalog, &arena, plain, files, &rows)) {
            rows = (RowsAround){0};
            pthread_mutex_lock(&around->mutex);
            around->damaged = true;
            pthread_mutex_unlock(&around->mutex);
        }
        visit_segment(around, thread, files, &rows);
    }
}

void catalog_visit_around(const Catalog *catalog, AroundVisit visit, void *context)
{
    Around around = {.catalog = catalog, .visit = visit, .context = context};
    size_t threads =
        MIN(MIN(parallel_cores(), (unsigned)CATALOG_THREADS_MAX), catalog->lazy->segments / 4 + 1);
    if (!(catalog->lazy->parts & CATALOG_NAMED))
        return;
    pthread_mutex_init(&around.mutex, NULL);
    parallel_run((unsigned)threads, visit_some, &around);
    pthread_mutex_destroy(&around.mutex);
    catalog->lazy->catalog->damaged = catalog->damaged || around.damaged;
}
