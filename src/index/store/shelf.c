/* A content's row is found by the first half of its hash; the second half stands in the
   pack, so that a row that leads to other facts is noticed. A file's outline is often asked for
   right after its neighbour's: the latest packs stay unpacked. It is asked for again long after
   that when one question follows the other: outlines stay by themselves, too. */
#include "index/store/shelf.h"

#include "base/id_map.h"
#include "base/limits.h"
#include "index/store/facts_pack.h"

/* place = pack's id and slot. */
#define SLOT_BITS 12
_Static_assert(PACK_FILES_MAX == 1 << SLOT_BITS, "a slot has its bits");
/* Packs that stay unpacked: resolving goes through the files by path, and what several updates
   wrote stands in several packs side by side. */
#define OPEN_PACKS 4
#define OPEN_PACK_BYTES_MAX (4 * MB)
#define OPEN_PACK_RESERVE (8 * MB)
/* Of outlines that stay. */
#define KEPT_BYTES (1 * MB)
#define KEPT_OUTLINE_BYTES_MAX (KEPT_BYTES / 8)
#define KEPT_OUTLINES 256
/* Compressed. Smaller ones are put together when there is an occasion. */
#define SMALL_PACK_BYTES (8 * KB)

typedef struct OpenPack {
    uint64_t id; /* 0: free */
    uint64_t used;
    Arena arena;
    FactsPack pack;
} OpenPack;

typedef struct KeptOutline {
    uint64_t place; /* a pack never changes, and its id does not come again */
    uint64_t check;
    Str outline;
} KeptOutline;

struct Shelf {
    Db *db;
    Arena arena; /* what waits */
    FactsPack waiting;
    VEC(uint64_t) keys; /* of what waits */
    OpenPack open[OPEN_PACKS];
    size_t open_count; /* that are used */
    uint64_t clock;
    Arena kept_arena;
    KeptOutline kept[KEPT_OUTLINES];
    size_t kept_count;
    Arena counts; /* `live` */
    IdMap live;   /* facts by pack, once something was replaced in this transaction */
    bool counted;
};

Shelf *shelf_open(Db *db)
{
    Shelf *shelf = calloc(1, sizeof *shelf);
    if (!shelf)
        arena_fatal("out of memory: cannot open the index");
    shelf->db = db;
    shelf->open_count = OPEN_PACKS;
    return shelf;
}

static void drop_open_packs(Shelf *shelf)
{
    for (size_t i = 0; i < OPEN_PACKS; i++)
        shelf->open[i].id = 0;
}

static void drop_kept(Shelf *shelf)
{
    if (shelf->kept_arena.begin)
        arena_reset(&shelf->kept_arena);
    shelf->kept_count = 0;
}

void shelf_be_thrifty(Shelf *shelf)
{
    shelf->open_count = OPEN_PACKS / THRIFT;
    for (size_t i = shelf->open_count; i < OPEN_PACKS; i++) {
        arena_close(&shelf->open[i].arena);
        shelf->open[i].id = 0;
    }
}

static void drop_waiting(Shelf *shelf)
{
    if (shelf->arena.begin)
        arena_reset(&shelf->arena);
    shelf->waiting = facts_pack_open(&shelf->arena);
    shelf->keys.ptr = NULL;
    shelf->keys.len = shelf->keys.cap = 0;
}

void shelf_begin(Shelf *shelf)
{
    if (shelf->counts.begin)
        arena_reset(&shelf->counts);
    shelf->live = (IdMap){0};
    shelf->counted = false;
}

void shelf_forget(Shelf *shelf)
{
    drop_waiting(shelf);
    drop_open_packs(shelf);
    drop_kept(shelf);
    shelf_begin(shelf);
}

void shelf_close(Shelf **shelf)
{
    Shelf *closing = *shelf;
    *shelf = NULL;
    if (!closing)
        return;
    for (size_t i = 0; i < OPEN_PACKS; i++)
        arena_close(&closing->open[i].arena);
    arena_close(&closing->arena);
    arena_close(&closing->counts);
    arena_close(&closing->kept_arena);
    free(closing);
}

/* ---- numbers ---- */

static uint64_t bytes_as_number(Str bytes, size_t from, size_t count)
{
    uint64_t number = 0;
    for (size_t i = from; i < from + count && i < bytes.len; i++)
        number = number << 8 | (unsigned char)bytes.ptr[i];
    return number;
}

uint64_t shelf_key(Str hash)
{
    return bytes_as_number(hash, 0, 8);
}

static uint64_t check_of(Str hash)
{
    return bytes_as_number(hash, 8, 8);
}

/* ---- looking ---- */

static bool find_place(Shelf *shelf, uint64_t key, uint64_t *place, bool *found, Err *err)
{
    Statement *get = db_prepare(shelf->db, "SELECT place FROM facts WHERE key = ?1");
    db_bind_u64(get, 1, key);
    *found = false;
    while (db_next(get, err)) {
        *place = db_u64(get, 0);
        *found = true;
    }
    return !db_failed(get);
}

/* The one that holds the pack, or the one to use for it. */
static OpenPack *choose_open(Shelf *shelf, uint64_t id)
{
    OpenPack *oldest = &shelf->open[0];
    for (size_t i = 0; i < shelf->open_count; i++) {
        OpenPack *open = &shelf->open[i];
        if (open->id == id)
            return open;
        if (!open->id || (oldest->id && open->used < oldest->used))
            oldest = open;
    }
    return oldest;
}

static bool unpack_open_one(OpenPack *open, Str blob, bool references)
{
    if (open->arena.begin)
        arena_reset(&open->arena);
    else
        arena_open(&open->arena, OPEN_PACK_RESERVE);
    return blob.len <= OPEN_PACK_BYTES_MAX &&
           facts_pack_read(&open->arena, blob, references, OPEN_PACK_BYTES_MAX, &open->pack);
}

typedef struct PackLook {
    uint64_t id;
    bool references;
    Arena *arena; /* for a pack that is too large to be kept */
    bool found;
    FactsPack pack; /* until the next look */
} PackLook;

static bool unpack_any(Shelf *shelf, OpenPack *open, PackLook *look, Err *err)
{
    Statement *get = db_prepare(shelf->db, "SELECT data FROM pack WHERE id = ?1");
    db_bind_u64(get, 1, look->id);
    open->id = 0;
    while (db_next(get, err)) {
        Str blob = db_text(get, 0);
        look->found = true;
        if (unpack_open_one(open, blob, look->references)) {
            open->id = look->id;
            look->pack = open->pack;
        } else {
            look->found = facts_pack_read(look->arena, blob, look->references, PACK_TEXT_BYTES_MAX,
                                          &look->pack);
        }
    }
    return !db_failed(get);
}

/* Damaged ones are not found. */
static bool find_pack(Shelf *shelf, PackLook *look, Err *err)
{
    OpenPack *open = choose_open(shelf, look->id);
    open->used = ++shelf->clock;
    look->found = open->id == look->id && (open->pack.references || !look->references);
    if (!look->found)
        return unpack_any(shelf, open, look, err);
    look->pack = open->pack;
    return true;
}

static Facts find_waiting(const Shelf *shelf, Arena *arena, Str hash)
{
    uint64_t key = shelf_key(hash);
    for (size_t i = shelf->keys.len; i--;)
        if (shelf->keys.ptr[i] == key && shelf->waiting.slots.ptr[i].check == check_of(hash))
            return facts_pack_get(arena, &shelf->waiting, i, true);
    return (Facts){0};
}

static void keep(Shelf *shelf, uint64_t place, uint64_t check, Str outline)
{
    if (outline.len > KEPT_OUTLINE_BYTES_MAX)
        return;
    if (!shelf->kept_arena.begin)
        arena_open(&shelf->kept_arena, 2 * KEPT_BYTES);
    size_t bytes = (size_t)(shelf->kept_arena.ptr - shelf->kept_arena.begin);
    if (shelf->kept_count == KEPT_OUTLINES || bytes + outline.len > KEPT_BYTES)
        drop_kept(shelf);
    shelf->kept[shelf->kept_count++] =
        (KeptOutline){place, check, str_copy(&shelf->kept_arena, outline)};
}

static Str find_kept(const Shelf *shelf, uint64_t place, uint64_t check)
{
    for (size_t i = 0; i < shelf->kept_count; i++)
        if (shelf->kept[i].place == place && shelf->kept[i].check == check)
            return shelf->kept[i].outline;
    return (Str){0};
}

static bool get_packed(Shelf *shelf, PackLook *look, uint64_t place, uint64_t check, Facts *facts,
                       Err *err)
{
    size_t slot = place % PACK_FILES_MAX;
    look->id = place >> SLOT_BITS;
    if (!find_pack(shelf, look, err))
        return false;
    if (!look->found || slot >= look->pack.slots.len || look->pack.slots.ptr[slot].check != check)
        return true;
    *facts = facts_pack_get(look->arena, &look->pack, slot, look->references);
    if (!look->references && facts->outline.len)
        keep(shelf, place, check, facts->outline);
    return true;
}

bool shelf_get(Shelf *shelf, Arena *arena, Str hash, bool references, Facts *facts, Err *err)
{
    uint64_t place = 0;
    bool found = false;
    PackLook look = {.references = references, .arena = arena};
    *facts = find_waiting(shelf, arena, hash);
    if (facts->outline.len)
        return true;
    if (!find_place(shelf, shelf_key(hash), &place, &found, err))
        return false;
    if (!found)
        return true;
    if (!references)
        facts->outline = str_copy(arena, find_kept(shelf, place, check_of(hash)));
    return facts->outline.len || get_packed(shelf, &look, place, check_of(hash), facts, err);
}

/* ---- writing ---- */

static bool count_live(Shelf *shelf, Err *err)
{
    if (shelf->counted)
        return true;
    if (!shelf->counts.begin)
        arena_open(&shelf->counts, 0);
    Statement *get =
        db_prepare(shelf->db, "SELECT place >> ?1, count(*) FROM facts GROUP BY place >> ?1");
    db_bind_u64(get, 1, SLOT_BITS);
    while (db_next(get, err))
        id_map_put(&shelf->live, &shelf->counts, db_u64(get, 0), (uint32_t)db_u64(get, 1));
    shelf->counted = !db_failed(get);
    return shelf->counted;
}

static bool drop_pack(Shelf *shelf, uint64_t id, Err *err)
{
    Statement *drop = db_prepare(shelf->db, "DELETE FROM pack WHERE id = ?1");
    db_bind_u64(drop, 1, id);
    return db_run(drop, err);
}

/* A row leads elsewhere from now on. */
static bool release(Shelf *shelf, uint64_t place, Err *err)
{
    uint64_t id = place >> SLOT_BITS;
    if (!count_live(shelf, err))
        return false;
    uint32_t live = id_map_get(&shelf->live, id);
    if (live == ID_MAP_NONE || !live)
        return true;
    id_map_put(&shelf->live, &shelf->counts, id, live - 1);
    return live > 1 || drop_pack(shelf, id, err);
}

static bool place_facts(Shelf *shelf, uint64_t key, uint64_t place, Err *err)
{
    uint64_t old = 0;
    bool found = false;
    if (!find_place(shelf, key, &old, &found, err))
        return false;
    /* Twice in one pack: two workers had files of one content at the same time. */
    bool again = found && old >> SLOT_BITS == place >> SLOT_BITS;
    if (found && !again && !release(shelf, old, err))
        return false;
    Statement *put = db_prepare(shelf->db, "INSERT OR REPLACE INTO facts VALUES(?1, ?2)");
    db_bind_u64(put, 1, key);
    db_bind_u64(put, 2, place);
    if (shelf->counted && !again) {
        uint32_t live = id_map_get(&shelf->live, place >> SLOT_BITS);
        id_map_put(&shelf->live, &shelf->counts, place >> SLOT_BITS,
                   live == ID_MAP_NONE ? 1 : live + 1);
    }
    return db_run(put, err);
}

static bool write_waiting(Shelf *shelf, Err *err)
{
    Buf blob = buf_open(&shelf->arena, 0);
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    facts_pack_write(scratch, &shelf->waiting, &blob);
    Statement *put = db_prepare(shelf->db, "INSERT INTO pack(files, data) VALUES(?1, ?2)");
    db_bind_u64(put, 1, shelf->waiting.slots.len);
    db_bind_blob(put, 2, buf_str(&blob));
    if (!db_run(put, err))
        return false;
    uint64_t id = db_last_id(shelf->db);
    for (size_t i = 0; i < shelf->keys.len; i++)
        if (!place_facts(shelf, shelf->keys.ptr[i], id << SLOT_BITS | i, err))
            return false;
    return true;
}

bool shelf_flush(Shelf *shelf, Err *err)
{
    if (!shelf->keys.len)
        return true;
    bool ok = write_waiting(shelf, err);
    if (ok)
        drop_waiting(shelf);
    return ok;
}

static bool put(Shelf *shelf, uint64_t key, uint64_t check, const Facts *facts, Err *err)
{
    if (!shelf->arena.begin) {
        arena_open(&shelf->arena, 0);
        shelf->waiting = facts_pack_open(&shelf->arena);
    }
    facts_pack_put(&shelf->waiting, check, facts);
    *VEC_PUSH(&shelf->arena, &shelf->keys) = key;
    return (facts_pack_bytes(&shelf->waiting) < PACK_BYTES && shelf->keys.len < PACK_FILES_MAX) ||
           shelf_flush(shelf, err);
}

bool shelf_put(Shelf *shelf, Str hash, const Facts *facts, Err *err)
{
    return put(shelf, shelf_key(hash), check_of(hash), facts, err);
}

/* ---- tidying ---- */

typedef struct Row {
    uint64_t key, place;
} Row;
typedef VEC(Row) RowVec;

static bool drop_empty_packs(Shelf *shelf, Err *err)
{
    Statement *drop =
        db_prepare(shelf->db, "DELETE FROM pack WHERE id NOT IN (SELECT place >> ?1 FROM facts)");
    db_bind_u64(drop, 1, SLOT_BITS);
    return db_run(drop, err);
}

/* Rows of packs that are thin, in order of the packs. */
static bool list_thin(Shelf *shelf, Arena *arena, RowVec *rows, Err *err)
{
    Statement *get = db_prepare(
        shelf->db,
        "WITH thin AS (SELECT id FROM pack JOIN (SELECT place >> ?1 AS pack, count(*) AS live"
        " FROM facts GROUP BY 1) ON pack = id WHERE length(data) < ?2 OR 2 * live < files)"
        " SELECT key, place FROM facts WHERE place >> ?1 IN thin ORDER BY place");
    db_bind_u64(get, 1, SLOT_BITS);
    db_bind_u64(get, 2, SMALL_PACK_BYTES);
    while (db_next(get, err))
        *VEC_PUSH(arena, rows) = (Row){db_u64(get, 0), db_u64(get, 1)};
    return !db_failed(get);
}

/* What cannot be read is dropped. */
static bool move(Shelf *shelf, Arena arena, const Row *row, Err *err)
{
    PackLook look = {.id = row->place >> SLOT_BITS, .references = true, .arena = &arena};
    if (!find_pack(shelf, &look, err))
        return false;
    size_t slot = row->place % PACK_FILES_MAX;
    if (look.found && slot < look.pack.slots.len) {
        Facts facts = facts_pack_get(&arena, &look.pack, slot, true);
        return put(shelf, row->key, look.pack.slots.ptr[slot].check, &facts, err);
    }
    Statement *drop = db_prepare(shelf->db, "DELETE FROM facts WHERE key = ?1");
    db_bind_u64(drop, 1, row->key);
    return db_run(drop, err);
}

bool shelf_tidy(Shelf *shelf, Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    RowVec rows = {0};
    arena_open(&arena, 0);
    shelf_begin(shelf);
    if (!shelf_flush(shelf, err) || !drop_empty_packs(shelf, err) ||
        !list_thin(shelf, &arena, &rows, err))
        return false;
    bool several =
        rows.len && rows.ptr[0].place >> SLOT_BITS != rows.ptr[rows.len - 1].place >> SLOT_BITS;
    for (size_t i = 0; i < rows.len && several; i++)
        if (!move(shelf, arena, &rows.ptr[i], err))
            return false;
    return shelf_flush(shelf, err) && drop_empty_packs(shelf, err);
}
