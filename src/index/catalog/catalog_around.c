/* Reading a segment is serialised by a mutex; unpacking it, which takes longer, is parallel. */
#include "index/catalog/catalog_around.h"

#include "base/parallel.h"

/* Number of segments that make another thread worthwhile. */
#define SEGMENTS_A_THREAD 4

AroundColumns around_of_entries(const Entry *entries)
{
    size_t step = sizeof *entries / sizeof(uint32_t);
    return (AroundColumns){
        {&entries->name, step}, {&entries->owner, step}, {&entries->parent, step}};
}
_Static_assert(sizeof(Entry) % sizeof(uint32_t) == 0, "entries are a whole number of numbers");

typedef struct Passing {
    const Catalog *catalog;
    const NamedPass *pass;
    pthread_mutex_t mutex; /* protects the fields below, and reading */
    size_t next;
    bool damaged;
} Passing;

static bool read_frame(const Catalog *catalog, Arena *arena, size_t number, Str *frame)
{
    bool found = false;
    Err ignored;
    if (!db_in_transaction(store_db(catalog->store)))
        return false; /* without the read transaction a newer state would be seen */
    Statement *row = store_segment(catalog->store, CATALOG_NAMED, number);
    while (db_next(row, &ignored)) {
        *frame = str_copy(arena, db_text(row, 0));
        found = true;
    }
    return found;
}

/* Takes the next segment, with its frame if it is needed. False after the last segment. */
static bool take_next(Passing *passing, Arena *arena, NamedSegment *segment, Str *frame)
{
    const NamedPass *pass = passing->pass;
    pthread_mutex_lock(&passing->mutex);
    segment->number = passing->next++;
    bool more = segment->number < passing->catalog->lazy->segments;
    segment->needed = more && pass->needs(pass->context, segment->number);
    *frame = (Str){0};
    if (segment->needed && !read_frame(passing->catalog, arena, segment->number, frame))
        *frame = (Str){0};
    pthread_mutex_unlock(&passing->mutex);
    return more;
}

static void pass_some(void *state, unsigned thread)
{
    Passing *passing = state;
    const NamedPass *pass = passing->pass;
    Arena kept SCOPED(arena_close) = {0};
    arena_open(&kept, 0);
    for (bool more = true; more;) {
        Arena arena = kept;
        NamedSegment segment = {.thread = thread, .arena = &arena};
        Str frame;
        more = take_next(passing, &arena, &segment, &frame);
        if (!more)
            continue;
        segment.files = segment_files(passing->catalog, segment.number);
        if (!frame.len || !segment_unzip(&arena, frame, &segment.plain))
            segment.plain = (Str){0};
        if (pass->take(pass->context, &segment))
            continue;
        pthread_mutex_lock(&passing->mutex);
        passing->damaged = true;
        pthread_mutex_unlock(&passing->mutex);
    }
}

void catalog_pass_named(const Catalog *catalog, const NamedPass *pass)
{
    Passing passing = {.catalog = catalog, .pass = pass};
    size_t threads = MIN(MIN(parallel_cores(), (unsigned)CATALOG_THREADS_MAX),
                         catalog->lazy->segments / SEGMENTS_A_THREAD + 1);
    pthread_mutex_init(&passing.mutex, NULL);
    parallel_run((unsigned)threads, pass_some, &passing);
    pthread_mutex_destroy(&passing.mutex);
    catalog->lazy->catalog->damaged = catalog->damaged || passing.damaged;
}

/* ---- owners and parents ---- */

typedef struct Around {
    const Catalog *catalog;
    AroundVisit visit;
    void *context;
} Around;

/* Segments that are held are read from memory. */
static bool is_stored(void *context, size_t number)
{
    const Around *around = context;
    return !around->catalog->lazy->held[number];
}

static AroundColumns columns_of(const NamedSegment *segment, const CatalogFile *file,
                                const RowsAround *rows)
{
    uint32_t at = file->first - segment->files.ptr->first;
    return segment->needed ? (AroundColumns){{rows->names + at, 1},
                                             {rows->owners + at, 1},
                                             {rows->parents + at, 1}}
                           : around_of_entries(file->entries);
}

static bool visit_segment(void *context, const NamedSegment *segment)
{
    const Around *around = context;
    const Catalog *catalog = around->catalog;
    FileSpan files = segment->files;
    uint32_t id = (uint32_t)(files.ptr - catalog->files.ptr);
    RowsAround rows = {0};
    bool sound = !segment->needed ||
                 (segment->plain.ptr &&
                  rows_take_around(catalog, segment->arena, segment->plain, files, &rows));
    for (const CatalogFile *file = files.ptr; file < files.end; file++, id++) {
        AroundColumns columns;
        bool known = sound && file->count;
        if (known)
            columns = columns_of(segment, file, &rows);
        around->visit(around->context, segment->thread, id, known ? &columns : NULL);
    }
    return sound;
}

void catalog_visit_around(const Catalog *catalog, AroundVisit visit, void *context)
{
    Around around = {.catalog = catalog, .visit = visit, .context = context};
    NamedPass pass = {.needs = is_stored, .take = visit_segment, .context = &around};
    catalog_pass_named(catalog, &pass);
}
