/* A content's row is found by the first half of its hash. The second half is stored in the pack as
   a check, so a row that leads to other facts is noticed.

   There are two caches. The last packs stay decompressed, because outlines of neighbouring files
   are often read one after another. Single outlines are cached as well, because successive
   questions ask for the same ones again. */
#include "index/store/packs.h"

#include "base/id_map.h"
#include "base/limits.h"
#include "index/store/facts_pack.h"

/* A place is the pack's id and the slot in it. */
#define SLOT_BITS 12
_Static_assert(PACK_FILES_MAX == 1 << SLOT_BITS, "a slot has its bits");
/* Number of packs that stay decompressed. Resolution visits files by path, and facts written by
   several updates are in several packs. */
#define OPEN_PACKS 4
#define OPEN_PACK_BYTES_MAX (4 * MB)
#define OPEN_PACK_RESERVE (8 * MB)
/* Limits of the cache of outlines. */
#define KEPT_BYTES (1 * MB)
#define KEPT_OUTLINE_BYTES_MAX (KEPT_BYTES / 8)
#define KEPT_OUTLINES 256
/* Compressed size below which packs are merged by packs_tidy. */
#define SMALL_PACK_BYTES (8 * KB)

typedef struct OpenPack {
    uint64_t id; /* 0: free */
    uint64_t used;
    Arena arena;
    FactsPack pack;
} OpenPack;

typedef struct KeptOutline {
    uint64_t place; /* unique: packs never change and ids are not used again */
    uint64_t check;
    Str outline;
} KeptOutline;

/* `waiting` is the pack being filled, with the key of each slot in `keys`. `open` and `kept` are
   the caches of packs and outlines. `live` counts the facts of each pack, from the first
   replacement in a transaction on, so that a pack can be deleted with its last fact. */
struct Packs {
    Db *db;
    Arena arena; /* for waiting facts */
    FactsPack waiting;
    VEC(uint64_t) keys; /* keys of the waiting facts, by slot */
    OpenPack open[OPEN_PACKS];
    size_t open_count; /* number of `open` that may be used */
    uint64_t clock;
    Arena kept_arena;
    KeptOutline kept[KEPT_OUTLINES];
    size_t kept_count;
    Arena counts; /* for `live` */
    IdMap live;   /* number of live facts by pack; valid if `counted` */
    bool counted;
};

Packs *packs_open(Db *db)
{
    Packs *packs = calloc(1, sizeof *packs);
    if (!packs)
        arena_fatal("out of memory: cannot open the index");
    packs->db = db;
    packs->open_count = OPEN_PACKS;
    return packs;
}

static void drop_open_packs(Packs *packs)
{
    for (size_t i = 0; i < OPEN_PACKS; i++)
        packs->open[i].id = 0;
}

static void drop_kept(Packs *packs)
{
    if (packs->kept_arena.begin)
        arena_reset(&packs->kept_arena);
    packs->kept_count = 0;
}

void packs_be_thrifty(Packs *packs)
{
    packs->open_count = OPEN_PACKS / THRIFT;
    for (size_t i = packs->open_count; i < OPEN_PACKS; i++) {
        arena_close(&packs->open[i].arena);
        packs->open[i].id = 0;
    }
}

static void drop_waiting(Packs *packs)
{
    if (packs->arena.begin)
        arena_reset(&packs->arena);
    packs->waiting = facts_pack_open(&packs->arena);
    packs->keys.ptr = NULL;
    packs->keys.len = packs->keys.cap = 0;
}

void packs_begin(Packs *packs)
{
    if (packs->counts.begin)
        arena_reset(&packs->counts);
    packs->live = (IdMap){0};
    packs->counted = false;
}

void packs_forget(Packs *packs)
{
    drop_waiting(packs);
    drop_open_packs(packs);
    drop_kept(packs);
    packs_begin(packs);
}

void packs_close(Packs **packs)
{
    Packs *closing = *packs;
    *packs = NULL;
    if (!closing)
        return;
    for (size_t i = 0; i < OPEN_PACKS; i++)
        arena_close(&closing->open[i].arena);
    arena_close(&closing->arena);
    arena_close(&closing->counts);
    arena_close(&closing->kept_arena);
    free(closing);
}

/* ---- keys ---- */

static uint64_t bytes_as_number(Str bytes, size_t from, size_t count)
{
    uint64_t number = 0;
    for (size_t i = from; i < from + count && i < bytes.len; i++)
        number = number << 8 | (unsigned char)bytes.ptr[i];
    return number;
}

uint64_t facts_key(Str hash)
{
    return bytes_as_number(hash, 0, 8);
}

uint64_t facts_check(Str hash)
{
    return bytes_as_number(hash, 8, 8);
}

/* ---- finding ---- */

static bool find_place(Packs *packs, uint64_t key, uint64_t *place, bool *found, Err *err)
{
    Statement *get = db_prepare(packs->db, "SELECT place FROM facts WHERE key = ?1");
    db_bind_u64(get, 1, key);
    *found = false;
    while (db_next(get, err)) {
        *place = db_u64(get, 0);
        *found = true;
    }
    return !db_failed(get);
}

/* The open pack with that id, or the one to reuse for it: a free one, else the least recently
   used. */
static OpenPack *choose_open(Packs *packs, uint64_t id)
{
    OpenPack *oldest = &packs->open[0];
    for (size_t i = 0; i < packs->open_count; i++) {
        OpenPack *open = &packs->open[i];
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
    Arena *arena; /* for a pack that is too large for `open` */
    bool found;
    FactsPack pack; /* valid until the next find_pack */
} PackLook;

static bool unpack_any(Packs *packs, OpenPack *open, PackLook *look, Err *err)
{
    Statement *get = db_prepare(packs->db, "SELECT data FROM pack WHERE id = ?1");
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

/* Finds a pack by look->id. Damaged packs are not found. */
static bool find_pack(Packs *packs, PackLook *look, Err *err)
{
    OpenPack *open = choose_open(packs, look->id);
    open->used = ++packs->clock;
    look->found = open->id == look->id && (open->pack.references || !look->references);
    if (!look->found)
        return unpack_any(packs, open, look, err);
    look->pack = open->pack;
    return true;
}

static Facts find_waiting(const Packs *packs, Arena *arena, Str hash)
{
    uint64_t key = facts_key(hash);
    for (size_t i = packs->keys.len; i--;)
        if (packs->keys.ptr[i] == key && packs->waiting.slots.ptr[i].check == facts_check(hash))
            return facts_pack_get(arena, &packs->waiting, i, true);
    return (Facts){0};
}

static void keep(Packs *packs, uint64_t place, uint64_t check, Str outline)
{
    if (outline.len > KEPT_OUTLINE_BYTES_MAX)
        return;
    if (!packs->kept_arena.begin)
        arena_open(&packs->kept_arena, 2 * KEPT_BYTES);
    size_t bytes = (size_t)(packs->kept_arena.ptr - packs->kept_arena.begin);
    if (packs->kept_count == KEPT_OUTLINES || bytes + outline.len > KEPT_BYTES)
        drop_kept(packs);
    packs->kept[packs->kept_count++] =
        (KeptOutline){place, check, str_copy(&packs->kept_arena, outline)};
}

static Str find_kept(const Packs *packs, uint64_t place, uint64_t check)
{
    for (size_t i = 0; i < packs->kept_count; i++)
        if (packs->kept[i].place == place && packs->kept[i].check == check)
            return packs->kept[i].outline;
    return (Str){0};
}

static bool get_packed(Packs *packs, PackLook *look, uint64_t place, uint64_t check, Facts *facts,
                       Err *err)
{
    size_t slot = place % PACK_FILES_MAX;
    look->id = place >> SLOT_BITS;
    if (!find_pack(packs, look, err))
        return false;
    if (!look->found || slot >= look->pack.slots.len || look->pack.slots.ptr[slot].check != check)
        return true;
    *facts = facts_pack_get(look->arena, &look->pack, slot, look->references);
    if (!look->references && facts->outline.len)
        keep(packs, place, check, facts->outline);
    return true;
}

bool packs_get(Packs *packs, Arena *arena, Str hash, bool references, Facts *facts, Err *err)
{
    uint64_t place = 0;
    bool found = false;
    PackLook look = {.references = references, .arena = arena};
    *facts = find_waiting(packs, arena, hash);
    if (facts->outline.len)
        return true;
    if (!find_place(packs, facts_key(hash), &place, &found, err))
        return false;
    if (!found)
        return true;
    if (!references)
        facts->outline = str_copy(arena, find_kept(packs, place, facts_check(hash)));
    return facts->outline.len || get_packed(packs, &look, place, facts_check(hash), facts, err);
}

bool packs_has(Packs *packs, Str hash, bool *has, Err *err)
{
    uint64_t place;
    for (size_t i = packs->keys.len; i--;)
        if (packs->keys.ptr[i] == facts_key(hash))
            return *has = true;
    return find_place(packs, facts_key(hash), &place, has, err);
}

/* ---- writing ---- */

static bool count_live(Packs *packs, Err *err)
{
    if (packs->counted)
        return true;
    if (!packs->counts.begin)
        arena_open(&packs->counts, 0);
    Statement *get =
        db_prepare(packs->db, "SELECT place >> ?1, count(*) FROM facts GROUP BY place >> ?1");
    db_bind_u64(get, 1, SLOT_BITS);
    while (db_next(get, err))
        id_map_put(&packs->live, &packs->counts, db_u64(get, 0), (uint32_t)db_u64(get, 1));
    packs->counted = !db_failed(get);
    return packs->counted;
}

static bool drop_pack(Packs *packs, uint64_t id, Err *err)
{
    Statement *drop = db_prepare(packs->db, "DELETE FROM pack WHERE id = ?1");
    db_bind_u64(drop, 1, id);
    return db_run(drop, err);
}

/* The facts at a place are not used any more; deletes the pack if they were its last. */
static bool release(Packs *packs, uint64_t place, Err *err)
{
    uint64_t id = place >> SLOT_BITS;
    if (!count_live(packs, err))
        return false;
    uint32_t live = id_map_get(&packs->live, id);
    if (live == ID_MAP_NONE || !live)
        return true;
    id_map_put(&packs->live, &packs->counts, id, live - 1);
    return live > 1 || drop_pack(packs, id, err);
}

static bool place_facts(Packs *packs, uint64_t key, uint64_t place, Err *err)
{
    uint64_t old = 0;
    bool found = false;
    if (!find_place(packs, key, &old, &found, err))
        return false;
    /* Twice in one pack: two workers parsed files with the same content at the same time. */
    bool again = found && old >> SLOT_BITS == place >> SLOT_BITS;
    if (found && !again && !release(packs, old, err))
        return false;
    Statement *put = db_prepare(packs->db, "INSERT OR REPLACE INTO facts VALUES(?1, ?2)");
    db_bind_u64(put, 1, key);
    db_bind_u64(put, 2, place);
    if (packs->counted && !again) {
        uint32_t live = id_map_get(&packs->live, place >> SLOT_BITS);
        id_map_put(&packs->live, &packs->counts, place >> SLOT_BITS,
                   live == ID_MAP_NONE ? 1 : live + 1);
    }
    return db_run(put, err);
}

static bool insert_pack(Packs *packs, Str blob, size_t files, uint64_t *id, Err *err)
{
    Statement *put = db_prepare(packs->db, "INSERT INTO pack(files, data) VALUES(?1, ?2)");
    db_bind_u64(put, 1, files);
    db_bind_blob(put, 2, blob);
    if (!db_run(put, err))
        return false;
    *id = db_last_id(packs->db);
    return true;
}

static bool write_waiting(Packs *packs, Err *err)
{
    Buf blob = buf_open(&packs->arena, 0);
    Arena scratch SCOPED(arena_close) = {0};
    uint64_t id;
    arena_open(&scratch, 0);
    facts_pack_write(scratch, &packs->waiting, &blob);
    if (!insert_pack(packs, buf_str(&blob), packs->waiting.slots.len, &id, err))
        return false;
    for (size_t i = 0; i < packs->keys.len; i++)
        if (!place_facts(packs, packs->keys.ptr[i], id << SLOT_BITS | i, err))
            return false;
    return true;
}

bool packs_flush(Packs *packs, Err *err)
{
    if (!packs->keys.len)
        return true;
    bool ok = write_waiting(packs, err);
    if (ok)
        drop_waiting(packs);
    return ok;
}

static bool put(Packs *packs, uint64_t key, uint64_t check, const Facts *facts, Err *err)
{
    if (!packs->arena.begin) {
        arena_open(&packs->arena, 0);
        packs->waiting = facts_pack_open(&packs->arena);
    }
    facts_pack_put(&packs->waiting, check, facts);
    *VEC_PUSH(&packs->arena, &packs->keys) = key;
    return (facts_pack_bytes(&packs->waiting) < PACK_BYTES && packs->keys.len < PACK_FILES_MAX) ||
           packs_flush(packs, err);
}

bool packs_put(Packs *packs, Str hash, const Facts *facts, Err *err)
{
    return put(packs, facts_key(hash), facts_check(hash), facts, err);
}

bool packs_adopt(Packs *packs, Str blob, const Str *hashes, size_t count, Err *err)
{
    uint64_t id;
    if (!insert_pack(packs, blob, count, &id, err))
        return false;
    for (size_t i = 0; i < count; i++)
        if (hashes[i].len && !place_facts(packs, facts_key(hashes[i]), id << SLOT_BITS | i, err))
            return false;
    return true;
}

/* ---- tidying ---- */

typedef struct Row {
    uint64_t key, place;
} Row;
typedef VEC(Row) RowVec;

static bool drop_empty_packs(Packs *packs, Err *err)
{
    Statement *drop =
        db_prepare(packs->db, "DELETE FROM pack WHERE id NOT IN (SELECT place >> ?1 FROM facts)");
    db_bind_u64(drop, 1, SLOT_BITS);
    return db_run(drop, err);
}

/* Rows of packs to be merged, ordered by pack. */
static bool list_thin(Packs *packs, Arena *arena, RowVec *rows, Err *err)
{
    Statement *get = db_prepare(
        packs->db,
        "WITH thin AS (SELECT id FROM pack JOIN (SELECT place >> ?1 AS pack, count(*) AS live"
        " FROM facts GROUP BY 1) ON pack = id WHERE length(data) < ?2 OR 2 * live < files)"
        " SELECT key, place FROM facts WHERE place >> ?1 IN thin ORDER BY place");
    db_bind_u64(get, 1, SLOT_BITS);
    db_bind_u64(get, 2, SMALL_PACK_BYTES);
    while (db_next(get, err))
        *VEC_PUSH(arena, rows) = (Row){db_u64(get, 0), db_u64(get, 1)};
    return !db_failed(get);
}

/* Moves facts to the waiting pack. Facts that cannot be read are dropped. */
static bool move(Packs *packs, Arena arena, const Row *row, Err *err)
{
    PackLook look = {.id = row->place >> SLOT_BITS, .references = true, .arena = &arena};
    if (!find_pack(packs, &look, err))
        return false;
    size_t slot = row->place % PACK_FILES_MAX;
    if (look.found && slot < look.pack.slots.len) {
        Facts facts = facts_pack_get(&arena, &look.pack, slot, true);
        return put(packs, row->key, look.pack.slots.ptr[slot].check, &facts, err);
    }
    Statement *drop = db_prepare(packs->db, "DELETE FROM facts WHERE key = ?1");
    db_bind_u64(drop, 1, row->key);
    return db_run(drop, err);
}

bool packs_tidy(Packs *packs, Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    RowVec rows = {0};
    arena_open(&arena, 0);
    packs_begin(packs);
    if (!packs_flush(packs, err) || !drop_empty_packs(packs, err) ||
        !list_thin(packs, &arena, &rows, err))
        return false;
    bool several =
        rows.len && rows.ptr[0].place >> SLOT_BITS != rows.ptr[rows.len - 1].place >> SLOT_BITS;
    for (size_t i = 0; i < rows.len && several; i++)
        if (!move(packs, arena, &rows.ptr[i], err))
            return false;
    return packs_flush(packs, err) && drop_empty_packs(packs, err);
}
